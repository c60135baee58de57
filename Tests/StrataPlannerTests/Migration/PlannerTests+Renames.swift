import StrataSQLite
import StrataSchema
import Testing

@testable import StrataPlanner

extension PlannerTests {
  @Test func `a column is renamed with everything that names it`() throws {
    let schema = { (name: String, was: String) in
      """
      tables:
        Team:
          columns: {id: Int, \(name): {type: String\(was), unique: true, check: "\(name) <> ''"}}
          indexes: {byName: {columns: [\(name) collate nocase], where: "\(name) > 'A'"}}
        Player:
          columns: {id: Int, team: String}
          constraints: ["FOREIGN KEY (team) REFERENCES team (\(name)) ON UPDATE CASCADE"]
      views:
        Names: {sql: "SELECT id, \(name) FROM team"}
        Others: {sql: "SELECT * FROM names"}
      triggers:
        log: {sql: "AFTER UPDATE OF \(name) ON team BEGIN UPDATE player SET team = new.\(name); END"}
      """
    }
    let evolution = try Evolution(schema("name", ""), schema("title", ", was: name"))
    #expect(evolution.sql.contains(#"ALTER TABLE "team" RENAME COLUMN "name" TO "title""#))
    #expect(!evolution.sql.contains("strata_new"))
    #expect(evolution.hazards == [])
    let rows = try evolution.migrated([
      "INSERT INTO team VALUES (1, 'Rovers')", "INSERT INTO player VALUES (1, 'Rovers')",
    ])
    try rows.execute("UPDATE team SET title = 'United'")
    #expect(try rows.lines("SELECT team FROM player") == ["United"])
    #expect(try rows.lines("SELECT * FROM others") == ["1|United"])
  }

  @Test func `a table is renamed with what refers to it`() throws {
    let schema = { (name: String, was: String) in
      """
      tables:
        \(name):
          \(was)
          columns: {id: {type: Int, autoincrement: true}, parent: "\(name).ID?"}
          indexes: {byParent: [parent]}
        Child: {columns: {id: Int, owner: {type: \(name).ID, delete: cascade}}}
      views:
        All: {sql: "SELECT id FROM \(name.lowercased())"}
      triggers:
        gone: {sql: "AFTER DELETE ON child BEGIN DELETE FROM \(name.lowercased()) WHERE id = old.owner; END"}
      """
    }
    let evolution = try Evolution(schema("Person", ""), schema("Human", "was: Person"))
    #expect(evolution.sql.contains(#"ALTER TABLE "person" RENAME TO "human""#))
    #expect(!evolution.sql.contains("strata_new"))
    let rows = try evolution.migrated([
      "INSERT INTO person VALUES (1, NULL), (2, 1), (9, 9)", "DELETE FROM person WHERE id = 9",
      "INSERT INTO child VALUES (1, 2)",
    ])
    #expect(try rows.lines("SELECT * FROM human") == ["1|NULL", "2|1"])
    #expect(try rows.lines("SELECT * FROM child") == ["1|2"])
    try rows.execute("INSERT INTO human (parent) VALUES (1)")
    #expect(try rows.lines("SELECT max(id) FROM human") == ["10"])
  }

  @Test func `was means nothing once the history knows the new name`() throws {
    let evolution = try Evolution(
      table("title: String"),
      table("title: {type: String, was: name}")
    )
    #expect(evolution.plan?.isEmpty == true)
  }

  @Test func `something dropped and something alike added is asked about`() throws {
    let column = try Evolution(table("name: String"), table("title: String?"))
    #expect(column.codes == ["possible-rename"])
    #expect(column.diagnostics.first?.message.contains("'was: name'") == true)
    #expect(column.diagnostics.first?.message.contains("'allow: {drop: [name]}'") == true)
    let allowed = try Evolution(
      table("name: String"),
      table("title: String?", "allow: {drop: [name]}")
    )
    #expect(allowed.hazards == ["column-dropped player.name"])
    let other = try Evolution(table("name: String"), table("age: Int?"))
    #expect(other.hazards == ["column-dropped player.name"])
    let tables = try Evolution(
      "tables: {Team: {columns: {id: Int, name: String, city: String}}}",
      "tables: {Club: {columns: {id: Int, name: String, city: String}}}"
    )
    #expect(tables.codes == ["possible-rename"])
    #expect(tables.diagnostics.first?.message.contains("'was: team'") == true)
    let allowedTable = try Evolution(
      "tables: {Team: {columns: {id: Int, name: String, city: String}}}",
      "allow: {drop: [team]}\ntables: {Club: {columns: {id: Int, name: String, city: String}}}"
    )
    #expect(allowedTable.hazards == ["table-dropped team"])
    _ = try allowedTable.migrated(["INSERT INTO team VALUES (1, 'a', 'b')"])
  }

  @Test func `renames want a SQLite that takes along what refers to them`() throws {
    let head = "strict: false\nsqlite: \"3.25\"\n"
    let evolution = try Evolution(
      head + table("name: String"),
      head + table("title: {type: String, was: name}")
    )
    #expect(evolution.codes == ["sqlite-version"])
  }
}
