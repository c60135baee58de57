extension Database {
  /// What is read from the first row of a statement, nil where it gives none.
  ///
  /// - Parameters:
  ///   - key: the statement.
  ///   - bind: binds all of its parameters.
  ///   - read: reads the row, while it stands.
  /// - Returns: what `read` returns.
  /// - Throws: `DatabaseError`, or what `read` throws.
  package func firstRow<T>(
    of key: StatementKey,
    _ bind: (ValueBinder) -> Void,
    _ read: (RowReader) throws -> T
  ) throws -> T? {
    try firstRow(key, bind, read)
  }

  /// Reads all rows of a statement.
  ///
  /// - Parameters:
  ///   - key: the statement.
  ///   - bind: binds all of its parameters.
  ///   - read: reads a row, while it stands.
  /// - Throws: `DatabaseError`, or what `read` throws.
  package func forEachRow(
    of key: StatementKey,
    _ bind: (ValueBinder) -> Void,
    _ read: (RowReader) throws -> Void
  ) throws {
    try readRows(of: key, bind) { row in
      try read(row)
      return true
    }
  }

  /// Reads the rows of a statement, until that is enough.
  ///
  /// - Parameters:
  ///   - key: the statement.
  ///   - bind: binds all of its parameters.
  ///   - read: reads a row, while it stands, and tells whether the next one is wanted.
  /// - Throws: `DatabaseError`, or what `read` throws.
  package func readRows(
    of key: StatementKey,
    _ bind: (ValueBinder) -> Void,
    while read: (RowReader) throws -> Bool
  ) throws {
    let statement = try statement(key)
    defer { statement.finish() }
    bind(statement.beginBinding(isComplete: true))
    while try statement.step(), try read(statement.reader) {}
  }

  /// Runs a statement to its end.
  ///
  /// - Parameters:
  ///   - key: the statement.
  ///   - bind: binds all of its parameters.
  /// - Throws: `DatabaseError`.
  package func run(_ key: StatementKey, _ bind: (ValueBinder) -> Void) throws {
    let statement = try statement(key)
    bind(statement.beginBinding(isComplete: true))
    while try statement.step() {}
  }
}
