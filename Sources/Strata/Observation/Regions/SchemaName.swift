/// The name of a table or a column, compared as SQLite compares names: ASCII letters without case.
package struct SchemaName: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name as it was written first.
  package let text: String
  private let folded: String
  /// Known beforehand: a write that is observed looks for names a dozen times.
  private let hash: Int

  package init(_ text: String) {
    self.text = text
    folded = text.sqlLowercased
    hash = folded.hashValue
  }

  package init(stringLiteral value: String) { self.init(value) }

  package static func == (left: SchemaName, right: SchemaName) -> Bool {
    left.hash == right.hash && left.folded == right.folded
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }

  /// The name as an identifier of SQL.
  var quoted: String { text.quotedDatabaseIdentifier }

  func hasPrefix(_ prefix: SchemaName) -> Bool { folded.hasPrefix(prefix.folded) }
}

/// A table of one of the databases that a connection sees: `main`, `temp`, or an attached one.
package struct TableName: Hashable, Sendable, CustomStringConvertible {
  /// The database; nil is `main`, where nearly every table is.
  package let database: SchemaName?
  package let table: SchemaName

  package init(_ table: String, in database: String = "main") {
    self.table = SchemaName(table)
    if database == "main" {
      self.database = nil
      return
    }
    let database = SchemaName(database)
    self.database = database == "main" ? nil : database
  }

  package var description: String {
    database.map { "\($0.text).\(table.text)" } ?? table.text
  }

  /// Whether SQLite keeps the table for itself; nobody observes `sqlite_stat1`.
  package var isInternal: Bool { table.hasPrefix("sqlite_") }

  /// Whether the table is the one that says which tables there are.
  var isCatalog: Bool { Self.catalogs.contains(table) }

  private static let catalogs: [SchemaName] = [
    "sqlite_master", "sqlite_schema", "sqlite_temp_master", "sqlite_temp_schema",
  ]
}
