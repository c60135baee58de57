// Arithmetic on typed expressions: of numbers of one type. NULL stays NULL.

/// The sum.
public func + <V: Numeric & DatabaseValueConvertible>(
  lhs: some TypedSQLExpressible<V>,
  rhs: V
) -> TypedExpression<V> {
  TypedExpression(.binary(lhs.sqlExpression, " + ", lhs.binding(rhs)))
}

/// The sum.
public func + <V: Numeric & DatabaseValueConvertible>(
  lhs: some TypedSQLExpressible<V?>,
  rhs: V
) -> TypedExpression<V?> {
  TypedExpression(.binary(lhs.sqlExpression, " + ", lhs.binding(rhs)))
}

/// The sum.
public func + <V: Numeric & DatabaseValueConvertible>(
  lhs: some TypedSQLExpressible<V>,
  rhs: some TypedSQLExpressible<V>
) -> TypedExpression<V> {
  TypedExpression(.binary(lhs.sqlExpression, " + ", rhs.sqlExpression))
}

/// The difference.
public func - <V: Numeric & DatabaseValueConvertible>(
  lhs: some TypedSQLExpressible<V>,
  rhs: V
) -> TypedExpression<V> {
  TypedExpression(.binary(lhs.sqlExpression, " - ", lhs.binding(rhs)))
}

/// The difference.
public func - <V: Numeric & DatabaseValueConvertible>(
  lhs: some TypedSQLExpressible<V?>,
  rhs: V
) -> TypedExpression<V?> {
  TypedExpression(.binary(lhs.sqlExpression, " - ", lhs.binding(rhs)))
}

/// The difference.
public func - <V: Numeric & DatabaseValueConvertible>(
  lhs: some TypedSQLExpressible<V>,
  rhs: some TypedSQLExpressible<V>
) -> TypedExpression<V> {
  TypedExpression(.binary(lhs.sqlExpression, " - ", rhs.sqlExpression))
}

/// The product.
public func * <V: Numeric & DatabaseValueConvertible>(
  lhs: some TypedSQLExpressible<V>,
  rhs: V
) -> TypedExpression<V> {
  TypedExpression(.binary(lhs.sqlExpression, " * ", lhs.binding(rhs)))
}

/// The product.
public func * <V: Numeric & DatabaseValueConvertible>(
  lhs: some TypedSQLExpressible<V?>,
  rhs: V
) -> TypedExpression<V?> {
  TypedExpression(.binary(lhs.sqlExpression, " * ", lhs.binding(rhs)))
}

/// The product.
public func * <V: Numeric & DatabaseValueConvertible>(
  lhs: some TypedSQLExpressible<V>,
  rhs: some TypedSQLExpressible<V>
) -> TypedExpression<V> {
  TypedExpression(.binary(lhs.sqlExpression, " * ", rhs.sqlExpression))
}

/// The quotient: of integers an integer, as SQLite divides; NULL where the divisor is zero.
public func / <V: Numeric & DatabaseValueConvertible>(
  lhs: some TypedSQLExpressible<V>,
  rhs: V
) -> TypedExpression<V> {
  TypedExpression(.binary(lhs.sqlExpression, " / ", lhs.binding(rhs)))
}

/// The quotient: of integers an integer, as SQLite divides; NULL where the divisor is zero.
public func / <V: Numeric & DatabaseValueConvertible>(
  lhs: some TypedSQLExpressible<V?>,
  rhs: V
) -> TypedExpression<V?> {
  TypedExpression(.binary(lhs.sqlExpression, " / ", lhs.binding(rhs)))
}

/// The quotient: of integers an integer, as SQLite divides; NULL where the divisor is zero.
public func / <V: Numeric & DatabaseValueConvertible>(
  lhs: some TypedSQLExpressible<V>,
  rhs: some TypedSQLExpressible<V>
) -> TypedExpression<V?> {
  TypedExpression(.binary(lhs.sqlExpression, " / ", rhs.sqlExpression))
}

/// The negative of a number.
public prefix func - <C: TypedSQLExpressible>(operand: C) -> TypedExpression<C.SQLValue>
where C.SQLValue: SignedNumeric {
  TypedExpression(.unary("-", operand.sqlExpression))
}
