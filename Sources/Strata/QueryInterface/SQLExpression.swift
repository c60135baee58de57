/// What can stand in SQL as an expression: a column, an operator's result, a literal.
///
/// Plain values such as `Int` are not expressions on their own: the operators take them as operands
/// and bind them.
public protocol SQLExpressible {
  /// The expression.
  var sqlExpression: SQLExpression { get }
}

/// An expression that can be selected, ordered by, and combined with any other.
///
/// Its operators take every value; those of `TypedColumn` take the column's type only.
public protocol SQLSpecificExpressible: SQLPredicate, SQLSelectable, SQLOrderingTerm {}

/// An expression that is true, false, or NULL, as far as its type says.
///
/// Untyped expressions are taken at their word; a typed column is one where it stores a `Bool`.
public protocol SQLPredicate: SQLExpressible {}

/// An expression of a known Swift type.
///
/// `TypedColumn` and what its operators make are such; comparing them with another type does not
/// compile.
public protocol TypedSQLExpressible<SQLValue>: SQLExpressible, SQLSelectable, SQLOrderingTerm {
  /// The type of the value, an optional where it may be NULL.
  associatedtype SQLValue

  /// How the values are stored; `standard` by default.
  var format: ColumnFormat { get }
}

extension SQLExpressible {
  /// The selection of the expression.
  public var sqlSelection: SQLSelection { .expression(sqlExpression.sql) }
  /// The ordering by the expression.
  public var sqlOrdering: SQLOrdering { SQLOrdering(expression: sqlExpression) }
}

/// An SQL expression, as the operators make it.
///
///     let condition: SQLExpression = Column("score") >= 1000 && Column("name") != nil
public struct SQLExpression: Hashable, Sendable, SQLSpecificExpressible {
  /// How an expression combines with its neighbours.
  enum Kind: Hashable, Sendable {
    /// A column, a value, a call, or anything in parentheses.
    case atom
    /// Terms joined by AND.
    case conjunction
    /// Terms joined by OR.
    case disjunction
    /// Anything else: it gets parentheses inside another expression.
    case compound
  }

  var sql: SQL
  var kind: Kind

  init(_ sql: SQL, _ kind: Kind) {
    self.sql = sql
    self.kind = kind
  }

  /// Itself.
  public var sqlExpression: SQLExpression { self }

  /// The expression that binds a value.
  static func value(_ value: DatabaseValue) -> SQLExpression {
    SQLExpression(SQL(part: .value(value)), .atom)
  }

  /// The name of the column, where the expression is nothing else.
  var columnName: String? {
    if case .column(let name, _)? = sql.part { name } else { nil }
  }

  static func column(_ name: String, table: String? = nil) -> SQLExpression {
    SQLExpression(SQL(part: .column(name, table: table)), .atom)
  }
}

extension SQLExpression {
  /// The expression as a part of another: in parentheses where it needs them.
  var operand: SQL {
    kind == .atom ? sql : SQL(parts: [.text("(")] + sql.parts + [.text(")")])
  }

  /// Appends the expression as a part of another.
  private func append(to parts: inout [SQL.Part]) {
    if kind == .atom {
      parts += sql.parts
    } else {
      parts.append(.text("("))
      parts += sql.parts
      parts.append(.text(")"))
    }
  }

  /// `lhs op rhs`; the operator's text carries its spaces.
  static func binary(
    _ lhs: SQLExpression,
    _ text: String,
    _ rhs: SQLExpression
  ) -> SQLExpression {
    if case .column(let column, let table)? = lhs.sql.part, case .value(let value)? = rhs.sql.part {
      return SQLExpression(
        SQL(comparison: SQL.Comparison(column: column, table: table, operator: text, value: value)),
        .compound
      )
    }
    var parts: [SQL.Part] = []
    lhs.append(to: &parts)
    parts.append(.text(text))
    rhs.append(to: &parts)
    return SQLExpression(SQL(parts: parts), .compound)
  }

  /// `text(operand)suffix`, for operators before or after their one operand.
  static func unary(_ prefix: String, _ operand: SQLExpression, _ suffix: String = "")
    -> SQLExpression
  {
    var parts = operand.operand.parts
    if !prefix.isEmpty { parts.insert(.text(prefix), at: 0) }
    if !suffix.isEmpty { parts.append(.text(suffix)) }
    return SQLExpression(SQL(parts: parts), .compound)
  }

  /// A call of an SQL function.
  static func call(_ name: String, _ arguments: [SQLExpression]) -> SQLExpression {
    let list = arguments.map(\.sql).joined(separator: ", ")
    return SQLExpression(.text("\(name)(") + list + .text(")"), .atom)
  }

  /// Terms joined by AND or OR, without needless parentheses.
  static func joined(_ kind: Kind, _ terms: [SQLExpression]) -> SQLExpression {
    guard let first = terms.first, terms.count > 1 else {
      return terms.first ?? .value((kind == .conjunction).databaseValue)
    }
    var parts = first.kind == kind ? first.sql.parts : first.operand.parts
    for term in terms.dropFirst() {
      parts.append(.text(kind == .conjunction ? " AND " : " OR "))
      parts += term.kind == kind ? term.sql.parts : term.operand.parts
    }
    return SQLExpression(SQL(parts: parts), kind)
  }

  /// `lhs = rhs`, where a NULL is compared with IS.
  @usableFromInline
  static func equal(_ lhs: SQLExpression, _ value: DatabaseValue) -> SQLExpression {
    if value.isNull { return unary("", lhs, " IS NULL") }
    guard case .column(let column, let table)? = lhs.sql.part else {
      return binary(lhs, " = ", .value(value))
    }
    return equal(column, of: table, value)
  }

  /// `column = value`, where a NULL is compared with IS.
  @usableFromInline
  static func equal(_ column: String, of table: String?, _ value: DatabaseValue) -> SQLExpression {
    if value.isNull { return unary("", .column(column, table: table), " IS NULL") }
    return SQLExpression(
      SQL(comparison: SQL.Comparison(column: column, table: table, operator: " = ", value: value)),
      .compound
    )
  }

  /// `lhs <> rhs`, where a NULL is compared with IS NOT.
  static func notEqual(_ lhs: SQLExpression, _ value: DatabaseValue) -> SQLExpression {
    value.isNull ? unary("", lhs, " IS NOT NULL") : binary(lhs, " <> ", .value(value))
  }
}
