/// A SELECT, as far as the types, names and nullability of its columns depend on it.
struct SelectStatement: Hashable, Sendable {
  /// A common table expression.
  struct NamedSelect: Hashable, Sendable {
    /// The name, folded.
    var name: String
    /// The names of its columns where they are given, folded.
    var columns: [String]
    var select: SelectStatement
  }

  /// A term of a compound select.
  struct Core: Hashable, Sendable {
    var results: [Result]
    var from: FromClause?
    var condition: SQLExpression?
    var groups: [SQLExpression]
    var having: SQLExpression?
    /// The rows of `VALUES`.
    var values: [[SQLExpression]]
    /// The windows of `WINDOW`.
    var windows: [NamedWindow]
  }

  struct NamedWindow: Hashable, Sendable {
    /// The name, folded.
    var name: String
    var window: SQLExpression.Window
  }

  enum Result: Hashable, Sendable {
    /// `*`, with its UTF-8 offsets.
    case all(Range<Int>)
    /// `t.*`, with the name folded and the UTF-8 offsets of the whole.
    case allOf(String, Range<Int>)
    /// With the UTF-8 offsets of the expression, without the alias.
    case expression(SQLExpression, alias: String?, range: Range<Int>)
  }

  enum CompoundOperator: Hashable, Sendable { case union, unionAll, intersect, except }

  var named: [NamedSelect]
  /// The terms; the operator stands before the term.
  var first: Core
  var others: [Other]
  var order: [SQLExpression]
  var limit: SQLExpression?
  var offset: SQLExpression?

  struct Other: Hashable, Sendable {
    var compound: CompoundOperator
    var core: Core
  }

  var cores: [Core] { [first] + others.map(\.core) }
}

/// What follows FROM: sources from left to right, each joined to those before it.
struct FromClause: Hashable, Sendable {
  enum Join: Hashable, Sendable {
    /// A comma, JOIN, INNER JOIN or CROSS JOIN.
    case inner
    case left, right, full
  }

  indirect enum Source: Hashable, Sendable {
    /// A table, a view or a common table expression, by its folded name.
    case table(String)
    case function(String, [SQLExpression])
    case select(SelectStatement)
    case clause(FromClause)
  }

  struct Item: Hashable, Sendable {
    var join: Join
    var isNatural: Bool
    var source: Source
    /// The alias, folded.
    var alias: String?
    var condition: SQLExpression?
    /// The columns of USING, folded.
    var using: [String]
  }

  var items: [Item]
}
