// The dumps of `Database`, as accesses of their own.

extension DatabaseReader {
  /// Prints the rows of all statements of SQL; see ``Database/dumpSQL(_:format:to:)``.
  public func dumpSQL(
    _ sql: SQL,
    format: some DumpFormat = .debug(),
    to stream: (any TextOutputStream)? = nil
  ) throws {
    try unsafeReentrantRead { try $0.dumpSQL(sql, format: format, to: stream) }
  }

  /// Prints the rows of a request; see ``Database/dumpRequest(_:format:to:)``.
  public func dumpRequest(
    _ request: some FetchRequest,
    format: some DumpFormat = .debug(),
    to stream: (any TextOutputStream)? = nil
  ) throws {
    try unsafeReentrantRead { try $0.dumpRequest(request, format: format, to: stream) }
  }

  /// Prints the rows of tables and views; see
  /// ``Database/dumpTables(_:format:tableHeader:stableOrder:to:)``.
  public func dumpTables(
    _ tables: [String],
    format: some DumpFormat = .debug(),
    tableHeader: DumpTableHeaderOptions = .automatic,
    stableOrder: Bool = false,
    to stream: (any TextOutputStream)? = nil
  ) throws {
    try unsafeReentrantRead {
      try $0.dumpTables(
        tables,
        format: format,
        tableHeader: tableHeader,
        stableOrder: stableOrder,
        to: stream
      )
    }
  }

  /// Prints the schema; see ``Database/dumpSchema(to:)``.
  public func dumpSchema(to stream: (any TextOutputStream)? = nil) throws {
    try unsafeReentrantRead { try $0.dumpSchema(to: stream) }
  }

  /// Prints the schema and the rows of all tables; see ``Database/dumpContent(format:to:)``.
  public func dumpContent(
    format: some DumpFormat = .debug(),
    to stream: (any TextOutputStream)? = nil
  ) throws {
    try unsafeReentrantRead { try $0.dumpContent(format: format, to: stream) }
  }
}
