// Rows by a primary key of one column, found by the statements of the definition. Other keys, and
// what an observation records row by row, go the way of hand-written records. What fetches one row is
// inlinable: left generic, it would cost as much as a tenth of SQLite's own work.

extension GeneratedRow {
  /// The row with that primary key, nil where there is none.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - key: the primary key.
  /// - Returns: the record.
  /// - Throws: `DatabaseError`, or `RowDecodingError`.
  @inlinable
  public static func fetchOne(_ db: Database, key: some DatabaseValueConvertible) throws -> Self? {
    guard let statement = try table.fetchByKey(db) else {
      return try fetchOne(db, table, keyValue(key))
    }
    key.bindKey(to: statement.keyBinder)
    return try fetchOne(running: statement)
  }

  @usableFromInline @inline(never)
  static func fetchOne(
    _ db: Database,
    _ table: TableDefinition,
    _ key: DatabaseValue
  ) throws -> Self? {
    try fetchOne(db, RowKey.primaryKey(db, Self.self, key))
  }

  /// The row with that primary key.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - key: the primary key.
  /// - Returns: the record.
  /// - Throws: `RecordError.recordNotFound` where there is none, `DatabaseError`, or `RowDecodingError`.
  @inlinable
  public static func find(_ db: Database, key: some DatabaseValueConvertible) throws -> Self {
    guard let record = try fetchOne(db, key: key) else {
      return try find(db, table, keyValue(key))
    }
    return record
  }

  @usableFromInline @inline(never)
  static func find(_ db: Database, _ table: TableDefinition, _ key: DatabaseValue) throws -> Self {
    try find(db, RowKey.primaryKey(db, Self.self, key))
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
      return try exists(db, RowKey.primaryKey(db, Self.self, keyValue(key)))
    }
    return try table.exists(db) { table.bind(key, to: $0) }
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
      return try delete(db, RowKey.primaryKey(db, Self.self, keyValue(key)))
    }
    return try table.delete(db) { table.bind(key, to: $0) }
  }
}

extension TableDefinition {
  /// The statement that fetches by a primary key of one column, its key to be bound; nil where another
  /// way has to be gone.
  @usableFromInline
  func fetchByKey(_ db: Database) throws -> Statement? {
    guard primaryKey.count == 1, hasStandardKey, !db.observationBroker.isRecording else {
      return nil
    }
    return try db.statement(selectByKey)
  }
}

extension Statement {
  /// Binds a key, which is all that the statement has for parameters.
  @usableFromInline var keyBinder: ValueBinder { beginBinding(isComplete: true) }
}
