internal import Synchronization

/// What an ``ObservationCenter`` keeps up to date.
package protocol TrackedObservation: AnyObject, Sendable {
  var id: ObservationID { get }
  /// The database; kept as long as the observation lives.
  var reader: any DatabaseReader { get }
  /// Whether values are fetched by the writer.
  var needsWriteAccess: Bool { get }
  /// Whether each value is fetched from the same region.
  var isRegionConstant: Bool { get }
  /// How long each value is shown at least; nil where the next one may follow at once.
  var pause: ObservationPause? { get }

  /// Fetches a value, in a database access; never two at a time.
  ///
  /// - Parameters:
  ///   - db: the access.
  ///   - needsRegion: whether the outcome must tell the region.
  /// - Returns: the value, or the error.
  func fetch(_ db: Database, needsRegion: Bool) -> FetchOutcome

  /// Is told of a transaction that may have changed the value. Another fetch follows.
  func databaseDidChange()

  /// The outcome where the database cannot be read.
  func failure(_ error: any Error) -> FetchOutcome
}

extension TrackedObservation {
  package var pause: ObservationPause? { nil }
}

/// How long a value is shown at least.
package struct ObservationPause: Sendable {
  /// Calls a closure once, after some time.
  package typealias Clock =
    @Sendable (_ delay: Duration, _ body: @escaping @Sendable () -> Void) ->
    Void

  let duration: Duration
  let clock: Clock

  func end(_ body: @escaping @Sendable () -> Void) { clock(duration, body) }
}

/// Names an observation; a younger one has a greater number.
package struct ObservationID: Hashable, Comparable, Sendable {
  private static let last = Atomic(0)
  private let number: Int

  package init() {
    number = Self.last.add(1, ordering: .relaxed).newValue
  }

  package static func < (left: ObservationID, right: ObservationID) -> Bool {
    left.number < right.number
  }
}

/// A fetched value on its way to its observer.
package struct FetchOutcome: Sendable {
  /// What was read; nil where it is known already.
  package var region: DatabaseRegion?
  /// Whether there is an error in place of a value.
  package var isFailed: Bool
  /// Whether the region is all that the next fetch may read.
  package var isRegionCertain = true
  /// Hands the value or the error over; called after the database access.
  package var deliver: @Sendable () -> Void

  package init(
    region: DatabaseRegion? = nil,
    isFailed: Bool = false,
    deliver: @escaping @Sendable () -> Void = {}
  ) {
    self.region = region
    self.isFailed = isFailed
    self.deliver = deliver
  }
}
