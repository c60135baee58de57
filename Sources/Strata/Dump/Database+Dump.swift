// Dumps print the content of a database, for debugging and for tests.

extension Database {
  /// Prints the rows of all statements of SQL.
  ///
  /// ```swift
  /// try db.dumpSQL("SELECT name, score FROM player ORDER BY name")
  /// // Ann|12
  /// // Bob|7
  /// ```
  ///
  /// - Parameters:
  ///   - sql: one or several statements, which are run.
  ///   - format: how the rows are printed.
  ///   - stream: where they are printed, nil for the console.
  /// - Throws: `DatabaseError`.
  public func dumpSQL(
    _ sql: SQL,
    format: some DumpFormat = .debug(),
    to stream: (any TextOutputStream)? = nil
  ) throws {
    var stream = DumpStream(stream)
    var writer = SQLWriter(self)
    try writer.write(sql)
    try forEachStatement(writer.sql, writer.arguments) { statement in
      try dump(statement, format, &stream)
    }
  }

  /// Prints the rows of a request.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - format: how the rows are printed.
  ///   - stream: where they are printed, nil for the console.
  /// - Throws: `DatabaseError`.
  public func dumpRequest(
    _ request: some FetchRequest,
    format: some DumpFormat = .debug(),
    to stream: (any TextOutputStream)? = nil
  ) throws {
    var stream = DumpStream(stream)
    try dump(request.makePreparedRequest(self).statement, format, &stream)
  }

  /// Prints the rows of tables and views.
  ///
  /// - Parameters:
  ///   - tables: their names.
  ///   - format: how the rows are printed.
  ///   - tableHeader: whether the names are printed.
  ///   - stableOrder: whether also the rows of a view have an order of their own, whatever it says;
  ///     those of a table come in the order of its key.
  ///   - stream: where they are printed, nil for the console.
  /// - Throws: `DatabaseError`.
  public func dumpTables(
    _ tables: [String],
    format: some DumpFormat = .debug(),
    tableHeader: DumpTableHeaderOptions = .automatic,
    stableOrder: Bool = false,
    to stream: (any TextOutputStream)? = nil
  ) throws {
    var stream = DumpStream(stream)
    let hasHeader =
      switch tableHeader {
      case .always: true
      case .automatic: tables.count > 1
      }
    try dumpTables(tables, format, hasHeader: hasHeader, stableOrder: stableOrder, &stream)
  }

  /// Prints the schema.
  ///
  /// - Parameter stream: where it is printed, nil for the console.
  /// - Throws: `DatabaseError`.
  public func dumpSchema(to stream: (any TextOutputStream)? = nil) throws {
    var stream = DumpStream(stream)
    try dumpSchema(&stream)
  }

  /// Prints the schema and the rows of all tables.
  ///
  /// Tables of SQLite and of migrations are left out, and so are those in which virtual tables keep
  /// their content.
  ///
  /// - Parameters:
  ///   - format: how the rows are printed.
  ///   - stream: where they are printed, nil for the console.
  /// - Throws: `DatabaseError`.
  public func dumpContent(
    format: some DumpFormat = .debug(),
    to stream: (any TextOutputStream)? = nil
  ) throws {
    var stream = DumpStream(stream)
    try dumpSchema(&stream)
    let tables = try String.fetchAll(
      self,
      sql: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name COLLATE NOCASE"
    ).filter { try !isInternal($0) }
    if tables.isEmpty { return }
    stream.write("\n")
    try dumpTables(tables, format, hasHeader: true, stableOrder: true, &stream)
  }

  // MARK: - Steps

  private func dump(
    _ statement: Statement,
    _ format: some DumpFormat,
    _ stream: inout DumpStream
  ) throws {
    var format = format
    defer { statement.finish() }
    while try statement.step() { try format.writeRow(self, row: statement.row, to: &stream) }
    format.finalize(self, statement: statement, to: &stream)
  }

  private func dumpTables(
    _ tables: [String],
    _ format: some DumpFormat,
    hasHeader: Bool,
    stableOrder: Bool,
    _ stream: inout DumpStream
  ) throws {
    for (index, table) in tables.enumerated() {
      if index > 0 { stream.write("\n") }
      if hasHeader { stream.writeln(table) }
      var sql = "SELECT * FROM \(table.quotedDatabaseIdentifier)"
      if try tableExists(table) {
        let key = try primaryKey(table).columns.map(\.quotedDatabaseIdentifier)
        sql += " ORDER BY \(key.joined(separator: ", "))"
      } else if stableOrder {
        let places = try columns(in: table).indices.map { "\($0 + 1)" }
        sql += " ORDER BY \(places.joined(separator: ", "))"
      }
      try dump(makeStatement(sql: sql), format, &stream)
    }
  }

  private func dumpSchema(_ stream: inout DumpStream) throws {
    stream.writeln("sqlite_master")
    let objects = try Row.fetchAll(
      self,
      sql: """
        SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL
        ORDER BY tbl_name COLLATE NOCASE,
          CASE type WHEN 'table' THEN 'a' WHEN 'index' THEN 'aa' ELSE type END,
          name COLLATE NOCASE, sql
        """
    )
    for object in objects {
      let name: String = try object.decode(atIndex: 0)
      if try !isInternal(name) { stream.writeln("\(try object.decode(String.self, atIndex: 1));") }
    }
  }

  private func isInternal(_ name: String) throws -> Bool {
    let lowercased = name.lowercased()
    for prefix in ["sqlite_", "grdb_", "strata_"] where lowercased.hasPrefix(prefix) { return true }
    // Known from SQLite 3.37 on (https://sqlite.org/pragma.html#pragma_table_list).
    return try Bool.fetchOne(
      self,
      sql: "SELECT type = 'shadow' FROM pragma_table_list WHERE schema = 'main' AND name = ?",
      arguments: [name]
    ) ?? false
  }
}
