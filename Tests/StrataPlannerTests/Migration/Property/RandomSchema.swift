import TestSupport

/// A schema that can be written as a file and changed step by step.
struct RandomSchema {
  struct Column {
    /// What stays the same when the column is renamed.
    var identity: Int
    var name: String
    var was: String?
    /// Int, Double, String, Data, Bool or an identity of a table.
    var type: String
    var isOptional = false
    var rest: [String] = []
    var generated: String?

    var text: String {
      let type = type + (isOptional ? "?" : "")
      let was = was.map { ["was: \($0)"] } ?? []
      let generated = generated.map { ["generated: \"\($0)\""] } ?? []
      return "\(name): {" + (["type: \(type)"] + rest + generated + was).joined(separator: ", ")
        + "}"
    }
  }

  struct Table {
    var identity: Int
    var name: String
    var was: String?
    var columns: [Column]
    var indexes: [String] = []
    var isStrict = true
    var isAutoincrement = false
    var hasSearch = false
    var hasView = false
    var hasTrigger = false
    var allowedDrops: [String] = []

    var sqlName: String { name.lowercased() }
    var texts: [Column] { columns.filter { $0.type == "String" && $0.generated == nil } }
  }

  var tables: [Table] = []
  var allowedDrops: [String] = []
  private var lastIdentity = 0
  /// The last identity before the changes.
  private var start = 0
  private var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    for _ in 0..<Int.random(in: 2...4, using: &generator) { addTable() }
  }

  private mutating func identity() -> Int {
    lastIdentity += 1
    return lastIdentity
  }

  // MARK: Text

  var text: String {
    var text = "sqlite: \"3.37\"\n"
    if !allowedDrops.isEmpty {
      text += "allow: {drop: [\(allowedDrops.joined(separator: ", "))]}\n"
    }
    text += "tables:\n"
    for table in tables {
      text += "  \(table.name):\n"
      if let was = table.was { text += "    was: \(was)\n" }
      if !table.isStrict { text += "    strict: false\n" }
      if !table.allowedDrops.isEmpty {
        text += "    allow: {drop: [\(table.allowedDrops.joined(separator: ", "))]}\n"
      }
      text += "    columns:\n"
      text += "      id: {type: Int\(table.isAutoincrement ? ", autoincrement: true" : "")}\n"
      for column in table.columns { text += "      \(column.text)\n" }
      if !table.indexes.isEmpty {
        text += "    indexes:\n"
        for index in table.indexes { text += "      by\(index): [\(index) desc]\n" }
      }
    }
    let views = tables.filter(\.hasView)
    if !views.isEmpty {
      text += "views:\n"
      for table in views {
        let names = (["id"] + table.columns.map(\.name)).joined(separator: ", ")
        text += "  \(table.name)View: {sql: \"SELECT \(names) FROM \(table.sqlName)\"}\n"
        text += "  \(table.name)Count: {sql: \"SELECT count(*) AS n FROM \(table.sqlName)View\"}\n"
      }
    }
    let searches = tables.filter { $0.hasSearch && !$0.texts.isEmpty }
    if !searches.isEmpty {
      text += "search:\n"
      for table in searches {
        let names = table.texts.map(\.name).joined(separator: ", ")
        text += "  \(table.name)Search: {table: \(table.name), columns: [\(names)]}\n"
      }
    }
    let triggers = tables.filter(\.hasTrigger)
    if !triggers.isEmpty {
      text += "triggers:\n"
      for table in triggers {
        let other = tables.last.map(\.sqlName) ?? table.sqlName
        text += "  \(table.sqlName)Gone: {sql: \"AFTER DELETE ON \(table.sqlName) BEGIN DELETE FROM"
        text += " \(other) WHERE id = old.id + 1000; END\"}\n"
      }
    }
    return text
  }

  // MARK: Growing

  private mutating func addTable() {
    let number = identity()
    var table = Table(identity: number, name: "T\(number)", columns: [])
    table.isStrict = generator.chance(3, in: 4)
    table.isAutoincrement = generator.chance(1, in: 3)
    table.hasSearch = generator.chance(1, in: 3)
    table.hasView = generator.chance(1, in: 2)
    table.hasTrigger = generator.chance(1, in: 2)
    for _ in 0..<Int.random(in: 1...5, using: &generator) {
      table.columns.append(column(in: table))
    }
    tables.append(table)
    addIndex(tables.count - 1)
  }

  private mutating func column(in table: Table) -> Column {
    let number = identity()
    var types = ["Int", "Double", "String", "String", "Data", "Bool"]
    types += tables.map { "\($0.name).ID" } + ["\(table.name).ID"]
    var column = Column(identity: number, name: "c\(number)", type: generator.pick(types) ?? "Int")
    column.isOptional = column.type.hasSuffix(".ID") || generator.chance(1, in: 3)
    if column.type.hasSuffix(".ID"), generator.chance(1, in: 2) {
      column.rest.append("delete: cascade")
    }
    if column.type == "String", generator.chance(1, in: 4) { column.rest.append("collate: NOCASE") }
    if column.type == "String", generator.chance(1, in: 4) {
      column.rest.append("check: \"length(\(column.name)) < 9000\"")
    }
    if column.type == "Int", generator.chance(1, in: 4) { column.rest.append("default: 7") }
    return column
  }

  private mutating func addIndex(_ index: Int) {
    guard let column = generator.pick(tables[index].columns),
      !tables[index].indexes.contains(column.name)
    else { return }
    tables[index].indexes.append(column.name)
  }
}

