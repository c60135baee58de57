/// A fragment of SQL, with the values that it binds.
///
/// Build it from a literal: an interpolated value is bound, an interpolated column or table name is
/// quoted, and neither is ever pasted into the text.
///
///     let name = "O'Brien"
///     let condition: SQL = "\(Column("name")) = \(name)"
///     try Player.filter(literal: condition).fetchAll(db)   // WHERE "name" = ?
public struct SQL: Hashable, Sendable {
  /// A piece of a fragment.
  enum Part: Hashable, Sendable {
    /// Text that stands in the statement as it is.
    case text(String)
    /// A value, bound to a parameter.
    case value(DatabaseValue)
    /// A column, qualified as soon as the statement reads several tables: by the source that stands
    /// for `table`, or by the source that the fragment belongs to.
    case column(String, table: String?)
    /// Text with its own parameters.
    case raw(String, StatementArguments)
    /// A request as a subquery, without parentheses.
    indirect case subquery(Relation)
  }

  var parts: [Part]

  init(parts: [Part]) {
    self.parts = parts
  }

  /// The empty fragment.
  public init() {
    parts = []
  }

  /// Makes a fragment from text that you wrote yourself, with its arguments.
  ///
  ///     SQL(sql: "score > ?", arguments: [1000])
  public init(sql: String, arguments: StatementArguments = StatementArguments()) {
    parts = [.raw(sql, arguments)]
  }

  /// Makes a fragment from a literal, as `"score > \(score)"` does where the type is known.
  public init(_ literal: SQL) {
    self = literal
  }

  /// Makes a fragment from an expression.
  public init(_ expression: some SQLExpressible) {
    self = expression.sqlExpression.sql
  }

  /// Whether the fragment has no text at all.
  public var isEmpty: Bool {
    parts.allSatisfy {
      switch $0 {
      case .text(let text): text.isEmpty
      case .raw(let text, _): text.isEmpty
      case .value, .column, .subquery: false
      }
    }
  }
}

extension SQL {
  /// Appends a fragment.
  public mutating func append(literal: SQL) {
    parts += literal.parts
  }

  /// Appends text that you wrote yourself, with its arguments.
  public mutating func append(sql: String, arguments: StatementArguments = StatementArguments()) {
    parts.append(.raw(sql, arguments))
  }

  /// Two fragments, one after the other.
  public static func + (lhs: SQL, rhs: SQL) -> SQL {
    SQL(parts: lhs.parts + rhs.parts)
  }

  /// Appends a fragment.
  public static func += (lhs: inout SQL, rhs: SQL) {
    lhs.parts += rhs.parts
  }

  static func text(_ text: String) -> SQL {
    SQL(parts: [.text(text)])
  }
}

extension Sequence<SQL> {
  /// The fragments one after the other, with the separator between them.
  public func joined(separator: String = "") -> SQL {
    var result = SQL()
    for (index, element) in enumerated() {
      if index > 0 && !separator.isEmpty { result.parts.append(.text(separator)) }
      result.parts += element.parts
    }
    return result
  }
}

extension SQL: SQLSpecificExpressible {
  /// The expression.
  public var sqlExpression: SQLExpression { SQLExpression(self, .compound) }
}
