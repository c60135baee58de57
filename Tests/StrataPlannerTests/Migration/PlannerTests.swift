import StrataSQLite
import StrataSchema
import Testing

@testable import StrataPlanner

@Suite struct PlannerTests {
  func table(_ columns: String, _ rest: String = "") -> String {
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

  @Test func `a check that names its table is rebuilt without the name`() throws {
    let evolution = try Evolution(
      table("score: {type: Int, check: player.score > 0}"),
      table("score: {type: Double, check: player.score > 0}")
    )
    let rows = try evolution.migrated(["INSERT INTO player VALUES (1, 2)"])
    #expect(try rows.lines("SELECT * FROM player") == ["1|2.0"])
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
