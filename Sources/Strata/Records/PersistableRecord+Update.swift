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
    try update(db, onConflict: conflictResolution, names: nil)
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
    try update(db, onConflict: conflictResolution, names: Array(columns))
  }

  private func update(
    _ db: Database,
    onConflict conflict: Database.ConflictResolution?,
    names: [String]?
  ) throws {
    let writer = try RecordWriter(db, self)
    guard let statement = try writer.update(names, conflict ?? Self.updateResolution) else {
      throw writer.notFound
    }
    try statement.execute()
    if db.sqlite.changesCount == 0 { throw writer.notFound }
  }

  /// Changes the record and updates the columns that are different then.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - modify: changes the record.
  /// - Returns: whether a column was updated.
  /// - Throws: `RecordError.recordNotFound` where there is no such row, or `DatabaseError`.
  @discardableResult
  public mutating func updateChanges(
    _ db: Database,
    modify: (inout Self) throws -> Void
  ) throws -> Bool {
    let old = self
    try modify(&self)
    return try updateChanges(db, from: old)
  }

  /// Updates the columns that differ from those of another record.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - record: the record as it was.
  /// - Returns: whether a column was updated.
  /// - Throws: `RecordError.recordNotFound` where there is no such row, or `DatabaseError`.
  @discardableResult
  public func updateChanges(_ db: Database, from record: Self) throws -> Bool {
    let columns = try databaseChanges(from: record).keys
    if columns.isEmpty { return false }
    try update(db, onConflict: nil, names: Array(columns))
    return true
  }

  /// Deletes the row with the record's key.
  ///
  /// - Parameter db: the connection.
  /// - Returns: whether there was one.
  /// - Throws: `DatabaseError`.
  @discardableResult
  public func delete(_ db: Database) throws -> Bool { try RecordWriter(db, self).delete() }

  /// Whether there is a row with the record's key.
  ///
  /// - Parameter db: the connection.
  /// - Returns: whether there is one.
  /// - Throws: `DatabaseError`.
  public func exists(_ db: Database) throws -> Bool { try RecordWriter(db, self).exists() }
}

extension MutablePersistableRecord where Self: FetchableRecord {
  /// Inserts the row.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - conflictResolution: what happens where a row is in the way, nil for what the type says.
  /// - Returns: the row as it is stored then.
  /// - Throws: `DatabaseError`, such as SQLITE_CONSTRAINT where a row is in the way.
  public func insertAndFetch(
    _ db: Database,
    onConflict conflictResolution: Database.ConflictResolution? = nil
  ) throws -> Self {
    let writer = try RecordWriter(db, self)
    let resolution = conflictResolution ?? Self.insertResolution
    return try written(writer, writer.insertion(resolution, returning: ["*"]))
  }

  /// Updates the row with the record's key.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - conflictResolution: what happens where a row is in the way, nil for what the type says.
  /// - Returns: the row as it is stored then.
  /// - Throws: `RecordError.recordNotFound` where there is no such row, or `DatabaseError`.
  public func updateAndFetch(
    _ db: Database,
    onConflict conflictResolution: Database.ConflictResolution? = nil
  ) throws -> Self {
    let writer = try RecordWriter(db, self)
    let resolution = conflictResolution ?? Self.updateResolution
    return try written(writer, writer.update(nil, resolution, returning: ["*"]))
  }

  /// Updates the row with the record's key, or inserts it where there is none.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - conflictResolution: what happens where a row is in the way, nil for what the type says.
  /// - Returns: the row as it is stored then.
  /// - Throws: `DatabaseError`.
  public func saveAndFetch(
    _ db: Database,
    onConflict conflictResolution: Database.ConflictResolution? = nil
  ) throws -> Self {
    let writer = try RecordWriter(db, self)
    if try writer.exists() { return try updateAndFetch(db, onConflict: conflictResolution) }
    return try insertAndFetch(db, onConflict: conflictResolution)
  }

  /// Inserts the row, or updates the one that is in its way by any unique key.
  ///
  /// - Parameter db: the connection.
  /// - Returns: the row as it is stored then.
  /// - Throws: `DatabaseError`.
  public func upsertAndFetch(_ db: Database) throws -> Self {
    let writer = try RecordWriter(db, self)
    return try written(writer, writer.upsertion(returning: ["*"]))
  }

  private func written(_ writer: RecordWriter, _ statement: Statement?) throws -> Self {
    guard let statement, let record = try Self.fetchOne(running: statement) else {
      throw writer.notFound
    }
    return record
  }
}
