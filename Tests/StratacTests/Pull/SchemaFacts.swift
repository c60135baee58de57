import StrataSQLite

/// What SQLite itself says of a database, by its pragmas: an oracle that knows nothing of how Strata
/// reads schemas.
enum SchemaFacts {
  static func facts(of connection: SQLiteConnection) throws -> [String] {
    var facts: [String] = []
    let objects = try connection.texts(
      """
      SELECT type, name, coalesce(tbl_name, '') FROM sqlite_master
      WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT IN
        (SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'shadow')
      """
    )
    for object in objects {
      let (type, name) = (object[0], object[1])
      facts.append("\(type) \(name.lowercased()) on \(object[2].lowercased())")
      guard type == "table" || type == "view" else { continue }
      guard let columns = try? self.columns(of: name, isTable: type == "table", connection) else {
        facts.append("\(name) cannot be read")
        continue
      }
      facts += columns
      if type == "table" { facts += try indexes(of: name, connection) }
      if type == "table" { facts += try references(of: name, connection) }
    }
    return facts.sorted()
  }

  private static func columns(
    of table: String,
    isTable: Bool,
    _ connection: SQLiteConnection
  ) throws -> [String] {
    let rows = try connection.texts(
      """
      SELECT name, upper(replace(replace(replace(type, ' (', '('), ' ,', ','), ', ', ',')), "notnull", coalesce(dflt_value, '-'), pk, hidden
      FROM pragma_table_xinfo(?1)
      """,
      [table]
    )
    let keys = rows.filter { $0[4] != "0" }
    return rows.map { row in
      // A rowid is never NULL, whatever is written.
      let isRowID = keys.count == 1 && row[4] == "1" && row[1] == "INTEGER"
      return "\(table.lowercased()).\(row[0].lowercased()): \(isTable ? row[1] : "") "
        + "\(isRowID ? "1" : row[2]) \(constant(row[3])) \(row[4]) \(row[5])"
    }
  }

  /// A default without brackets, spaces and the kind of its quotation marks.
  private static func constant(_ sql: String) -> String {
    var text = sql.lowercased().filter { !$0.isWhitespace && $0 != "'" && $0 != "\"" && $0 != "+" }
    while text.hasPrefix("("), text.hasSuffix(")") { text = String(text.dropFirst().dropLast()) }
    return text == "null" ? "-" : text
  }

  private static func indexes(of table: String, _ connection: SQLiteConnection) throws -> [String] {
    let indexes = try connection.texts(
      "SELECT name, \"unique\", origin, partial FROM pragma_index_list(?1)",
      [table]
    )
    return try indexes.map { index in
      let columns = try connection.texts(
        """
        SELECT coalesce(name, '(' || cid || ')'), "desc", upper(coll) FROM pragma_index_xinfo(?1)
        WHERE key = 1
        """,
        [index[0]]
      )
      let name = index[2] == "c" ? index[0].lowercased() : index[2]
      let parts = columns.map { $0.joined(separator: " ").lowercased() }.joined(separator: ", ")
      return "index \(name) of \(table.lowercased()): \(index[1]) \(index[3]) (\(parts))"
    }
  }

  private static func references(
    of table: String,
    _ connection: SQLiteConnection
  ) throws -> [String] {
    let rows = try connection.texts(
      """
      SELECT id, lower("table"), lower("from"), lower(coalesce("to", '')), on_update, on_delete
      FROM pragma_foreign_key_list(?1) ORDER BY id, seq
      """,
      [table]
    )
    return Dictionary(grouping: rows) { $0[0] }.values.map { rows in
      let parts = rows.map { row in
        // Without a column it is the key of the parent.
        "\(row[2])"
      }
      return "\(table.lowercased()) (\(parts.joined(separator: ", "))) -> \(rows[0][1])"
        + " \(rows[0][4]) \(rows[0][5])"
    }
  }
}

extension SQLiteConnection {
  /// All rows with their values as texts.
  func texts(_ sql: String, _ arguments: [String] = []) throws -> [[String]] {
    let statement = try prepare(sql)
    try statement.bind(StatementArguments(values: arguments.map(\.databaseValue)))
    var rows: [[String]] = []
    while try statement.step() {
      rows.append(
        statement.values.map { value in
          String.fromDatabaseValue(value) ?? Int64.fromDatabaseValue(value).map(String.init) ?? ""
        }
      )
    }
    return rows
  }
}
