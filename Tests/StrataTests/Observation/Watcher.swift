@testable import Strata

/// An observation of a region, without a value: it counts how often it was told of a change.
///
/// It runs as long as its database is there, which it does not keep.
final class Watcher: TrackedObservation {
  let id = ObservationID()
  private unowned let database: any DatabaseReader
  var reader: any DatabaseReader { database }
  let needsWriteAccess = false
  let isRegionConstant = true
  private let region: @Sendable (Database) throws -> DatabaseRegion
  private let count = Lock(0)

  /// Watches what `body` reads.
  init(_ reader: any DatabaseReader, reading body: @escaping @Sendable (Database) throws -> Void) {
    database = reader
    region = { db in try db.observationBroker.recording { try body(db) }.1 }
  }

  /// Watches a region.
  init(_ reader: any DatabaseReader, _ region: DatabaseRegion) {
    database = reader
    self.region = { _ in region }
  }

  /// The number of changes since the last call.
  func takeCount() -> Int {
    count.withLock { count in
      defer { count = 0 }
      return count
    }
  }

  func fetch(_ db: Database, needsRegion: Bool) -> FetchOutcome {
    do {
      return FetchOutcome(region: try region(db))
    } catch {
      return FetchOutcome(isFailed: true)
    }
  }

  func databaseDidChange() { count.withLock { $0 += 1 } }

  func failure(_ error: any Error) -> FetchOutcome { FetchOutcome(isFailed: true) }
}
