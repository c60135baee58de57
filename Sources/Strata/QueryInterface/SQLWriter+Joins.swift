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
    sources = []
    appendSource(relation)
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
      appendSource(join.relation)
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

  private mutating func appendSource(_ relation: Relation) {
    let handles = relation.aliases
    let name = handles.lazy.compactMap(\.name).first
    sources.append(
      Source(
        reference: relation.table,
        alias: name ?? unusedAlias(for: relation.table.name),
        handles: handles
      )
    )
  }

  private func unusedAlias(for table: String) -> String {
    if sources.isEmpty, outer.isEmpty { return table }
    // What is referred to in a request around this one keeps its name.
    let referable = outer.joined().filter { !$0.handles.isEmpty }
    let names = (referable + sources).map(\.alias)
    let used = Set(names.map { $0.sqlLowercased })
    guard used.contains(table.sqlLowercased) else { return table }
    let candidates = (2...).lazy.map { "\(table)\($0)" }
    return candidates.first { !used.contains($0.sqlLowercased) } ?? table
  }
}

// MARK: Selection

extension SQLWriter {
  /// Writes the result columns of a relation and of all that it includes.
  mutating func writeSelection(
    of relation: Relation,
    _ joins: [PlacedJoin],
    keys: [SQLExpression]
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
      try write(key.sql)
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
      layout.add(&scope, join.join)
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
    return try writeSelection(
      relation.selection ?? [.allColumns],
      of: relation.table,
      at: position,
      isCounted: isCounted
    )
  }

  /// Writes columns of the current source.
  ///
  /// - Returns: how many they are, where they are counted.
  mutating func writeSelection(
    _ selections: [SQLSelection],
    of table: TableReference,
    at position: Int = 0,
    isCounted: Bool = false
  ) throws -> Int {
    var count = 0
    for selection in selections {
      if position + count > 0 { sql += ", " }
      count += try write(selection, of: table, isCounted: isCounted)
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
    case .columns(let alias):
      let source = try source(of: alias)
      let columns = try columns(of: source.reference)
      for (index, column) in columns.enumerated() {
        if index > 0 { sql += ", " }
        write(column: column, of: source)
      }
      return columns.count
    case .allColumns:
      if table.columns.isEmpty && sources.count == 1 && !isCounted {
        sql += "*"
        return 1
      }
      let columns = try columns(of: table)
      for (index, column) in columns.enumerated() {
        if index > 0 { sql += ", " }
        try write(SQLExpression.column(column).sql)
      }
      return columns.count
    }
  }

  private func columns(of table: TableReference) throws -> [String] {
    table.columns.isEmpty ? try database.columns(in: table.name).map(\.name) : table.columns
  }
}

extension ScopeLayout {
  /// Adds what a joined table has in a row, beside the table that its association starts from.
  fileprivate mutating func add(_ scope: inout ScopeLayout, _ join: Relation.Join) {
    let lifted = scope.lifted
    scope.lifted = []
    if join.isIncluded || !scope.scopes.isEmpty { lift(Lifted(key: join.key, scope, join.lift)) }
    for var inner in lifted {
      inner.height -= 1
      lift(inner)
    }
  }

  private mutating func lift(_ lifted: Lifted) {
    if lifted.height == 0 { scopes[lifted.key] = lifted.scope } else { self.lifted.append(lifted) }
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
