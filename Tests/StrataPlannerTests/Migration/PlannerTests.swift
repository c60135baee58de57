import StrataSQLite
import StrataSchema
import Testing

@testable import StrataPlanner

@Suite struct PlannerTests {
  private func table(_ columns: String, _ rest: String = "") -> String {
    "tables:\n  Player:\n    columns: {id: Int, \(columns)}\n    \(rest)\n"
  }

  // MARK: By ALTER TABLE

  @Test func `a column that may be NULL is added`() throws {
    let evolution = try Evolution(table("name: String"), table("name: String, age: Int?"))
    #expect(evolution.statements == [#"ALTER TABLE "player" ADD COLUMN "age" INTEGER"#])
    let rows = try evolution.migrated(["INSERT INTO player VALUES (1, 'Ann')"])
    #expect(try rows.lines("SELECT * FROM player") == ["1|Ann|NULL"])
    #expect(evolution.hazards == [])
  }

  @Test func `a column with a literal default is added`() throws {
    let evolution = try Evolution(
      table("name: String"),
      table("name: String, score: {type: Int, default: -7}, big: {type: Bool, default: true}")
    )
    #expect(evolution.statements.allSatisfy { $0.contains("ADD COLUMN") })
    let rows = try evolution.migrated(["INSERT INTO player VALUES (1, 'Ann')"])
    #expect(try rows.lines("SELECT * FROM player") == ["1|Ann|-7|1"])
  }

  @Test func `what ALTER TABLE cannot add to rows is added by a rebuild`() throws {
    for column in [
      "at: {type: Date, default: now}", "x: {type: Int, default: {sql: 1 + 1}}",
      "x: {type: Int?, unique: true}", "x: {type: Int, generated: {stored: id + 1}}",
      "x: {type: Int?, check: x > 0}", "x: {type: Int, backfill: id * 2}",
    ] {
      let evolution = try Evolution(table("name: String"), table("name: String, \(column)"))
      #expect(evolution.sql.contains(#"CREATE TABLE "strata_new_player""#), "\(column)")
      let rows = try evolution.migrated(["INSERT INTO player VALUES (1, 'Ann'), (2, 'Bob')"])
      #expect(try rows.lines("SELECT id, name FROM player") == ["1|Ann", "2|Bob"])
    }
  }

