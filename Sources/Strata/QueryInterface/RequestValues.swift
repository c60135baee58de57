/// Collects the values of a request in the order in which its SQL binds them, without writing it.
struct RequestValues {
  private(set) var values: [DatabaseValue] = []
  /// Whether the values cannot be told without writing the SQL.
  private(set) var areUnknown = false
  /// By which columns the records find their partners whose rows are asked for, one after the other.
  private var partnerColumns: ArraySlice<[String]>

  init(partnerColumns: [[String]]) {
    self.partnerColumns = partnerColumns[...]
    values.reserveCapacity(4)
  }

  /// Adds the values of a SELECT, as `SQLWriter.writeSelect` writes it.
  mutating func add(_ relation: Relation, singleRow: Bool = false) {
    if relation.hasDetails {
      // An alias is the same only as itself.
      if !relation.aliases.isEmpty { areUnknown = true }
      if let selection = relation.selection { add(selection) }
      addSelections(of: relation.joins)
      addConditions(of: relation.joins)
    }
    add(relation.predicates, of: relation)
    if relation.hasDetails { addClauses(of: relation) }
    var limit = relation.limit
    if singleRow && !relation.isSingleRow { limit = min(limit ?? 1, 1) }
    guard limit != nil || relation.offset != nil else { return }
    values.append((limit ?? -1).databaseValue)
    if let offset = relation.offset { values.append(offset.databaseValue) }
  }

  private mutating func addClauses(of relation: Relation) {
    for group in relation.groups { add(group) }
    for having in relation.havings { add(having.sql) }
    addOrderings(of: relation)
  }

  private mutating func add(_ selections: [SQLSelection]) {
    for selection in selections {
      switch selection.element {
      case .allColumns: break
      case .columns: areUnknown = true
      case .expression(let sql), .literal(let sql): add(sql)
      }
    }
  }

  private mutating func addSelections(of joins: [Relation.Join]) {
    for join in joins {
      if join.isIncluded, let selection = join.relation.selection { add(selection) }
      addSelections(of: join.relation.joins)
    }
  }

  private mutating func addConditions(of joins: [Relation.Join]) {
    for join in joins {
      if !join.relation.aliases.isEmpty { areUnknown = true }
      add(join.relation.predicates, of: join.relation)
      addConditions(of: join.relation.joins)
    }
  }

  private mutating func addOrderings(of relation: Relation) {
    for ordering in relation.orderings { add(ordering.sql) }
    for join in relation.joins { addOrderings(of: join.relation) }
  }

  private mutating func add(_ predicates: PredicateList, of relation: Relation) {
    switch predicates {
    case .none: break
    case .primaryKeyValue(let value): values.append(value)
    case .comparison(let comparison): values.append(comparison.value)
    case .several(let predicates):
      for predicate in predicates { add(predicate, of: relation) }
    }
  }

  private mutating func add(_ predicate: Relation.Predicate, of relation: Relation) {
    switch predicate {
    case .expression(let expression): add(expression.sql)
    case .primaryKeyValue(let value): values.append(value)
    case .primaryKey(let keys):
      guard keys.count == 1 else { return areUnknown = true }
      values += keys[0].filter { !$0.isNull }
    case .key(let key):
      for (_, value) in key.sorted(by: { $0.key < $1.key }) where !value.isNull {
        values.append(value)
      }
    case .partner(let partner):
      guard let columns = partnerColumns.popFirst() else { return areUnknown = true }
      for column in columns {
        guard let value = partner.values[column] else { return areUnknown = true }
        values.append(value)
      }
    }
  }

  private mutating func add(_ sql: SQL) {
    if let comparison = sql.comparison { return values.append(comparison.value) }
    for part in sql.parts {
      switch part {
      case .text, .column, .primaryKey: break
      case .aliased: areUnknown = true
      case .rowKey(let alias): if alias != nil { areUnknown = true }
      case .associated(let rows): add(rows.relation)
      case .value(let value): values.append(value)
      case .raw(_, let arguments):
        if !arguments.namedValues.isEmpty { areUnknown = true }
        values += arguments.values
      case .subquery(let relation): add(relation)
      }
    }
  }
}
