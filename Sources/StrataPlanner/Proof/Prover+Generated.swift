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
    // A STRICT table refuses what is to be found.
    loose.isStrict = false
    loose.uniques = []
    loose.constraints = []
    for index in loose.columns.indices {
      loose.columns[index].isUnique = false
      loose.columns[index].foreignKey = nil
      if loose.columns[index].generated != nil { loose.columns[index].isOptional = true }
    }
    var free = loose
    free.checks = []
    for index in free.columns.indices { free.columns[index].check = nil }
    let samples = SampleRows(schema)
    let plain = [samples.values(of: table, .full, attempt: 0)]
    let sparse = [samples.values(of: table, .sparse, attempt: 0)]
    guard let full = classes(of: generated, in: free, plain).first ?? nil else { return }
    let empty = classes(of: generated, in: free, sparse).first ?? nil
    let rows = samples.variations(of: table)
    let others = Array(zip(rows, classes(of: generated, in: loose, rows)))
    for (index, column) in generated.enumerated() {
      let isWrong = { (found: String) in
        found != "null" && !column.storage.classes.contains(found)
      }
      if isWrong(full[index]) {
        report(column, gives: full[index])
      } else if let (row, found) = others.first(where: { $0.1.map { isWrong($0[index]) } ?? false }
      ),
        let found
      {
        report(column, gives: found[index], where: condition(of: column, in: table, row))
      } else if !column.isOptional, full[index] != "null" {
        if let empty, empty[index] == "null" {
          report(column, givesNullWhere: "what it reads is NULL")
        } else if let (row, _) = others.first(where: { $0.1?[index] == "null" }),
          let condition = condition(of: column, in: table, row)
        {
          report(column, givesNullWhere: condition)
        }
      }
    }
  }

  private mutating func report(
    _ column: ColumnModel,
    gives found: String,
    where condition: String? = nil
  ) {
    guard let range = column.generated?.sql.range else { return }
    diagnostics.error(
      "generated-type",
      "the column '\(column.name)' is \(column.type.swiftSpelling), and its SQL gives a value that"
        + " is \(found)" + (condition.map { " where \($0)" } ?? "")
        + "; declare another type, or convert it with CAST",
      at: range
    )
  }

  private mutating func report(_ column: ColumnModel, givesNullWhere condition: String) {
    guard let range = column.generated?.sql.range else { return }
    diagnostics.error(
      "generated-type",
      "the column '\(column.name)' is never NULL, and its SQL gives NULL where \(condition); declare"
        + " it with '?', or write 'coalesce(…)'",
      at: range
    )
  }

  /// The values of the columns that are read, in words such as `'count' is 0`; nil where none is.
  private func condition(
    of column: ColumnModel,
    in table: TableModel,
    _ row: [DatabaseValue]
  ) -> String? {
    let tokens = SQLTokenizer.tokens(of: column.generated?.sql.text ?? "")
    let names = Set(tokens.filter { $0.name != nil }.map(\.folded))
    let values = zip(SampleRows.columns(of: table), row)
      .filter { names.contains(SQLTokenizer.fold($0.0.sqlName)) }
      .map { "'\($0.sqlName)' is \($1.sqlLiteral)" }
    return values.isEmpty ? nil : values.joined(separator: " and ")
  }

  /// What `typeof` says of the columns in each row; nil for a row that the table refuses.
  private func classes(
    of columns: [ColumnModel],
    in table: TableModel,
    _ rows: [[DatabaseValue]]
  ) -> [[String]?] {
    let name = SQLText.quote(table.sqlName)
    let written = SampleRows.columns(of: table).map { SQLText.quote($0.sqlName) }
    let places = written.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    let types = columns.map { "typeof(\(SQLText.quote($0.sqlName)))" }.joined(separator: ", ")
    var found: [[String]?] = []
    try? database.trying {
      try database.execute(TableWriter(table: table, tables: tables).statement().sql)
      let insert = try database.prepare(
        "INSERT INTO \(name) (\(written.joined(separator: ", "))) VALUES (\(places))"
      )
      let statement = try database.prepare("SELECT \(types) FROM \(name)")
      for row in rows {
        found.append(try? read(columns.count, of: row, insert, statement))
        insert.reset()
        statement.reset()
        try database.execute("DELETE FROM \(name)")
      }
    }
    return found
  }

  private func read(
    _ count: Int,
    of row: [DatabaseValue],
    _ insert: SQLiteStatement,
    _ statement: SQLiteStatement
  ) throws -> [String]? {
    try insert.bind(StatementArguments(values: row))
    while try insert.step() {}
    guard try statement.step() else { return nil }
    return (0..<count).map { String.fromDatabaseValue(statement.value($0)) ?? "null" }
  }
}

extension DatabaseValue {
  /// The value as SQL spells it, cut where it is long.
  fileprivate var sqlLiteral: String {
    switch storage {
    case .null: "NULL"
    case .int64(let number): "\(number)"
    case .double(let number): "\(number)"
    case .string(let text): Literal.sqlText(String(text.prefix(40)))
    case .blob: "a blob"
    }
  }
}
