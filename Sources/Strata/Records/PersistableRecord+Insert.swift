// The verbs of records that say their columns by name. An insertion may change a mutable record, so
// these verbs are there twice.

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
    let writer = try RecordWriter(db, self)
    try writer.insertion(conflictResolution ?? Self.insertResolution).execute()
    didInsert(writer.success)
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
    let writer = try RecordWriter(db, self)
    if let update = try writer.update(nil, conflictResolution ?? Self.updateResolution) {
      try update.execute()
      if db.sqlite.changesCount > 0 { return }
    }
    try insert(db, onConflict: conflictResolution)
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
    let writer = try RecordWriter(db, self)
    let returning = writer.key.tableHasRowID ? ["rowid"] : []
    let statement = try writer.upsertion(returning: returning)
    defer { statement.finish() }
    var success = writer.success
    if try statement.step() { success.rowID = try statement.reader.int64(0) }
    try statement.finishWriting()
    didInsert(success)
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
    let writer = try RecordWriter(db, self)
    try writer.insertion(conflictResolution ?? Self.insertResolution).execute()
    didInsert(writer.success)
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
    let record = self
    try record.insert(db, onConflict: conflictResolution)
    return record
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
    let writer = try RecordWriter(db, self)
    if let update = try writer.update(nil, conflictResolution ?? Self.updateResolution) {
      try update.execute()
      if db.sqlite.changesCount > 0 { return }
    }
    try insert(db, onConflict: conflictResolution)
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
    let record = self
    try record.save(db, onConflict: conflictResolution)
    return record
  }

  /// Inserts the row, or updates the one that is in its way by any unique key.
  ///
  /// - Parameter db: the connection.
  /// - Throws: `DatabaseError`.
  public func upsert(_ db: Database) throws {
    let writer = try RecordWriter(db, self)
    let returning = writer.key.tableHasRowID ? ["rowid"] : []
    let statement = try writer.upsertion(returning: returning)
    defer { statement.finish() }
    var success = writer.success
    if try statement.step() { success.rowID = try statement.reader.int64(0) }
    try statement.finishWriting()
    didInsert(success)
  }

  /// Inserts the row, or updates the one that is in its way by any unique key.
  ///
  /// - Parameter db: the connection.
  /// - Returns: the record, changed by its insertion.
  /// - Throws: `DatabaseError`.
  public func upserted(_ db: Database) throws -> Self {
    let record = self
    try record.upsert(db)
    return record
  }
}

extension MutablePersistableRecord {
  static var insertResolution: Database.ConflictResolution {
    persistenceConflictPolicy.conflictResolutionForInsert
  }

  static var updateResolution: Database.ConflictResolution {
    persistenceConflictPolicy.conflictResolutionForUpdate
  }
}
