// Functions and operators of single values.

// MARK: NULL

/// The expression, or the value where it is NULL.
///
///     Player.select(Column("nickname") ?? "none")
public func ?? (
  lhs: some SQLSpecificExpressible,
  rhs: some DatabaseValueConvertible
) -> SQLExpression {
  .call("IFNULL", [lhs.sqlExpression, .value(rhs.databaseValue)])
}

/// The first expression, or the second where it is NULL.
public func ?? (
  lhs: some SQLSpecificExpressible,
  rhs: some SQLExpressible
) -> SQLExpression {
  .call("IFNULL", [lhs.sqlExpression, rhs.sqlExpression])
}

/// The expression, or the value where it is NULL.
public func ?? <V: DatabaseValueConvertible>(
  lhs: some TypedSQLExpressible<V?>,
  rhs: V
) -> TypedExpression<V> {
  TypedExpression(.call("IFNULL", [lhs.sqlExpression, lhs.binding(rhs)]), stored: lhs.format)
}

/// The first of the expressions that is not NULL.
///
///     Player.select(coalesce([Column("nickname"), Column("name")]))
public func coalesce(_ expressions: some Collection<any SQLSpecificExpressible>) -> SQLExpression {
  let list = expressions.map(\.sqlExpression)
  switch list.count {
  case 0: return .value(.null)
  case 1: return list[0]
  default: return .call("COALESCE", list)
  }
}

/// Whether both are equal, or both NULL: IS.
public func === (
  lhs: some SQLSpecificExpressible,
  rhs: (any DatabaseValueConvertible)?
) -> SQLExpression {
  .binary(lhs.sqlExpression, " IS ", .value(rhs?.databaseValue ?? .null))
}

/// Whether both are equal, or both NULL: IS.
public func === (lhs: some SQLSpecificExpressible, rhs: some SQLExpressible) -> SQLExpression {
  .binary(lhs.sqlExpression, " IS ", rhs.sqlExpression)
}

/// Whether they differ, or one of them is NULL: IS NOT.
public func !== (
  lhs: some SQLSpecificExpressible,
  rhs: (any DatabaseValueConvertible)?
) -> SQLExpression {
  .binary(lhs.sqlExpression, " IS NOT ", .value(rhs?.databaseValue ?? .null))
}

/// Whether they differ, or one of them is NULL: IS NOT.
public func !== (lhs: some SQLSpecificExpressible, rhs: some SQLExpressible) -> SQLExpression {
  .binary(lhs.sqlExpression, " IS NOT ", rhs.sqlExpression)
}

// MARK: Types and collations

/// A type that CAST converts to (https://sqlite.org/lang_expr.html#castexpr).
public enum SQLStorageType: String, Sendable {
  /// INTEGER.
  case integer = "INTEGER"
  /// REAL.
  case real = "REAL"
  /// TEXT.
  case text = "TEXT"
  /// BLOB.
  case blob = "BLOB"
  /// INTEGER or REAL, whichever keeps the number.
  case numeric = "NUMERIC"
}

/// The value as another type: `CAST(expression AS type)`.
///
///     Player.select(cast(Column("score"), as: .text))
public func cast(_ expression: some SQLExpressible, as type: SQLStorageType) -> SQLExpression {
  SQLExpression(
    .text("CAST(") + expression.sqlExpression.sql + .text(" AS \(type.rawValue))"),
    .atom
  )
}

extension SQLExpressible where Self: SQLOrderingTerm {
  /// The text, compared and ordered by a collation.
  ///
  ///     try Player.order(Column("name").collating(.nocase)).fetchAll(db)
  public func collating(_ collation: Database.CollationName) -> SQLExpression {
    collating(collation.rawValue)
  }

  /// The text, compared and ordered by a collation that an app has added.
  public func collating(_ collation: DatabaseCollation) -> SQLExpression {
    collating(collation.name)
  }

  private func collating(_ name: String) -> SQLExpression {
    .unary("", sqlExpression, " COLLATE \(name.quotedDatabaseIdentifier)")
  }
}

extension Database {
  /// A collation that every connection knows (https://sqlite.org/datatype3.html#collating_sequences).
  public struct CollationName: RawRepresentable, Hashable, Sendable {
    /// The name in SQL.
    public let rawValue: String

    /// The collation of that name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Compares bytes.
    public static let binary = CollationName(rawValue: "BINARY")
    /// Compares ASCII letters whatever their case.
    public static let nocase = CollationName(rawValue: "NOCASE")
    /// Passes over spaces at the end.
    public static let rtrim = CollationName(rawValue: "RTRIM")
  }
}

// MARK: Bits

/// The bits that both have.
public func & (lhs: some SQLSpecificExpressible, rhs: some DatabaseValueConvertible)
  -> SQLExpression
{ .binary(lhs.sqlExpression, " & ", .value(rhs.databaseValue)) }

/// The bits that one of them has.
public func | (lhs: some SQLSpecificExpressible, rhs: some DatabaseValueConvertible)
  -> SQLExpression
{ .binary(lhs.sqlExpression, " | ", .value(rhs.databaseValue)) }

/// The bits moved to the left.
public func << (lhs: some SQLSpecificExpressible, rhs: some DatabaseValueConvertible)
  -> SQLExpression
{ .binary(lhs.sqlExpression, " << ", .value(rhs.databaseValue)) }

/// The bits moved to the right.
public func >> (lhs: some SQLSpecificExpressible, rhs: some DatabaseValueConvertible)
  -> SQLExpression
{ .binary(lhs.sqlExpression, " >> ", .value(rhs.databaseValue)) }

/// The other bits.
public prefix func ~ (operand: some SQLSpecificExpressible) -> SQLExpression {
  .unary("~", operand.sqlExpression)
}
