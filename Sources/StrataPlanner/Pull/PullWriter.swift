import StrataSchema

/// Writes a draft as a schema file, and knows which part each line comes from.
struct PullWriter {
  private(set) var lines: [String] = []
  private(set) var parts: [PullDraft.Part] = []
  let draft: PullDraft
  private var isStrict = true

  init(_ draft: PullDraft) {
    self.draft = draft
    let tables = draft.tables.filter { !$0.isObject }
    isStrict = tables.isEmpty || tables.contains { $0.stored.isStrict }
    writeTop()
    write("enums:", draft.enums.indices.filter(isUsed)) { $0.writeEnum($1) }
    let shown = draft.tables.indices.filter { !draft.tables[$0].isObject }
    write("tables:", shown) { $0.writeTable($1) }
    write("search:", draft.searches.indices.filter { !draft.searches[$0].isObject }) {
      $0.writeSearch($1)
    }
    write("views:", draft.views.indices.filter { !draft.views[$0].isObject }) { $0.writeView($1) }
    write("triggers:", draft.writtenTriggers) {
      $0.writeSQL($0.draft.triggers[$1].name, $0.draft.triggers[$1].body, .trigger($1))
    }
    // What stands on a table is made after it.
    let objects = draft.objects.indices.filter { !draft.objects[$0].isLost }
    write(
      "objects:",
      objects.filter { draft.objects[$0].isTable }
        + objects.filter {
          !draft.objects[$0].isTable
        }
    ) {
      $0.writeSQL($0.draft.objects[$1].name, $0.draft.objects[$1].sql, .object($1))
    }
  }

  var text: String { lines.map { $0 + "\n" }.joined() }

  private mutating func add(_ line: String, _ part: PullDraft.Part = .top) {
    lines.append(line)
    parts.append(part)
  }

  private mutating func write(
    _ title: String,
    _ indices: [Int],
    _ body: (inout PullWriter, Int) -> Void
  ) {
    guard !indices.isEmpty else { return }
    add("")
    add(title)
    for (offset, index) in indices.enumerated() {
      if offset > 0, title != "enums:" { add("") }
      body(&self, index)
    }
  }

  private mutating func writeTop() {
    add("strata: 1")
    add("database: \(draft.database)")
    add("sqlite: \"\(draft.sqliteVersion)\"")
    if !isStrict { add("strict: false") }
    if !draft.collations.isEmpty {
      add("collations: [\(draft.collations.map(YAMLText.scalar).joined(separator: ", "))]")
    }
    guard !draft.functions.isEmpty else { return }
    add("functions:")
    for name in draft.functions { add("  \(YAMLText.scalar(name)): {deterministic: true}") }
  }

  // MARK: Enums

  private func isUsed(_ index: Int) -> Bool {
    let name = draft.enums[index].name
    return draft.tables.contains { table in
      !table.isObject && table.columns.contains { $0.type.spelling == name }
    }
  }

  private mutating func writeEnum(_ index: Int) {
    let model = draft.enums[index]
    let part = PullDraft.Part.enumeration(index)
    if !model.areNumbers, model.cases.allSatisfy({ $0.name == $0.value }) {
      add("  \(model.name): [\(model.cases.map(\.name).joined(separator: ", "))]", part)
      return
    }
    add("  \(model.name):", part)
    if model.areNumbers { add("    raw: Int", part) }
    add("    cases:", part)
    for (name, value) in model.cases {
      add("      \(name): \(model.areNumbers ? value : YAMLText.quoted(value))", part)
    }
  }

  // MARK: Tables

  private mutating func writeTable(_ index: Int) {
    let table = draft.tables[index]
    let part = PullDraft.Part.table(index)
    add("  \(table.name):", part)
    if Identifier.lowercasingStart(of: table.name) != table.stored.name {
      add("    sql: \(YAMLText.scalar(table.stored.name.asName))", part)
    }
    if table.stored.isStrict != isStrict { add("    strict: \(table.stored.isStrict)", part) }
    if table.stored.isWithoutRowID { add("    withoutRowID: true", part) }
    let hasIdentity = table.columns.contains { $0.name == "id" }
    switch table.key {
    case .columns(let key):
      let names = key.map { table.columns[$0].name }
      if names != ["id"] { add("    primaryKey: [\(names.joined(separator: ", "))]", part) }
    case .none: if hasIdentity { add("    primaryKey: []", part) }
    }
    add("    columns:", part)
    for column in table.columns.indices { writeColumn(column, of: index) }
    if !table.uniques.isEmpty {
      let lists = table.uniques.map { unique in
        "[\(unique.map { table.columns[$0].name }.joined(separator: ", "))]"
      }
      add("    unique: [\(lists.joined(separator: ", "))]", part)
    }
    writeChecks(of: index)
    writeConstraints(of: index)
    let indexes = table.indexes.indices.filter { !table.indexes[$0].isObject }
    if !indexes.isEmpty { add("    indexes:", part) }
    for number in indexes { writeIndex(number, of: index) }
  }

