import StrataSchema

// A column in the form that says most in one line.
extension PullWriter {
  mutating func writeColumn(_ index: Int, of table: Int) {
    let part = PullDraft.Part.column(table, index)
    let name = draft.tables[table].columns[index].name
    let keys = keys(of: index, in: table)
    if keys.count == 1 {
      add(line: "      \(name): \(keys[0].value)", of: part)
      return
    }
    let flow = keys.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
    let line = "      \(name): {\(flow)}"
    let hasLines = keys.contains(where: \.hasLines)
    if line.count <= 100, !hasLines {
      add(line: line, of: part)
      return
    }
    add(line: "      \(name):", of: part)
    for key in keys {
      guard let sql = key.sql, key.hasLines else {
        add(line: "        \(key.key): \(key.value)", of: part)
        continue
      }
      guard let inner = key.inner else {
        writeValue(key.key, sql, 8, part)
        continue
      }
      add(line: "        \(key.key):", of: part)
      writeValue(inner, sql, 10, part)
    }
  }

  /// A key of a column with its value.
  private struct ColumnKey {
    var key: String
    var value: String
    /// The SQL that the value is, or has under a key of its own.
    var sql: String?
    var inner: String?

    init(_ key: String, _ value: String, sql: String? = nil, inner: String? = nil) {
      self.key = key
      self.value = value
      self.sql = sql
      self.inner = inner
    }

    var hasLines: Bool { sql?.utf8.contains(0x0A) == true }
  }

  private func keys(of index: Int, in table: Int) -> [ColumnKey] {
    let model = draft.tables[table]
    let column = model.columns[index]
    let isKey = draft.isKey(index, of: table)
    let reference = model.references.first { $0.form == .column(index) }
    let mark = isKey || column.stored.isNotNull ? "" : "?"
    var keys: [ColumnKey] = []
    var type = column.type.spelling
    if let reference, let parent = draft.table(reference.key.table) {
      type = draft.tables[parent].name + ".ID"
    }
    keys.append(ColumnKey("type", type + mark))
    if let sql = sqlName(of: column, isStrict: model.stored.isStrict) {
      keys.append(ColumnKey("sql", sql))
    }
    if reference == nil, let stored = column.type.stored {
      keys.append(ColumnKey("stored", stored))
    }
    if isKey, !column.stored.isNotNull { keys.append(ColumnKey("notNull", "false")) }
    if isKey, model.stored.primaryKey?.isAutoincrement == true {
      keys.append(ColumnKey("autoincrement", "true"))
    }
    if column.isUnique { keys.append(ColumnKey("unique", "true")) }
    if let collation = column.stored.collation {
      keys.append(ColumnKey("collate", YAMLText.scalar(draft.spelling(ofCollation: collation))))
    }
    if let value = defaultValue(of: column) { keys.append(value) }
    if let reference {
      if let action = Self.action(reference.key.onDelete) {
        keys.append(ColumnKey("delete", action))
      }
      if let action = Self.action(reference.key.onUpdate) {
        keys.append(ColumnKey("update", action))
      }
      if let accessor = column.accessor { keys.append(ColumnKey("as", accessor)) }
    }
    if let check = model.checks.first(where: { $0.form == .column(index) }) {
      let sql = check.source.sql
      keys.append(ColumnKey("check", YAMLText.scalar(sql), sql: sql))
    }
    if let generated = column.generated {
      let sql = YAMLText.scalar(generated.sql)
      keys.append(
        ColumnKey(
          "generated",
          generated.isStored ? "{stored: \(sql)}" : sql,
          sql: generated.sql,
          inner: generated.isStored ? "stored" : nil
        )
      )
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

  private func defaultValue(of column: PullDraft.Column) -> ColumnKey? {
    guard let sql = column.stored.defaultSQL, column.defaultForm != .lost else { return nil }
    if column.defaultForm == .literal, let literal = literal(sql, column.type) {
      return ColumnKey("default", literal)
    }
    let written = column.defaultExpression ?? sql
    let value = "{sql: \(YAMLText.quoted(written))}"
    return ColumnKey("default", value, sql: written, inner: "sql")
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
      return text.map(YAMLText.quoted)
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
