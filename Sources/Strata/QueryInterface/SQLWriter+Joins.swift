extension SQLWriter {
  /// A join with its place in FROM.
  struct PlacedJoin {
    var join: Relation.Join
    /// The index of the joined table among the sources.
    var source: Int
    /// The index of the table that it is joined to.
    var parent: Int
    var isRequired: Bool
    /// The columns that are equal.
    var columns: [JoinCondition.Pair]
    /// How many of the joins that follow are joined to this one, directly or not.
    var descendants = 0
  }

  /// Names the tables of a relation, and resolves by which columns they are joined.
  ///
  /// - Returns: the joins, each before those that are joined to it.
  mutating func openSources(of relation: Relation) throws -> [PlacedJoin] {
    sources = [Source(table: relation.table.name, alias: relation.table.name)]
    current = 0
    guard !relation.joins.isEmpty else { return [] }
    var joins: [PlacedJoin] = []
    try place(relation.joins, of: relation, at: 0, isRequired: true, in: &joins)
    return joins
  }

  private mutating func place(
    _ joins: [Relation.Join],
    of relation: Relation,
    at parent: Int,
    isRequired: Bool,
    in list: inout [PlacedJoin]
  ) throws {
    for join in joins {
      guard isRequired || !join.isRequired else {
        throw DatabaseError(
          message: "association '\(join.key)' is required by one that is optional"
        )
      }
      guard join.relation.prefetches.isEmpty else {
        throw DatabaseError(
          message: "association '\(join.key)' is joined and cannot include all rows of another"
        )
      }
      let table = join.relation.table
      sources.append(Source(table: table.name, alias: unusedAlias(for: table.name)))
      let position = list.count
      list.append(
        PlacedJoin(
          join: join,
          source: sources.count - 1,
          parent: parent,
          isRequired: join.isRequired,
          columns: try join.condition.resolved(
            origin: relation.table,
            destination: table,
            in: database
          )
        )
      )
      try place(
        join.relation.joins,
        of: join.relation,
        at: list[position].source,
        isRequired: join.isRequired,
        in: &list
      )
      list[position].descendants = list.count - position - 1
    }
  }

  private func unusedAlias(for table: String) -> String {
    let used = Set(sources.map { $0.alias.lowercased() })
    guard used.contains(table.lowercased()) else { return table }
    let candidates = (2...).lazy.map { "\(table)\($0)" }
    return candidates.first { !used.contains($0.lowercased()) } ?? table
  }
}

// MARK: Selection

extension SQLWriter {
  /// Writes the result columns of a relation and of all that it includes.
  mutating func writeSelection(
    of relation: Relation,
    _ joins: [PlacedJoin],
    keys: [String]
  ) throws -> ScopeLayout? {
    guard joins.contains(where: \.join.isIncluded) || !keys.isEmpty else {
      _ = try writeSelection(of: relation, source: 0, at: 0, isCounted: false)
      return nil
    }
    var count = try writeSelection(of: relation, source: 0, at: 0, isCounted: true)
    if relation.selection?.contains(where: \.isLiteral) == true {
      throw DatabaseError(
        message: "columns selected as SQL cannot be told from those of associations"
      )
    }
    var layout = ScopeLayout(columns: 0..<count)
    try writeSelection(of: joins[...], into: &layout, &count)
    layout.keys = count..<count + keys.count
    for key in keys {
      sql += ", "
      try write(SQLExpression.column(key).sql)
    }
    return layout
  }

  /// Writes the result columns of joins that are siblings.
  private mutating func writeSelection(
    of joins: ArraySlice<PlacedJoin>,
    into layout: inout ScopeLayout,
    _ count: inout Int
  ) throws {
    var rest = joins
    while let join = rest.popFirst() {
      let start = count
      if join.join.isIncluded {
        count += try writeSelection(
          of: join.join.relation,
          source: join.source,
          at: count,
          isCounted: true
        )
      }
      var scope = ScopeLayout(columns: start..<count)
      try writeSelection(of: rest.prefix(join.descendants), into: &scope, &count)
      rest = rest.dropFirst(join.descendants)
      if join.join.isIncluded || !scope.scopes.isEmpty {
        layout.scopes[join.join.key] = scope
      }
    }
    current = 0
  }

  /// Writes the result columns of one table.
  ///
  /// - Returns: how many they are, where they are counted.
  private mutating func writeSelection(
    of relation: Relation,
    source: Int,
    at position: Int,
    isCounted: Bool
  ) throws -> Int {
    current = source
    defer { current = 0 }
    var count = 0
    for selection in relation.selection ?? [.allColumns] {
      if position + count > 0 { sql += ", " }
      count += try write(selection, of: relation.table, isCounted: isCounted)
    }
    return count
  }

  private mutating func write(
    _ selection: SQLSelection,
    of table: TableReference,
    isCounted: Bool
  ) throws -> Int {
    switch selection.element {
    case .expression(let fragment), .literal(let fragment):
      try write(fragment)
      return 1
    case .allColumns:
      if table.columns.isEmpty && sources.count == 1 && !isCounted {
        sql += "*"
        return 1
      }
      let columns =
        table.columns.isEmpty ? try database.columns(in: table.name).map(\.name) : table.columns
      for (index, column) in columns.enumerated() {
        if index > 0 { sql += ", " }
        try write(SQLExpression.column(column).sql)
      }
      return columns.count
    }
  }
}

extension Relation.Join {
  /// The same without its columns in the result.
  func excluded() -> Relation.Join {
    var join = self
    join.isIncluded = false
    join.relation.joins = join.relation.joins.map { $0.excluded() }
    return join
  }
}
