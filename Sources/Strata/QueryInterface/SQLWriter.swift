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
  let database: Database

  /// A table in FROM, under a name that no other source of the statement has.
  struct Source {
    var table: String
    var alias: String
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
    if sources.count > 1 {
      write(identifier: sources[source(of: table)].alias)
      sql += "."
    }
    write(identifier: name)
  }

  /// The source that a column of the table belongs to: the current one where it shows that table.
  private func source(of table: String?) -> Int {
    guard let table, sources[current].table != table else { return current }
    return sources.firstIndex { $0.table == table } ?? current
  }

  /// Writes a request inside another; its columns are its own.
  private mutating func writeSubquery(_ relation: Relation) throws {
    let (outerSources, outerCurrent) = (sources, current)
    defer { (sources, current) = (outerSources, outerCurrent) }
    try writeSelect(relation)
  }
}
