extension TypeInference {
  /// The columns that a statement returns; nil where they are not known.
  mutating func columns(of statement: WriteStatement) -> [ResultColumn]? {
    for common in statement.named { add(common) }
    let written = table(statement.table, alias: statement.alias)
    frames = [Frame(sources: [written])]
    switch statement.action {
    case .insert(let named, let rows, let upserts, let targetEnd):
      let columns = named.isEmpty ? TypeInference.stored(in: written) : named
      insert(rows, into: columns, of: written, statement)
      requireColumns(columns, of: statement)
      if named.isEmpty, rows != nil {
        let names = columns.map(SQLText.quote).joined(separator: ", ")
        expand(targetEnd..<targetEnd, to: written.isOpen ? nil : " (" + names + ")")
      }
      var excluded = written
      excluded.name = "excluded"
      frames = [Frame(sources: [written, excluded])]
      for upsert in upserts {
        for expression in upsert.expressions { _ = type(of: expression) }
        for assignment in upsert.assignments { store(assignment, in: written, statement) }
      }
    case .update(let assignments, let from):
      frames = []
      var frame = from.map { self.frame(of: $0) } ?? Frame()
      frame.sources.insert(written, at: 0)
      frames = [frame]
      for assignment in assignments { store(assignment, in: written, statement) }
    case .delete: break
    }
    for expression in statement.expressions { _ = type(of: expression) }
    // Only the written row is seen here.
    frames = [Frame(sources: [written])]
    return columns(of: statement.returning)
  }

  /// The columns that an INSERT without names fills, folded.
  private static func stored(in table: Source) -> [String] {
    table.columns.filter { !$0.isGenerated }.map(\.name)
  }

  private mutating func insert(
    _ rows: SelectStatement?,
    into columns: [String],
    of table: Source,
    _ statement: WriteStatement
  ) {
    guard let rows else { return }
    let ranges =
      statement.columnRanges.count == columns.count
      ? statement.columnRanges : columns.map { _ in statement.tableRange }
    let place = StoragePlace(ranges: ranges, statement: statement, isInsert: true)
    let outside = frames
    frames = []
    let results = self.columns(of: rows)
    frames = outside
    noteDates(of: rows, results, in: columns, of: table, statement.table)
    for core in rows.cores {
      for row in core.values { store(row, in: columns, of: table, place) }
      let expressions = core.results.compactMap { result in
        if case .expression(let expression, _, _) = result { expression } else { nil }
      }
      if expressions.count == core.results.count {
        store(expressions, in: columns, of: table, place, types: results?.map(\.type) ?? [])
      }
    }
  }

  private mutating func store(
    _ assignment: WriteStatement.Assignment,
    in table: Source,
    _ statement: WriteStatement
  ) {
    let type = type(of: assignment.value)
    noteDates(of: assignment, type, in: table, statement.table)
    let place = StoragePlace(
      ranges: assignment.columns.map { _ in assignment.range },
      statement: statement,
      isInsert: false
    )
    if case .row(let values) = assignment.value {
      store(values, in: assignment.columns, of: table, place)
    } else {
      store([assignment.value], in: assignment.columns, of: table, place, types: [type])
    }
  }

  /// A parameter that is stored in a column is of its type.
  private mutating func store(
    _ values: [SQLExpression],
    in columns: [String],
    of table: Source,
    _ place: StoragePlace,
    types: [InferredType]? = nil
  ) {
    guard values.count == columns.count else { return }
    for (index, (value, column)) in zip(values, columns).enumerated() {
      guard let type = table.type(of: column) else { continue }
      meet(value, type, .assignment)
      var stored = InferredType.unknown
      if let types {
        if types.count == values.count { stored = types[index] }
      } else {
        var inner = self
        stored = inner.type(of: value)
      }
      refuse(value, stored, in: column, range: place.ranges[index], place)
    }
  }
}
