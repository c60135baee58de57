import StrataSchema

/// Writes CREATE TABLE (https://sqlite.org/lang_createtable.html).
struct TableWriter {
  /// A part of a table whose SQL its author wrote.
  enum Part: Hashable {
    case collation(column: Int)
    case defaultValue(column: Int)
    case check(column: Int)
    case generated(column: Int)
    case tableCheck(Int)
    case constraint(Int)
  }

  let table: TableModel
  let tables: TableIndex
  /// Whether a part is written; what is left out leaves a valid table behind.
  var includes: (Part) -> Bool = { _ in true }
  /// Whether foreign keys are written.
  var includesForeignKeys = true

  func statement() -> DDLStatement {
    var text = SQLText()
    text.append("CREATE TABLE ")
    text.append(name: table.sqlName)
    text.append(" (\n  ")
    var isFirst = true
    func separate() {
      if !isFirst { text.append(",\n  ") }
      isFirst = false
    }
    for index in columnOrder {
      separate()
      write(column: index, to: &text)
    }
    if table.primaryKey.count > 1 {
      separate()
      text.append("PRIMARY KEY ")
      write(names: table.primaryKey, to: &text)
    }
    for unique in table.uniques {
      separate()
      text.append("UNIQUE ")
      write(names: unique, to: &text)
    }
    for (index, check) in table.checks.enumerated() where includes(.tableCheck(index)) {
      separate()
      text.append("CONSTRAINT ")
      text.append(name: check.name.value)
      text.append(" CHECK (")
      text.append(check.sql)
      text.append(")")
    }
    for (index, constraint) in table.constraints.enumerated() where includes(.constraint(index)) {
      separate()
      text.append(constraint)
    }
    text.append("\n)")
    let options =
      (table.isStrict ? ["STRICT"] : []) + (table.isWithoutRowID ? ["WITHOUT ROWID"] : [])
    if !options.isEmpty { text.append(" " + options.joined(separator: ", ")) }
    return DDLStatement(kind: .table, name: table.sqlName, range: table.range, text: text)
  }

  /// The indexes of the columns as SQL has them: virtual columns last, where ALTER TABLE would add
  /// them.
  private var columnOrder: [Int] {
    let isVirtual = { (index: Int) in table.columns[index].generated?.isStored == false }
    return table.columns.indices.filter { !isVirtual($0) } + table.columns.indices.filter(isVirtual)
  }

  /// The definition of one column, as ALTER TABLE ADD COLUMN takes it.
  func columnText(_ column: ColumnModel) -> SQLText {
    var text = SQLText()
    if let index = table.columns.firstIndex(of: column) { write(column: index, to: &text) }
    return text
  }

  private func write(column index: Int, to text: inout SQLText) {
    let column = table.columns[index]
    text.append(name: column.sqlName)
    if !column.declaredType.isEmpty { text.append(" " + column.declaredType) }
    if !column.isOptional, !column.allowsNull { text.append(" NOT NULL") }
    if table.primaryKey == [column.name] {
      text.append(" PRIMARY KEY" + (column.isAutoincrement ? " AUTOINCREMENT" : ""))
    }
    if column.isUnique { text.append(" UNIQUE") }
    if let collation = column.collation, includes(.collation(column: index)) {
      text.append(" COLLATE ")
      text.append(name: collation.value)
    }
    if let value = column.defaultValue, includes(.defaultValue(column: index)) {
      write(value, of: column, to: &text)
    }
    if let check = column.check, includes(.check(column: index)) {
      text.append(" CHECK (")
      text.append(check)
      text.append(")")
    }
    if let key = column.foreignKey, includesForeignKeys { write(key, to: &text) }
    if let generated = column.generated, includes(.generated(column: index)) {
      text.append(" GENERATED ALWAYS AS (")
      text.append(generated.sql)
      text.append(generated.isStored ? ") STORED" : ") VIRTUAL")
    }
  }

  private func write(
    _ value: ColumnModel.DefaultValue,
    of column: ColumnModel,
    to text: inout SQLText
  ) {
    text.append(" DEFAULT ")
    switch value {
    case .literal(let sql, _): text.append(sql)
    case .json(let value): text.append(Literal.sqlText(value.json))
    case .now: text.append("(" + TableWriter.now(as: column) + ")")
    case .sql(let fragment):
      text.append("(")
      text.append(fragment)
      text.append(")")
    }
  }

  /// The date at which SQLite evaluates the expression, as the column stores it.
  private static func now(as column: ColumnModel) -> String {
    switch column.storage {
    case .unixSeconds where column.declaredType.uppercased() == "INTEGER":
      "CAST(strftime('%s', 'now') AS INTEGER)"
    case .unixSeconds: "(julianday('now') - 2440587.5) * 86400.0"
    case .unixMilliseconds:
      "CAST(round((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER)"
    case .julian: "julianday('now')"
    default: "strftime('%Y-%m-%d %H:%M:%f', 'now')"
    }
  }

  private func write(_ key: ForeignKeyModel, to text: inout SQLText) {
    guard let target = tables[key.table] else { return }
    text.append(" REFERENCES ")
    text.append(name: target.sqlName)
    text.append(" (")
    text.append(name: target.column(named: key.column)?.sqlName ?? key.column)
    text.append(")")
    if key.onDelete != .noAction { text.append(" ON DELETE " + key.onDelete.sql) }
    if key.onUpdate != .noAction { text.append(" ON UPDATE " + key.onUpdate.sql) }
  }

  private func write(names: [String], to text: inout SQLText) {
    text.append("(")
    for (index, name) in names.enumerated() {
      if index > 0 { text.append(", ") }
      text.append(name: table.column(named: name)?.sqlName ?? name)
    }
    text.append(")")
  }
}
