extension Database {
  /// Compiles one statement.
  ///
  /// - Parameter sql: SQL of exactly one statement.
  /// - Returns: a statement that is the caller's alone.
  /// - Throws: `DatabaseError` where SQLite refuses it, or where there are none or several.
  public func makeStatement(sql: String) throws -> Statement {
    try compile(sql, isPersistent: false)
  }

  /// A statement that is compiled once for the connection.
  ///
  /// - Parameter sql: SQL of exactly one statement.
  /// - Returns: the statement, or one of its own where that one is in use.
  /// - Throws: `DatabaseError` where SQLite refuses it, or where there are none or several.
  public func cachedStatement(sql: String) throws -> Statement {
    if let statement = statementCache.statement(sql) {
      if statement.isIdle {
        statement.rowScopes = nil
        return statement
      }
      return try compile(sql, isPersistent: false)
    }
    let statement = try compile(sql, isPersistent: true)
    statementCache.keep(statement, sql)
    return statement
  }

  /// The statement of a key, compiled once for the connection.
  ///
  /// - Parameter key: the key that was made for the SQL.
  /// - Returns: the statement, or one of its own where that one is in use.
  /// - Throws: `DatabaseError` where SQLite refuses it.
  public func statement(_ key: StatementKey) throws -> Statement {
    if let statement = statementCache.statement(key), statement.isIdle { return statement }
    return try compile(key)
  }

  @inline(never)
  private func compile(_ key: StatementKey) throws -> Statement {
    let isInUse = statementCache.statement(key) != nil
    let statement = try compile(key.sql, isPersistent: !isInUse)
    statement.namesColumns = key.namesColumns
    if !isInUse { statementCache.keep(statement, key) }
    return statement
  }

  private func compile(_ sql: String, isPersistent: Bool) throws -> Statement {
    checkConfinement()
    guard let (statement, end) = try prepare(sql, from: 0, isPersistent: isPersistent) else {
      throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "no SQL statement", sql: sql)
    }
    // What follows may only be white space, comments and semicolons.
    if end < sql.utf8.count, !sqlite.isBlank(sql, from: end) {
      throw DatabaseError(
        resultCode: .SQLITE_MISUSE,
        message: "multiple statements found; use execute(sql:) to run them all",
        sql: sql,
        offset: end
      )
    }
    return statement
  }

  /// Compiles the next statement, and notes what it reads and writes.
  ///
  /// SQLite compiles for the schema that it knows, and looks for another one only when a statement runs
  /// and after some errors. So what it refuses is tried again with the schema that others have made.
  private func prepare(
    _ sql: String,
    from offset: Int,
    isPersistent: Bool
  ) throws -> (Statement, end: Int)? {
    do { return try prepareOnce(sql, from: offset, isPersistent: isPersistent) } catch let error
      as DatabaseError where error.resultCode == .SQLITE_ERROR
    {
      guard sql != Self.anySchema.sql, (try? firstRow(Self.anySchema, { _ in }, { _ in })) != nil
      else { throw error }
      return try prepareOnce(sql, from: offset, isPersistent: isPersistent)
    }
  }

  /// Reads the schema anew where it has changed.
  private static let anySchema = StatementKey("SELECT count(*) FROM sqlite_master LIMIT 1")

  private func prepareOnce(
    _ sql: String,
    from offset: Int,
    isPersistent: Bool
  ) throws -> (Statement, end: Int)? {
    let (compiled, access) = try observationBroker.compiling {
      try sqlite.prepare(sql, from: offset, isPersistent: isPersistent)
    }
    guard let compiled else { return nil }
    return (Statement(compiled.statement, in: self, access: access), compiled.end)
  }

  /// Runs one or several statements.
  ///
  /// ```swift
  /// try db.execute(sql: "INSERT INTO player (name) VALUES (?)", arguments: ["Ann"])
  /// ```
  ///
  /// - Parameters:
  ///   - sql: one or several statements, each compiled when those before it have run.
  ///   - arguments: the values for all parameters in order, or by name.
  /// - Throws: the first `DatabaseError`; the statements before it have run.
  public func execute(sql: String, arguments: StatementArguments = StatementArguments()) throws {
    try forEachStatement(sql, arguments) { try $0.execute() }
  }

  /// Calls `body` with each statement, its values set, which runs it to its end.
  func forEachStatement(
    _ sql: String,
    _ arguments: StatementArguments,
    _ body: (Statement) throws -> Void
  ) throws {
    checkConfinement()
    var offset = 0
    var rest = arguments
    while let (statement, end) = try prepare(sql, from: offset, isPersistent: false) {
      let own = rest.take(for: statement.sqlite)
      let isLast = end >= sql.utf8.count || sqlite.isBlank(sql, from: end)
      try statement.setArguments(isLast ? own + rest.leftOver : own)
      try body(statement)
      if isLast { return }
      offset = end
    }
    guard arguments.isEmpty else {
      throw DatabaseError(
        resultCode: .SQLITE_MISUSE,
        message: "no SQL statement for the arguments",
        sql: sql
      )
    }
  }

  /// Forgets the compiled statements, which are compiled anew where needed.
  public func clearStatementCache() { statementCache.removeAll() }
}

extension StatementArguments {
  /// The values for one statement of several: positions are used up, names stay.
  fileprivate mutating func take(for statement: SQLiteStatement) -> StatementArguments {
    var own = StatementArguments()
    own.namedValues = namedValues
    var used = 0
    for name in statement.parameterNames {
      if let name, namedValues[name] != nil { continue }
      if used < values.count {
        own.values.append(values[used])
        used += 1
      }
    }
    values.removeFirst(used)
    return own
  }

  /// What no statement took.
  fileprivate var leftOver: StatementArguments { StatementArguments(values: values) }
}
