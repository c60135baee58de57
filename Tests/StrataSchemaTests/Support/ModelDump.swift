import StrataSchema

/// A model as text that people can read and compare.
struct ModelDump: CustomStringConvertible {
  private(set) var description = ""

  init(_ schema: SchemaModel) {
    line(0, "database \(schema.database.value) sqlite \(schema.sqliteVersion) \(schema.access)")
    if !schema.generatesStandardRequests { line(1, "no standard requests") }
    if schema.isCodable { line(1, "codable") }
    line(1, "files \(schema.files.joined(separator: " "))")
    for item in schema.enums { add(item) }
    for item in schema.structs { add(item) }
    for item in schema.collections {
      line(
        0,
        "collection \(item.name) sql \(item.sqlName) blobs \(item.blobs.sorted())"
      )
      add(item.model)
    }
    for item in schema.appTypes {
      line(
        0,
        "type \(item.name): \(text(item.stored)) as \(item.storage.rawValue)"
          + (item.isCodable ? " codable" : "") + (item.module.map { " from \($0)" } ?? "")
      )
    }
    for item in schema.tables { add(item, schema) }
    for item in schema.views { add(item) }
    for item in schema.searches { add(item) }
    for item in schema.triggers { line(0, "trigger \(item.name.value) \(text(item.sql))") }
    for item in schema.functions { add(item) }
    for item in schema.collations { line(0, "collation \(item.value)") }
    for item in schema.requests { add(item) }
    for item in schema.statements { add(item) }
  }

  private mutating func line(_ depth: Int, _ text: String) {
    description += String(repeating: "  ", count: depth) + text + "\n"
  }

  private mutating func add(_ item: EnumModel) {
    line(0, "enum \(item.name): \(item.rawType.rawValue)\(item.isCodable ? " codable" : "")")
    doc(item.doc)
    for item in item.cases {
      line(1, "case \(item.name) = \(item.rawValue)" + item.was.map { " was \($0.value)" }.joined())
    }
  }

  private mutating func add(_ item: StructModel) {
    line(0, "value \(item.name)")
    doc(item.doc)
    for property in item.properties {
      let type = text(property.type) + (property.isOptional ? "?" : "")
      let value = property.defaultValue.map { " = \($0.json) or \(text($0.value))" } ?? ""
      line(1, "\(property.name): \(type)\(value)" + (property.doc.map { " | /// \($0)" } ?? ""))
    }
  }

  private func text(_ value: JSONDefault.Value) -> String {
    switch value {
    case .null: "nil"
    case .scalar(let swift, _, let isOptional): swift + (isOptional ? "?" : "")
    case .list(let items): "[" + items.map { text($0) }.joined(separator: ", ") + "]"
    case .dictionary(let entries):
      "[" + entries.map { "\($0.name): \(text($0.value))" }.joined(separator: ", ") + "]"
    case .structure(let name, let entries):
      "\(name)(" + entries.map { "\($0.name): \(text($0.value))" }.joined(separator: ", ") + ")"
    }
  }

  private mutating func add(_ table: TableModel, _ schema: SchemaModel) {
    let words: [String?] = [
      "table \(table.name)", "sql \(table.sqlName)", table.isStrict ? nil : "not strict",
      table.isWithoutRowID ? "without rowid" : nil,
      table.isCodable == schema.isCodable ? nil : "codable \(table.isCodable)",
      table.generatesStandardRequests == schema.generatesStandardRequests
        ? nil : "standard requests \(table.generatesStandardRequests)",
      table.was.map { "was \($0.value)" },
    ]
    line(0, words.compactMap(\.self).joined(separator: " "))
    doc(table.doc)
    for column in table.columns { line(1, text(column)) }
    let rowID = table.rowIDColumn.map { " rowid \($0.name)" } ?? ""
    line(1, "key [\(table.primaryKey.joined(separator: ", "))]\(rowID)")
    for unique in table.uniques { line(1, "unique [\(unique.joined(separator: ", "))]") }
    for constraint in table.constraints { line(1, "constraint \(text(constraint))") }
    for check in table.checks { line(1, "check \(check.name.value) \(text(check.sql))") }
    for index in table.indexes {
      let entries = index.entries.map { text($0) }.joined(separator: ", ")
      line(
        1,
        "\(index.isUnique ? "unique " : "")index \(index.name.value) sql \(index.sqlName) [\(entries)]"
          + (index.condition.map { " where \(text($0))" } ?? "")
      )
    }
    for request in table.requests { add(request) }
  }

  private mutating func add(_ view: ViewModel) {
    line(0, "view \(view.name) sql \(view.sqlName) \(text(view.sql))")
    doc(view.doc)
    for column in view.columns { line(1, "\(column.name.value): \(text(column.type))") }
    if !view.primaryKey.isEmpty {
      line(1, "key [\(view.primaryKey.map(\.value).joined(separator: ", "))]")
    }
    for request in view.requests { add(request) }
  }

  private mutating func add(_ search: SearchModel) {
    line(0, "search \(search.name) sql \(search.sqlName) of \(search.table)")
    doc(search.doc)
    for column in search.columns {
      line(1, "column \(column.name) weight \(column.weight ?? "1")")
    }
    if let tokenizer = search.tokenizer { line(1, "tokenize \(tokenizer.value)") }
    if !search.prefixes.isEmpty { line(1, "prefix \(search.prefixes)") }
  }

