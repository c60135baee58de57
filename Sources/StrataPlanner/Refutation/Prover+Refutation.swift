import StrataSQLite
import StrataSchema

extension Prover {
  /// Runs every view and request over small databases; a NULL where none was promised is an error.
  ///
  /// All of them run on each database, so that rows are written only once for all. What reads a table
  /// that is wrong is not tried.
  mutating func refute(
    _ views: [ProvedView],
    _ requests: [ProvedRequest],
    _ statements: [ProvedStatement]
  ) throws {
    database.limitEffort()
    // A trigger may refuse rows that the tables take.
    database.setTriggersEnabled(false)
    let samples = SampleRows(schema)
    let probes =
      try views.filter { isProved($0.footprint) }.map { try probe($0) }
      + requests.filter { isProved($0.footprint) }.compactMap { try probe($0, samples) }
    let writes = unproved.isEmpty ? statements.compactMap { probe($0, samples) } : []
    try database.execute("BEGIN")
    defer { if database.isInsideTransaction { try? database.execute("ROLLBACK") } }
    for probe in probes { report(probe.run(), of: probe, "without any rows") }
    let inserts = try prepareInserts()
    for kind in SampleRows.Kind.allCases {
      let space = space(inserts, samples, kind)
      filled.formUnion(try space.enter())
      for probe in probes { report(probe.run(), of: probe, Prover.description(of: kind)) }
      if kind == .full { try refuteJoins(probes) }
      for (probe, _) in writes {
        try space.trying { report(probe.run(), of: probe, Prover.description(of: kind)) }
      }
      try space.leave()
    }
    try tryStorage(of: writes, inserts, samples)
    let triggers = triggerProbes(samples)
    try tryTriggers(triggers, inserts, samples)
    try tryRecursion(inserts, samples)
    try tryFailing(probes, inserts, samples)
    for trigger in triggers { reportRefusal(of: trigger.probe, at: trigger.sql) }
    for (probe, statement) in writes {
      reportRefusal(of: probe, at: statement.model.sql.range)
      reportFailure(of: probe, in: [statement.model.sql])
    }
    for probe in probes { reportFailure(of: probe, in: probe.fragments) }
  }

  /// Runs what reads several tables with one of them empty at a time.
  private mutating func refuteJoins(_ probes: [Probe]) throws {
    for probe in probes where probe.tables.count > 1 && !probe.columns.isEmpty {
      for table in probe.tables {
        try database.execute("SAVEPOINT part")
        // The rows of some virtual tables are not theirs to delete.
        if (try? database.execute("DELETE FROM " + SQLText.quote(table))) != nil {
          report(probe.run(), of: probe, "without rows in '\(table)'")
        }
        try database.execute("ROLLBACK TO part; RELEASE part")
      }
    }
  }

  /// Runs what stores values over rows of other values, which a column may not take.
  private func tryStorage(
    of writes: [(Probe, ProvedStatement)],
    _ inserts: [Int: SQLiteStatement],
    _ samples: SampleRows
  ) throws {
    guard !writes.isEmpty else { return }
    for attempt in SampleRows.attempts.dropFirst() {
      try space(inserts, samples, attempt: attempt).with { space in
        for (probe, statement) in writes where probe.refusal == nil {
          try space.trying {
            _ = probe.run(samples.arguments(for: statement.parameters, attempt: attempt))
          }
        }
      }
    }
  }

