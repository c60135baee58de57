/// A table with its filters, order, and joined tables: what requests and associations are made of.
///
/// You meet it only in the signature of `DerivableRequest`, whose methods change it.
public struct Relation: Hashable, Sendable {
  let table: TableReference
  /// What is selected; nil is all that the record reads.
  var selection: [SQLSelection]?
  var isDistinct = false
  var predicates: [Predicate] = []
  var groups: [SQL] = []
  var havings: [SQLExpression] = []
  var orderings: [SQLOrdering] = []
  var isReversed = false
  var limit: Int?
  var offset: Int?
  var joins: [Join] = []
  var prefetches: [Prefetch] = []

  init(table: TableReference) {
    self.table = table
  }

  /// A condition on the rows of the relation.
  enum Predicate: Hashable, Sendable {
    case expression(SQLExpression)
    /// The primary key is one of these, each a list of the values of its columns.
    case primaryKey([[DatabaseValue]])
    /// These columns have these values.
    case key([String: DatabaseValue])
    /// The row belongs to a record, by an association that leads here.
    case partner(of: Partner)
  }

  /// The SELECT of all rows of the table, where the relation selects what its record reads and
  /// joins nothing.
  var wholeTable: StatementKey? {
    selection == nil && !isDistinct && joins.isEmpty ? table.definition?.selectAll : nil
  }

  /// The primary key, where nothing else tells which rows are meant.
  var onlyKey: [DatabaseValue]? {
    guard case .primaryKey(let keys)? = predicates.first, predicates.count == 1, keys.count == 1,
      groups.isEmpty, havings.isEmpty, limit == nil, offset == nil, prefetches.isEmpty
    else { return nil }
    return keys.first
  }

  /// Whether at most one row can match: it is looked up by one primary key.
  var isSingleRow: Bool {
    predicates.contains {
      if case .primaryKey(let keys) = $0 { keys.count <= 1 } else { false }
    } && joins.allSatisfy(\.isToOne)
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

  /// Another table, joined to the rows of this one.
  struct Join: Hashable, Sendable {
    /// The name of the scope of its columns in a row.
    var key: String
    var condition: JoinCondition
    /// Whether rows without a partner are left out.
    var isRequired: Bool
    /// Whether its columns are selected.
    var isIncluded: Bool
    var isToOne: Bool
    var relation: Relation
  }

  /// The rows of another table that belong to each row, fetched by one more request.
  struct Prefetch: Hashable, Sendable {
    /// The name of the rows in a row.
    var key: String
    var condition: JoinCondition
    var relation: Relation
  }
}
