import TestSupport

@testable import Strata

/// The tables of a property test, made from a seed.
struct RandomSchema {
  struct Table {
    let name: String
    /// The columns that a write may set; the first one is the key.
    let columns: [String]
    /// Whether the key is the rowid.
    let hasIntegerKey: Bool
  }

  var tables: [Table] = []
  /// SQL that makes the tables, their triggers, views and indexes.
  var sql = ""

  init(using random: inout SeededGenerator) {
    for number in 0..<Int.random(in: 2...4, using: &random) {
      add(table: "t\(number)", parent: number == 0 ? nil : "t0", using: &random)
    }
    addTriggers(using: &random)
    sql += "CREATE TABLE log(message, n);\n"
    sql += "CREATE VIEW v AS SELECT x.id, x.a, y.b FROM t0 AS x LEFT JOIN t1 AS y ON y.a = x.a;\n"
    sql += "CREATE VIRTUAL TABLE search USING fts5(text);\n"
    sql += """
      CREATE TRIGGER indexed AFTER INSERT ON t0 BEGIN
        INSERT INTO search(text) VALUES ('word' || (new.id % 3));
      END;

      """
  }

  private mutating func add(
    table name: String,
    parent: String?,
    using random: inout SeededGenerator
  ) {
    // The first table is found by its rowid; of the others each has a key of some kind.
    let kind = parent == nil ? 0 : Int.random(in: 0..<4, using: &random)
    var columns = [
      [
        "id INTEGER PRIMARY KEY", "id INTEGER PRIMARY KEY AUTOINCREMENT", "id TEXT PRIMARY KEY",
        "id INTEGER",
      ][kind], "a INTEGER DEFAULT 1", "b TEXT", "c",
    ]
    var names = ["id", "a", "b", "c"]
    if Bool.random(using: &random) { columns[2] += " COLLATE NOCASE" }
    if Bool.random(using: &random) {
      columns.insert("g AS (a + 1) VIRTUAL", at: Int.random(in: 1...3, using: &random))
    }
    if Bool.random(using: &random) { columns.append("s AS (b || '!') STORED") }
    if let parent, Bool.random(using: &random) {
      let action = ["CASCADE", "SET NULL", "NO ACTION"].randomElement(using: &random) ?? "CASCADE"
      columns.append("p INTEGER REFERENCES \(parent)(id) ON DELETE \(action) ON UPDATE CASCADE")
      names.append("p")
    }
    if Bool.random(using: &random) { columns.append("UNIQUE (b)") }
    let isWithoutRowID = kind == 2 && Bool.random(using: &random)
    let options = isWithoutRowID ? " WITHOUT ROWID" : ""
    sql += "CREATE TABLE \(name)(\(columns.joined(separator: ", ")))\(options);\n"
    if Bool.random(using: &random) {
      sql += "CREATE UNIQUE INDEX \(name)i ON \(name)(c) WHERE c > 3;\n"
    }
    tables.append(Table(name: name, columns: names, hasIntegerKey: kind < 2))
  }

  private mutating func addTriggers(using random: inout SeededGenerator) {
    for (index, table) in tables.enumerated() where Bool.random(using: &random) {
      let event = ["INSERT", "UPDATE", "DELETE", "UPDATE OF a"].randomElement(using: &random)
      let other = tables[(index + 1) % tables.count].name
      let action =
        [
          "INSERT INTO log VALUES ('\(table.name)', 1)",
          "UPDATE \(other) SET c = c + 1 WHERE a = 2",
          "DELETE FROM \(other) WHERE a = 3",
          "REPLACE INTO \(other)(id, b) VALUES (2, 'y')",
        ].randomElement(using: &random) ?? ""
      sql += """
        CREATE TRIGGER trigger\(index) AFTER \(event ?? "INSERT") ON \(table.name) BEGIN \(action); END;

        """
    }
  }
}
