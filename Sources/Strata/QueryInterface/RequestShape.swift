// Requests of one shape differ only in the values that they bind, and have the same SQL.

extension Relation {
  /// Whether both are written as the same SQL, whatever their values.
  ///
  /// The rows that are fetched by further queries are no part of the SQL.
  func hasShape(of other: Relation) -> Bool {
    guard table == other.table,
      predicates.hasShape(of: other.predicates)
    else { return false }
    if !hasDetails, !other.hasDetails { return true }
    return isDistinct == other.isDistinct && isReversed == other.isReversed
      && (limit == nil) == (other.limit == nil) && (offset == nil) == (other.offset == nil)
      && (selection == nil) == (other.selection == nil)
      && haveShapes(selection ?? [], other.selection ?? []) { $0.hasShape(of: $1) }
      && haveShapes(groups, other.groups) { $0.hasShape(of: $1) }
      && haveShapes(havings, other.havings) { $0.hasShape(of: $1) }
      && haveShapes(orderings, other.orderings) { $0.hasShape(of: $1) }
      && haveShapes(joins, other.joins) { $0.hasShape(of: $1) }
  }

  /// A number that requests of one shape have in common, and that costs next to nothing.
  var shapeHash: Int {
    var hash = table.name.utf8.count &* 31 &+ predicates.count
    if hasDetails { hash = hash &* 31 &+ joins.count &* 7 &+ orderings.count &+ 1 }
    switch predicates {
    case .none, .primaryKeyValue: break
    case .comparison(let comparison): hash = hash &* 31 &+ comparison.shapeHash
    case .several(let predicates):
      if case .expression(let expression)? = predicates.first {
        hash = hash &* 31 &+ expression.shapeHash
      }
    }
    return hash
  }
}

private func haveShapes<Element>(
  _ elements: [Element],
  _ others: [Element],
  _ hasShape: (Element, Element) -> Bool
) -> Bool {
  guard elements.count == others.count else { return false }
  for index in elements.indices where !hasShape(elements[index], others[index]) { return false }
  return true
}

extension PredicateList {
  fileprivate func hasShape(of other: PredicateList) -> Bool {
    switch (self, other) {
    case (.none, .none), (.primaryKeyValue, .primaryKeyValue): true
    case (.comparison(let own), .comparison(let other)): own.hasShape(of: other)
    case (.several(let own), .several(let other)):
      haveShapes(own, other) { $0.hasShape(of: $1) }
    default: false
    }
  }
}

extension Relation.Predicate {
  fileprivate func hasShape(of other: Relation.Predicate) -> Bool {
    switch (self, other) {
    case (.expression(let own), .expression(let other)): own.hasShape(of: other)
    case (.primaryKeyValue, .primaryKeyValue): true
    case (.primaryKey(let own), .primaryKey(let other)):
      own.count == 1 && other.count == 1
        && haveShapes(own[0], other[0]) { $0.isNull == $1.isNull }
    case (.key(let own), .key(let other)):
      own.count == other.count
        && own.allSatisfy { column, value in other[column]?.isNull == value.isNull }
    case (.partner(let own), .partner(let other)):
      own.table == other.table && own.condition == other.condition
    default: false
    }
  }
}

extension Relation.Join {
  fileprivate func hasShape(of other: Relation.Join) -> Bool {
    key == other.key && lift == other.lift && condition == other.condition
      && isRequired == other.isRequired
      && isIncluded == other.isIncluded && isToOne == other.isToOne
      && relation.hasShape(of: other.relation)
  }
}

extension SQLSelection {
  fileprivate func hasShape(of other: SQLSelection) -> Bool {
    guard format == other.format else { return false }
    return switch (element, other.element) {
    case (.allColumns, .allColumns): true
    case (.expression(let own), .expression(let other)): own.hasShape(of: other)
    case (.literal(let own), .literal(let other)): own.hasShape(of: other)
    default: false
    }
  }
}

extension SQLOrdering {
  fileprivate func hasShape(of other: SQLOrdering) -> Bool {
    isDescending == other.isDescending && nulls == other.nulls && isLiteral == other.isLiteral
      && sql.hasShape(of: other.sql)
  }
}

extension SQLExpression {
  fileprivate func hasShape(of other: SQLExpression) -> Bool {
    kind == other.kind && sql.hasShape(of: other.sql)
  }

  fileprivate var shapeHash: Int {
    sql.comparison?.shapeHash ?? sql.parts.count
  }
}

extension SQL.Comparison {
  fileprivate func hasShape(of other: SQL.Comparison) -> Bool {
    column == other.column && self.operator == other.operator && table == other.table
  }

  fileprivate var shapeHash: Int { column.utf8.count &* 31 &+ self.operator.utf8.count }
}

extension SQL {
  fileprivate func hasShape(of other: SQL) -> Bool {
    if let comparison, let other = other.comparison {
      return comparison.hasShape(of: other)
    }
    return haveShapes(parts, other.parts) { $0.hasShape(of: $1) }
  }
}

extension SQL.Part {
  fileprivate func hasShape(of other: SQL.Part) -> Bool {
    switch (self, other) {
    case (.value, .value): true
    case (.text(let own), .text(let other)): own == other
    case (.column(let own, let table), .column(let other, let otherTable)):
      own == other && table == otherTable
    case (.raw(let own, let arguments), .raw(let other, let otherArguments)):
      own == other && arguments.values.count == otherArguments.values.count
        && arguments.namedValues.isEmpty && otherArguments.namedValues.isEmpty
    case (.subquery(let own), .subquery(let other)): own.hasShape(of: other)
    case (.primaryKey(let own), .primaryKey(let other)): own == other
    case (.rowKey(nil), .rowKey(nil)): true
    case (.associated(let own), .associated(let other)):
      own.path.firstCondition == other.path.firstCondition
        && own.path.firstTable == other.path.firstTable
        && own.relation.hasShape(of: other.relation)
    default: false
    }
  }
}
