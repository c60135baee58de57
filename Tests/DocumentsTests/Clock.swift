import Foundation
import Strata

/// A clock that tests set.
final class Clock: Sendable {
  private let date: Lock<Date>

  init(_ date: Date = Date(timeIntervalSince1970: 1_800_000_000)) { self.date = Lock(date) }

  var now: Date { date.withLock { $0 } }

  func advance(_ seconds: TimeInterval) { date.withLock { $0.addTimeInterval(seconds) } }
}
