/// A table with its filters, order, and joined tables: what requests and associations are made of.
///
/// You meet it only in the signature of `DerivableRequest`, whose methods change it.
public struct Relation: Sendable {
  let table: TableReference
  var predicates = PredicateList.none
  /// All that most requests have nothing of, so that a copy costs them little; each method of a chain
  /// makes one.
  private var details: Details?

  init(table: TableReference) {
    self.table = table
  }

  /// The rows for which one predicate holds.
  init(table: TableReference, where predicate: Predicate) {
    self.table = table
    predicates = PredicateList(predicate)
  }

  /// A condition on the rows of the relation.
  enum Predicate: Hashable, Sendable {
    case expression(SQLExpression)
    /// The primary key, of one column, is this value.
    case primaryKeyValue(DatabaseValue)
    /// The primary key is one of these, each a list of the values of its columns.
    case primaryKey([[DatabaseValue]])
    /// These columns have these values.
    case key([String: DatabaseValue])
    /// The row belongs to a record, by an association that leads here.
    indirect case partner(of: Partner)
  }

  /// The SELECT of all rows of the table, where the relation selects what its record reads and
  /// joins nothing.
  var wholeTable: StatementKey? {
    guard let definition = table.definition, selection == nil, !isDistinct, joins.isEmpty,
      aliases.isEmpty
    else { return nil }
    return definition.selectAll
  }

  /// Whether one predicate alone tells which rows are meant.
  var hasOnePredicateOnly: Bool {
    guard predicates.count == 1 else { return false }
    if details == nil { return true }
    return groups.isEmpty && havings.isEmpty && limit == nil && offset == nil && prefetches.isEmpty
  }

  /// Whether at most one row can match: it is looked up by one primary key.
  var isSingleRow: Bool {
    predicates.contains { $0.isOfOneRow } && joins.allSatisfy(\.leadsToOne)
  }
}

extension Relation.Predicate {
  /// That the primary key is this value; NULL is the key of no row.
  static func primaryKey(of value: DatabaseValue) -> Relation.Predicate {
    value.isNull ? .primaryKey([]) : .primaryKeyValue(value)
  }

  fileprivate var isOfOneRow: Bool {
    switch self {
    case .primaryKeyValue: true
    case .primaryKey(let keys): keys.count <= 1
    case .expression, .key, .partner: false
    }
  }
}

// MARK: Details

extension Relation {
  /// What few requests have.
  private struct Content: Hashable, Sendable {
    var selection: [SQLSelection]?
    var isDistinct = false
    var groups: [SQL] = []
    var havings: [SQLExpression] = []
    var orderings: [SQLOrdering] = []
    var isReversed = false
    var limit: Int?
    var offset: Int?
    var joins: [Join] = []
    var prefetches: [Prefetch] = []
    var aliases: [TableAlias] = []
  }

  private final class Details: Sendable {
    let content: Content
    init(_ content: Content) { self.content = content }
  }

  private var content: Content { details?.content ?? Content() }

  private mutating func set(_ change: (inout Content) -> Void) {
    var content = content
    change(&content)
    details = Details(content)
  }

  /// What is selected; nil is all that the record reads.
  var selection: [SQLSelection]? {
    get { details?.content.selection }
    set { set { $0.selection = newValue } }
  }

  var isDistinct: Bool {
    get { details?.content.isDistinct ?? false }
    set { set { $0.isDistinct = newValue } }
  }

  var groups: [SQL] {
    get { details?.content.groups ?? [] }
    set { set { $0.groups = newValue } }
  }

  var havings: [SQLExpression] {
    get { details?.content.havings ?? [] }
    set { set { $0.havings = newValue } }
  }

  var orderings: [SQLOrdering] {
    get { details?.content.orderings ?? [] }
    set { set { $0.orderings = newValue } }
  }

  var isReversed: Bool {
    get { details?.content.isReversed ?? false }
    set { set { $0.isReversed = newValue } }
  }

  var limit: Int? {
    get { details?.content.limit }
    set { set { $0.limit = newValue } }
  }

  var offset: Int? {
    get { details?.content.offset }
    set { set { $0.offset = newValue } }
  }

  var joins: [Join] {
    get { details?.content.joins ?? [] }
    set { set { $0.joins = newValue } }
  }

  var prefetches: [Prefetch] {
    get { details?.content.prefetches ?? [] }
    set { set { $0.prefetches = newValue } }
  }

  /// The names by which other parts of a request refer to the table.
  var aliases: [TableAlias] {
    get { details?.content.aliases ?? [] }
    set { set { $0.aliases = newValue } }
  }

  /// Whether the relation only filters.
  var hasDetails: Bool { details != nil }
}

extension Relation: Hashable {
  /// Whether both are the same table with the same filters, order, and joined tables.
  public static func == (a: Relation, b: Relation) -> Bool {
    a.table == b.table && a.predicates == b.predicates
      && (a.details === b.details || a.content == b.content)
  }

  /// Hashes the table and the filters.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(table)
    hasher.combine(predicates)
  }
}

extension Relation {
  /// A record whose associated rows are looked for.
  struct Partner: Hashable, Sendable {
    var table: TableReference
    /// The values of its columns, by their lowercased names.
    var values: [String: DatabaseValue]
    var condition: JoinCondition
  }
}
