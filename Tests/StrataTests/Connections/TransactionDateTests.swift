import Foundation
import Strata
import Testing

@Suite struct TransactionDateTests {
  /// A queue whose clock goes on by a second whenever it is asked.
  private func ticking() throws -> DatabaseQueue {
    let ticks = Ticks()
    var configuration = Configuration()
    configuration.transactionClock = .custom { _ in ticks.next() }
    return try DatabaseQueue(configuration: configuration)
  }

  private final class Ticks: @unchecked Sendable {
    private let lock = NSLock()
    private var seconds = 0.0

    func next() -> Date {
      lock.withLock {
        seconds += 1
        return Date(timeIntervalSinceReferenceDate: seconds)
      }
    }
  }

  private func date(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }

  @Test func `all of a transaction has one date`() throws {
    let queue = try ticking()
    try queue.write { db throws in
      #expect(try db.transactionDate == date(1))
      try db.execute(sql: "CREATE TABLE t (a)")
      try db.inSavepoint { () throws in
        #expect(try db.transactionDate == date(1))
        return .rollback
      }
      #expect(try db.transactionDate == date(1))
    }
    let next = try queue.write { try $0.transactionDate }
    #expect(next == date(2))
    try queue.read { db throws in
      #expect(try db.transactionDate == date(3))
      #expect(try db.transactionDate == date(3))
    }
  }

  @Test func `a rollback ends it`() throws {
    let queue = try ticking()
    try queue.writeWithoutTransaction { db throws in
      try db.inTransaction { () throws in
        #expect(try db.transactionDate == date(1))
        return .rollback
      }
      // Outside of a transaction it is the present moment.
      #expect(try db.transactionDate == date(2))
      #expect(try db.transactionDate == date(3))
      try db.inTransaction { () throws in
        #expect(try db.transactionDate == date(4))
        return .commit
      }
    }
  }

  @Test func `the default clock is that of the machine`() throws {
    let before = Date()
    let date = try DatabaseQueue().write { try $0.transactionDate }
    #expect(date >= before && date <= Date())
  }

  @Test func `a test may say which date it is`() throws {
    var configuration = Configuration()
    configuration.transactionClock = .custom { _ in Date(timeIntervalSinceReferenceDate: 0) }
    let queue = try DatabaseQueue(configuration: configuration)
    #expect(try queue.write { try $0.transactionDate } == date(0))
  }

  @Test func `an error of the clock is that of the access`() throws {
    struct Stopped: Error {}
    var configuration = Configuration()
    configuration.transactionClock = .custom { _ in throw Stopped() }
    let queue = try DatabaseQueue(configuration: configuration)
    #expect(throws: Stopped.self) { try queue.write { try $0.transactionDate } }
  }
}
