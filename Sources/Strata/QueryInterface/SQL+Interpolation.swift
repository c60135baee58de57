extension SQL: ExpressibleByStringInterpolation {
  /// Makes text without values.
  public init(stringLiteral value: String) {
    self.init(parts: value.isEmpty ? [] : [.text(value)])
  }

  /// What the literal says.
  public init(stringInterpolation interpolation: StringInterpolation) {
    self.init(parts: interpolation.parts)
  }

  /// What an SQL literal is made of.
  public struct StringInterpolation: StringInterpolationProtocol {
    var parts: [Part] = []

    /// Makes an empty literal.
    public init(literalCapacity: Int, interpolationCount: Int) {
      parts.reserveCapacity(2 * interpolationCount + 1)
    }

    /// Appends text of the literal.
    public mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { parts.append(.text(literal)) }
    }
  }
}

extension SQL.StringInterpolation {
  /// Binds a value.
  public mutating func appendInterpolation(_ value: (any DatabaseValueConvertible)?) {
    parts.append(.value(value?.databaseValue ?? .null))
  }

  /// Binds the values of a list: `"id IN \(ids)"` becomes `id IN (?, ?, ?)`.
  ///
  /// An empty list becomes `(SELECT NULL WHERE NULL)`, that contains nothing.
  public mutating func appendInterpolation<Values: Sequence>(_ values: Values)
  where Values.Element: DatabaseValueConvertible {
    parts += SQL.list(values.map { $0.databaseValue }).parts
  }

  /// Binds a text; it is a value here, not a list of characters.
  public mutating func appendInterpolation(_ value: String) {
    parts.append(.value(value.databaseValue))
  }

  /// Inserts a column, an expression, or another literal.
  public mutating func appendInterpolation(_ expression: some SQLExpressible) {
    parts += expression.sqlExpression.sql.parts
  }

  /// Inserts another literal.
  public mutating func appendInterpolation(_ literal: SQL) {
    parts += literal.parts
  }

  /// Inserts an ordering term, such as `Column("score").desc`.
  public mutating func appendInterpolation(_ ordering: SQLOrdering) {
    parts += ordering.sql(reversed: false).parts
  }

  /// Inserts the quoted name of a record's table.
  public mutating func appendInterpolation(_ table: any TableRecord.Type) {
    parts.append(.text(table.databaseTableName.quotedDatabaseIdentifier))
  }

  /// Inserts the quoted name of a column from a coding key.
  public mutating func appendInterpolation(_ key: some CodingKey) {
    parts.append(.column(key.stringValue, table: nil))
  }

  /// Inserts a request as a subquery, in parentheses.
  public mutating func appendInterpolation(_ request: QueryInterfaceRequest<some Any>) {
    parts += [.text("("), .subquery(request.relation), .text(")")]
  }

  /// Inserts text that you wrote yourself, with its arguments.
  public mutating func appendInterpolation(
    sql: String,
    arguments: StatementArguments = StatementArguments()
  ) {
    parts.append(.raw(sql, arguments))
  }
}
