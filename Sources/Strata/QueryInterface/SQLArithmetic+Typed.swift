import Foundation

// Arithmetic on typed expressions: of numbers of one type. NULL stays NULL.

extension TypedSQLExpressible {
  /// How a result of arithmetic is stored: that of decimals is a real number.
  var arithmeticFormat: ColumnFormat {
    SQLValue.self is any DecimalValue.Type ? .decimalReal : .standard
  }
}

/// A decimal, or an optional one.
private protocol DecimalValue {}
extension Decimal: DecimalValue {}
extension Optional: DecimalValue where Wrapped: DecimalValue {}

/// The sum.
public func + <V: Numeric & DatabaseValueConvertible>(
  lhs: some TypedSQLExpressible<V>,
  rhs: V
) -> TypedExpression<V> {
  TypedExpression(.binary(lhs.sqlExpression, " + ", lhs.binding(rhs)), stored: lhs.arithmeticFormat)
}

/// The sum.
public func + <V: Numeric & DatabaseValueConvertible>(
  lhs: some TypedSQLExpressible<V?>,
  rhs: V
) -> TypedExpression<V?> {
  TypedExpression(.binary(lhs.sqlExpression, " + ", lhs.binding(rhs)), stored: lhs.arithmeticFormat)
}

/// The sum.
public func + <V: Numeric & DatabaseValueConvertible>(
  lhs: some TypedSQLExpressible<V>,
  rhs: some TypedSQLExpressible<V>
) -> TypedExpression<V> {
  TypedExpression(
    .binary(lhs.sqlExpression, " + ", rhs.sqlExpression),
    stored: lhs.arithmeticFormat
  )
}

/// The difference.
public func - <V: Numeric & DatabaseValueConvertible>(
  lhs: some TypedSQLExpressible<V>,
  rhs: V
) -> TypedExpression<V> {
  TypedExpression(.binary(lhs.sqlExpression, " - ", lhs.binding(rhs)), stored: lhs.arithmeticFormat)
}

/// The difference.
public func - <V: Numeric & DatabaseValueConvertible>(
  lhs: some TypedSQLExpressible<V?>,
  rhs: V
) -> TypedExpression<V?> {
  TypedExpression(.binary(lhs.sqlExpression, " - ", lhs.binding(rhs)), stored: lhs.arithmeticFormat)
}

/// The difference.
public func - <V: Numeric & DatabaseValueConvertible>(
  lhs: some TypedSQLExpressible<V>,
  rhs: some TypedSQLExpressible<V>
) -> TypedExpression<V> {
  TypedExpression(
    .binary(lhs.sqlExpression, " - ", rhs.sqlExpression),
    stored: lhs.arithmeticFormat
  )
}

/// The product.
public func * <V: Numeric & DatabaseValueConvertible>(
  lhs: some TypedSQLExpressible<V>,
  rhs: V
) -> TypedExpression<V> {
  TypedExpression(.binary(lhs.sqlExpression, " * ", lhs.binding(rhs)), stored: lhs.arithmeticFormat)
}

/// The product.
public func * <V: Numeric & DatabaseValueConvertible>(
  lhs: some TypedSQLExpressible<V?>,
  rhs: V
) -> TypedExpression<V?> {
  TypedExpression(.binary(lhs.sqlExpression, " * ", lhs.binding(rhs)), stored: lhs.arithmeticFormat)
}

/// The product.
public func * <V: Numeric & DatabaseValueConvertible>(
  lhs: some TypedSQLExpressible<V>,
  rhs: some TypedSQLExpressible<V>
) -> TypedExpression<V> {
  TypedExpression(
    .binary(lhs.sqlExpression, " * ", rhs.sqlExpression),
    stored: lhs.arithmeticFormat
  )
}

/// The quotient: of integers an integer, as SQLite divides; NULL where the divisor is zero.
public func / <V: Numeric & DatabaseValueConvertible>(
  lhs: some TypedSQLExpressible<V>,
  rhs: V
) -> TypedExpression<V> {
  TypedExpression(.binary(lhs.sqlExpression, " / ", lhs.binding(rhs)), stored: lhs.arithmeticFormat)
}

/// The quotient: of integers an integer, as SQLite divides; NULL where the divisor is zero.
public func / <V: Numeric & DatabaseValueConvertible>(
  lhs: some TypedSQLExpressible<V?>,
  rhs: V
) -> TypedExpression<V?> {
  TypedExpression(.binary(lhs.sqlExpression, " / ", lhs.binding(rhs)), stored: lhs.arithmeticFormat)
}

/// The quotient: of integers an integer, as SQLite divides; NULL where the divisor is zero.
public func / <V: Numeric & DatabaseValueConvertible>(
  lhs: some TypedSQLExpressible<V>,
  rhs: some TypedSQLExpressible<V>
) -> TypedExpression<V?> {
  TypedExpression(
    .binary(lhs.sqlExpression, " / ", rhs.sqlExpression),
    stored: lhs.arithmeticFormat
  )
}

/// The negative of a number.
public prefix func - <C: TypedSQLExpressible>(operand: C) -> TypedExpression<C.SQLValue>
where C.SQLValue: SignedNumeric {
  TypedExpression(.unary("-", operand.sqlExpression), stored: operand.arithmeticFormat)
}
