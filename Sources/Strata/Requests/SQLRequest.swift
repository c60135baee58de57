/// A request that you write in SQL.
///
///     let request: SQLRequest<Player> = "SELECT * FROM player WHERE name = \(name)"
///     let players = try request.fetchAll(db)
///
/// The values in the literal are bound, never pasted.
public struct SQLRequest<RowDecoder>: FetchRequest, Hashable {
  let sql: SQL

  /// Makes a request from SQL with its arguments.
  public init(sql: String, arguments: StatementArguments = StatementArguments()) {
    self.sql = SQL(sql: sql, arguments: arguments)
  }

  /// Makes a request from SQL that binds its values.
  public init(literal: SQL) {
    sql = literal
  }

  /// Compiles the request.
  public func makePreparedRequest(_ db: Database, forSingleResult singleResult: Bool) throws
    -> PreparedRequest
  {
    var writer = SQLWriter(db)
    try writer.write(sql)
    return PreparedRequest(statement: try writer.statement())
  }

  /// The number of rows.
  public func fetchCount(_ db: Database) throws -> Int {
    var writer = SQLWriter(db)
    writer.write("SELECT COUNT(*) FROM (")
    try writer.write(sql)
    writer.write(")")
    return try Int.fetchOne(writer.statement()) ?? 0
  }
}

extension SQLRequest: ExpressibleByStringInterpolation {
  /// Makes text without values.
  public init(stringLiteral value: String) {
    sql = SQL(stringLiteral: value)
  }

  /// What the literal says.
  public init(stringInterpolation interpolation: SQL.StringInterpolation) {
    sql = SQL(stringInterpolation: interpolation)
  }
}

extension Database {
  /// Runs statements that bind the values of a literal.
  ///
  ///     try db.execute(literal: "UPDATE player SET name = \(name) WHERE id = \(id)")
  public func execute(literal: SQL) throws {
    var writer = SQLWriter(self)
    try writer.write(literal)
    try execute(sql: writer.sql, arguments: writer.arguments)
  }
}

extension SQLWriter {
  /// The compiled statement, with its arguments.
  func statement() throws -> Statement {
    let statement = try database.cachedStatement(sql: sql)
    try statement.setArguments(arguments)
    return statement
  }
}
