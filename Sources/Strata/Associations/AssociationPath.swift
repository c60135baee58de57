/// The tables and columns of an association.
///
/// You meet it only as a requirement of `Association`.
public struct AssociationPath: Hashable, Sendable {
  /// A table on the way, whose rows are not those that the association leads to.
  struct Pivot: Hashable, Sendable {
    var key: String
    var condition: JoinCondition
    var isToOne: Bool
    var relation: Relation
  }

  /// The tables between the origin and the destination, in the order of the way.
  var pivots: [Pivot] = []
  /// The name of the associated row, or rows, in a row.
  var key: String
  /// How the destination is found from the table before it.
  var condition: JoinCondition
  /// Whether a row of the table before leads to one row at most.
  var isToOne: Bool
  /// The destination.
  var relation: Relation

  func join(isRequired: Bool, isIncluded: Bool) -> Relation.Join {
    var join = Relation.Join(
      key: key,
      condition: condition,
      isRequired: isRequired,
      isIncluded: isIncluded,
      isToOne: isToOne,
      relation: relation,
      lift: pivots.count
    )
    for pivot in pivots.reversed() {
      var relation = pivot.relation
      relation.join(join)
      join = Relation.Join(
        key: pivot.key,
        condition: pivot.condition,
        isRequired: isRequired,
        isIncluded: false,
        isToOne: pivot.isToOne,
        relation: relation
      )
    }
    return join
  }

  var prefetch: Relation.Prefetch { Relation.Prefetch(path: self) }

  /// The way on from the rows that this one leads to.
  func extended(by next: AssociationPath, key: String) -> AssociationPath {
    let pivot = Pivot(key: self.key, condition: condition, isToOne: isToOne, relation: relation)
    var path = next
    path.pivots = pivots + [pivot] + next.pivots
    path.key = key
    return path
  }
}

// MARK: Backwards

extension AssociationPath {
  /// How the first table of the way is found from the origin.
  var firstCondition: JoinCondition { pivots.first?.condition ?? condition }
  /// The first table of the way.
  var firstTable: TableReference { (pivots.first?.relation ?? relation).table }

  /// The associated rows, joined back to the first table of the way, to which `link` adds by what the
  /// rows belong to the origin.
  func rows(_ link: (inout Relation) -> Void) -> Relation {
    var rows = relation
    guard var nearest = pivots.first?.relation else {
      link(&rows)
      return rows
    }
    link(&nearest)
    for (pivot, next) in zip(pivots, pivots.dropFirst()) {
      var relation = next.relation
      relation.joins.append(pivot.backward(next.condition, to: nearest))
      nearest = relation
    }
    if let last = pivots.last { rows.joins.append(last.backward(condition, to: nearest)) }
    return rows
  }

  /// The associated rows of some rows, with the columns by which they belong to those.
  ///
  /// - Parameters:
  ///   - columns: columns of the first table of the way.
  ///   - keys: their values; nil is any.
  /// - Returns: the rows, and the columns as expressions.
  func rows(
    by columns: [String],
    in keys: [[DatabaseValue]]?
  ) -> (relation: Relation, keys: [SQLExpression]) {
    let alias = TableAlias()
    let expressions = columns.map { pivots.isEmpty ? SQLExpression.column($0) : alias[$0] }
    let relation = rows { first in
      if !pivots.isEmpty { first.aliases.append(alias) }
      guard let keys else { return }
      first.predicates.prepend(.expression(.contains(keys, expressions)))
    }
    return (relation, expressions)
  }
}

extension AssociationPath.Pivot {
  /// The join from the table after this one back to this one.
  fileprivate func backward(_ condition: JoinCondition, to relation: Relation) -> Relation.Join {
    Relation.Join(
      key: key,
      condition: condition.reversed,
      isRequired: true,
      isIncluded: false,
      isToOne: false,
      relation: relation
    )
  }
}
