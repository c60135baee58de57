/// What a connection knows of its tables, as far as observation needs it.
///
/// It reads the schema with statements of its own, which nobody records.
struct SchemaCatalog {
  enum Kind {
    case table
    case view
    /// A virtual table, with the tables in which it keeps its data, and the one that it indexes.
    case virtual(storage: [TableName])
  }

  private var kinds: [TableName: Kind] = [:]
  private var withoutRowID: Set<TableName> = []
  private var layouts: [TableName: TableLayout] = [:]
  /// The databases, and their versions for which all this is known; nil where it must be read anew.
  private var databases: [SchemaName] = ["main"]
  private var knownVersions: [Int64]?
  /// The state of the main database, where there is no other, for which all this is known.
  private var knownDataVersion: UInt32?
  private let versions: SchemaVersions

  init() { self.init(versions: SchemaVersions()) }

  private init(versions: SchemaVersions) { self.versions = versions }

  /// Forgets what is known, because the schema may have changed.
  mutating func invalidate() {
    knownVersions = nil
    knownDataVersion = nil
  }

  /// Notes that the connection has read or committed, with the schema being what is known.
  mutating func rememberDataVersion(of connection: SQLiteConnection) {
    knownDataVersion = knownVersions == nil || databases.count > 1 ? nil : connection.dataVersion
  }

  /// Lets the connection be closed.
  func removeStatements() { versions.removeStatements() }

  /// Reads the schema anew where another connection has changed it.
  ///
  /// - Returns: whether it has.
  mutating func update(_ connection: SQLiteConnection) throws -> Bool {
    // Nobody has changed anything, which costs less to ask than the version of the schema.
    if let knownDataVersion, connection.isInsideTransactionOfMain,
      connection.dataVersion == knownDataVersion
    {
      return false
    }
    let isKnown = knownVersions != nil
    let isSame = try knownVersions == versions.current(databases, connection)
    if !isSame {
      invalidate()
      try load(connection)
    }
    rememberDataVersion(of: connection)
    return isKnown && !isSame
  }

  /// What a table is; nil where there is no such table, or it is one of SQLite's own making, such
  /// as `json_each`.
  mutating func kind(of table: TableName, _ connection: SQLiteConnection) throws -> Kind? {
    try load(connection)
    return kinds[table]
  }

  /// The columns of a table; nil where they cannot be told.
  mutating func layout(of table: TableName, _ connection: SQLiteConnection) throws -> TableLayout? {
    try load(connection)
    guard case .table? = kinds[table] else { return nil }
    if let layout = layouts[table] { return layout }
    let layout = try readLayout(of: table, connection)
    layouts[table] = layout
    return layout
  }

  /// Reads the names of all tables, once for a version of the schema.
  ///
  /// Another connection may change it: whoever begins to look updates the catalog first.
  private mutating func load(_ connection: SQLiteConnection) throws {
    if knownVersions != nil { return }
    self = SchemaCatalog(versions: versions)
    databases = try readDatabases(connection)
    let current = try versions.current(databases, connection)
    let list = try connection.prepare("SELECT schema, name, type, wr FROM pragma_table_list")
    let row = RowReader(list)
    var shadows: [TableName] = []
    var virtuals: [TableName] = []
    while try list.step() {
      let table = TableName(try row.string(1), in: try row.string(0))
      if table.isInternal { continue }
      let type = try row.string(2)
      kinds[table] = type == "view" ? .view : .table
      if type == "virtual" { virtuals.append(table) }
      if type == "shadow" { shadows.append(table) }
      if try row.bool(3) { withoutRowID.insert(table) }
    }
    for table in virtuals {
      let prefix = SchemaName("\(table.table.text)_")
      var storage = shadows.filter { $0.database == table.database && $0.table.hasPrefix(prefix) }
      if let content = try contentTable(of: table, connection) { storage.append(content) }
      kinds[table] = .virtual(storage: storage)
    }
    knownVersions = current
  }

  private func readDatabases(_ connection: SQLiteConnection) throws -> [SchemaName] {
    let list = try connection.prepare("SELECT name FROM pragma_database_list")
    var databases: [SchemaName] = []
    while try list.step() {
      let name = SchemaName(try RowReader(list).string(0))
      if name != "temp" { databases.append(name) }
    }
    return databases
  }

  /// The table that a full-text index of external content indexes
  /// (https://sqlite.org/fts5.html#external_content_tables).
  private func contentTable(
    of table: TableName,
    _ connection: SQLiteConnection
  ) throws -> TableName? {
    let database = table.database?.text ?? "main"
    let statement = try connection.prepare(
      "SELECT sql FROM \(SchemaName(database).quoted).sqlite_schema WHERE name = ?1 COLLATE NOCASE"
    )
    statement.binder.string(0, table.table.text)
    guard try statement.step(), let sql = try RowReader(statement).optionalString(0),
      let match = sql.firstMatch(of: #/(?i)[,(]\s*content\s*=\s*['"`\[]?([^'"`\],)\s]+)/#)
    else { return nil }
    return TableName(String(match.1), in: database)
  }

  private func readLayout(
    of table: TableName,
    _ connection: SQLiteConnection
  ) throws -> TableLayout {
    let statement = try connection.prepare(
      """
      SELECT name, hidden, dflt_value IS NOT NULL,
        pk > 0 OR EXISTS (
          SELECT * FROM pragma_index_list(?1, ?2) AS i, pragma_index_info(i.name, ?2) AS c
          WHERE i."unique" AND (c.name = x.name OR c.name IS NULL)
        )
      FROM pragma_table_xinfo(?1, ?2) AS x
      """
    )
    statement.binder.string(0, table.table.text)
    statement.binder.string(1, table.database?.text ?? "main")
    let row = RowReader(statement)
    var columns: [TableLayout.Column] = []
    while try statement.step() {
      let hidden = try row.int(1)
      columns.append(
        TableLayout.Column(
          name: SchemaName(try row.string(0)),
          isVirtual: hidden == 2,
          isGenerated: hidden == 2 || hidden == 3,
          isKey: try row.bool(3),
          hasDefault: try row.bool(2)
        )
      )
    }
    return TableLayout(columns: columns, isWithoutRowID: withoutRowID.contains(table))
  }
}
