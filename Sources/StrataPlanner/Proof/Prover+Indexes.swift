import StrataSchema

extension Prover {
  /// Creates the indexes of a table; of one that SQLite refuses each entry is tried alone.
  mutating func createIndexes(of table: TableModel) throws {
    let name = SQLTokenizer.fold(table.sqlName)
    for index in table.indexes {
      let entries = index.entries.filter { check($0, as: .indexEntry) != nil }
      var condition = index.condition
      if let fragment = condition, check(fragment, as: .expression) == nil { condition = nil }
      guard entries.count == index.entries.count, condition == index.condition else { continue }
      let text = indexStatement(index, on: table).text
      do {
        try database.execute(text.sql)
      } catch {
        let before = diagnostics.all.count
        for entry in entries { try tryAlone(index, on: table, entries: [entry], condition: nil) }
        if let condition, let column = table.columns.first {
          let any = SQLFragment(
            text: SQLText.quote(column.sqlName),
            range: column.range,
            lineStarts: []
          )
          try tryAlone(index, on: table, entries: [any], condition: condition)
        }
        guard diagnostics.all.count == before else { continue }
        try report(error, in: text, at: index.name.range, reading: [name])
      }
    }
  }

  private mutating func tryAlone(
    _ index: IndexModel,
    on table: TableModel,
    entries: [SQLFragment],
    condition: SQLFragment?
  ) throws {
    let text = indexStatement(index, on: table, entries: entries, condition: condition).text
    do {
      try database.trying { try database.execute(text.sql) }
    } catch {
      try reportAll(
        error,
        in: text,
        fragment: condition ?? entries.first,
        at: index.name.range,
        reading: [SQLTokenizer.fold(table.sqlName)]
      ) { database, sql in try database.trying { try database.execute(sql) } }
    }
  }
}
