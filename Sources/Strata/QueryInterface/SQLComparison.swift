// Comparing untyped expressions: with any value, or with any other expression.

/// Whether both are equal; `== nil` is IS NULL.
public func == (
  lhs: some SQLSpecificExpressible,
  rhs: (any DatabaseValueConvertible)?
) -> SQLExpression {
  .equal(lhs.sqlExpression, rhs?.databaseValue ?? .null)
}

/// Whether both are equal; `== nil` is IS NULL.
public func == (lhs: Column, rhs: (any DatabaseValueConvertible)?) -> SQLExpression {
  .equal(lhs.name, of: nil, rhs?.databaseValue ?? .null)
}

/// Whether both are equal.
public func == (lhs: some SQLSpecificExpressible, rhs: some SQLExpressible) -> SQLExpression {
  .binary(lhs.sqlExpression, " = ", rhs.sqlExpression)
}

/// Whether they differ; `!= nil` is IS NOT NULL.
public func != (
  lhs: some SQLSpecificExpressible,
  rhs: (any DatabaseValueConvertible)?
) -> SQLExpression {
  .notEqual(lhs.sqlExpression, rhs?.databaseValue ?? .null)
}

/// Whether they differ.
public func != (lhs: some SQLSpecificExpressible, rhs: some SQLExpressible) -> SQLExpression {
  .binary(lhs.sqlExpression, " <> ", rhs.sqlExpression)
}

/// Whether the left is smaller.
public func < (
  lhs: some SQLSpecificExpressible,
  rhs: some DatabaseValueConvertible
) -> SQLExpression {
  .binary(lhs.sqlExpression, " < ", .value(rhs.databaseValue))
}

/// Whether the left is smaller.
public func < (lhs: some SQLSpecificExpressible, rhs: some SQLExpressible) -> SQLExpression {
  .binary(lhs.sqlExpression, " < ", rhs.sqlExpression)
}

/// Whether the left is smaller or equal.
public func <= (
  lhs: some SQLSpecificExpressible,
  rhs: some DatabaseValueConvertible
) -> SQLExpression {
  .binary(lhs.sqlExpression, " <= ", .value(rhs.databaseValue))
}

/// Whether the left is smaller or equal.
public func <= (lhs: some SQLSpecificExpressible, rhs: some SQLExpressible) -> SQLExpression {
  .binary(lhs.sqlExpression, " <= ", rhs.sqlExpression)
}

/// Whether the left is larger.
public func > (
  lhs: some SQLSpecificExpressible,
  rhs: some DatabaseValueConvertible
) -> SQLExpression {
  .binary(lhs.sqlExpression, " > ", .value(rhs.databaseValue))
}

/// Whether the left is larger.
public func > (lhs: some SQLSpecificExpressible, rhs: some SQLExpressible) -> SQLExpression {
  .binary(lhs.sqlExpression, " > ", rhs.sqlExpression)
}

/// Whether the left is larger or equal.
public func >= (
  lhs: some SQLSpecificExpressible,
  rhs: some DatabaseValueConvertible
) -> SQLExpression {
  .binary(lhs.sqlExpression, " >= ", .value(rhs.databaseValue))
}

/// Whether the left is larger or equal.
public func >= (lhs: some SQLSpecificExpressible, rhs: some SQLExpressible) -> SQLExpression {
  .binary(lhs.sqlExpression, " >= ", rhs.sqlExpression)
}
