extension SQLWriter {
  /// Writes the SELECT of a relation.
  ///
  /// - Parameters:
  ///   - relation: what is selected.
  ///   - singleRow: whether only the first row is asked for.
  ///   - keys: columns of the relation's table that are selected after all others, for the use of
  ///     the runtime.
  /// - Returns: where the columns of the joined tables are in a row; nil where it is a plain row.
  /// - Throws: `DatabaseError` where an association's columns cannot be found.
  @discardableResult
  mutating func writeSelect(
    _ relation: Relation,
    singleRow: Bool = false,
    keys: [SQLExpression] = []
  ) throws -> ScopeLayout? {
    let joins = try openSources(of: relation)
    var layout: ScopeLayout?
    if let all = relation.wholeTable, keys.isEmpty, sources[0].alias == relation.table.name {
      sql += all.sql
    } else {
      sql += relation.isDistinct ? "SELECT DISTINCT " : "SELECT "
      layout = try writeSelection(of: relation, joins, keys: keys)
      try writeFrom(relation, joins)
    }
    try writeWhere(relation)
    try writeGroups(relation)
    try writeOrder(of: relation, joins)
    try writeLimit(of: relation, singleRow: singleRow)
    return layout
  }
}

// MARK: Clauses

extension SQLWriter {
  private mutating func writeFrom(_ relation: Relation, _ joins: [PlacedJoin]) throws {
    sql += " FROM "
    writeSource(0)
    for join in joins {
      sql += join.isRequired ? " JOIN " : " LEFT JOIN "
      writeSource(join.source)
      sql += " ON "
      try writeCondition(of: join)
    }
    current = 0
  }

  private mutating func writeSource(_ index: Int) {
    write(identifier: sources[index].table)
    if sources[index].alias != sources[index].table {
      sql += " AS "
      write(identifier: sources[index].alias)
    }
  }

  private mutating func writeCondition(of join: PlacedJoin) throws {
    for (index, pair) in join.columns.enumerated() {
      if index > 0 { sql += " AND " }
      write(identifier: sources[join.source].alias)
      sql += "."
      write(identifier: pair.destination)
      sql += " = "
      write(identifier: sources[join.parent].alias)
      sql += "."
      write(identifier: pair.origin)
    }
    current = join.source
    for predicate in join.join.relation.predicates {
      let condition = try expression(predicate, of: join.join.relation)
      sql += " AND "
      try write(condition.operand)
    }
  }

  /// Writes WHERE.
  mutating func writeWhere(_ relation: Relation) throws {
    guard !relation.predicates.isEmpty else { return }
    let conditions = try relation.predicates.map { try expression($0, of: relation) }
    sql += " WHERE "
    try write(SQLExpression.joined(.conjunction, conditions).sql)
  }

  private mutating func writeGroups(_ relation: Relation) throws {
    if !relation.groups.isEmpty {
      sql += " GROUP BY "
      try write(relation.groups, separator: ", ")
    }
    if !relation.havings.isEmpty {
      sql += " HAVING "
      try write(SQLExpression.joined(.conjunction, relation.havings).sql)
    }
  }

  private mutating func writeOrder(of relation: Relation, _ joins: [PlacedJoin]) throws {
    var isFirst = true
    try writeOrder(of: relation, source: 0, &isFirst)
    for join in joins {
      try writeOrder(of: join.join.relation, source: join.source, &isFirst)
    }
    current = 0
  }

  private mutating func writeOrder(
    of relation: Relation,
    source: Int,
    _ isFirst: inout Bool
  ) throws {
    current = source
    for ordering in relation.orderings {
      sql += isFirst ? " ORDER BY " : ", "
      isFirst = false
      try write(ordering.sql(reversed: relation.isReversed))
    }
  }

  private mutating func writeLimit(of relation: Relation, singleRow: Bool) throws {
    var limit = relation.limit
    if singleRow && !relation.isSingleRow { limit = min(limit ?? 1, 1) }
    guard limit != nil || relation.offset != nil else { return }
    sql += " LIMIT "
    try write(SQL(parts: [.value((limit ?? -1).databaseValue)]))
    guard let offset = relation.offset else { return }
    sql += " OFFSET "
    try write(SQL(parts: [.value(offset.databaseValue)]))
  }
}
