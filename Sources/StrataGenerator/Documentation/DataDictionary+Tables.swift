import StrataPlanner
import StrataSchema

// Tables and what belongs to them.
extension DataDictionary {
  mutating func write(_ table: TableModel) {
    heading(3, table.name, anchor: "table")
    doc(table.doc)
    paragraph(
      "In SQL \(MarkdownText.code(table.sqlName))"
        + (table.isStrict ? ", STRICT" : "") + (table.isWithoutRowID ? ", WITHOUT ROWID" : "") + "."
    )
    block(
      MarkdownText.table(
        ["column", "type", "in SQL", "NULL", "key", "default", "constraints", "about"],
        table.columns.map { row($0, of: table) }
      )
    )
    if table.primaryKey.count > 1 {
      paragraph("The key is \(codes(table.primaryKey)).")
    } else if table.primaryKey.isEmpty {
      paragraph("The table has no key.")
    }
    list("Unique together", table.uniques.map { codes($0) })
    list(
      "Refers to",
      table.columns.compactMap { column in
        column.foreignKey.map { key in
          "\(link("table", key.table)) by \(MarkdownText.code(column.name))" + actions(of: key)
        }
      }
    )
    list(
      "Referred to by",
      names.referrers[table.name, default: []].map { table, column in
        "\(link("table", table)) by \(MarkdownText.code(column))"
      }
    )
    list(
      "Checks",
      table.checks.map { "\(MarkdownText.code($0.name.value)): \(MarkdownText.code($0.sql.text))" }
    )
    list("Constraints", table.constraints.map { MarkdownText.code($0.text) })
    list("Indexes", table.indexes.map(index))
    list("Requests", table.requests.map { request(named: $0.name.value) })
  }

  func index(_ model: IndexModel) -> String {
    "\(MarkdownText.code(model.sqlName)) on \(codes(model.entries.map(\.text)))"
      + (model.condition.map { " where \(MarkdownText.code($0.text))" } ?? "")
      + (model.isUnique ? ", unique" : "")
  }

  private func row(_ column: ColumnModel, of table: TableModel) -> [String] {
    var marks: [String] = []
    if table.primaryKey.contains(column.name) { marks.append("PK") }
    if column.foreignKey != nil { marks.append("FK") }
    if column.isUnique { marks.append("UK") }
    var constraints: [String] = []
    if let check = column.check { constraints.append("check \(MarkdownText.code(check.text))") }
    if let collation = column.collation {
      constraints.append("collate \(MarkdownText.code(collation.value))")
    }
    if let generated = column.generated {
      constraints.append(
        "generated\(generated.isStored ? ", stored" : "") \(MarkdownText.code(generated.sql.text))"
      )
    }
    if column.isAutoincrement { constraints.append("autoincrement") }
    return [
      MarkdownText.code(column.name),
      MarkdownText.code(column.type.spelling(column.isOptional, column.storage)),
      MarkdownText.code(
        [column.sqlName, column.declaredType].filter { !$0.isEmpty }.joined(separator: " ")
      ),
      column.isOptional ? "yes" : "no",
      marks.joined(separator: ", "),
      column.defaultValue.map(text) ?? "",
      constraints.joined(separator: ", "),
      column.doc.map(MarkdownText.line) ?? "",
    ]
  }

  private func text(_ value: ColumnModel.DefaultValue) -> String {
    switch value {
    case .literal(let sql, _): MarkdownText.code(sql)
    case .json(let value): MarkdownText.code(value.json)
    case .now: "now"
    case .sql(let fragment): MarkdownText.code(fragment.text)
    }
  }

  private func actions(of key: ForeignKeyModel) -> String {
    var words = ""
    if key.onDelete != .noAction { words += ", on delete \(key.onDelete.sql)" }
    if key.onUpdate != .noAction { words += ", on update \(key.onUpdate.sql)" }
    return words
  }

  func codes(_ texts: [String]) -> String {
    texts.map(MarkdownText.code).joined(separator: ", ")
  }

  func request(named key: String) -> String {
    link("request", Identifier.requestTypeName(of: key))
  }

  mutating func write(_ search: SearchModel) {
    heading(3, search.name, anchor: "search")
    doc(search.doc)
    let columns = search.columns.map { column in
      MarkdownText.code(column.name) + (column.weight.map { " (weight \($0))" } ?? "")
    }
    paragraph(
      "Searches \(columns.joined(separator: ", ")) of \(link("table", search.table)); in SQL"
        + " \(MarkdownText.code(search.sqlName))"
        + (search.tokenizer.map { ", tokenizer \(MarkdownText.code($0.value))" } ?? "")
        + (search.prefixes.isEmpty
          ? "" : ", prefixes of " + search.prefixes.map(String.init).joined(separator: ", ")) + "."
    )
  }

  mutating func write(_ model: EnumModel) {
    heading(3, model.name, anchor: "enum")
    doc(model.doc)
    block(
      MarkdownText.table(
        ["case", "stored as"],
        model.cases.map { item in
          let value = model.rawType == .string ? "'\(item.rawValue)'" : item.rawValue
          return [MarkdownText.code(item.name), MarkdownText.code(value)]
        }
      )
    )
  }

  mutating func write(_ model: StructModel) {
    heading(3, model.name, anchor: "value")
    doc(model.doc)
    block(
      MarkdownText.table(
        ["property", "type", "default", "about"],
        model.properties.map { property in
          let type = property.type.swiftSpelling + (property.isOptional ? "?" : "")
          return [
            MarkdownText.code(property.name), MarkdownText.code(type),
            MarkdownText.code(property.defaultValue?.json ?? ""),
            property.doc.map(MarkdownText.line) ?? "",
          ]
        }
      )
    )
  }

  mutating func write(_ model: AppTypeModel) {
    heading(3, model.name, anchor: "type")
    paragraph(
      "Stored as \(MarkdownText.code(model.stored.swiftSpelling))"
        + (model.module.map { ", declared in \(MarkdownText.code($0))" } ?? "") + "."
    )
  }
}
