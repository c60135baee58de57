// An insertion may change a mutable record, so its verbs are there twice.

extension MutablePersistableRecord {
  /// Inserts the row.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - conflictResolution: what happens where a row is in the way, nil for what the type says.
  /// - Throws: `DatabaseError`, such as SQLITE_CONSTRAINT where a row is in the way.
  public mutating func insert(
    _ db: Database,
    onConflict conflictResolution: Database.ConflictResolution? = nil
  ) throws {
    try inserting(db, conflictResolution) { try $0.execute() }
  }

  /// Inserts the row.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - conflictResolution: what happens where a row is in the way, nil for what the type says.
  /// - Returns: the record, changed by its insertion.
  /// - Throws: `DatabaseError`, such as SQLITE_CONSTRAINT where a row is in the way.
  public func inserted(
    _ db: Database,
    onConflict conflictResolution: Database.ConflictResolution? = nil
  ) throws -> Self {
    var record = self
    try record.insert(db, onConflict: conflictResolution)
    return record
  }

  /// Updates the row with the record's key, or inserts it where there is none.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - conflictResolution: what happens where a row is in the way, nil for what the type says.
  /// - Throws: `DatabaseError`.
  public mutating func save(
    _ db: Database,
    onConflict conflictResolution: Database.ConflictResolution? = nil
  ) throws {
    try saving(db, conflictResolution) { try $0.executeWriting() }
  }

  /// Updates the row with the record's key, or inserts it where there is none.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - conflictResolution: what happens where a row is in the way, nil for what the type says.
  /// - Returns: the record, changed by its insertion.
  /// - Throws: `DatabaseError`.
  public func saved(
    _ db: Database,
    onConflict conflictResolution: Database.ConflictResolution? = nil
  ) throws -> Self {
    var record = self
    try record.save(db, onConflict: conflictResolution)
    return record
  }

  /// Inserts the row, or updates the one that is in its way by any unique key.
  ///
  /// - Parameter db: the connection.
  /// - Throws: `DatabaseError`.
  public mutating func upsert(_ db: Database) throws {
    try upserting(db) { _ in }
  }

  /// Inserts the row, or updates the one that is in its way by any unique key.
  ///
  /// - Parameter db: the connection.
  /// - Returns: the record, changed by its insertion.
  /// - Throws: `DatabaseError`.
  public func upserted(_ db: Database) throws -> Self {
    var record = self
    try record.upsert(db)
    return record
  }
}

extension PersistableRecord {
  /// Inserts the row.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - conflictResolution: what happens where a row is in the way, nil for what the type says.
  /// - Throws: `DatabaseError`, such as SQLITE_CONSTRAINT where a row is in the way.
  public func insert(
    _ db: Database,
    onConflict conflictResolution: Database.ConflictResolution? = nil
  ) throws {
    _ = try inserted(db, onConflict: conflictResolution)
  }

  /// Updates the row with the record's key, or inserts it where there is none.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - conflictResolution: what happens where a row is in the way, nil for what the type says.
  /// - Throws: `DatabaseError`.
  public func save(
    _ db: Database,
    onConflict conflictResolution: Database.ConflictResolution? = nil
  ) throws {
    _ = try saved(db, onConflict: conflictResolution)
  }

  /// Inserts the row, or updates the one that is in its way by any unique key.
  ///
  /// - Parameter db: the connection.
  /// - Throws: `DatabaseError`.
  public func upsert(_ db: Database) throws {
    _ = try upserted(db)
  }
}