  private mutating func writeChecks(of index: Int) {
    let checks = draft.tables[index].checks
    let named = checks.indices.filter { if case .named = checks[$0].form { true } else { false } }
    if !named.isEmpty { add("    checks:", .table(index)) }
    for number in named {
      guard case .named(let name) = checks[number].form else { continue }
      writeValue(YAMLText.scalar(name), checks[number].source.sql, 6, .check(index, number))
    }
  }

  private mutating func writeConstraints(of index: Int) {
    let table = draft.tables[index]
    var entries = table.constraints.map { ($0, PullDraft.Part.table(index)) }
    for (number, check) in table.checks.enumerated() where check.form == .constraint {
      entries.append(("CHECK (\(check.source.sql))", .check(index, number)))
    }
    for (number, reference) in table.references.enumerated() where reference.form == .constraint {
      entries.append((draft.sql(of: reference.key, in: table), .reference(index, number)))
    }
    guard !entries.isEmpty else { return }
    add("    constraints:", .table(index))
    for (sql, part) in entries { writeValue(nil, sql, 6, part) }
  }

  private mutating func writeIndex(_ number: Int, of table: Int) {
    let index = draft.tables[table].indexes[number]
    let part = PullDraft.Part.index(table, number)
    var keys: [(String, String)] = []
    let derived = "\(draft.tables[table].stored.name)_\(index.name)"
    if derived != index.sqlName { keys.append(("sql", index.sqlName.asName)) }
    if index.isUnique { keys.append(("unique", "true")) }
    let hasLines = (index.entries + [index.condition ?? ""]).contains { $0.contains("\n") }
    let entries = index.entries.map(YAMLText.scalar).joined(separator: ", ")
    if !hasLines {
      if keys.isEmpty, index.condition == nil {
        add("      \(index.name): [\(entries)]", part)
        return
      }
      var flow = keys.map { "\($0.0): \($0.0 == "unique" ? $0.1 : YAMLText.scalar($0.1))" }
      flow.append("columns: [\(entries)]")
      if let condition = index.condition { flow.append("where: \(YAMLText.scalar(condition))") }
      let line = "      \(index.name): {\(flow.joined(separator: ", "))}"
      if line.count <= 100 {
        add(line, part)
        return
      }
    }
    add("      \(index.name):", part)
    for (key, value) in keys {
      add("        \(key): \(key == "unique" ? value : YAMLText.scalar(value))", part)
    }
    add("        columns:", part)
    for entry in index.entries { writeValue(nil, entry, 10, part) }
    if let condition = index.condition { writeValue("where", condition, 8, part) }
  }

  // MARK: The rest

  private mutating func writeSearch(_ index: Int) {
    let search = draft.searches[index]
    let table = draft.tables[search.table]
    var flow = ["table: \(table.name)"]
    if Identifier.lowercasingStart(of: search.name) != search.sqlName {
      flow.append("sql: \(YAMLText.scalar(search.sqlName.asName))")
    }
    flow.append(
      "columns: [\(search.columns.map { table.columns[$0].name }.joined(separator: ", "))]"
    )
    if let tokenizer = search.tokenizer { flow.append("tokenize: \(YAMLText.quoted(tokenizer))") }
    if let prefixes = search.prefixes {
      let lengths = prefixes.split(whereSeparator: { $0 == " " || $0 == "," })
      flow.append("prefix: [\(lengths.joined(separator: ", "))]")
    }
    add("  \(search.name): {\(flow.joined(separator: ", "))}", .search(index))
  }

  private mutating func writeView(_ index: Int) {
    let view = draft.views[index]
    add("  \(view.name):", .view(index))
    if Identifier.lowercasingStart(of: view.name) != view.sqlName {
      add("    sqlName: \(YAMLText.scalar(view.sqlName.asName))", .view(index))
    }
    if !view.columns.isEmpty {
      let columns = view.columns.map { "\($0.name): \($0.type)" }
      add("    columns: {\(columns.joined(separator: ", "))}", .view(index))
    }
    writeValue("sql", view.body, 4, .view(index), prefersBlock: true)
  }

  private mutating func writeSQL(_ name: String, _ sql: String, _ part: PullDraft.Part) {
    add("  \(YAMLText.scalar(name)):", part)
    writeValue("sql", sql, 4, part, prefersBlock: true)
  }

  /// Writes SQL after a key, or as an item of a list.
  mutating func writeValue(
    _ key: String?,
    _ sql: String,
    _ indentation: Int,
    _ part: PullDraft.Part,
    prefersBlock: Bool = false
  ) {
    // Between words the end of a line means nothing; in a text it does.
    let sql = sql.dependsOnLineEnds ? sql : sql.replacing("\r\n", with: "\n")
    let space = String(repeating: " ", count: indentation)
    let start = space + (key.map { "\($0):" } ?? "-")
    if prefersBlock || sql.contains("\n"), let lines = YAMLText.block(sql) {
      add("\(start) |", part)
      for line in lines { add(line.isEmpty ? "" : "\(space)  \(line)", part) }
    } else {
      add("\(start) \(YAMLText.scalar(sql))", part)
    }
  }

  mutating func add(line: String, of part: PullDraft.Part) { add(line, part) }
}
