// Rows by their primary key, by other unique columns, and by their identity.

/// A key that rows are found by: columns with their values.
struct RowKey {
  var columns: [(name: String, value: DatabaseValue)]

  /// The primary key of a table or a view, where it is one column.
  static func primaryKey<Record: TableRecord>(
    _ db: Database,
    _ type: Record.Type,
    _ value: DatabaseValue
  ) throws -> RowKey {
    let columns = try Record.tableReference.primaryKeyColumns(db)
    guard columns.count == 1 else {
      throw DatabaseError(
        resultCode: .SQLITE_MISUSE,
        message: "the primary key of \(Record.databaseTableName) has \(columns.count) columns: "
          + columns.joined(separator: ", ")
      )
    }
    return RowKey(columns: [(columns[0], value)])
  }

  /// Columns by name.
  static func columns(_ key: [String: (any DatabaseValueConvertible)?]) throws -> RowKey {
    guard !key.isEmpty else {
      throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "a key without columns")
    }
    return RowKey(
      columns: key.sorted { $0.key < $1.key }.map { ($0.key, $0.value?.databaseValue ?? .null) }
    )
  }

  var dictionary: [String: DatabaseValue] {
    Dictionary(columns.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  /// A statement whose values are set.
  func statement(
    _ db: Database,
    _ sql: ([RecordSQL.Assignment]) -> String
  ) throws -> Statement {
    let statement = try db.cachedStatement(sql: sql(columns.map { ($0.name, "?") }))
    try statement.setArguments(StatementArguments(values: columns.map(\.value)))
    return statement
  }
}

extension TableRecord {
  static func exists(_ db: Database, _ key: RowKey) throws -> Bool {
    let statement = try key.statement(db) { RecordSQL.exists(databaseTableName, where: $0) }
    defer { statement.finish() }
    try key.note(on: statement, db, databaseTableName)
    return try statement.step()
  }

  static func delete(_ db: Database, _ key: RowKey) throws -> Bool {
    try key.statement(db) { RecordSQL.delete(databaseTableName, where: $0) }.execute()
    return db.sqlite.changesCount > 0
  }
}

extension TableRecord where Self: FetchableRecord {
  /// The columns that a fetch by key selects; all, unless the definition says them.
  private static var keyedColumns: [String] {
    (self as? any GeneratedRow.Type)?.table.columns ?? []
  }

  static func fetchOne(_ db: Database, _ key: RowKey) throws -> Self? {
    let statement = try key.statement(db) {
      RecordSQL.select(keyedColumns, from: databaseTableName, where: $0)
    }
    try key.note(on: statement, db, databaseTableName)
    return try fetchOne(running: statement)
  }

  static func find(_ db: Database, _ key: RowKey) throws -> Self {
    guard let record = try fetchOne(db, key) else {
      throw RecordError.recordNotFound(
        databaseTableName: databaseTableName,
        key: key.dictionary
      )
    }
    return record
  }
}