  @Test func `a new column gets what backfill says`() throws {
    let evolution = try Evolution(
      table("name: String"),
      table(
        "first: {type: String, backfill: \"substr(name, 1, 1)\"}, rest: {type: String?, backfill: \"substr(name, 2)\"}"
      )
    )
    #expect(evolution.hazards == ["column-dropped player.name"])
    let rows = try evolution.migrated(["INSERT INTO player VALUES (1, 'Ann')"])
    #expect(try rows.lines("SELECT first, rest FROM player") == ["A|nn"])
    let optional = try Evolution(
      table("name: String"),
      table("name: String, size: {type: Int?, backfill: length(name)}")
    )
    #expect(
      optional.statements == [
        #"ALTER TABLE "player" ADD COLUMN "size" INTEGER"#,
        #"UPDATE "player" SET "size" = (length(name))"#,
      ]
    )
  }

  @Test func `a new column that must have a value needs one`() throws {
    let evolution = try Evolution(table("name: String"), table("name: String, age: Int"))
    #expect(evolution.plan == nil)
    #expect(evolution.codes == ["missing-backfill"])
  }

  @Test func `a column is dropped, by a rebuild where SQLite cannot`() throws {
    let plain = try Evolution(
      table("name: String, age: Int?", "allow: {drop: [x]}"),
      table("name: String")
    )
    #expect(plain.statements == [#"ALTER TABLE "player" DROP COLUMN "age""#])
    #expect(plain.hazards == ["column-dropped player.age"])
    let rows = try plain.migrated(["INSERT INTO player VALUES (1, 'Ann', 3)"])
    #expect(try rows.lines("SELECT * FROM player") == ["1|Ann"])
    for column in ["age: {type: Int?, unique: true}", "age: {type: Int?, check: age > 0}"] {
      let evolution = try Evolution(table("name: String, \(column)"), table("name: String"))
      #expect(evolution.sql.contains("strata_new_player"), "\(column)")
      let rows = try evolution.migrated(["INSERT INTO player VALUES (1, 'Ann', 3)"])
      #expect(try rows.lines("SELECT * FROM player") == ["1|Ann"])
    }
    let old = "sqlite: \"3.34\"\nstrict: false\n"
    let before = try Evolution(
      old + table("name: String, age: Int?"),
      old + table("name: String")
    )
    #expect(before.sql.contains("strata_new_player"))
  }

  @Test func `an indexed column is dropped after its index`() throws {
    let evolution = try Evolution(
      table("name: String, age: Int?", "indexes: {byAge: [age], byName: [name]}"),
      table("name: String", "indexes: {byName: [name]}")
    )
    #expect(
      evolution.statements == [
        #"DROP INDEX "player_byAge""#, #"ALTER TABLE "player" DROP COLUMN "age""#,
      ]
    )
    _ = try evolution.migrated(["INSERT INTO player VALUES (1, 'Ann', 3)"])
  }

  // MARK: Renames

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

  // MARK: Types

  @Test func `a type changes, with or without a cast`() throws {
    let plain = try Evolution(table("score: Int"), table("score: String"))
    #expect(plain.hazards == [])
    let rows = try plain.migrated(["INSERT INTO player VALUES (1, 42)"])
    #expect(try rows.lines("SELECT score, typeof(score) FROM player") == ["42|text"])
    let narrow = try Evolution(table("score: String"), table("score: Int"))
    #expect(narrow.hazards == ["type-narrowed player.score"])
    #expect(throws: DatabaseError.self) {
      try narrow.migrated(["INSERT INTO player VALUES (1, 'many')"])
    }
    let cast = try Evolution(
      table("score: String"),
      table("score: {type: Int, cast: CAST(score AS INTEGER)}")
    )
    #expect(cast.hazards == [])
    let converted = try cast.migrated(["INSERT INTO player VALUES (1, '42 points')"])
    #expect(try converted.lines("SELECT score FROM player") == ["42"])
  }

  @Test func `a date that is stored otherwise is converted or acknowledged`() throws {
    let old = table("at: Date")
    let silent = try Evolution(old, table("at: {type: Date, stored: unixMilliseconds}"))
    #expect(silent.hazards.contains("storage-changed player.at"))
    let cast = try Evolution(
      old,
      table(
        "at: {type: Date, stored: unixMilliseconds, cast: \"CAST(strftime('%s', at) AS INTEGER) * 1000\"}"
      )
    )
    #expect(cast.hazards == [])
    let rows = try cast.migrated(["INSERT INTO player VALUES (1, '1970-01-02 00:00:00.000')"])
    #expect(try rows.lines("SELECT at FROM player") == ["86400000"])
  }

  @Test func `a column that may no longer be NULL wants a backfill`() throws {
    let bare = try Evolution(table("name: String?"), table("name: String"))
    #expect(bare.hazards == ["not-null-without-backfill player.name"])
    #expect(throws: DatabaseError.self) {
      try bare.migrated(["INSERT INTO player VALUES (1, NULL)"])
    }
    let filled = try Evolution(
      table("name: String?"),
      table("name: {type: String, backfill: \"'nobody ' || id\"}")
    )
    #expect(filled.hazards == [])
    let rows = try filled.migrated(["INSERT INTO player VALUES (1, NULL), (2, 'Ann')"])
    #expect(try rows.lines("SELECT name FROM player") == ["nobody 1", "Ann"])
  }

  // MARK: Enums and values

  private func position(_ cases: String) -> String {
    "enums:\n  Position: \(cases)\n" + table("position: Position, spare: Position?")
  }

  @Test func `raw values follow their cases`() throws {
    let evolution = try Evolution(
      position("[left, right, middle, sweeper]"),
      position(
        "{cases: {left: right, right: left, centre: {raw: c, was: [middle, sweeper]}}}"
      )
    )
    #expect(evolution.hazards == [])
    #expect(!evolution.sql.contains("strata_new"))
    let rows = try evolution.migrated([
      "INSERT INTO player VALUES (1, 'left', 'right'), (2, 'middle', NULL), (3, 'sweeper', 'left')"
    ])
    #expect(
      try rows.lines("SELECT position, spare FROM player") == ["right|left", "c|NULL", "c|right"]
    )
  }

  @Test func `a case that nothing stands for any more is a hazard, a new one a step without SQL`()
    throws
  {
    let gone = try Evolution(position("[left, right]"), position("[left]"))
    #expect(
      gone.hazards == ["enum-case-removed player.position", "enum-case-removed player.spare"]
    )
    let new = try Evolution(position("[left]"), position("[left, right]"))
    #expect(new.plan?.changes.map(\.message) == ["case 'right' of 'Position' is new"])
    #expect(new.statements == [])
    #expect(new.hazards == [])
  }

  @Test func `cases in JSON are watched`() throws {
    let schema = { (cases: String) in
      """
      enums: {Color: \(cases)}
      values: {Paint: {color: Color, next: [Paint]}}
      tables: {Wall: {columns: {id: Int, colors: [Color], paint: Paint?, other: "[String: Int]"}}}
      """
    }
    let evolution = try Evolution(schema("[red, green]"), schema("[red, blue]"))
    #expect(
      evolution.hazards == ["enum-case-removed wall.colors", "enum-case-removed wall.paint"]
    )
  }

  @Test func `renames want a SQLite that takes along what refers to them`() throws {
    let head = "strict: false\nsqlite: \"3.25\"\n"
    let evolution = try Evolution(
      head + table("name: String"),
      head + table("title: {type: String, was: name}")
    )
    #expect(evolution.codes == ["sqlite-version"])
  }

  @Test func `a check that names its table is rebuilt without the name`() throws {
    let evolution = try Evolution(
      table("score: {type: Int, check: player.score > 0}"),
      table("score: {type: Double, check: player.score > 0}")
    )
    let rows = try evolution.migrated(["INSERT INTO player VALUES (1, 2)"])
    #expect(try rows.lines("SELECT * FROM player") == ["1|2.0"])
  }

  @Test func `properties of values are watched`() throws {
    let schema = { (properties: String) in
      "values:\n  Address: {\(properties)}\n" + self.table("home: Address")
    }
    let evolution = try Evolution(
      schema("street: String, zip: Int, old: String?"),
      schema("street: String, zip: String, city: String, note: String?")
    )
    #expect(
      evolution.hazards == [
        "value-changed Address.city", "value-changed Address.old", "value-changed Address.zip",
      ]
    )
  }

  // MARK: Constraints

  @Test func `what rows may not meet is a hazard`() throws {
    for (new, hazard) in [
      (table("name: {type: String, unique: true}, team: Int"), "unique-added player.name"),
      (table("name: String, team: {type: Int, check: team > 0}"), "check-added player.team>0"),
      (table("name: String, team: Int", "unique: [[name, team]]"), "unique-added player.name+team"),
      (
        table("name: String, team: Int", "indexes: {x: {columns: [name], unique: true}}"),
        "unique-added player_x"
      ),
      (table("name: String, team: Player.ID"), "foreign-key-added player.team"),
      (
        table("name: {type: String, collate: NOCASE}, team: Int", "indexes: {x: [name]}"),
        "collation-changed player.name"
      ),
    ] {
      let evolution = try Evolution(table("name: String, team: Int"), new)
      #expect(evolution.hazards == [hazard])
      let rows = try evolution.migrated(["INSERT INTO player VALUES (1, 'Ann', 1)"])
      #expect(try rows.lines("SELECT * FROM player") == ["1|Ann|1"])
    }
    let lost = try Evolution(
      "tables: {T: {columns: {id: {type: Int, autoincrement: true}}}}",
      "tables: {T: {columns: {id: Int}}}"
    )
    #expect(lost.hazards == ["autoincrement-lost t"])
  }

  @Test func `kinds of tables change into each other`() throws {
    let kinds = [
      "columns: {a: Int, b: String}\n    primaryKey: [a, b]",
      "columns: {a: Int, b: String}\n    primaryKey: [a, b]\n    withoutRowID: true",
      "columns: {a: Int, b: String}\n    primaryKey: [a]\n    strict: false",
      "columns: {a: Int, b: String}",
    ]
    for old in kinds {
      for new in kinds where new != old {
        let evolution = try Evolution("tables:\n  T:\n    \(old)\n", "tables:\n  T:\n    \(new)\n")
        let rows = try evolution.migrated(["INSERT INTO t VALUES (1, 'x'), (3, 'y')"])
        #expect(try rows.lines("SELECT a, b FROM t ORDER BY a") == ["1|x", "3|y"])
      }
    }
  }
}
