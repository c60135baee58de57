// The functions of SQLite that need no table: as in SQL, NULLs are left out of aggregates.

/// How many rows have a value there.
public func count(_ expression: some SQLExpressible) -> SQLExpression {
  .call("COUNT", [expression.sqlExpression])
}

/// How many rows there are: `COUNT(*)`.
public func count(_: AllColumns) -> SQLExpression {
  SQLExpression(.text("COUNT(*)"), .atom)
}

/// How many different values there are.
public func count(distinct expression: some SQLExpressible) -> SQLExpression {
  SQLExpression(.text("COUNT(DISTINCT ") + expression.sqlExpression.sql + .text(")"), .atom)
}

/// The sum; NULL where there is no value.
public func sum(_ expression: some SQLExpressible) -> SQLExpression {
  .call("SUM", [expression.sqlExpression])
}

/// The sum as a real number; 0.0 where there is no value.
public func total(_ expression: some SQLExpressible) -> SQLExpression {
  .call("TOTAL", [expression.sqlExpression])
}

/// The mean, a real number; NULL where there is no value.
public func average(_ expression: some SQLExpressible) -> SQLExpression {
  .call("AVG", [expression.sqlExpression])
}

/// The smallest value; NULL where there is none.
public func min(_ expression: some SQLExpressible) -> SQLExpression {
  .call("MIN", [expression.sqlExpression])
}

/// The largest value; NULL where there is none.
public func max(_ expression: some SQLExpressible) -> SQLExpression {
  .call("MAX", [expression.sqlExpression])
}

/// The absolute value.
public func abs(_ expression: some SQLExpressible) -> SQLExpression {
  .call("ABS", [expression.sqlExpression])
}

// MARK: Of typed expressions

/// The smallest value; NULL where there is none.
///
///     try Player.select(min(Player.Columns.joined), as: Date.self).fetchOne(db)
public func min<V>(_ expression: some TypedSQLExpressible<V>) -> TypedExpression<V?> {
  TypedExpression(.call("MIN", [expression.sqlExpression]), stored: expression.format)
}

/// The smallest value; NULL where there is none.
public func min<V>(_ expression: some TypedSQLExpressible<V?>) -> TypedExpression<V?> {
  TypedExpression(.call("MIN", [expression.sqlExpression]), stored: expression.format)
}

/// The largest value; NULL where there is none.
public func max<V>(_ expression: some TypedSQLExpressible<V>) -> TypedExpression<V?> {
  TypedExpression(.call("MAX", [expression.sqlExpression]), stored: expression.format)
}

/// The largest value; NULL where there is none.
public func max<V>(_ expression: some TypedSQLExpressible<V?>) -> TypedExpression<V?> {
  TypedExpression(.call("MAX", [expression.sqlExpression]), stored: expression.format)
}

/// The sum; NULL where there is no value.
public func sum<V: Numeric>(_ expression: some TypedSQLExpressible<V>) -> TypedExpression<V?> {
  TypedExpression(.call("SUM", [expression.sqlExpression]), stored: expression.arithmeticFormat)
}

/// The sum; NULL where there is no value.
public func sum<V: Numeric>(_ expression: some TypedSQLExpressible<V?>) -> TypedExpression<V?> {
  TypedExpression(.call("SUM", [expression.sqlExpression]), stored: expression.arithmeticFormat)
}

// MARK: Of values

/// The number of characters of a text, or of bytes of a blob.
public func length(_ expression: some SQLExpressible) -> SQLExpression {
  .call("LENGTH", [expression.sqlExpression])
}

extension SQLExpressible where Self: SQLOrderingTerm {
  /// Whether the text matches the pattern: `%` is any text, `_` one character; ASCII letters match
  /// in both cases (https://sqlite.org/lang_expr.html#like).
  ///
  ///     Column("discount").like("%10\\%%", escape: "\\")
  public func like(_ pattern: String, escape: String? = nil) -> SQLExpression {
    let match = SQLExpression.binary(sqlExpression, " LIKE ", .value(pattern.databaseValue))
    guard let escape else { return match }
    return SQLExpression(
      match.sql + SQL(parts: [.text(" ESCAPE "), .value(escape.databaseValue)]),
      .compound
    )
  }
}
