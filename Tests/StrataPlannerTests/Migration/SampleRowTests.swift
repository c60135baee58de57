import StrataSQLite
import StrataSchema
import Testing

@testable import StrataPlanner

/// Steps that look at values, on the rows of a replay.
@Suite struct SampleRowTests {
  @Test(arguments: [
    #"home: Ad, city: {type: "String?", backfill: "json_extract(home, '$.city')"}"#,
    #"home: Ad, city: {type: String, generated: "coalesce(json_extract(home, '$.city'), '')"}"#,
    #"home: {type: "[String]", cast: "json_array(json_extract(home, '$.city'))"}"#,
    #"home: Ad, n: {type: Int, backfill: "length(home) / (length(home) - 1)"}"#,
  ])
  func `JSON is looked into`(columns: String) throws {
    let schema = { (columns: String, rest: String) in
      """
      sqlite: "3.38"
      values: {Ad: {city: String, zip: "String?"}}
      tables:
        Item:
          columns: {id: Int, \(columns)}
          \(rest)

      """
    }
    for index in ["", #"indexes: {i: ["json_extract(home, '$.city')"]}"#] {
      let evolution = try Evolution(schema("home: Ad", ""), schema(columns, index))
      let rows = try evolution.migrated([#"INSERT INTO item VALUES (1, '{"city":"Port"}')"#])
      #expect(try rows.lines("SELECT json_valid(home) FROM item") == ["1"])
    }
  }

  @Test func `a tree has an end`() throws {
    let schema = { (more: String) in
      """
      tables:
        Item:
          columns: {id: Int, p: "Item.ID?"\(more)}

      """
    }
    let depth = """
      (WITH RECURSIVE c(i, d) AS (SELECT item.id, 0 UNION ALL SELECT x.p, d + 1 FROM c JOIN item AS x
      ON x.id = c.i WHERE x.p IS NOT NULL) SELECT max(d) FROM c)
      """.replacing("\n", with: " ")
    let evolution = try Evolution(
      schema(""),
      schema(#", depth: {type: Int, backfill: "\#(depth)"}"#)
    )
    let rows = try evolution.migrated(["INSERT INTO item VALUES (1, NULL), (2, 1), (3, 2)"])
    #expect(try rows.lines("SELECT depth FROM item") == ["0", "1", "2"])
  }

  @Test func `a query that never ends is refused`() throws {
    let database = try ReplayDatabase()
    database.connection.interruptStatements(afterSteps: 10_000)
    let endless =
      "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i FROM c) SELECT count(*) FROM c"
    #expect(throws: StepFailure.self) { try database.run([endless]) }
    // Where only the rows of the replay are why, the step is run without them.
    try database.run(["CREATE TABLE t (a)", "INSERT INTO t VALUES (1)"])
    try database.run([endless.replacing("SELECT 1", with: "SELECT a FROM t")])
  }

  @Test func `what a constraint would drop makes the step fail`() throws {
    let schema = { (s: String, clause: String) in
      """
      enums: {C: {raw: Int, cases: {\(clause)}}}
      tables:
        Item:
          columns: {id: Int, s: \(s), c: C}
          constraints: [UNIQUE (s) ON CONFLICT REPLACE, UNIQUE (c) ON CONFLICT IGNORE]

      """
    }
    let rows = ["INSERT INTO item VALUES (1, 'a', 1), (2, 'b', 2), (3, 'ccc', 3)"]
    let cast = try Evolution(
      schema("String?", "a: 1, b: 2, c: 3"),
      schema("{type: Int?, cast: length(s)}", "a: 1, b: 2, c: 3")
    )
    #expect(cast.hazards == ["unique-added item.s"])
    #expect(throws: DatabaseError.self) { try cast.migrated(rows) }
    let renumbered = try Evolution(
      schema("String?", "a: 1, b: 2, c: 3"),
      schema("String?", "n: 1, a: 2, b: 3, c: 4")
    )
    #expect(try renumbered.migrated(rows).lines("SELECT c FROM item") == ["2", "3", "4"])
  }
}