// MARK: - Changing

extension RandomSchema {
  /// Another version of the schema, with what its author says about the changes.
  func changed(seed: UInt64) -> RandomSchema {
    var schema = self
    schema.generator = SeededGenerator(seed: seed)
    schema.start = lastIdentity
    schema.allowedDrops = []
    for index in schema.tables.indices {
      schema.tables[index].was = nil
      for column in schema.tables[index].columns.indices {
        schema.tables[index].columns[column].was = nil
        schema.tables[index].columns[column].rest.removeAll {
          $0.hasPrefix("backfill") || $0.hasPrefix("cast")
        }
      }
    }
    for _ in 0..<Int.random(in: 1...6, using: &schema.generator) { schema.change() }
    return schema
  }

  private mutating func change() {
    guard let index = tables.indices.randomElement(using: &generator) else { return }
    switch Int.random(in: 0..<14, using: &generator) {
    case 0: addTable()
    case 1: dropTable(index)
    case 2: renameTable(index)
    case 3, 4: addColumn(index)
    case 5: dropColumn(index)
    case 6, 7: renameColumn(index)
    case 8: retype(index)
    case 9: require(index)
    case 10: tables[index].hasSearch.toggle()
    case 11: tables[index].hasView.toggle()
    case 12: addIndex(index)
    default:
      tables[index].columns.shuffle(using: &generator)
      tables[index].isStrict.toggle()
    }
  }

  private mutating func dropTable(_ index: Int) {
    let name = tables[index].name
    let isReferred = tables.contains { $0.columns.contains { $0.type == "\(name).ID" } }
    guard tables.count > 2, !isReferred, tables[index].was == nil else { return }
    allowedDrops.append(tables[index].sqlName)
    tables.remove(at: index)
  }

  private mutating func renameTable(_ index: Int) {
    guard tables[index].was == nil, !isNew(tables[index].identity) else { return }
    let old = tables[index].name
    let new = "\(old)R\(identity())"
    tables[index].was = old
    tables[index].name = new
    for table in tables.indices {
      for column in tables[table].columns.indices
      where tables[table].columns[column].type == "\(old).ID" {
        tables[table].columns[column].type = "\(new).ID"
      }
    }
  }

  /// Whether something was added by one of the changes.
  private func isNew(_ identity: Int) -> Bool { identity > start }

  private mutating func addColumn(_ index: Int) {
    var new = column(in: tables[index])
    switch (new.type, new.isOptional) {
    case ("Int", true) where generator.chance(1, in: 2):
      new.rest.removeAll { $0.hasPrefix("default") }
      new.generated = "id + 1"
    case (_, true): break
    case ("Int", _): new.rest = ["default: 3"]
    case ("String", _): new.rest.append("backfill: \"'row ' || id\"")
    case ("Double", _): new.rest.append("backfill: id / 2.0")
    case ("Data", _): new.rest.append("backfill: zeroblob(3)")
    default: new.rest.append("default: true")
    }
    tables[index].columns.insert(
      new,
      at: Int.random(in: 0...tables[index].columns.count, using: &generator)
    )
  }

  private mutating func dropColumn(_ index: Int) {
    guard tables[index].columns.count > 1,
      let place = tables[index].columns.indices.randomElement(using: &generator)
    else { return }
    let column = tables[index].columns.remove(at: place)
    tables[index].allowedDrops.append(column.was ?? column.name)
    tables[index].indexes.removeAll { $0 == column.name }
  }

  private mutating func renameColumn(_ index: Int) {
    guard let place = tables[index].columns.indices.randomElement(using: &generator) else { return }
    var column = tables[index].columns[place]
    guard column.was == nil, !isNew(column.identity) else { return }
    let old = column.name
    column.name = "\(old)r\(identity())"
    column.was = old
    column.rest = column.rest.map {
      $0.replacing("length(\(old))", with: "length(\(column.name))")
        .replacing("|| \(old)\"", with: "|| \(column.name)\"")
    }
    tables[index].columns[place] = column
    tables[index].indexes = tables[index].indexes.map { $0 == old ? column.name : $0 }
  }

  private mutating func retype(_ index: Int) {
    let places = tables[index].columns.indices.filter {
      let column = tables[index].columns[$0]
      return ["Int", "Double"].contains(column.type) && column.generated == nil
        && !isNew(column.identity)
    }
    guard let place = generator.pick(places) else { return }
    var column = tables[index].columns[place]
    column.rest.removeAll { $0.hasPrefix("default") }
    column.type = "String"
    column.rest.append("cast: \"'v' || \(column.name)\"")
    tables[index].columns[place] = column
  }

  private mutating func require(_ index: Int) {
    guard let place = tables[index].columns.indices.randomElement(using: &generator) else { return }
    var column = tables[index].columns[place]
    guard column.generated == nil, !column.type.hasSuffix(".ID"), !isNew(column.identity) else {
      return
    }
    column.isOptional.toggle()
    if !column.isOptional, !column.rest.contains(where: { $0.hasPrefix("backfill") }) {
      let values = [
        "Int": "1", "Double": "1.5", "String": "'none'", "Data": "zeroblob(1)", "Bool": "0",
      ]
      column.rest.append("backfill: \"\(values[column.type] ?? "1")\"")
    }
    tables[index].columns[place] = column
  }
}
