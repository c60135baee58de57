extension Statement {
  /// The names of the columns of its rows.
  public var columnNames: [String] { sqlite.columnNames }

  /// The number of columns of its rows.
  public var columnCount: Int { sqlite.columnCount }

  /// What reads the current row as a row of a table, found by name where the columns are in another
  /// order.
  ///
  /// - Parameter table: the table.
  /// - Returns: a reader that is good for all rows of this run.
  /// - Throws: `RowDecodingError` where a column is missing.
  @usableFromInline
  func reader(of table: TableDefinition) throws -> RowReader {
    let layout = self.layout
    let map = try layout.map(table, in: 0..<layout.columnNames.count, sql: nil)
    return RowReader(sqlite, map: map)
  }

  /// What reads the current row as a record, found anew only where the schema has changed or another
  /// record is read.
  ///
  /// - Parameter type: the record.
  /// - Returns: a reader that is good for all rows of this run.
  /// - Throws: `RowDecodingError` where a column is missing.
  @usableFromInline
  func reader<Record: GeneratedRow>(for type: Record.Type) throws -> RowReader {
    if let known = knownReader, known.type == ObjectIdentifier(type),
      namesColumns || known.count == sqlite.recompilationCount
    {
      return known.reader
    }
    let count = sqlite.recompilationCount
    let reader = try reader(of: type.table)
    knownReader = KnownReader(type: ObjectIdentifier(type), count: count, reader: reader)
    return reader
  }

  /// A reader with the record that it reads and the state of the schema that it is good for.
  struct KnownReader {
    var type: ObjectIdentifier
    var count: Int32
    var reader: RowReader
  }

  /// Reads all rows.
  ///
  /// - Parameters:
  ///   - arguments: the values for the parameters.
  ///   - read: reads a row, while it stands.
  /// - Throws: `DatabaseError`, or what `read` throws.
  package func forEachRow(
    _ arguments: StatementArguments,
    _ read: (RowReader) throws -> Void
  ) throws {
    try prepareRun(arguments)
    defer { finish() }
    while try step() { try read(reader) }
  }

  /// What reads the columns of the current row by their own indexes.
  @usableFromInline
  var reader: RowReader { RowReader(sqlite) }

  /// The current row; copied where someone keeps it beyond the next step.
  @usableFromInline var row: Row {
    // SQLite compiles a statement anew only at its first step.
    if isRowKnown, let currentRow { return currentRow }
    return findRow()
  }

  @inline(never)
  private func findRow() -> Row {
    let layout = self.layout
    isRowKnown = true
    if let row = currentRow, row.layout === layout, row.scopeLayout === rowScopes { return row }
    let row = Row(self, layout, scopes: rowScopes)
    currentRow = row
    return row
  }

  /// Copies the row that someone keeps, before it is gone.
  @inline(__always)
  func leaveRow() {
    if currentRow != nil, !isKnownUniquelyReferenced(&currentRow) { detachRow() }
  }

  @inline(never)
  private func detachRow() {
    currentRow?.detach()
    currentRow = nil
  }
}
