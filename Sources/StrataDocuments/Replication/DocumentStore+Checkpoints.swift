internal import Strata

/// How far replications have come, kept in the database that they change.
extension DocumentStore {
  /// Which way documents go.
  enum Direction: String, Sendable {
    case push
    case pull
    /// What another database has pushed.
    case received
    /// The last sequence of a collection that was deleted.
    case deleted
    /// What both databases have noted when they last met.
    case agreed
    /// What the other database may have noted when they last met.
    case proposed
  }

  private static let checkpoint = StatementKey(
    """
    SELECT sequence FROM strata_checkpoint
    WHERE replication = ?1 AND collection = ?2 AND direction = ?3
    """
  )
  private static let setCheckpoint = StatementKey(
    """
    INSERT OR REPLACE INTO strata_checkpoint (replication, collection, direction, sequence)
    VALUES (?1, ?2, ?3, ?4)
    """
  )

  /// The sequence up to which a replication is done; 0 where it has not begun.
  func checkpoint(
    _ replication: String,
    _ collection: String,
    _ direction: Direction,
    _ db: Database
  ) throws -> Int64 {
    try db.firstRow(
      of: Self.checkpoint,
      {
        $0.string(0, replication)
        $0.string(1, collection)
        $0.string(2, direction.rawValue)
      },
      { try $0.int64(0) }
    ) ?? 0
  }

  func setCheckpoint(
    _ replication: String,
    _ collection: String,
    _ direction: Direction,
    _ sequence: Int64,
    _ db: Database
  ) throws {
    try db.run(Self.setCheckpoint) {
      $0.string(0, replication)
      $0.string(1, collection)
      $0.string(2, direction.rawValue)
      $0.int64(3, sequence)
    }
    if direction == .push { notePush(of: collection, sequence) }
  }

  /// The sequence up to which another database has the documents; for the question of what it knows.
  func pushedSequence(of collection: DocumentCollection) -> Int64 {
    pushed.withLock { $0[collection.name] ?? 0 }
  }

  private func notePush(of collection: String, _ sequence: Int64) {
    pushed.withLock { $0[collection] = max($0[collection] ?? 0, sequence) }
  }

  /// Reads what other databases have.
  func loadPushes(_ db: Database) throws {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT collection, max(sequence) FROM strata_checkpoint
        WHERE direction = 'push' GROUP BY collection
        """
    )
    for row in rows {
      notePush(
        of: try row.decode(String.self, atIndex: 0),
        try row.decode(Int64.self, atIndex: 1)
      )
    }
  }
}
