extension Relation {
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
    /// How many tables lie between it and the one beside which its columns stand in a row.
    var lift = 0

    /// Whether it multiplies no row, nor does what is joined to it.
    var leadsToOne: Bool { isToOne && relation.joins.allSatisfy(\.leadsToOne) }
  }

  /// The rows of another table that belong to each row, fetched by one more request.
  struct Prefetch: Hashable, Sendable {
    var path: AssociationPath
    /// The name of the rows in a row.
    var key: String { path.key }
    var relation: Relation { path.relation }
  }

  /// Joins a table; a table that is joined already by the same association is joined once.
  mutating func join(_ join: Join) {
    guard
      let index = joins.firstIndex(where: { $0.key == join.key && $0.condition == join.condition })
    else {
      joins.append(join)
      return
    }
    joins[index].isRequired = joins[index].isRequired || join.isRequired
    if join.isIncluded {
      joins[index].isIncluded = true
      joins[index].relation.selection = join.relation.selection
    }
    joins[index].relation.predicates += join.relation.predicates
    if !join.relation.orderings.isEmpty {
      joins[index].relation.orderings = join.relation.orderings
      joins[index].relation.isReversed = join.relation.isReversed
    }
    if !join.relation.aliases.isEmpty {
      joins[index].relation.aliases += join.relation.aliases
    }
    for inner in join.relation.joins { joins[index].relation.join(inner) }
  }
}
