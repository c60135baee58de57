/// Writes fragments into the text of one statement, and collects its arguments.
struct SQLWriter {
  var sql = ""
  var arguments = StatementArguments()
  /// By which columns the records find their partners whose rows are asked for, in lower case.
  var partnerColumns: [[String]] = []
  /// The tables that the columns of the statement are looked for in.
  var sources: [Source] = []
  /// The source that a column without a table belongs to.
  var current = 0
  /// The sources of the requests around the one that is written, the outermost first.
  var outer: [[Source]] = []
  let database: Database

  /// A table in FROM, under a name that no other source of the statement has.
  struct Source {
    var reference: TableReference
    var alias: String
    /// By what other parts of the request refer to it.
    var handles: [TableAlias]
    var table: String { reference.name }
  }

  init(_ database: Database) {
    self.database = database
    sql.reserveCapacity(256)
  }

  mutating func write(_ text: String) {
    sql += text
  }

  mutating func write(_ fragment: SQL) throws {
    for part in fragment.parts {
      switch part {
      case .text(let text): sql += text
      case .value(let value):
        sql += "?"
        arguments.values.append(value)
      case .column(let name, let table): writeColumn(name, of: table)
      case .aliased(let name, let alias): write(column: name, of: try source(of: alias))
      case .primaryKey(let suffix): try writePrimaryKey(suffix)
      case .rowKey(let alias): try writeRowKey(alias)
      case .associated(let rows): try write(rows)
      case .raw(let text, let more):
        sql += text
        if !more.isEmpty { arguments += more }
      case .subquery(let relation):
        try writeSubquery(relation)
      }
    }
  }

  mutating func write(_ fragments: [SQL], separator: String) throws {
    for (index, fragment) in fragments.enumerated() {
      if index > 0 { sql += separator }
      try write(fragment)
    }
  }

  /// Writes a quoted name.
  mutating func write(identifier: String) {
    if identifier.utf8.contains(UInt8(ascii: "\"")) {
      sql += identifier.quotedDatabaseIdentifier
    } else {
      sql += "\""
      sql += identifier
      sql += "\""
    }
  }

  /// Writes a column; with the name of its source where there are several.
  private mutating func writeColumn(_ name: String, of table: String?) {
    if let table, !outer.isEmpty, let source = outerSource(of: table) {
      return write(column: name, of: source)
    }
    if sources.count > 1 {
      write(identifier: sources[source(of: table)].alias)
      sql += "."
    }
    write(identifier: name)
  }

  /// Writes a column with the name of its source.
  mutating func write(column: String, of source: Source) {
    write(identifier: source.alias)
    sql += "."
    write(identifier: column)
  }

  /// The source that a column of the table belongs to: the current one where it shows that table.
  private func source(of table: String?) -> Int {
    guard let table, sources[current].table != table else { return current }
    return sources.firstIndex { $0.table == table } ?? current
  }

  /// The source of a request around this one that shows the table, where none of its own does.
  private func outerSource(of table: String) -> Source? {
    if sources.contains(where: { $0.table == table }) { return nil }
    for sources in outer.reversed() {
      if let source = sources.first(where: { $0.table == table }) { return source }
    }
    return nil
  }

  /// Writes a request inside another, whose columns it can refer to.
  mutating func writeSubquery(_ relation: Relation) throws {
    let (outerSources, outerCurrent) = (sources, current)
    outer.append(sources)
    defer {
      outer.removeLast()
      (sources, current) = (outerSources, outerCurrent)
    }
    try writeSelect(relation)
  }
}
