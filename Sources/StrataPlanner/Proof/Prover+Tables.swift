import StrataSQLite
import StrataSchema

extension Prover {
  /// Creates a table; where SQLite refuses it, each part is tried alone, so that every mistake is
  /// reported.
  mutating func create(_ table: TableModel) throws {
    var parts = Set(parts(of: table).filter { check($0, of: table) })
    checkOptions(of: table)
    guard checkDeclaredTypes(of: table) else {
      broken.insert(SQLTokenizer.fold(table.sqlName))
      return
    }
    do {
      try execute(table, parts: parts)
      checkDefaults(of: table)
    } catch {
      for part in parts.sorted(by: { order(of: $0) < order(of: $1) })
      where try !isAccepted(part, of: table) {
        parts.remove(part)
      }
      try createRest(of: table, parts: parts, after: error)
      checkDefaults(of: table)
    }
  }

  private func execute(_ table: TableModel, parts: Set<TableWriter.Part>) throws {
    try database.execute(writer(table, parts: parts).statement().sql)
  }

  private func writer(_ table: TableModel, parts: Set<TableWriter.Part>) -> TableWriter {
    TableWriter(table: table, tables: tables, includes: parts.contains)
  }

  /// Whether the table is accepted with this one part of its author's SQL.
  private mutating func isAccepted(_ part: TableWriter.Part, of table: TableModel) throws -> Bool {
    let text = writer(table, parts: [part]).statement().text
    do {
      try database.trying { try database.execute(text.sql) }
      return true
    } catch {
      let isBare = (try? database.trying { try execute(table, parts: []) }) != nil
      guard isBare else { return true }
      try reportAll(
        error,
        in: text,
        fragment: fragment(of: part, in: table),
        at: column(of: part, in: table).map { $0.collation?.range ?? $0.range } ?? table.range,
        reading: [SQLTokenizer.fold(table.sqlName)]
      ) { database, sql in try database.trying { try database.execute(sql) } }
      return false
    }
  }

  /// Creates what is left of a table, and reports its error where no part of it was to blame.
  private mutating func createRest(
    of table: TableModel,
    parts: Set<TableWriter.Part>,
    after first: any Error
  ) throws {
    let name = SQLTokenizer.fold(table.sqlName)
    do {
      try execute(table, parts: parts)
    } catch {
      let text = writer(table, parts: parts).statement().text
      if !schema.faults.tables.contains(table.name) {
        try report(error, in: text, at: table.range, reading: [name])
      }
      if (try? execute(table, parts: [])) == nil { broken.insert(name) }
    }
  }

  /// A default may name functions that SQLite looks for only when it inserts.
  private mutating func checkDefaults(of table: TableModel) {
    for column in table.columns { tryDefault(of: column, in: table) }
    for column in table.columns {
      guard case .sql(let fragment) = column.defaultValue else { continue }
      var text = SQLText()
      text.append("SELECT (")
      text.append(fragment)
      text.append(")")
      do {
        _ = try database.prepare(text.sql)
      } catch {
        // "no such column" was said when the table was created.
        guard let error = error as? DatabaseError, error.message?.contains("function") == true
        else { continue }
        try? report(error, in: text, fragment: fragment, at: column.range, reading: [])
      }
    }
  }
}

// MARK: - The parts of a table

extension Prover {
  private func parts(of table: TableModel) -> [TableWriter.Part] {
    var parts: [TableWriter.Part] = []
    for (index, column) in table.columns.enumerated() {
      if column.collation != nil { parts.append(.collation(column: index)) }
      if column.defaultValue != nil { parts.append(.defaultValue(column: index)) }
      if column.check != nil { parts.append(.check(column: index)) }
      if column.generated != nil { parts.append(.generated(column: index)) }
    }
    parts += table.checks.indices.map { .tableCheck($0) }
    parts += table.constraints.indices.map { .constraint($0) }
    return parts
  }

  private func order(of part: TableWriter.Part) -> Int {
    switch part {
    case .collation(let column): column * 4
    case .defaultValue(let column): column * 4 + 1
    case .check(let column): column * 4 + 2
    case .generated(let column): column * 4 + 3
    case .tableCheck(let index): 100_000 + index
    case .constraint(let index): 200_000 + index
    }
  }

  private func fragment(of part: TableWriter.Part, in table: TableModel) -> SQLFragment? {
    switch part {
    case .collation: nil
    case .defaultValue(let column):
      if case .sql(let fragment) = table.columns[column].defaultValue { fragment } else { nil }
    case .check(let column): table.columns[column].check
    case .generated(let column): table.columns[column].generated?.sql
    case .tableCheck(let index): table.checks[index].sql
    case .constraint(let index): table.constraints[index]
    }
  }

  private func column(of part: TableWriter.Part, in table: TableModel) -> ColumnModel? {
    switch part {
    case .collation(let column), .defaultValue(let column), .check(let column),
      .generated(let column):
      table.columns[column]
    case .tableCheck, .constraint: nil
    }
  }

  private mutating func check(_ part: TableWriter.Part, of table: TableModel) -> Bool {
    guard let fragment = fragment(of: part, in: table) else { return true }
    if case .constraint = part { return check(fragment, as: .constraint) != nil }
    return check(fragment, as: .expression) != nil
  }

  /// Declared types come from the schema as text and must be no more than types.
  private mutating func checkDeclaredTypes(of table: TableModel) -> Bool {
    var isRight = true
    for column in table.columns where !Prover.isTypeName(column.declaredType) {
      isRight = false
      diagnostics.error(
        "sql-type",
        "'\(column.declaredType)' is no name of a type in SQL, such as INTEGER or NUMERIC(10,2)",
        at: column.range
      )
    }
    return isRight
  }

  /// Words, and after them perhaps numbers in parentheses.
  private static func isTypeName(_ text: String) -> Bool {
    let tokens = SQLTokenizer.tokens(of: text)
    let words = tokens.prefix { !$0.isSymbol("(") }
    let isWord = { (token: SQLToken) in
      token.kind == .word && !constraintKeywords.contains(token.folded)
    }
    guard words.allSatisfy(isWord), words.count < tokens.count else {
      return words.count == tokens.count && words.allSatisfy(isWord)
    }
    return !words.isEmpty && tokens.last?.isSymbol(")") == true
      && tokens[(words.count + 1)...].dropLast().allSatisfy {
        $0.kind == .number || $0.isSymbol(",") || $0.isSymbol("+") || $0.isSymbol("-")
      }
  }

  private static let constraintKeywords: Set<String> = [
    "constraint", "primary", "not", "null", "unique", "check", "default", "collate", "references",
    "generated", "as", "autoincrement", "foreign", "on",
  ]

  /// What of the table itself a version brought.
  private mutating func checkOptions(of table: TableModel) {
    if table.isStrict {
      require(.init(3, 37), for: "a STRICT table", at: table.range)
    }
    for column in table.columns where column.generated != nil {
      require(.init(3, 31), for: "a generated column", at: column.range)
    }
  }

  private mutating func require(
    _ version: SQLiteVersion,
    for feature: String,
    at range: SourceRange
  ) {
    guard version > schema.sqliteVersion, !schema.faults.hasUnknownVersion else { return }
    diagnostics.error(
      "sqlite-version",
      "\(feature) needs SQLite \(version); the schema declares \(schema.sqliteVersion) (sqlite:)",
      at: range
    )
  }
}
