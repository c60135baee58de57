import StrataSQLite
import StrataSchema

extension Prover {
  /// Runs every view and request over small databases; a NULL where none was promised is an error.
  ///
  /// All of them run on each database, so that rows are written only once for all. What reads a table
  /// that is wrong is not tried.
  mutating func refute(_ views: [ProvedView], _ requests: [ProvedRequest]) throws {
    database.limitEffort()
    // A trigger may refuse rows that the tables take.
    database.setTriggersEnabled(false)
    let samples = SampleRows(schema)
    let probes =
      try views.filter { isProved($0.footprint) }.map { try probe($0) }
      + requests.filter { isProved($0.footprint) }.compactMap { try probe($0, samples) }
    try database.execute("BEGIN")
    defer { try? database.execute("ROLLBACK") }
    for probe in probes { report(probe.run(), of: probe, "without any rows") }
    var inserts: [Int: SQLiteStatement] = [:]
    for kind in SampleRows.Kind.allCases {
      try database.execute("SAVEPOINT sample")
      for (index, table) in schema.tables.enumerated()
      where !unproved.contains(SQLTokenizer.fold(table.sqlName)) {
        guard let insert = try inserts[index] ?? prepareInsert(into: table) else { continue }
        inserts[index] = insert
        for attempt in SampleRows.attempts {
          let values = samples.values(of: table, kind, attempt: attempt)
          if run(insert, StatementArguments(values: values)) { break }
        }
      }
      for probe in probes { report(probe.run(), of: probe, Prover.description(of: kind)) }
      if kind == .full { try refuteJoins(probes) }
      try database.execute("ROLLBACK TO sample; RELEASE sample")
    }
  }

  /// Runs what reads several tables with one of them empty at a time.
  private mutating func refuteJoins(_ probes: [Probe]) throws {
    for probe in probes where probe.tables.count > 1 && !probe.columns.isEmpty {
      for table in probe.tables {
        try database.execute("SAVEPOINT part; DELETE FROM " + SQLText.quote(table))
        report(probe.run(), of: probe, "without rows in '\(table)'")
        try database.execute("ROLLBACK TO part; RELEASE part")
      }
    }
  }

  private func isProved(_ footprint: Footprint) -> Bool {
    footprint.tables.allSatisfy { !unproved.contains(SQLTokenizer.fold($0.name)) }
  }

  private static func description(of kind: SampleRows.Kind) -> String {
    switch kind {
    case .sparse: "with NULL in nullable columns"
    case .full: "with one row a table"
    case .unmatched: "with foreign keys that lead nowhere"
    }
  }

  private func run(_ insert: SQLiteStatement, _ arguments: StatementArguments) -> Bool {
    do {
      try insert.bind(arguments)
      while try insert.step() {}
      return true
    } catch {
      return false
    }
  }

  /// The INSERT of all columns; what SQLite says only when a row is written is said here.
  private mutating func prepareInsert(into table: TableModel) throws -> SQLiteStatement? {
    let columns = SampleRows.columns(of: table)
    var text = SQLText()
    text.append("INSERT INTO ")
    text.append(name: table.sqlName)
    text.append(" (" + columns.map { SQLText.quote($0.sqlName) }.joined(separator: ", ") + ")")
    text.append(
      " VALUES (" + columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ") + ")"
    )
    do {
      return try database.prepare(text.sql)
    } catch {
      try report(error, in: text, at: table.range, reading: [])
      return nil
    }
  }

  private mutating func report(_ columns: [Probe.Column], of probe: Probe, _ database: String) {
    for column in columns {
      let remedy =
        column.isDeclared ? "declare it with '?'" : "declare it with '?' under 'columns:'"
      diagnostics.error(
        "null-value",
        "'\(column.name)' of the \(probe.subject) is NULL in a database \(database); \(remedy)",
        at: column.range
      )
    }
  }

  private func probe(_ view: ProvedView) throws -> Probe {
    let (statement, _) = try database.prepareReading(
      "SELECT * FROM " + SQLText.quote(view.model.sqlName)
    )
    let columns = view.columns.enumerated().filter { !$0.element.isOptional }
      .map { index, column in
        let declared = view.model.columns.first {
          $0.name.value == column.name || $0.name.value == column.sqlName
        }
        return Probe.Column(
          index: index,
          name: column.name,
          range: declared?.type.range ?? view.model.sql.range,
          isDeclared: declared != nil
        )
      }
    return Probe(
      statement: statement,
      arguments: [],
      subject: "view '\(view.model.name)'",
      tables: view.footprint.tables.map(\.name),
      columns: columns
    )
  }

  /// Only values are tried: rows are those of a table, whose constraints guard them, or of a view.
  private func probe(_ request: ProvedRequest, _ samples: SampleRows) throws -> Probe? {
    guard case .value(let value) = request.result, !value.isOptional,
      !request.model.hasDefault
    else { return nil }
    let (statement, _) = try database.prepareReading(request.sql)
    let arguments = request.parameters.map { samples.value(of: $0.type, $0.storage) }
    let column = Probe.Column(
      index: 0,
      name: "value",
      range: request.model.valueType?.range ?? request.model.value?.range
        ?? request.model.name.range,
      isDeclared: true
    )
    return Probe(
      statement: statement,
      arguments: StatementArguments(values: arguments),
      subject: "request '\(request.model.name.value)'",
      tables: request.footprint.tables.map(\.name),
      columns: [column]
    )
  }
}
