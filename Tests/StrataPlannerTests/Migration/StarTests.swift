import StrataSQLite
import StrataSchema
import Testing

@testable import StrataPlanner

/// `*` in what a database keeps means the same columns wherever a migration has put them.
@Suite struct StarTests {
  private static func schema(_ columns: String) -> String {
    """
    tables:
      A: {columns: {id: Int, \(columns)y: String, z: String}}
      B: {columns: {id: Int, x: String, y: String, z: String}}
    views:
      V: {sql: SELECT * FROM a}
      U: {sql: "SELECT * FROM v UNION ALL SELECT 9, \(columns.isEmpty ? "" : "'n', ")y, z FROM b"}
      J: {sql: "SELECT b.*, count(*) AS n FROM a JOIN b ON b.id = a.id GROUP BY b.id"}
    triggers:
      t: {sql: "AFTER UPDATE ON a BEGIN \(insert(columns)); END"}
    """
  }

  private static func insert(_ columns: String) -> String {
    columns.isEmpty
      ? "INSERT INTO b SELECT id, 'old', y, z FROM a WHERE id = new.id"
      : "INSERT INTO b SELECT * FROM a WHERE id = new.id"
  }

  private static let new = "x: {type: String, default: X}, "

  @Test func `views and triggers follow the schema, not the order in the file`() throws {
    let evolution = try Evolution(Self.schema(""), Self.schema(Self.new))
    #expect(evolution.sql.contains(#"ALTER TABLE "a" ADD COLUMN "x""#))
    #expect(!evolution.sql.contains("strata_new"))
    let rows = try evolution.migrated([
      "INSERT INTO a VALUES (1, 'yy', 'zz')", "INSERT INTO b VALUES (5, 'bx', 'by', 'bz')",
    ])
    #expect(try rows.lines("SELECT * FROM a") == ["1|yy|zz|X"])
    #expect(try rows.lines("SELECT * FROM v") == ["1|X|yy|zz"])
    #expect(try rows.lines("SELECT * FROM u") == ["1|X|yy|zz", "9|n|by|bz"])
    try rows.execute("UPDATE a SET y = 'y2'")
    #expect(try rows.lines("SELECT * FROM b WHERE id = 1") == ["1|X|y2|zz"])
    #expect(try rows.lines("SELECT * FROM j") == ["1|X|y2|zz|1"])
  }

  @Test func `the same text means another thing where the columns have another order`() throws {
    func stored(_ columns: String, view: String) throws -> StoredSchema {
      let connection = try SQLiteConnection(path: ":memory:")
      try connection.execute("CREATE TABLE a (\(columns))")
      try connection.execute("CREATE VIEW v(k, l) AS SELECT * FROM a AS m")
      try connection.execute("CREATE VIEW w AS \(view)")
      return try StoredSchema(connection)
    }
    let plain = try stored("x, y", view: "SELECT * FROM a")
    let named = try stored("x, y", view: #"SELECT "a"."x", a.Y FROM a"#)
    let other = try stored("y, x", view: "SELECT * FROM a")
    #expect(SchemaDifference(from: plain, to: named).isEmpty)
    #expect(SchemaDifference(from: other, to: plain).changedObjects.map(\.name) == ["v", "w"])
    let views = try stored("x, y", view: "SELECT * FROM v")
    let columns = try stored("x, y", view: "SELECT v.k, v.l FROM v")
    #expect(SchemaDifference(from: views, to: columns).isEmpty)
  }
}