  private mutating func add(_ function: FunctionModel) {
    let words: [String?] = [
      "function \(function.name.value)",
      function.argumentCount.map { "arguments \($0)" },
      function.returns.map { "returns \(text($0))" },
      function.isDeterministic ? "deterministic" : nil,
    ]
    line(0, words.compactMap(\.self).joined(separator: " "))
  }

  private mutating func add(_ request: RequestModel) {
    line(1, "request \(request.name.value) returns \(request.returns.rawValue)")
    if let doc = request.doc { line(2, "/// \(doc)") }
    for parameter in request.parameters {
      line(
        2,
        "parameter \(parameter.name.value): \(text(parameter.type))"
          + (parameter.defaultValue.map { " = \(text($0))" } ?? "")
      )
    }
    if let condition = request.condition { line(2, "where \(text(condition))") }
    for entry in request.order { line(2, "order \(text(entry))") }
    for order in request.orders {
      let terms = order.terms.map { text($0) }.joined(separator: ", ")
      let mark = order.name.value == request.defaultOrder ? " default" : ""
      line(2, "order \(order.name.value)\(mark) [\(terms)]")
    }
    if let size = request.pageSize { line(2, "page \(size.value)") }
    if let plan = request.plan {
      let tables = plan.unscanned.map(\.value).joined(separator: ", ")
      line(2, "plan uses \(plan.index?.value ?? "-") noScan [\(tables)]")
    }
    if let limit = request.limit { line(2, "limit \(text(limit))") }
    if let sql = request.sql { line(2, "sql \(text(sql))") }
    for nested in request.row { line(2, "row \(nested.name.value): \(text(nested.source)).*") }
    for column in request.columns { line(2, "\(column.name.value): \(text(column.type))") }
    if let value = request.value { line(2, "value \(text(value))") }
    if let type = request.valueType { line(2, "type \(text(type))") }
    if let variants = request.variants {
      line(2, "variants \(variants.map(\.rawValue).sorted().joined(separator: " "))")
    }
    if let value = request.defaultValue { line(2, "default \(text(value))") }
    if case .literal(let text, _) = request.untypedDefault { line(2, "default \(text.value)") }
  }

  private mutating func add(_ statement: StatementModel) {
    let returns = statement.returns.map { " returns \($0.value.rawValue)" } ?? ""
    line(0, "statement \(statement.name.value)\(returns)")
    doc(statement.doc)
    for parameter in statement.parameters {
      line(1, "parameter \(parameter.name.value): \(text(parameter.type))")
    }
    line(1, "sql \(text(statement.sql))")
    for column in statement.columns { line(1, "\(column.name.value): \(text(column.type))") }
  }

  private mutating func doc(_ doc: String?) {
    if let doc { line(1, "/// " + doc.split(separator: "\n").joined(separator: "\\n")) }
  }

  private func text(_ column: ColumnModel) -> String {
    let type = DeclaredType(
      type: column.type,
      isOptional: column.isOptional,
      storage: column.storage,
      range: column.range
    )
    var words = ["\(column.name): \(text(type))", "sql \(column.sqlName) \(column.declaredType)"]
    if let value = column.defaultValue { words.append("default \(text(value))") }
    if column.isUnique { words.append("unique") }
    if let check = column.check { words.append("check \(text(check))") }
    if let collation = column.collation { words.append("collate \(collation.value)") }
    if let generated = column.generated {
      words.append("generated \(generated.isStored ? "stored " : "")\(text(generated.sql))")
    }
    if column.isAutoincrement { words.append("autoincrement") }
    if column.isNewtype { words.append("newtype") }
    if let key = column.foreignKey {
      words.append(
        "references \(key.table).\(key.column) delete \(key.onDelete.rawValue)"
          + " update \(key.onUpdate.rawValue) as \(key.accessor)"
          + (key.inverse.map { " inverse \($0.value)" } ?? "")
      )
    }
    if let was = column.was { words.append("was \(was.value)") }
    if let doc = column.doc { words.append("/// \(doc)") }
    return words.joined(separator: " | ")
  }

  private func text(_ type: DeclaredType) -> String {
    "\(text(type.type))\(type.isOptional ? "?" : "") as \(type.storage.rawValue)"
  }

  private func text(_ type: ValueType) -> String {
    switch type {
    case .enumeration(let name): "enum \(name)"
    case .id(let table, let rawValue): "\(table).ID(\(text(rawValue)))"
    case .app(let name, let stored): "app \(name)(\(text(stored)))"
    case .structure(let name): "value \(name)"
    case .array(let element, let isOptional): "[\(text(element))\(isOptional ? "?" : "")]"
    case .dictionary(let element, let isOptional):
      "[String: \(text(element))\(isOptional ? "?" : "")]"
    default: "\(type)"
    }
  }

  private func text(_ value: ColumnModel.DefaultValue) -> String {
    switch value {
    case .literal(let sql, let swift): "\(sql) or \(swift)"
    case .json(let value): "json \(value.json) or \(text(value.value))"
    case .now: "now"
    case .sql(let fragment): "sql \(text(fragment))"
    }
  }

  private func text(_ fragment: SQLFragment) -> String {
    let start = fragment.position(atUTF8Offset: 0)
    let text = fragment.text.split(separator: "\n", omittingEmptySubsequences: false)
    return "`\(text.joined(separator: "\\n"))`@\(start.line):\(start.column)"
  }
}
