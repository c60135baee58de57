// Rows by a primary key of one column, found by the statements of the definition. Other keys, and
// what an observation records row by row, go the way of hand-written records.

extension GeneratedRow {
  /// The row with that primary key, nil where there is none.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - key: the primary key.
  /// - Returns: the record.
  /// - Throws: `DatabaseError`, or `RowDecodingError`.
  public static func fetchOne(_ db: Database, key: some DatabaseValueConvertible) throws -> Self? {
    let table = Self.table
    guard table.primaryKey.count == 1, !db.observationBroker.isRecording else {
      return try fetchOne(db, RowKey.primaryKey(db, table.name, key.databaseValue))
    }
    let statement = try db.statement(table.selectByKey)
    key.bindKey(to: statement.beginBinding(isComplete: true))
    return try fetchOne(running: statement)
  }

  /// The row with that primary key.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - key: the primary key.
  /// - Returns: the record.
  /// - Throws: `RecordError.recordNotFound` where there is none, `DatabaseError`, or `RowDecodingError`.
  public static func find(_ db: Database, key: some DatabaseValueConvertible) throws -> Self {
    if let record = try fetchOne(db, key: key) { return record }
    return try find(db, RowKey.primaryKey(db, table.name, key.databaseValue))
  }

  /// The rows with these keys, as far as there are any.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - keys: the keys.
  /// - Returns: the records, in the order of the keys.
  /// - Throws: `DatabaseError`, or `RowDecodingError`.
  public static func fetchAll<Key: DatabaseValueConvertible>(
    _ db: Database,
    keys: some Sequence<Key>
  ) throws -> [Self] {
    try keys.compactMap { try fetchOne(db, key: $0) }
  }

  /// Whether there is a row with that primary key.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - key: the primary key.
  /// - Returns: whether there is one.
  /// - Throws: `DatabaseError`.
  public static func exists(_ db: Database, key: some DatabaseValueConvertible) throws -> Bool {
    guard table.primaryKey.count == 1, !db.observationBroker.isRecording else {
      return try exists(db, RowKey.primaryKey(db, table.name, key.databaseValue))
    }
    return try table.exists(db, key.bindKey)
  }
}

extension GeneratedRecord {
  /// Deletes the row with that primary key.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - key: the primary key.
  /// - Returns: whether there was one.
  /// - Throws: `DatabaseError`.
  @discardableResult
  public static func deleteOne(_ db: Database, key: some DatabaseValueConvertible) throws -> Bool {
    guard table.primaryKey.count == 1 else {
      return try delete(db, RowKey.primaryKey(db, table.name, key.databaseValue))
    }
    return try table.delete(db, key.bindKey)
  }
}