  /// Reports what fails with whatever rows and values: what it computes can never be computed.
  private mutating func tryFailing(
    _ probes: [Probe],
    _ inserts: [Int: SQLiteStatement],
    _ samples: SampleRows
  ) throws {
    // One that found no rows has run well.
    let failing = probes.filter {
      $0.failure == nil && $0.takesNoParameters && $0.failures > 0
        && $0.failures >= $0.runs - 1
    }
    guard !failing.isEmpty else { return }
    for attempt in SampleRows.attempts.dropFirst() {
      try space(inserts, samples, attempt: attempt).with { _ in
        for probe in failing { _ = probe.run() }
      }
    }
    for probe in failing where probe.failures >= probe.runs - 1 {
      guard let failure = probe.lastFailure, let range = probe.fragments.first?.range else {
        continue
      }
      diagnostics.error("sql-error", "SQLite says: \(failure)", at: range)
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

  func run(_ insert: SQLiteStatement, _ arguments: StatementArguments) -> Bool {
    do {
      try insert.bind(arguments)
      while try insert.step() {}
      return true
    } catch {
      return false
    }
  }

  /// An INSERT for each table that is as it is written, by the place of the table.
  private mutating func prepareInserts() throws -> [Int: SQLiteStatement] {
    var inserts: [Int: SQLiteStatement] = [:]
    for (index, table) in schema.tables.enumerated()
    where !unproved.contains(SQLTokenizer.fold(table.sqlName)) {
      inserts[index] = try prepareInsert(into: table)
    }
    return inserts
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
      let remedy = "declare it with '?'" + (column.isUnderColumns ? " under 'columns:'" : "")
      diagnostics.error(
        "null-value",
        "'\(column.name)' of the \(probe.subject) is NULL in a database \(database); \(remedy)",
        at: column.declared?.range ?? column.range,
        fixIts: column.declared?.optionalFixIts ?? []
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
          range: view.model.sql.range,
          declared: declared?.type,
          isUnderColumns: declared == nil
        )
      }
    return Probe(
      statement: statement,
      subject: "view '\(view.model.name)'",
      tables: view.footprint.tables.map(\.name),
      columns: columns,
      fragments: [view.model.sql]
    )
  }

  /// Values are tried, and rows of SQL; those on a table are guarded by its constraints, those on a
  /// view are tried with the view.
  private func probe(_ request: ProvedRequest, _ samples: SampleRows) throws -> Probe? {
    let model = request.model
    let (statement, _) = try database.prepareReading(request.sql)
    let columns: [Probe.Column]
    switch request.result {
    case .value(let value) where !value.isOptional && !model.hasDefault:
      let range = model.value?.range ?? model.sql?.range ?? model.name.range
      columns = [.init(index: 0, name: "value", range: range, declared: model.valueType)]
    case .many, .first:
      columns =
        model.sql.map { sql in
          promises(
            of: statement,
            record: request.source,
            row: request.row,
            declared: model.columns,
            sql
          )
        } ?? []
    case .value, .count, .exists: columns = []
    }
    return Probe(
      statement: statement,
      arguments: samples.arguments(for: request.parameters),
      subject: "request '\(model.name.value)'",
      tables: request.footprint.tables.map(\.name),
      columns: columns,
      fragments: [model.sql, model.condition, model.value, model.limit].compactMap(\.self)
    )
  }

  /// Reports SQL that SQLite prepares and cannot run, at the value to which SQLite objects where it
  /// names it.
  private mutating func reportFailure(of probe: Probe, in fragments: [SQLFragment]) {
    guard let failure = probe.failure, let first = fragments.first else { return }
    var range = first.range
    if failure.contains("JSON path") {
      // A path that is computed may be right in another row.
      let places = fragments.flatMap { fragment in
        SQLTokenizer.tokens(of: fragment.text)
          .filter { $0.kind == .string && failure.contains(SQLToken.unquote($0.text)) }
          .map { fragment.range(ofUTF8: $0.range) }
      }
      guard let place = places.first else { return }
      range = place
    }
    diagnostics.error("sql-error", "SQLite says: \(failure)", at: range)
  }

  /// Reports a statement that stores what its column does not take.
  private mutating func reportRefusal(of probe: Probe, at range: SourceRange) {
    let isTold = diagnostics.all.contains {
      $0.code == "wrong-storage"
        && $0.range.map { $0.start >= range.start && $0.end <= range.end }
          == true
        && $0.range?.file == range.file
    }
    guard let refusal = probe.refusal, !isTold else { return }
    diagnostics.error(
      "wrong-storage",
      "SQLite says: \(refusal); convert the value with CAST",
      at: range
    )
  }

  /// Nil for one that writes to a view, which without triggers nothing can.
  private func probe(
    _ statement: ProvedStatement,
    _ samples: SampleRows
  ) -> (Probe, ProvedStatement)? {
    let model = statement.model
    guard let prepared = try? database.prepareWriting(statement.sql) else { return nil }
    let probe = Probe(
      statement: prepared,
      arguments: samples.arguments(for: statement.parameters),
      subject: "statement '\(model.name.value)'",
      tables: [],
      columns: promises(
        of: prepared,
        record: statement.source,
        row: statement.row,
        declared: model.columns,
        model.sql
      ),
      isWriting: true
    )
    return (probe, statement)
  }
}

extension SampleRows {
  /// Values for parameters: those that the rows have, and none where none is allowed.
  func arguments(
    for parameters: [ProvedParameter],
    attempt: Int = 0
  ) -> [StatementArguments] {
    let values = parameters.map { value(of: $0.type, $0.storage, attempt: attempt) }
    guard parameters.contains(where: \.isOptional) else {
      return [StatementArguments(values: values)]
    }
    let sparse = zip(parameters, values).map { $0.isOptional ? .null : $1 }
    return [StatementArguments(values: values), StatementArguments(values: sparse)]
  }
}
