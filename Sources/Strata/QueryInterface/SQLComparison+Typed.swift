// Comparing typed expressions: with a value of their type, or with another expression of it. Whether
// the type is optional makes no difference between two expressions: a foreign key that may be NULL
// compares with the key that it refers to.

// MARK: With a value

// Inlinable: half of what such a comparison costs would go into finding out its types.

/// Whether both are equal; `== nil` is IS NULL.
@inlinable
public func == <C: TypedSQLExpressible>(lhs: C, rhs: C.SQLValue?) -> SQLExpression
where C.SQLValue: DatabaseValueConvertible {
  guard let rhs else { return .equal(lhs.sqlExpression, .null) }
  return .equal(lhs.sqlExpression, lhs.format.databaseValue(rhs))
}

/// Whether both are equal; `== nil` is IS NULL.
@inlinable
public func == <Record, Value: DatabaseValueConvertible>(
  lhs: TypedColumn<Record, Value>,
  rhs: Value?
) -> SQLExpression {
  guard let rhs else { return .equal(lhs.name, of: Record.databaseTableName, .null) }
  return .equal(lhs.name, of: Record.databaseTableName, lhs.format.databaseValue(rhs))
}

/// Whether they differ; `!= nil` is IS NOT NULL.
public func != <C: TypedSQLExpressible>(lhs: C, rhs: C.SQLValue?) -> SQLExpression
where C.SQLValue: DatabaseValueConvertible {
  .notEqual(lhs.sqlExpression, lhs.format.databaseValue(rhs))
}

/// Whether the left is smaller.
public func < <C: TypedSQLExpressible>(lhs: C, rhs: C.SQLValue) -> SQLExpression
where C.SQLValue: DatabaseValueConvertible {
  .binary(lhs.sqlExpression, " < ", lhs.binding(rhs))
}

/// Whether the left is smaller or equal.
public func <= <C: TypedSQLExpressible>(lhs: C, rhs: C.SQLValue) -> SQLExpression
where C.SQLValue: DatabaseValueConvertible {
  .binary(lhs.sqlExpression, " <= ", lhs.binding(rhs))
}

/// Whether the left is larger.
public func > <C: TypedSQLExpressible>(lhs: C, rhs: C.SQLValue) -> SQLExpression
where C.SQLValue: DatabaseValueConvertible {
  .binary(lhs.sqlExpression, " > ", lhs.binding(rhs))
}

/// Whether the left is larger or equal.
public func >= <C: TypedSQLExpressible>(lhs: C, rhs: C.SQLValue) -> SQLExpression
where C.SQLValue: DatabaseValueConvertible {
  .binary(lhs.sqlExpression, " >= ", lhs.binding(rhs))
}

// MARK: With another expression

/// Whether both are equal.
public func == <V>(
  lhs: some TypedSQLExpressible<V>,
  rhs: some TypedSQLExpressible<V>
) -> SQLExpression {
  .comparison(lhs, " = ", rhs)
}

/// Whether both are equal.
public func == <V>(
  lhs: some TypedSQLExpressible<V?>,
  rhs: some TypedSQLExpressible<V>
) -> SQLExpression {
  .comparison(lhs, " = ", rhs)
}

/// Whether both are equal.
public func == <V>(
  lhs: some TypedSQLExpressible<V>,
  rhs: some TypedSQLExpressible<V?>
) -> SQLExpression {
  .comparison(lhs, " = ", rhs)
}

/// Whether they differ.
public func != <V>(
  lhs: some TypedSQLExpressible<V>,
  rhs: some TypedSQLExpressible<V>
) -> SQLExpression {
  .comparison(lhs, " <> ", rhs)
}

/// Whether they differ.
public func != <V>(
  lhs: some TypedSQLExpressible<V?>,
  rhs: some TypedSQLExpressible<V>
) -> SQLExpression {
  .comparison(lhs, " <> ", rhs)
}

/// Whether they differ.
public func != <V>(
  lhs: some TypedSQLExpressible<V>,
  rhs: some TypedSQLExpressible<V?>
) -> SQLExpression {
  .comparison(lhs, " <> ", rhs)
}

/// Whether the left is smaller.
public func < <V>(
  lhs: some TypedSQLExpressible<V>,
  rhs: some TypedSQLExpressible<V>
) -> SQLExpression {
  .comparison(lhs, " < ", rhs)
}

/// Whether the left is smaller.
public func < <V>(
  lhs: some TypedSQLExpressible<V?>,
  rhs: some TypedSQLExpressible<V>
) -> SQLExpression {
  .comparison(lhs, " < ", rhs)
}

/// Whether the left is smaller.
public func < <V>(
  lhs: some TypedSQLExpressible<V>,
  rhs: some TypedSQLExpressible<V?>
) -> SQLExpression {
  .comparison(lhs, " < ", rhs)
}

/// Whether the left is smaller or equal.
public func <= <V>(
  lhs: some TypedSQLExpressible<V>,
  rhs: some TypedSQLExpressible<V>
) -> SQLExpression {
  .comparison(lhs, " <= ", rhs)
}

/// Whether the left is smaller or equal.
public func <= <V>(
  lhs: some TypedSQLExpressible<V?>,
  rhs: some TypedSQLExpressible<V>
) -> SQLExpression {
  .comparison(lhs, " <= ", rhs)
}

/// Whether the left is smaller or equal.
public func <= <V>(
  lhs: some TypedSQLExpressible<V>,
  rhs: some TypedSQLExpressible<V?>
) -> SQLExpression {
  .comparison(lhs, " <= ", rhs)
}

/// Whether the left is larger.
public func > <V>(
  lhs: some TypedSQLExpressible<V>,
  rhs: some TypedSQLExpressible<V>
) -> SQLExpression {
  .comparison(lhs, " > ", rhs)
}

/// Whether the left is larger.
public func > <V>(
  lhs: some TypedSQLExpressible<V?>,
  rhs: some TypedSQLExpressible<V>
) -> SQLExpression {
  .comparison(lhs, " > ", rhs)
}

/// Whether the left is larger.
public func > <V>(
  lhs: some TypedSQLExpressible<V>,
  rhs: some TypedSQLExpressible<V?>
) -> SQLExpression {
  .comparison(lhs, " > ", rhs)
}

/// Whether the left is larger or equal.
public func >= <V>(
  lhs: some TypedSQLExpressible<V>,
  rhs: some TypedSQLExpressible<V>
) -> SQLExpression {
  .comparison(lhs, " >= ", rhs)
}

/// Whether the left is larger or equal.
public func >= <V>(
  lhs: some TypedSQLExpressible<V?>,
  rhs: some TypedSQLExpressible<V>
) -> SQLExpression {
  .comparison(lhs, " >= ", rhs)
}

/// Whether the left is larger or equal.
public func >= <V>(
  lhs: some TypedSQLExpressible<V>,
  rhs: some TypedSQLExpressible<V?>
) -> SQLExpression {
  .comparison(lhs, " >= ", rhs)
}
