// Arithmetic on untyped expressions: with any value, or with any other expression.

/// The sum.
public func + (
  lhs: some SQLSpecificExpressible,
  rhs: some DatabaseValueConvertible
) -> SQLExpression {
  .binary(lhs.sqlExpression, " + ", .value(rhs.databaseValue))
}

/// The sum.
public func + (lhs: some SQLSpecificExpressible, rhs: some SQLExpressible) -> SQLExpression {
  .binary(lhs.sqlExpression, " + ", rhs.sqlExpression)
}

/// The difference.
public func - (
  lhs: some SQLSpecificExpressible,
  rhs: some DatabaseValueConvertible
) -> SQLExpression {
  .binary(lhs.sqlExpression, " - ", .value(rhs.databaseValue))
}

/// The difference.
public func - (lhs: some SQLSpecificExpressible, rhs: some SQLExpressible) -> SQLExpression {
  .binary(lhs.sqlExpression, " - ", rhs.sqlExpression)
}

/// The product.
public func * (
  lhs: some SQLSpecificExpressible,
  rhs: some DatabaseValueConvertible
) -> SQLExpression {
  .binary(lhs.sqlExpression, " * ", .value(rhs.databaseValue))
}

/// The product.
public func * (lhs: some SQLSpecificExpressible, rhs: some SQLExpressible) -> SQLExpression {
  .binary(lhs.sqlExpression, " * ", rhs.sqlExpression)
}

/// The quotient: of integers an integer, as SQLite divides; NULL where the divisor is zero.
public func / (
  lhs: some SQLSpecificExpressible,
  rhs: some DatabaseValueConvertible
) -> SQLExpression {
  .binary(lhs.sqlExpression, " / ", .value(rhs.databaseValue))
}

/// The quotient: of integers an integer, as SQLite divides; NULL where the divisor is zero.
public func / (lhs: some SQLSpecificExpressible, rhs: some SQLExpressible) -> SQLExpression {
  .binary(lhs.sqlExpression, " / ", rhs.sqlExpression)
}

/// The negative of a number.
public prefix func - (operand: some SQLSpecificExpressible) -> SQLExpression {
  .unary("-", operand.sqlExpression)
}
