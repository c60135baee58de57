import StrataSQLite

/// A statement of a schema, as a database keeps it (https://sqlite.org/schematab.html).
struct SchemaStatement: Hashable {
  /// `table`, `index`, `view` or `trigger`.
  var type: String
  var name: String
  /// The table or view that it stands on.
  var table: String
  /// Empty for what SQLite has made by itself.
  var sql: String

  /// All statements of the main schema, in their order.
  static func all(of connection: SQLiteConnection) throws -> [SchemaStatement] {
    try connection.rows("SELECT type, name, tbl_name, sql FROM sqlite_master").map {
      SchemaStatement(type: $0[0].text, name: $0[1].text, table: $0[2].text, sql: $0[3].text)
    }
  }
}
