/// What rows can be ordered by.
public protocol SQLOrderingTerm {
  /// The term of ORDER BY.
  var sqlOrdering: SQLOrdering { get }
}

/// A term of ORDER BY.
public struct SQLOrdering: Hashable, Sendable, SQLOrderingTerm {
  enum Nulls: Hashable, Sendable { case first, last }

  var sql: SQL
  var isDescending = false
  var nulls: Nulls?
  /// Text of the author, that may hold several terms and cannot be reversed.
  var isLiteral = false

  /// The columns of the primary key, smallest first.
  static let primaryKey = SQLOrdering(
    expression: SQLExpression(SQL(part: .primaryKey(suffix: "")), .atom)
  )

  init(expression: SQLExpression, isDescending: Bool = false, nulls: Nulls? = nil) {
    sql = expression.sql
    self.isDescending = isDescending
    self.nulls = nulls
  }

  init(literal: SQL) {
    sql = literal
    isLiteral = true
  }

  /// Itself.
  public var sqlOrdering: SQLOrdering { self }

  /// The text of the term; reversing also swaps the place of NULLs, as SQLite does by default.
  func sql(reversed: Bool) -> SQL {
    guard !isLiteral else { return sql }
    if case .primaryKey? = sql.part {
      return reversed ? SQL(part: .primaryKey(suffix: " DESC")) : sql
    }
    var result = sql
    if isDescending != reversed { result.parts.append(.text(" DESC")) }
    switch (nulls, reversed) {
    case (.first, false), (.last, true): result.parts.append(.text(" NULLS FIRST"))
    case (.last, false), (.first, true): result.parts.append(.text(" NULLS LAST"))
    case (nil, _): break
    }
    return result
  }
}

extension SQLExpressible {
  /// Smallest first.
  public var asc: SQLOrdering { SQLOrdering(expression: sqlExpression) }

  /// Largest first.
  public var desc: SQLOrdering { SQLOrdering(expression: sqlExpression, isDescending: true) }

  /// Smallest first, NULLs at the end.
  public var ascNullsLast: SQLOrdering { SQLOrdering(expression: sqlExpression, nulls: .last) }

  /// Largest first, NULLs at the start.
  public var descNullsFirst: SQLOrdering {
    SQLOrdering(expression: sqlExpression, isDescending: true, nulls: .first)
  }
}
