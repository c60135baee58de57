/// The rows of a query, fetched one by one.
public final class RowCursor: Cursor {
  private var run: CursorRun

  init(_ statement: Statement) { run = CursorRun(statement) }

  /// The next row, nil at the end.
  public func next() throws -> Row? { try run.step() ? run.statement.row : nil }
}

extension Row {
  /// The rows of a statement, one by one.
  ///
  /// - Parameters:
  ///   - statement: the statement, which the cursor uses until its end.
  ///   - arguments: the values for the parameters, nil for those that are set.
  /// - Returns: a cursor, good inside the present access.
  /// - Throws: `DatabaseError` where the arguments do not fit.
  public static func fetchCursor(
    _ statement: Statement,
    arguments: StatementArguments? = nil
  ) throws -> RowCursor {
    try statement.prepareRun(arguments)
    return RowCursor(statement)
  }

  /// All rows of a statement.
  ///
  /// - Parameters:
  ///   - statement: the statement.
  ///   - arguments: the values for the parameters, nil for those that are set.
  /// - Returns: the rows.
  /// - Throws: `DatabaseError`.
  public static func fetchAll(
    _ statement: Statement,
    arguments: StatementArguments? = nil
  ) throws -> [Row] {
    try statement.prepareRun(arguments)
    defer { statement.finish() }
    var rows: [Row] = []
    while try statement.step() { rows.append(statement.row.copy()) }
    return rows
  }

  /// The first row of a statement, nil where it gives none.
  ///
  /// - Parameters:
  ///   - statement: the statement.
  ///   - arguments: the values for the parameters, nil for those that are set.
  /// - Returns: the row.
  /// - Throws: `DatabaseError`.
  public static func fetchOne(
    _ statement: Statement,
    arguments: StatementArguments? = nil
  ) throws -> Row? {
    try statement.prepareRun(arguments)
    defer { statement.finish() }
    guard try statement.step() else { return nil }
    let row = statement.row.copy()
    try statement.finishWriting()
    return row
  }

  /// The rows of SQL, one by one.
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
  ) throws -> RowCursor {
    try fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
  }

  /// All rows of SQL.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - sql: SQL of one statement.
  ///   - arguments: the values for its parameters.
  /// - Returns: the rows.
  /// - Throws: `DatabaseError`.
  public static func fetchAll(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments()
  ) throws -> [Row] {
    try fetchAll(db.cachedStatement(sql: sql), arguments: arguments)
  }

  /// The first row of SQL, nil where it gives none.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - sql: SQL of one statement.
  ///   - arguments: the values for its parameters.
  /// - Returns: the row.
  /// - Throws: `DatabaseError`.
  public static func fetchOne(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments()
  ) throws -> Row? {
    try fetchOne(db.cachedStatement(sql: sql), arguments: arguments)
  }
}
