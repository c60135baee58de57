import StrataSchema

/// Writes a draft as a schema file, and knows which part each line comes from.
struct PullWriter {
  private(set) var lines: [String] = []
  private(set) var parts: [PullDraft.Part] = []
  private let draft: PullDraft
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
    write("objects:", draft.objects.indices.filter { !draft.objects[$0].isLost }) {
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
    let sql = sql.replacing("\r\n", with: "\n")
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

extension PullWriter {
  // MARK: Columns

  private mutating func writeColumn(_ index: Int, of table: Int) {
    let part = PullDraft.Part.column(table, index)
    let name = draft.tables[table].columns[index].name
    let keys = keys(of: index, in: table)
    if keys.count == 1 {
      add(line: "      \(name): \(keys[0].value)", of: part)
      return
    }
    let flow = keys.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
    let line = "      \(name): {\(flow)}"
    if line.count <= 100 {
      add(line: line, of: part)
      return
    }
    add(line: "      \(name):", of: part)
    for (key, value) in keys { add(line: "        \(key): \(value)", of: part) }
  }

  private func keys(of index: Int, in table: Int) -> [(key: String, value: String)] {
    let model = draft.tables[table]
    let column = model.columns[index]
    let isKey = draft.isKey(index, of: table)
    let reference = model.references.first { $0.form == .column(index) }
    let mark = isKey || column.stored.isNotNull ? "" : "?"
    var keys: [(String, String)] = []
    var type = column.type.spelling
    if let reference, let parent = draft.table(reference.key.table) {
      type = draft.tables[parent].name + ".ID"
    }
    keys.append(("type", type + mark))
    if let sql = sqlName(of: column, isStrict: model.stored.isStrict) { keys.append(("sql", sql)) }
    if reference == nil, let stored = column.type.stored { keys.append(("stored", stored)) }
    if isKey, !column.stored.isNotNull { keys.append(("notNull", "false")) }
    if isKey, model.stored.primaryKey?.isAutoincrement == true {
      keys.append(("autoincrement", "true"))
    }
    if column.isUnique { keys.append(("unique", "true")) }
    if let collation = column.stored.collation {
      keys.append(("collate", YAMLText.scalar(draft.spelling(ofCollation: collation))))
    }
    if let value = defaultValue(of: column) { keys.append(("default", value)) }
    if let reference {
      if let action = Self.action(reference.key.onDelete) { keys.append(("delete", action)) }
      if let action = Self.action(reference.key.onUpdate) { keys.append(("update", action)) }
      if let accessor = column.accessor { keys.append(("as", accessor)) }
    }
    if let check = model.checks.first(where: { $0.form == .column(index) }) {
      keys.append(("check", YAMLText.scalar(check.source.sql)))
    }
    if let generated = column.generated {
      let sql = YAMLText.scalar(generated.sql)
      keys.append(("generated", generated.isStored ? "{stored: \(sql)}" : sql))
    }
    return keys
  }

  /// `UnitPrice NUMERIC(10,2)`, where either is not what the language makes by itself.
  private func sqlName(of column: PullDraft.Column, isStrict: Bool) -> String? {
    let derived = column.type.storage.declaredType(isStrict: isStrict)
    let hasType = column.stored.type != derived && !column.stored.type.isEmpty
    guard hasType || column.stored.name != column.name else { return nil }
    return YAMLText.scalar(column.stored.name.asName + (hasType ? " \(column.stored.type)" : ""))
  }

  private static func action(_ sql: String) -> String? {
    switch sql {
    case "cascade": "cascade"
    case "restrict": "restrict"
    case "set null": "setNull"
    case "set default": "setDefault"
    default: nil
    }
  }

  private func defaultValue(of column: PullDraft.Column) -> String? {
    guard let sql = column.stored.defaultSQL, column.defaultForm != .lost else { return nil }
    if column.defaultForm == .literal, let literal = literal(sql, column.type) { return literal }
    return "{sql: \(YAMLText.quoted(column.defaultExpression ?? sql))}"
  }

  /// A default as the language spells it; nil where the column's SQL would be another.
  private func literal(_ sql: String, _ type: PulledType) -> String? {
    let tokens = SQLTokenizer.tokens(of: sql)
    let text =
      tokens.count == 1 && tokens[0].kind == .string ? SQLToken.unquote(tokens[0].text) : nil
    if let cases = type.cases { return cases[text ?? sql] }
    switch type.spelling {
    case "Bool": return sql == "0" ? "false" : sql == "1" ? "true" : nil
    case "Int": return Int64(sql).map { "\($0)" == sql ? sql : nil } ?? nil
    case "Double", "Decimal": return Double(sql).map { "\($0)" == sql ? sql : nil } ?? nil
    case "String":
      guard let text, !text.utf8.contains(0x0A) else { return nil }
      return YAMLText.quoted(text)
    default: return nil
    }
  }
}

extension PullDraft {
  /// FOREIGN KEY as a constraint of the table.
  func sql(of key: StoredForeignKey, in table: Table) -> String {
    let parent = tables.first { $0.stored.foldedName == key.table }
    let names = { (columns: [String], table: StoredTable?) in
      columns.map { SQLText.quote(table?.column($0)?.name ?? $0) }.joined(separator: ", ")
    }
    var sql = "FOREIGN KEY (\(names(key.columns, table.stored)))"
    sql += " REFERENCES \(SQLText.quote(parent?.stored.name ?? key.table))"
    if !key.references.isEmpty { sql += " (\(names(key.references, parent?.stored)))" }
    if key.onDelete != "no action" { sql += " ON DELETE \(key.onDelete.uppercased())" }
    if key.onUpdate != "no action" { sql += " ON UPDATE \(key.onUpdate.uppercased())" }
    if key.isDeferred { sql += " DEFERRABLE INITIALLY DEFERRED" }
    return sql
  }

  /// A collation as the app spells it.
  func spelling(ofCollation folded: String) -> String {
    collations.first { SQLTokenizer.fold($0) == folded } ?? folded.uppercased()
  }
}

extension String {
  /// A name that stands alone after `sql:`, in marks where it is no word.
  var asName: String {
    let isWord = !isEmpty && utf8.allSatisfy(SQLTokenizer.isWordByte)
    return isWord ? self : SQLText.quote(self)
  }
}
