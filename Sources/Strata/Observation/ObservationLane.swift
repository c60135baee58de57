/// Where an observation fetches its values.
enum ObservationLane: Hashable, CaseIterable {
  /// In a read, beside the writes of a pool.
  case read
  /// In a write, because the fetch says that it writes.
  case write

  init(_ observation: any TrackedObservation) {
    self = observation.needsWriteAccess ? .write : .read
  }

  /// The jobs that fetch at a time: enough that a slow fetch does not hold up all others, and few
  /// enough that the app finds a reader.
  var jobLimit: Int { self == .read ? 2 : 1 }

  /// Runs the fetches that `take` gives before any of the database is seen; in a read, all of them on
  /// one snapshot.
  func run(
    in reader: any DatabaseReader,
    _ take: () -> [ScheduledFetch]
  ) throws -> [FetchOutcome] {
    guard self == .write, let writer = reader as? any DatabaseWriter else {
      return try reader.unsafeRead { db in
        let fetches = take()
        // A snapshot is in its transaction already.
        guard !db.isInsideTransaction else { return fetches.map { $0.run(db) } }
        return try db.reading { db in fetches.map { $0.run(db) } }
      }
    }
    return try writer.writeWithoutTransaction { db in take().map { $0.runInTransaction(db) } }
  }

  /// Runs the fetch that `take` gives on this thread, which may be in an access already.
  ///
  /// Inside of a transaction that writes, the value is of what is not committed yet; `retract` is
  /// called where it is rolled back.
  func runNow(
    in reader: any DatabaseReader,
    _ take: () -> ScheduledFetch,
    retract: @escaping () -> Void
  ) throws -> FetchOutcome {
    guard self == .write, let writer = reader as? any DatabaseWriter else {
      return try reader.unsafeReentrantRead { db in
        let fetch = take()
        guard db.isInsideTransaction else { return try db.reading { fetch.run($0) } }
        db.afterNextTransaction(onCommit: { _ in }, onRollback: { _ in retract() })
        return try db.readOnly { fetch.run(db) }
      }
    }
    return try writer.unsafeReentrantWrite { db in
      let fetch = take()
      guard db.isInsideTransaction else { return fetch.runInTransaction(db) }
      db.afterNextTransaction(onCommit: { _ in }, onRollback: { _ in retract() })
      return fetch.run(db)
    }
  }
}

/// A fetch that an observation waits for.
struct ScheduledFetch {
  let observation: any TrackedObservation
  /// Whether the outcome must tell the region.
  let needsRegion: Bool

  func run(_ db: Database) -> FetchOutcome { observation.fetch(db, needsRegion: needsRegion) }

  /// Fetches in a transaction, which an error rolls back.
  func runInTransaction(_ db: Database) -> FetchOutcome {
    var outcome = FetchOutcome()
    do {
      try db.inTransaction {
        outcome = run(db)
        return outcome.isFailed ? .rollback : .commit
      }
      return outcome
    } catch {
      return observation.failure(error)
    }
  }
}
