extension MutablePersistableRecord {
  /// Updates the row with the record's key.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - conflictResolution: what happens where a row is in the way, nil for what the type says.
  /// - Throws: `RecordError.recordNotFound` where there is no such row, or `DatabaseError`.
  public func update(
    _ db: Database,
    onConflict conflictResolution: Database.ConflictResolution? = nil
  ) throws {
    try updating(db, conflictResolution) { try $0.executeWriting() }
  }

  /// Updates columns of the row with the record's key.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - conflictResolution: what happens where a row is in the way, nil for what the type says.
  ///   - columns: the names of the columns.
  /// - Throws: `RecordError.recordNotFound` where there is no such row, or `DatabaseError`.
  public func update(
    _ db: Database,
    onConflict conflictResolution: Database.ConflictResolution? = nil,
    columns: some Collection<String>
  ) throws {
    try updating(db, conflictResolution, columns: Array(columns)) { try $0.executeWriting() }
  }

  /// Updates columns of the row with the record's key.
  ///
  ///     try player.update(db, columns: [Column("score")])
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - conflictResolution: what happens where a row is in the way, nil for what the type says.
  ///   - columns: the columns, typed or not.
  /// - Throws: `RecordError.recordNotFound` where there is no such row, or `DatabaseError`.
  public func update(
    _ db: Database,
    onConflict conflictResolution: Database.ConflictResolution? = nil,
    columns: [any SQLExpressible]
  ) throws {
    let names = columns.compactMap(\.sqlExpression.columnName)
    try update(db, onConflict: conflictResolution, columns: names)
  }

  /// Changes the record and updates the columns that are different then.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - conflictResolution: what happens where a row is in the way, nil for what the type says.
  ///   - modify: changes the record.
  /// - Returns: whether a column was updated.
  /// - Throws: `RecordError.recordNotFound` where there is no such row, or `DatabaseError`.
  @discardableResult
  public mutating func updateChanges(
    _ db: Database,
    onConflict conflictResolution: Database.ConflictResolution? = nil,
    modify: (inout Self) throws -> Void
  ) throws -> Bool {
    let old = self
    try modify(&self)
    return try updateChanges(db, onConflict: conflictResolution, from: old)
  }

  /// Updates the columns that differ from those of another record.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - conflictResolution: what happens where a row is in the way, nil for what the type says.
  ///   - record: the record as it was.
  /// - Returns: whether a column was updated.
  /// - Throws: `RecordError.recordNotFound` where there is no such row, or `DatabaseError`.
  @discardableResult
  public func updateChanges(
    _ db: Database,
    onConflict conflictResolution: Database.ConflictResolution? = nil,
    from record: some EncodableRecord
  ) throws -> Bool {
    let columns = try databaseChanges(from: record).keys
    if columns.isEmpty { return false }
    try update(db, onConflict: conflictResolution, columns: Array(columns))
    return true
  }

  /// Deletes the row with the record's key.
  ///
  /// - Parameter db: the connection.
  /// - Returns: whether there was one.
  /// - Throws: `DatabaseError`.
  @discardableResult
  public func delete(_ db: Database) throws -> Bool {
    try willDelete(db)
    let isDeleted = try RecordWriter(db, self).delete()
    didDelete(deleted: isDeleted)
    return isDeleted
  }

  /// Whether there is a row with the record's key.
  ///
  /// - Parameter db: the connection.
  /// - Returns: whether there is one.
  /// - Throws: `DatabaseError`.
  public func exists(_ db: Database) throws -> Bool { try RecordWriter(db, self).exists() }
}
