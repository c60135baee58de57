import StrataSQLite
import StrataSchema

extension Prover {
  /// Computes the generated columns of a table over small rows, so that one whose type is not that
  /// of its values is found before the first row is written.
  mutating func tryGenerated(in table: TableModel) {
    let generated = table.columns.filter { $0.generated != nil }
    guard !generated.isEmpty, !unproved.contains(SQLTokenizer.fold(table.sqlName)) else { return }
    var loose = table
    loose.sqlName = "strata generated"
    loose.uniques = []
    loose.constraints = []
    loose.checks = []
    for index in loose.columns.indices {
      loose.columns[index].isUnique = false
      loose.columns[index].foreignKey = nil
      loose.columns[index].check = nil
      if loose.columns[index].generated != nil { loose.columns[index].isOptional = true }
    }
    let full = classes(of: generated, in: loose, .full)
    let sparse = classes(of: generated, in: loose, .sparse)
    for (index, column) in generated.enumerated() {
      guard let full, let range = column.generated?.sql.range else { continue }
      if full[index] != "null", !column.storage.classes.contains(full[index]) {
        diagnostics.error(
          "generated-type",
          "the column '\(column.name)' is \(column.type.swiftSpelling), and its SQL gives a value that"
            + " is \(full[index]); declare another type, or convert it with CAST",
          at: range
        )
      } else if let sparse, !column.isOptional, full[index] != "null", sparse[index] == "null" {
        diagnostics.error(
          "generated-type",
          "the column '\(column.name)' is never NULL, and its SQL gives NULL where what it reads is"
            + " NULL; declare it with '?', or write 'coalesce(…)'",
          at: range
        )
      }
    }
  }

  /// What `typeof` says of the columns in a row; nil where there is no such row.
  private func classes(
    of columns: [ColumnModel],
    in table: TableModel,
    _ kind: SampleRows.Kind
  ) -> [String]? {
    let values = SampleRows(schema).values(of: table, kind, attempt: 0)
    let name = SQLText.quote(table.sqlName)
    let written = SampleRows.columns(of: table).map { SQLText.quote($0.sqlName) }
    let places = written.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    let types = columns.map { "typeof(\(SQLText.quote($0.sqlName)))" }.joined(separator: ", ")
    var found: [String]?
    try? database.trying {
      try database.execute(TableWriter(table: table, tables: tables).statement().sql)
      let insert = try database.prepare(
        "INSERT INTO \(name) (\(written.joined(separator: ", "))) VALUES (\(places))"
      )
      try insert.bind(StatementArguments(values: values))
      while try insert.step() {}
      insert.reset()
      let statement = try database.prepare("SELECT \(types) FROM \(name)")
      defer { statement.reset() }
      guard try statement.step() else { return }
      found = columns.indices.map { String.fromDatabaseValue(statement.value($0)) ?? "null" }
    }
    return found
  }
}
