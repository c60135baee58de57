/// An expression of SQL, as far as types, nullability and parameters depend on it.
indirect enum SQLExpression: Hashable, Sendable {
  enum Literal: Hashable, Sendable {
    case null, integer(String), real, text(String), bool
    /// The hexadecimal digits.
    case blob(String)
    /// `CURRENT_TIME`, `CURRENT_DATE`, `CURRENT_TIMESTAMP`.
    case time(DateForm)
  }

  /// A name that is read, whose last part is a column, with its place.
  struct ColumnName: Hashable, Sendable {
    /// The table or alias before the dot, folded.
    var table: String?
    /// The column's name, folded.
    var name: String
    var range: Range<Int>
  }

  struct Parameter: Hashable, Sendable {
    var name: String
    var range: Range<Int>
  }

  struct Call: Hashable, Sendable {
    /// The function's name, folded.
    var name: String
    /// The UTF-8 offsets of the name.
    var range: Range<Int> = 0..<0
    var arguments: [SQLExpression]
    var isStar: Bool
    var order: [SQLExpression]
    var filter: SQLExpression?
    var window: Window?
  }

  /// What follows OVER.
  struct Window: Hashable, Sendable {
    var expressions: [SQLExpression]
    /// Whether the frame surely holds the row itself, as the default frame does, as far as the window
    /// is written in place.
    var holdsOwnRow: Bool
    /// The window of WINDOW that it is or begins with, folded.
    var base: String?
  }

  case literal(Literal)
  case column(ColumnName)
  case parameter(Parameter)
  /// `+ - ~ NOT` before an operand.
  case unary(String, SQLExpression)
  /// Arithmetic, `||`, bit operators, `AND`, `OR`, `->`, `->>`: operators that bind alike, from left to
  /// right, so that a long chain is no deep tree.
  case chain(SQLExpression, [Link])
  /// `= < <= > >= <>`, and `IS` which knows NULL.
  case comparison(String, SQLExpression, SQLExpression)
  /// `LIKE GLOB REGEXP MATCH`.
  case match(String, SQLExpression, SQLExpression, escape: SQLExpression?)
  /// `ISNULL`, `IS NULL` and their negations.
  case isNull(SQLExpression, isNegated: Bool)
  case between(SQLExpression, SQLExpression, SQLExpression)
  case inList(SQLExpression, [SQLExpression])
  case inSelect(SQLExpression, SelectStatement, isNegated: Bool)
  /// `x IN table`, with the name folded and its UTF-8 offsets.
  case inTable(SQLExpression, table: String, range: Range<Int>)
  /// `x IN :list`, of the language and not of SQL.
  case inParameter(SQLExpression, Parameter)
  case call(Call)
  case cast(SQLExpression, type: String)
  case caseOf(SQLExpression?, [Branch], otherwise: SQLExpression?)
  case subquery(SelectStatement)
  case exists(SelectStatement)
  case collate(SQLExpression)
  /// Several values in parentheses.
  case row([SQLExpression])

  /// An operator with its right side.
  struct Link: Hashable, Sendable {
    var sign: String
    var operand: SQLExpression
  }

  struct Branch: Hashable, Sendable {
    var when: SQLExpression
    var then: SQLExpression
  }
}

extension SQLExpression {
  /// The expressions directly inside, in the order written; the inside of a SELECT is not among
  /// them.
  var children: [SQLExpression] {
    switch self {
    case .literal, .column, .parameter, .subquery, .exists: []
    case .unary(_, let operand), .isNull(let operand, _), .cast(let operand, _),
      .collate(let operand), .inSelect(let operand, _, _), .inTable(let operand, _, _),
      .inParameter(let operand, _):
      [operand]
    case .chain(let first, let links): [first] + links.map(\.operand)
    case .comparison(_, let left, let right): [left, right]
    case .match(_, let left, let right, let escape): [left, right] + (escape.map { [$0] } ?? [])
    case .between(let value, let low, let high): [value, low, high]
    case .inList(let value, let list): [value] + list
    case .call(let call):
      call.arguments + call.order + (call.filter.map { [$0] } ?? [])
        + (call.window?.expressions ?? [])
    case .caseOf(let base, let branches, let otherwise):
      (base.map { [$0] } ?? []) + branches.flatMap { [$0.when, $0.then] }
        + (otherwise.map { [$0] } ?? [])
    case .row(let values): values
    }
  }

  /// The SELECT directly inside.
  var select: SelectStatement? {
    switch self {
    case .subquery(let select), .exists(let select), .inSelect(_, let select, _): select
    default: nil
    }
  }
}
