/// A column of a table, as SQLite describes it.
public struct ColumnInfo: Hashable, Sendable {
  /// The name.
  public var name: String
  /// The declared type, empty where there is none.
  public var type: String
  /// Whether NULL is refused.
  public var isNotNull: Bool
  /// The default as SQL, nil where there is none.
  public var defaultValueSQL: String?
  /// The place in the primary key from 1, 0 for a column that is no part of it.
  public var primaryKeyIndex: Int
  /// Whether the database computes it.
  public var isGenerated: Bool
}

/// The primary key of a table.
public struct PrimaryKeyInfo: Hashable, Sendable {
  /// The columns, in the order of the key; `rowid` where the table declares none.
  public var columns: [String]
  /// The column that is the rowid, nil where there is none.
  public var rowIDColumn: String?
  /// Whether the table has rowids.
  public var tableHasRowID: Bool
  /// Whether the table declares the key.
  var isDeclared = true

  /// Whether the key is the rowid.
  public var isRowID: Bool { columns == ["rowid"] || rowIDColumn != nil }
}

/// What is known of the tables of one state of the schema.
struct SchemaCache {
  var version: Int64 = -1
  /// How often the schema was asked for something.
  var lookupCount = 0
  var primaryKeys: [String: PrimaryKeyInfo] = [:]
}

extension Database {
  private static let schemaVersion = StatementKey("PRAGMA schema_version")
  private static let objectExists = StatementKey(
    """
    SELECT 1 FROM sqlite_master WHERE type = ?1 AND name = ?2 COLLATE NOCASE \
    UNION ALL SELECT 1 FROM sqlite_temp_master WHERE type = ?1 AND name = ?2 COLLATE NOCASE LIMIT 1
    """
  )
  private static let tableColumns = StatementKey(
    """
    SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(?) ORDER BY cid
    """
  )

  /// A number that changes with the schema (https://sqlite.org/pragma.html#pragma_schema_version).
  public func schemaVersion() throws -> Int64 {
    // All of a transaction sees one schema, unless it changes it itself.
    let isInsideTransaction = isInsideTransaction
    if isInsideTransaction, let schemaVersionOfTransaction { return schemaVersionOfTransaction }
    let version = try firstRow(Self.schemaVersion, { _ in }, { try $0.int64(0) }) ?? 0
    if isInsideTransaction { schemaVersionOfTransaction = version }
    return version
  }

  /// Whether there is a table of that name, whatever its case.
  public func tableExists(_ name: String) throws -> Bool { try exists("table", name) }

  /// Whether there is a view of that name, whatever its case.
  public func viewExists(_ name: String) throws -> Bool { try exists("view", name) }

  /// Whether there is a trigger of that name, whatever its case.
  public func triggerExists(_ name: String) throws -> Bool { try exists("trigger", name) }

  /// Whether there is an index of that name, whatever its case.
  public func indexExists(_ name: String) throws -> Bool { try exists("index", name) }

  /// The columns of a table or a view, in order.
  ///
  /// - Parameter table: the name, whatever its case.
  /// - Returns: the columns, generated ones too.
  /// - Throws: `DatabaseError` where there is no such table.
  public func columns(in table: String) throws -> [ColumnInfo] {
    schemaCache.lookupCount += 1
    let statement = try statement(Self.tableColumns)
    defer { statement.finish() }
    statement.beginBinding(isComplete: true).string(0, table)
    var columns: [ColumnInfo] = []
    while try statement.step() {
      let row = statement.reader
      let hidden = try row.int(5)
      // 1 is a hidden column of a virtual table; 2 and 3 are generated.
      if hidden == 1 { continue }
      columns.append(
        ColumnInfo(
          name: try row.string(0),
          type: try row.string(1),
          isNotNull: try row.bool(2),
          defaultValueSQL: try row.optionalString(3),
          primaryKeyIndex: try row.int(4),
          isGenerated: hidden >= 2
        )
      )
    }
    guard !columns.isEmpty else {
      throw DatabaseError(message: "no such table: \(table)")
    }
    return columns
  }

  /// The primary key of a table.
  ///
  /// - Parameter table: the name, whatever its case.
  /// - Returns: the key; that of a table without one is its rowid.
  /// - Throws: `DatabaseError` where there is no such table.
  public func primaryKey(_ table: String) throws -> PrimaryKeyInfo {
    let version = try schemaVersion()
    if schemaCache.version != version {
      schemaCache = SchemaCache(version: version, lookupCount: schemaCache.lookupCount)
    }
    schemaCache.lookupCount += 1
    if let key = schemaCache.primaryKeys[table] { return key }
    let key = try findPrimaryKey(table)
    schemaCache.primaryKeys[table] = key
    return key
  }

  private func findPrimaryKey(_ table: String) throws -> PrimaryKeyInfo {
    let key = try columns(in: table)
      .filter { $0.primaryKeyIndex > 0 }
      .sorted { $0.primaryKeyIndex < $1.primaryKeyIndex }
    if key.isEmpty {
      return PrimaryKeyInfo(
        columns: ["rowid"],
        rowIDColumn: nil,
        tableHasRowID: try !viewExists(table),
        isDeclared: false
      )
    }
    // A table has a rowid if `rowid` can be read from it without being one of its columns.
    let hasRowID =
      (try? makeStatement(sql: "SELECT rowid FROM \(table.quotedDatabaseIdentifier)"))
      .map { $0.sqlite.columnCount == 1 } ?? false
    let isAlias = try key.count == 1 && hasRowID && isRowIDAlias(table, key[0])
    return PrimaryKeyInfo(
      columns: key.map(\.name),
      rowIDColumn: isAlias ? key[0].name : nil,
      tableHasRowID: hasRowID
    )
  }

  private func isRowIDAlias(_ table: String, _ column: ColumnInfo) throws -> Bool {
    guard column.type.uppercased() == "INTEGER" else { return false }
    // INTEGER PRIMARY KEY DESC has an index of its own, and is no alias
    // (https://sqlite.org/lang_createtable.html#rowid).
    let statement = try makeStatement(
      sql: "SELECT 1 FROM pragma_index_list(\(table.databaseValue.sqlLiteral)) WHERE origin = 'pk'"
    )
    defer { statement.finish() }
    return try !statement.step()
  }

  private func exists(_ type: String, _ name: String) throws -> Bool {
    try firstRow(
      Self.objectExists,
      {
        $0.string(0, type)
        $0.string(1, name)
      },
      { _ in true }
    ) ?? false
  }

  /// What is read from the first row of a statement, nil where it gives none.
  func firstRow<T>(
    _ key: StatementKey,
    _ bind: (ValueBinder) -> Void,
    _ read: (RowReader) throws -> T
  ) throws -> T? {
    let statement = try statement(key)
    defer { statement.finish() }
    bind(statement.beginBinding(isComplete: true))
    return try statement.step() ? read(statement.reader) : nil
  }
}

extension String {
  /// The name in double quotes, as an identifier of SQL.
  public var quotedDatabaseIdentifier: String { quoted(by: "\"") }
}
