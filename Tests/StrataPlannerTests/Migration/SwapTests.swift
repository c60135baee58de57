import StrataSQLite
import StrataSchema
import Testing

@testable import StrataPlanner

/// Names that move on, from one thing to the next.
@Suite struct SwapTests {
  private func team(_ columns: String, _ rest: String = "") -> String {
    "tables:\n  Team:\n    columns: {id: Int, \(columns)}\n\(rest)"
  }

  @Test func `columns change places with their values and all that names them`() throws {
    let objects = """
      views: {Names: {sql: "SELECT a, b FROM team"}}
      triggers: {log: {sql: "AFTER UPDATE OF a ON team BEGIN UPDATE team SET b = old.a WHERE id = new.id; END"}}

      """
    let evolution = try Evolution(
      team("a: String, b: {type: String, unique: true}", objects),
      team("b: {type: String, was: a}, a: {type: String, unique: true, was: b}", objects)
    )
    #expect(evolution.hazards == [])
    #expect(!evolution.sql.contains("strata_new"))
    let rows = try evolution.migrated(["INSERT INTO team VALUES (1, 'was a', 'was b')"])
    #expect(try rows.lines("SELECT a, b FROM team") == ["was b|was a"])
    #expect(try rows.lines("SELECT * FROM names") == ["was b|was a"])
  }

  @Test func `names go round in a circle, and move on in a row`() throws {
    let circle = try Evolution(
      team("a: Int, b: Int, c: Int"),
      team("a: {type: Int, was: c}, b: {type: Int, was: a}, c: {type: Int, was: b}")
    )
    let rows = try circle.migrated(["INSERT INTO team VALUES (1, 10, 20, 30)"])
    #expect(try rows.lines("SELECT a, b, c FROM team") == ["30|10|20"])
    let row = try Evolution(
      team("b: Int, c: Int"),
      team("a: {type: Int, was: b}, b: {type: Int, was: c}")
    )
    #expect(row.hazards == [])
    let moved = try row.migrated(["INSERT INTO team VALUES (1, 20, 30)"])
    #expect(try moved.lines("SELECT a, b FROM team") == ["20|30"])
  }

  @Test func `tables change places with their rows, and children follow them`() throws {
    let schema = { (home: String, away: String, owner: String, names: (String, String)) in
      """
      tables:
        \(names.0): {\(home)columns: {id: {type: Int, autoincrement: true}, x: String}, indexes: {byX: [x]}}
        \(names.1): {\(away)columns: {id: {type: Int, autoincrement: true}, y: String}}
        Child: {columns: {id: Int, ownerID: {type: \(owner).ID, delete: cascade}}}

      """
    }
    let evolution = try Evolution(
      schema("", "", "Home", ("Home", "Away")),
      schema("was: Home, ", "was: Away, ", "Away", ("Away", "Home"))
    )
    #expect(evolution.hazards == [])
    let rows = try evolution.migrated([
      "INSERT INTO home VALUES (7, 'h')", "INSERT INTO away VALUES (3, 'a')",
      "INSERT INTO child VALUES (1, 7)",
    ])
    #expect(try rows.lines("SELECT * FROM away") == ["7|h"])
    #expect(try rows.lines("SELECT * FROM home") == ["3|a"])
    try rows.execute("INSERT INTO away (x) VALUES ('next')")
    #expect(try rows.lines("SELECT max(id) FROM away") == ["8"])
    try rows.execute("DELETE FROM away WHERE id = 7")
    #expect(try rows.lines("SELECT count(*) FROM child") == ["0"])
  }

  @Test func `names change places once, however long was stays`() throws {
    let swapped = team("b: {type: Int, was: a}, a: {type: Int, was: b}")
    let evolution = try Evolution(team("a: Int, b: Int"), swapped)
    var history = try evolution.history.adding(try #require(evolution.plan), "swap")
    func plan(_ text: String) throws -> MigrationPlan {
      var diagnostics = Diagnostics()
      let schema = try Evolution.schema(text)
      let replayed = try #require(replay(history, for: schema, &diagnostics))
      return try #require(planMigration(from: replayed, to: schema, &diagnostics))
    }
    #expect(try plan(swapped).isEmpty)
    let added = swapped.replacing("columns: {", with: "columns: {c: Int?, ")
    #expect(
      try plan(added).statements.map(\.sql) == [#"ALTER TABLE "team" ADD COLUMN "c" INTEGER"#]
    )
    history = try history.adding(try plan(added), "add")
    #expect(try plan(added).isEmpty)
    // A table that is renamed is still the one in which they have.
    let renamed = added.replacing("  Team:\n", with: "  Club:\n    was: Team\n")
    #expect(try plan(renamed).statements.map(\.sql) == [#"ALTER TABLE "team" RENAME TO "club""#])
    // Once it was away, it means another time.
    let plain = team("b: Int, a: Int, c: Int?, d: Int?")
    history = try history.adding(try plan(plain), "plain")
    let again = plain.replacing(
      "b: Int, a: Int",
      with: "b: {type: Int, was: a}, a: {type: Int, was: b}"
    )
    #expect(try plan(again).statements.count == 3)
  }

  @Test func `what was in the first schema of a history has happened`() throws {
    let swapped = team("b: {type: Int, was: a}, a: {type: Int, was: b}")
    #expect(try Evolution(swapped, swapped).plan?.isEmpty == true)
  }

  @Test func `facts move with their names`() throws {
    let evolution = try Evolution(
      "enums: {C: [x, y]}\n" + team("a: C, b: String"),
      "enums: {C: {cases: {x: z, y: y}}}\n"
        + team("b: {type: C, was: a}, a: {type: String, was: b}")
    )
    #expect(evolution.hazards == [])
    let rows = try evolution.migrated(["INSERT INTO team VALUES (1, 'x', 'x')"])
    #expect(try rows.lines("SELECT a, b FROM team") == ["x|z"])
  }

  @Test func `cases change places once, in columns and in JSON`() throws {
    let schema = { (cases: String) in
      """
      sqlite: "3.38"
      enums: {C: {cases: {\(cases)}}}
      tables: {Item: {columns: {id: Int, c: C, all: "[C]"}}}

      """
    }
    let old = schema("a: a, b: b, c: c, d: d")
    let new = schema(
      "a: {raw: a, was: [b]}, b: {raw: b, was: [a]}, c: {raw: c, was: [d]}, e: {raw: d, was: [c]}"
    )
    let evolution = try Evolution(old, new)
    #expect(evolution.hazards == [])
    #expect(
      evolution.plan?.changes.map(\.message) == [
        "case 'b' of 'C' is named 'a'", "case 'a' of 'C' is named 'b'",
        "case 'c' of 'C' is named 'e'",
      ]
    )
    let rows = try evolution.migrated([
      #"INSERT INTO item VALUES (1, 'a', '["b","c"]'), (2, 'd', '[]'), (3, 'c', '["d"]')"#
    ])
    #expect(
      try rows.lines("SELECT c, \"all\" FROM item") == [#"b|["a","d"]"#, "c|[]", #"d|["c"]"#]
    )
    let history = try evolution.history.adding(try #require(evolution.plan), "swap")
    var diagnostics = Diagnostics()
    #expect(checkHistory(history, against: evolution.new, &diagnostics) != nil)
  }
}
