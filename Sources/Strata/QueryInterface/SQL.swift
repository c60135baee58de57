/// A fragment of SQL, with the values that it binds.
///
/// Build it from a literal: an interpolated value is bound, an interpolated column or table name is
/// quoted, and neither is ever pasted into the text.
///
///     let name = "O'Brien"
///     let condition: SQL = "\(Column("name")) = \(name)"
///     try Player.filter(literal: condition).fetchAll(db)   // WHERE "name" = ?
public struct SQL: Sendable {
  /// A piece of a fragment.
  enum Part: Hashable, Sendable {
    /// Text that stands in the statement as it is.
    case text(String)
    /// A value, bound to a parameter.
    case value(DatabaseValue)
    /// A column, qualified as soon as the statement reads several tables: by the source that stands
    /// for `table`, or by the source that the fragment belongs to.
    case column(String, table: String?)
    /// A column of the table that has an alias.
    case aliased(String, TableAlias)
    /// The columns of the primary key, each with the suffix.
    case primaryKey(suffix: String)
    /// A column that is never NULL and different in each row, of the table that has an alias.
    case rowKey(TableAlias?)
    /// The rows of an association, in parentheses.
    indirect case associated(AssociatedRows)
    /// Text with its own parameters.
    case raw(String, StatementArguments)
    /// A request as a subquery, without parentheses.
    indirect case subquery(Relation)
  }

  /// A comparison of a column with a value, of which most conditions consist.
  ///
  /// A class, so that the many copies of a condition on its way into a request cost little.
  final class Comparison: Sendable {
    let column: String
    let table: String?
    /// The operator with its spaces.
    let `operator`: String
    let value: DatabaseValue

    init(column: String, table: String?, operator: String, value: DatabaseValue) {
      self.column = column
      self.table = table
      self.operator = `operator`
      self.value = value
    }
  }

  /// The fragments that nearly every request is made of need no array.
  private enum Content: Sendable {
    case part(Part)
    case comparison(Comparison)
    case parts([Part])
  }

  private var content: Content

  var parts: [Part] {
    get {
      switch content {
      case .part(let part): [part]
      case .comparison(let own):
        [.column(own.column, table: own.table), .text(own.operator), .value(own.value)]
      case .parts(let parts): parts
      }
    }
    set { content = .parts(newValue) }
  }

  /// The only part, where there is one.
  var part: Part? { if case .part(let part) = content { part } else { nil } }

  /// The comparison, where the fragment is nothing else.
  var comparison: Comparison? {
    if case .comparison(let comparison) = content { comparison } else { nil }
  }

  init(parts: [Part]) { content = .parts(parts) }

  init(part: Part) { content = .part(part) }

  init(comparison: Comparison) { content = .comparison(comparison) }

  /// The empty fragment.
  public init() { self.init(parts: []) }

  /// Makes a fragment from text that you wrote yourself, with its arguments.
  ///
  ///     SQL(sql: "score > ?", arguments: [1000])
  public init(sql: String, arguments: StatementArguments = StatementArguments()) {
    self.init(part: .raw(sql, arguments))
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
      default: false
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
    SQL(part: .text(text))
  }
}

extension SQL: Hashable {
  /// Whether both have the same text and values.
  public static func == (a: SQL, b: SQL) -> Bool {
    if let comparison = a.comparison, comparison === b.comparison { return true }
    return a.parts == b.parts
  }

  /// Hashes the text and the values.
  public func hash(into hasher: inout Hasher) { hasher.combine(parts) }
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
