extension TableRecord {
  /// The number of rows.
  ///
  /// - Parameter db: the connection.
  /// - Returns: the number.
  /// - Throws: `DatabaseError`.
  public static func fetchCount(_ db: Database) throws -> Int {
    let sql = "SELECT count(*) FROM \(databaseTableName.quotedDatabaseIdentifier)"
    return try Int.fetchOne(db, sql: sql) ?? 0
  }

  /// Deletes all rows.
  ///
  /// - Parameter db: the connection.
  /// - Returns: their number.
  /// - Throws: `DatabaseError`.
  @discardableResult
  public static func deleteAll(_ db: Database) throws -> Int {
    let sql = "DELETE FROM \(databaseTableName.quotedDatabaseIdentifier)"
    try db.cachedStatement(sql: sql).execute()
    return db.sqlite.changesCount
  }
}

extension TableRecord where Self: FetchableRecord {
  private static func selectAll(_ db: Database) throws -> Statement {
    if let type = self as? any GeneratedRow.Type { return try db.statement(type.table.selectAll) }
    return try db.cachedStatement(sql: RecordSQL.select([], from: databaseTableName))
  }

  /// All rows, one by one.
  ///
  /// - Parameter db: the connection.
  /// - Returns: a cursor, good inside the present access.
  /// - Throws: `DatabaseError`.
  public static func fetchCursor(_ db: Database) throws -> RecordCursor<Self> {
    RecordCursor(try selectAll(db))
  }

  /// All rows.
  ///
  /// - Parameter db: the connection.
  /// - Returns: the records.
  /// - Throws: `DatabaseError`, or `RowDecodingError`.
  public static func fetchAll(_ db: Database) throws -> [Self] {
    try fetchAll(running: selectAll(db))
  }

  /// The first row, nil where there is none.
  ///
  /// - Parameter db: the connection.
  /// - Returns: the record.
  /// - Throws: `DatabaseError`, or `RowDecodingError`.
  public static func fetchOne(_ db: Database) throws -> Self? {
    try fetchOne(running: selectAll(db))
  }
}

extension TableRecord where Self: FetchableRecord & Hashable {
  /// All rows as a set.
  ///
  /// - Parameter db: the connection.
  /// - Returns: the records.
  /// - Throws: `DatabaseError`, or `RowDecodingError`.
  public static func fetchSet(_ db: Database) throws -> Set<Self> { try Set(fetchCursor(db)) }
}
