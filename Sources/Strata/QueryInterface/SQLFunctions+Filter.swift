// Aggregates of the rows for which a condition holds
// (https://sqlite.org/lang_aggfunc.html#aggfilter).

/// How many rows, for which the condition holds, have a value there.
///
///     Player.select(count(Column("id"), filter: Column("score") > 10))
public func count(
  _ expression: some SQLExpressible,
  filter: some SQLPredicate
) -> SQLExpression {
  count(expression).filtered(by: filter)
}

/// The sum over the rows for which the condition holds; NULL where there is no value.
public func sum(_ expression: some SQLExpressible, filter: some SQLPredicate) -> SQLExpression {
  SQLExpression.call("SUM", [expression.sqlExpression]).filtered(by: filter)
}

/// The sum over the rows for which the condition holds, as a real number; 0.0 where there is no value.
public func total(_ expression: some SQLExpressible, filter: some SQLPredicate) -> SQLExpression {
  total(expression).filtered(by: filter)
}

/// The mean over the rows for which the condition holds; NULL where there is no value.
public func average(
  _ expression: some SQLExpressible,
  filter: some SQLPredicate
) -> SQLExpression {
  average(expression).filtered(by: filter)
}

/// The smallest value of the rows for which the condition holds; NULL where there is none.
public func min(_ expression: some SQLExpressible, filter: some SQLPredicate) -> SQLExpression {
  SQLExpression.call("MIN", [expression.sqlExpression]).filtered(by: filter)
}

/// The largest value of the rows for which the condition holds; NULL where there is none.
public func max(_ expression: some SQLExpressible, filter: some SQLPredicate) -> SQLExpression {
  SQLExpression.call("MAX", [expression.sqlExpression]).filtered(by: filter)
}

extension SQLExpression {
  fileprivate func filtered(by predicate: some SQLPredicate) -> SQLExpression {
    SQLExpression(
      sql + .text(" FILTER (WHERE ") + predicate.sqlExpression.sql + .text(")"),
      .atom
    )
  }
}
