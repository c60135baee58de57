extension FetchableRecord {
  /// The records of a statement, one by one.
  ///
  /// - Parameters:
  ///   - statement: the statement, which the cursor uses until its end.
  ///   - arguments: the values for the parameters, nil for those that are set.
  /// - Returns: a cursor, good inside the present access.
  /// - Throws: `DatabaseError` where the arguments do not fit.
  public static func fetchCursor(
    _ statement: Statement,
    arguments: StatementArguments? = nil
  ) throws -> RecordCursor<Self> {
    try statement.prepareRun(arguments)
    return RecordCursor(statement)
  }

  /// All records of a statement.
  ///
  /// - Parameters:
  ///   - statement: the statement.
  ///   - arguments: the values for the parameters, nil for those that are set.
  /// - Returns: the records.
  /// - Throws: `DatabaseError`, or `RowDecodingError`.
  public static func fetchAll(
    _ statement: Statement,
    arguments: StatementArguments? = nil
  ) throws -> [Self] {
    try statement.prepareRun(arguments)
    return try fetchAll(running: statement)
  }

  /// The first record of a statement, nil where it gives none.
  ///
  /// - Parameters:
  ///   - statement: the statement.
  ///   - arguments: the values for the parameters, nil for those that are set.
  /// - Returns: the record.
  /// - Throws: `DatabaseError`, or `RowDecodingError`.
  public static func fetchOne(
    _ statement: Statement,
    arguments: StatementArguments? = nil
  ) throws -> Self? {
    try statement.prepareRun(arguments)
    return try fetchOne(running: statement)
  }

  /// The records of SQL, one by one.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - sql: SQL of one statement.
  ///   - arguments: the values for its parameters.
  /// - Returns: a cursor, good inside the present access.
  /// - Throws: `DatabaseError`.
  public static func fetchCursor(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments()
  ) throws -> RecordCursor<Self> {
    try fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
  }

  /// All records of SQL.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - sql: SQL of one statement.
  ///   - arguments: the values for its parameters.
  /// - Returns: the records.
  /// - Throws: `DatabaseError`, or `RowDecodingError`.
  public static func fetchAll(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments()
  ) throws -> [Self] {
    try fetchAll(db.cachedStatement(sql: sql), arguments: arguments)
  }

  /// The first record of SQL, nil where it gives none.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - sql: SQL of one statement.
  ///   - arguments: the values for its parameters.
  /// - Returns: the record.
  /// - Throws: `DatabaseError`, or `RowDecodingError`.
  public static func fetchOne(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments()
  ) throws -> Self? {
    try fetchOne(db.cachedStatement(sql: sql), arguments: arguments)
  }
}

extension FetchableRecord where Self: Hashable {
  /// The different records of a statement.
  ///
  /// - Parameters:
  ///   - statement: the statement.
  ///   - arguments: the values for the parameters, nil for those that are set.
  /// - Returns: the records.
  /// - Throws: `DatabaseError`, or `RowDecodingError`.
  public static func fetchSet(
    _ statement: Statement,
    arguments: StatementArguments? = nil
  ) throws -> Set<Self> {
    try Set(fetchCursor(statement, arguments: arguments))
  }

  /// The different records of SQL.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - sql: SQL of one statement.
  ///   - arguments: the values for its parameters.
  /// - Returns: the records.
  /// - Throws: `DatabaseError`, or `RowDecodingError`.
  public static func fetchSet(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments()
  ) throws -> Set<Self> {
    try Set(fetchCursor(db, sql: sql, arguments: arguments))
  }
}
