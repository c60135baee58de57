internal import Strata

/// The table, the view and the statements of a collection.
final class CollectionDefinition: Sendable {
  let name: String
  /// The fields that the view has columns for.
  let fields: [String]
  let statements: CollectionStatements

  var table: String { Self.table(name) }

  private init(name: String, fields: [String]) {
    self.name = name
    self.fields = fields
    statements = CollectionStatements.of(name)
  }

  /// Whether the view has a column for each of the fields.
  func has(_ fields: [String]) -> Bool { fields.allSatisfy(self.fields.contains) }

  static func table(_ name: String) -> String {
    "strata_collection_\(name)".quotedDatabaseIdentifier
  }

  /// The expression of a field, the same one in views and in indexes.
  static func expression(_ path: String) -> String {
    let parts = path.split(separator: ".").map { part -> String in
      let name = part.prefix { $0 != "[" }
      return ".\(String(name).quotedDatabaseIdentifier)\(part.dropFirst(name.count))"
    }
    return "(body ->> \(("$" + parts.joined()).databaseValue.sqlLiteral))"
  }

  /// Opens a collection, and makes it where there is none.
  static func open(_ name: String, _ fields: [String], _ db: Database) throws
    -> CollectionDefinition
  {
    guard isGood(name) else { throw DocumentError(.invalidName, collection: name) }
    let row = try Row.fetchOne(
      db,
      sql: "SELECT name, fields, isDeclared FROM strata_collection WHERE name = ?",
      arguments: [name]
    )
    guard let table = try tableName(of: name, db) else {
      if let row, try row.decode(String.self, atIndex: 0) == name { try forget(name, db) }
      if try db.tableExists(name) || db.viewExists(name) {
        throw DocumentError(.nameTaken, collection: name)
      }
      return try make(name, unique(fields), db)
    }
    guard table == "strata_collection_\(name)" else {
      throw DocumentError(.nameTaken, collection: name)
    }
    guard let row, try !row.decode(Bool.self, atIndex: 2) else {
      return try declared(name, fields, isKnown: row != nil, db)
    }
    let known = try row.decode(String.self, atIndex: 1).split(separator: "\n").map(String.init)
    let definition = CollectionDefinition(name: name, fields: known)
    if definition.has(fields) { return definition }
    let more = CollectionDefinition(name: name, fields: unique(known + fields))
    try db.execute(sql: "DROP VIEW \(name.quotedDatabaseIdentifier)")
    try more.makeView(db)
    try db.execute(
      sql: "UPDATE strata_collection SET fields = ? WHERE name = ?",
      arguments: [more.fields.joined(separator: "\n"), name]
    )
    return more
  }

  /// The table of a collection, as it is spelt; nil where there is none.
  private static func tableName(of name: String, _ db: Database) throws -> String? {
    try String.fetchOne(
      db,
      sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name = ? COLLATE NOCASE",
      arguments: ["strata_collection_\(name)"]
    )
  }

  /// Forgets a collection whose table other SQL has dropped, so that it can be made anew.
  ///
  /// Nothing is known of what it had, also not by the databases that it was replicated with.
  private static func forget(_ name: String, _ db: Database) throws {
    let view = try String.fetchOne(
      db,
      sql: "SELECT sql FROM sqlite_master WHERE type = 'view' AND name = ?",
      arguments: [name]
    )
    if let view, view.contains("strata_collection_\(name)") {
      try db.execute(sql: "DROP VIEW \(name.quotedDatabaseIdentifier)")
    }
    try db.execute(sql: "DELETE FROM strata_blob_use WHERE collection = ?", arguments: [name])
    try db.execute(
      sql: "DELETE FROM strata_checkpoint WHERE collection = ? AND direction <> 'deleted'",
      arguments: [name]
    )
    try db.execute(
      sql: "UPDATE strata_collection SET isDeclared = 0 WHERE name = ?",
      arguments: [name]
    )
  }

  /// A collection whose table and view a schema has made, and changes.
  private static func declared(
    _ name: String,
    _ fields: [String],
    isKnown: Bool,
    _ db: Database
  ) throws -> CollectionDefinition {
    let known = unique(try db.columns(in: name).map(\.name))
    let definition = CollectionDefinition(name: name, fields: known)
    guard definition.has(fields) else {
      let missing = fields.filter { !known.contains($0) }
      throw DocumentError(.undeclared(fields: missing), collection: name)
    }
    if !isKnown {
      try db.execute(
        sql: "INSERT INTO strata_collection (name, fields, isDeclared) VALUES (?, '', 1)",
        arguments: [name]
      )
    }
    return definition
  }

  private static func make(_ name: String, _ fields: [String], _ db: Database) throws
    -> CollectionDefinition
  {
    let definition = CollectionDefinition(name: name, fields: fields)
    try db.execute(
      sql: """
        CREATE TABLE \(table(name)) (
          sequence INTEGER NOT NULL PRIMARY KEY,
          id TEXT NOT NULL UNIQUE,
          revision TEXT NOT NULL,
          ancestors TEXT,
          created INTEGER,
          expiration REAL,
          body TEXT,
          baseRevision TEXT,
          base TEXT
        ) STRICT;
        CREATE INDEX \("strata_expiration_\(name)".quotedDatabaseIdentifier)
        ON \(table(name)) (expiration) WHERE expiration IS NOT NULL
        """
    )
    try db.execute(
      sql: """
        INSERT OR REPLACE INTO strata_collection (name, fields, purgedSequence)
        VALUES (?, ?, ?)
        """,
      arguments: [
        name, fields.joined(separator: "\n"), try DocumentStore.deletedSequence(of: name, db),
      ]
    )
    try definition.makeView(db)
    return definition
  }

  private func makeView(_ db: Database) throws {
    let columns = fields.map {
      ", \(Self.expression($0)) AS \($0.quotedDatabaseIdentifier)"
    }
    try db.execute(
      sql: """
        CREATE VIEW \(name.quotedDatabaseIdentifier) AS
        SELECT id, revision\(columns.joined()), body FROM \(table) WHERE body IS NOT NULL
        """
    )
  }

  /// The fields without those that every view has, and each once.
  private static func unique(_ fields: [String]) -> [String] {
    var seen: Set<String> = ["id", "revision", "body"]
    return fields.filter { seen.insert($0.lowercased()).inserted }
  }

  private static func isGood(_ name: String) -> Bool {
    guard let first = name.utf8.first, Self.isLetter(first), name.utf8.count <= 200 else {
      return false
    }
    return name.utf8.allSatisfy {
      isLetter($0) || ($0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9"))
        || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
    } && !name.lowercased().hasPrefix("sqlite_") && !name.lowercased().hasPrefix("strata_")
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    let small = byte | 0x20
    return small >= UInt8(ascii: "a") && small <= UInt8(ascii: "z")
  }
}
