/// Tracks regions of a database, and tells of each transaction that has changed them.
///
///     let observation = DatabaseRegionObservation(tracking: Player.all())
///     let cancellable = observation.start(in: pool) { error in … } onChange: { db in … }
///
/// Unlike ``ValueObservation`` it fetches nothing, leaves no transaction out, and calls its closure in
/// the write itself, before any other write can begin.
public struct DatabaseRegionObservation: Sendable {
  private let regions: [any DatabaseRegionConvertible]

  /// Tracks the union of some regions.
  public init(tracking regions: any DatabaseRegionConvertible...) {
    self.init(tracking: regions)
  }

  /// Tracks the union of some regions.
  public init(tracking regions: [any DatabaseRegionConvertible]) {
    self.regions = regions
  }

  /// Starts the observation: the next transaction is the first one that is told of.
  ///
  /// - Parameters:
  ///   - writer: the database; the method waits for its turn to write.
  ///   - onError: is told where a region cannot be found out, which ends the observation.
  ///   - onChange: is called after each commit that has changed one of the regions, on the thread that
  ///     has written, with the connection.
  /// - Returns: what ends the observation, at the latest when it goes.
  @preconcurrency public func start(
    in writer: any DatabaseWriter,
    onError: @escaping @Sendable (any Error) -> Void,
    onChange: @escaping @Sendable (Database) -> Void
  ) -> AnyDatabaseCancellable {
    let observer = RegionObserver(regions, onError: onError, onChange: onChange)
    do {
      try writer.unsafeReentrantWrite { db in
        try observer.findRegion(db)
        db.observationBroker.transactionObservations.add(observer)
      }
    } catch {
      observer.cancel()
      onError(error)
    }
    return AnyDatabaseCancellable { [weak writer] in
      guard observer.cancel() else { return }
      writer?.asyncWriteWithoutTransaction { db in
        db.observationBroker.transactionObservations.removeThoseThatAreOver()
      }
    }
  }
}

/// A running ``DatabaseRegionObservation``.
///
/// `@unchecked Sendable`: all but `closures` is used only in accesses of the writer.
final class RegionObserver: TransactionObservation, @unchecked Sendable {
  private struct Closures {
    let onError: @Sendable (any Error) -> Void
    let onChange: @Sendable (Database) -> Void
  }

  private let regions: [any DatabaseRegionConvertible]
  private var region = DatabaseRegion()
  /// Nil once the observation is over.
  private let closures: Lock<Closures?>

  init(
    _ regions: [any DatabaseRegionConvertible],
    onError: @escaping @Sendable (any Error) -> Void,
    onChange: @escaping @Sendable (Database) -> Void
  ) {
    self.regions = regions
    closures = Lock(Closures(onError: onError, onChange: onChange))
  }

  /// Finds out what is tracked.
  func findRegion(_ db: Database) throws {
    var region = DatabaseRegion()
    for part in regions { region.formUnion(try part.databaseRegion(db)) }
    self.region = try db.observationBroker.resolve(region)
  }

  /// Ends the observation.
  ///
  /// - Returns: whether it was not over.
  @discardableResult func cancel() -> Bool { closures.withLock { $0.take() } != nil }

  var isOver: Bool { closures.withLock { $0 == nil } }

  var interest: ObservationInterest { region.tables.map { .tables(Set($0.keys)) } ?? .everything }

  let wantsEvents = false
  func observes(_ kind: DatabaseEventKind) -> Bool { false }
  func willChange(_ event: DatabasePreUpdateEvent) {}
  func didChange(_ event: DatabaseEvent?) {}
  func willCommit() {}
  func didRollback(_ db: Database) {}

  func didCommit(_ changes: DatabaseChanges, _ db: Database) {
    guard changes.affect(region), let closures = closures.withLock({ $0 }) else { return }
    do {
      if changes.includesSchema { try findRegion(db) }
      closures.onChange(db)
    } catch {
      if cancel() { closures.onError(error) }
    }
  }
}
