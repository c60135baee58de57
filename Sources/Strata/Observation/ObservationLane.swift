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

  /// Fetches the values of the observations that `take` gives before any of the database is seen; in
  /// a read, all of them from one snapshot.
  func fetch(
    in reader: any DatabaseReader,
    _ take: () -> [any TrackedObservation]
  ) throws -> [(any TrackedObservation, FetchOutcome)] {
    guard self == .write, let writer = reader as? any DatabaseWriter else {
      return try reader.unsafeRead { db in
        let observations = take()
        return try db.reading { db in observations.map { ($0, $0.fetch(db)) } }
      }
    }
    return try writer.writeWithoutTransaction { db in
      take().map { ($0, write($0, db)) }
    }
  }

  /// Fetches the value of one observation on this thread, which may be in an access already.
  ///
  /// `take` is called before any of the database is seen. Inside of a transaction that writes, the
  /// value is of what is not committed yet; `retract` is called where it is rolled back.
  func fetchNow(
    _ observation: any TrackedObservation,
    _ take: () -> Void,
    retract: @escaping () -> Void
  ) throws -> FetchOutcome {
    guard self == .write, let writer = observation.reader as? any DatabaseWriter else {
      return try observation.reader.unsafeReentrantRead { db in
        take()
        guard db.isInsideTransaction else { return try db.reading { observation.fetch($0) } }
        db.afterNextTransaction(onCommit: { _ in }, onRollback: { _ in retract() })
        return try db.readOnly { observation.fetch(db) }
      }
    }
    return try writer.unsafeReentrantWrite { db in
      take()
      guard db.isInsideTransaction else { return write(observation, db) }
      db.afterNextTransaction(onCommit: { _ in }, onRollback: { _ in retract() })
      return observation.fetch(db)
    }
  }

  /// Fetches in a transaction, which an error rolls back.
  private func write(_ observation: any TrackedObservation, _ db: Database) -> FetchOutcome {
    var outcome = FetchOutcome()
    do {
      try db.inTransaction {
        outcome = observation.fetch(db)
        return outcome.isFailed ? .rollback : .commit
      }
      return outcome
    } catch {
      return FetchOutcome(isFailed: true) { observation.fail(error) }
    }
  }
}
