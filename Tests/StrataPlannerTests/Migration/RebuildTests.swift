import StrataSQLite
import StrataSchema
import Testing

@testable import StrataPlanner

/// What a rebuild has to carry along.
@Suite struct RebuildTests {
  private func player(_ score: String, _ rest: String = "") -> String {
    """
    tables:
      Team: {columns: {id: Int, name: String}}
      Player:
        columns: {id: {type: Int, autoincrement: true}, name: String, score: \(score), teamID: {type: Team.ID?, delete: cascade}}
        indexes: {byScore: [score desc], named: {columns: [name], unique: true}}
      Goal:
        columns: {id: Int, playerID: {type: Player.ID, delete: cascade}, minute: Int}
    \(rest)
    """
  }

  private let rows = [
    "INSERT INTO team VALUES (1, 'Rovers')",
    "INSERT INTO player VALUES (1, 'Ann', 3, 1), (2, 'Bob', 4, NULL), (7, 'Eve', 5, 1)",
    "INSERT INTO goal VALUES (1, 1, 10), (2, 2, 20)",
  ]

  @Test func `children of a rebuilt parent stay, and its triggers do not fire`() throws {
    let evolution = try Evolution(
      player("Int", "triggers: {gone: {sql: AFTER DELETE ON player BEGIN DELETE FROM goal; END}}"),
      player(
        "Double",
        "triggers: {gone: {sql: AFTER DELETE ON player BEGIN DELETE FROM goal; END}}"
      )
    )
    let database = try evolution.migrated(rows)
    #expect(try database.lines("SELECT * FROM goal") == ["1|1|10", "2|2|20"])
    #expect(
      try database.lines("SELECT * FROM player")
        == ["1|Ann|3.0|1", "2|Bob|4.0|NULL", "7|Eve|5.0|1"]
    )
    try database.execute("DELETE FROM player WHERE id = 2")
    #expect(try database.lines("SELECT * FROM goal") == [])
  }

  @Test func `a rebuilt parent still has its children`() throws {
    let evolution = try Evolution(player("Int"), player("Double"))
    let database = try evolution.migrated(rows)
    try database.execute("DELETE FROM team WHERE id = 1")
    #expect(try database.lines("SELECT id FROM player") == ["2"])
    #expect(try database.lines("SELECT id FROM goal") == ["2"])
    #expect(throws: DatabaseError.self) {
      try database.execute("INSERT INTO goal VALUES (9, 9, 9)")
    }
  }

  @Test(arguments: [true, false])
  func `the numbers of deleted rows are not given again`(isEmpty: Bool) throws {
    let evolution = try Evolution(player("Int"), player("Double"))
    let last = isEmpty ? "DELETE FROM player" : "DELETE FROM player WHERE id = 7"
    let database = try evolution.migrated(rows + ["DELETE FROM goal", last])
    try database.execute("INSERT INTO player (name, score) VALUES ('New', 1)")
    #expect(try database.lines("SELECT id FROM player WHERE name = 'New'") == ["8"])
    #expect(try database.lines("SELECT name FROM sqlite_sequence") == ["player"])
  }

  @Test func `views on views and triggers on other tables name the rebuilt table`() throws {
    let rest = """
      views:
        Top: {sql: "SELECT id, name, score FROM player WHERE score > 3"}
        Best: {sql: SELECT max(score) AS best FROM top}
      triggers:
        count: {sql: AFTER INSERT ON goal BEGIN UPDATE player SET score = score + 1 WHERE id = new.playerID; END}
        instead: {sql: INSTEAD OF DELETE ON top BEGIN DELETE FROM goal WHERE playerID = old.id; END}
      """
    let evolution = try Evolution(player("Int", rest), player("Double", rest))
    let database = try evolution.migrated(rows)
    try database.execute("INSERT INTO goal VALUES (3, 7, 1)")
    #expect(try database.lines("SELECT * FROM best") == ["6.0"])
    try database.execute("DELETE FROM top WHERE id = 7")
    #expect(try database.lines("SELECT id FROM goal") == ["1", "2"])
  }

  @Test func `views and triggers of the connection stay`() throws {
    let evolution = try Evolution(player("Int"), player("Double"))
    let database = try SQLiteConnection(path: ":memory:")
    for statement in createStatements(evolution.old) { try database.execute(statement.sql) }
    for row in rows { try database.execute(row) }
    try database.execute(
      """
      CREATE TEMP TABLE log (name);
      CREATE TEMP VIEW "my players" AS SELECT name FROM player;
      CREATE TEMP TRIGGER logged AFTER INSERT ON player BEGIN INSERT INTO log VALUES (new.name); END;
      CREATE TEMP TRIGGER instead INSTEAD OF INSERT ON "my players" BEGIN SELECT 1; END
      """
    )
    try MigrationStep(database, foreignKeys: .checkedAtEnd).run(evolution.statements)
    try evolution.expectNew(database)
    try database.execute("INSERT INTO player (name, score) VALUES ('New', 1)")
    #expect(try database.lines("SELECT * FROM log") == ["New"])
    #expect(try database.lines(#"SELECT count(*) FROM "my players""#) == ["4"])
    try database.execute(#"INSERT INTO "my players" VALUES ('x')"#)
  }

  @Test func `a search finds what it found`() throws {
    let schema = { (score: String, tokenize: String) in
      """
      tables:
        Note: {columns: {id: Int, title: String, score: \(score)}}
      search:
        NoteSearch: {table: Note, columns: [title]\(tokenize)}
      """
    }
    for (new, kind) in [
      (schema("Double", ""), "rebuild"), (schema("Int", ", tokenize: porter"), "new"),
    ] {
      let evolution = try Evolution(schema("Int", ""), new)
      #expect(evolution.sql.contains("VALUES ('rebuild')"), "\(kind)")
      let database = try evolution.migrated([
        "INSERT INTO note VALUES (5, 'red apples', 1), (9, 'green pears', 2)",
        "DELETE FROM note WHERE id = 5", "INSERT INTO note VALUES (3, 'blue plums', 1)",
      ])
      #expect(
        try database.lines("SELECT rowid FROM noteSearch('pears OR plums') ORDER BY rowid") == [
          "3", "9",
        ]
      )
      try database.execute("UPDATE note SET title = 'red cherries' WHERE id = 9")
      #expect(try database.lines("SELECT rowid FROM noteSearch('cherries')") == ["9"])
      try database.execute(
        "INSERT INTO noteSearch (noteSearch, rank) VALUES ('integrity-check', 1)"
      )
    }
  }

  @Test func `rows without a key keep their rowids`() throws {
    let evolution = try Evolution(
      "tables: {Log: {columns: {text: String, size: Int}}}",
      "tables: {Log: {columns: {text: String, size: Double}}}"
    )
    let database = try evolution.migrated([
      "INSERT INTO log VALUES ('a', 1), ('b', 2), ('c', 3)", "DELETE FROM log WHERE text = 'b'",
    ])
    #expect(try database.lines("SELECT rowid, * FROM log") == ["1|a|1.0", "3|c|3.0"])
    let named = try Evolution(
      "tables: {Log: {columns: {rowid: String, oid: Int}}}",
      "tables: {Log: {columns: {rowid: String, oid: Double}}}"
    )
    #expect(named.sql.contains("(_rowid_, \"rowid\", \"oid\")"))
  }

  @Test func `generated columns are computed anew, and become plain ones with their values`() throws
  {
    let schema = { (sum: String, a: String) in
      "tables: {T: {columns: {id: Int, a: \(a), b: Int, sum: \(sum)}}}"
    }
    let rows = ["INSERT INTO t (id, a, b) VALUES (1, 2, 3)"]
    let virtual = "{type: Int, generated: a + b}"
    let stored = "{type: Int, generated: {stored: a * b}}"
    #expect(
      try Evolution(schema(virtual, "Int"), schema(stored, "Int")).migrated(rows)
        .lines("SELECT sum FROM t") == ["6"]
    )
    #expect(
      try Evolution(schema(stored, "Int"), schema("Int", "Int")).migrated(rows)
        .lines("SELECT sum FROM t") == ["6"]
    )
    let real = "{type: Double, generated: a + b}"
    #expect(
      try Evolution(schema(real, "Int"), schema(real, "Double")).migrated(rows)
        .lines("SELECT sum FROM t") == ["5.0"]
    )
    let plain = try Evolution(schema("Int", "Int"), schema(virtual, "Int"))
    #expect(plain.hazards == ["column-dropped t.sum"])
  }

  @Test func `self-references and circles of foreign keys stay`() throws {
    let schema = { (size: String) in
      """
      tables:
        Folder: {columns: {id: Int, parent: {type: Folder.ID?, delete: cascade}, cover: {type: File.ID?, delete: setNull}, size: \(size)}}
        File: {columns: {id: Int, folder: {type: Folder.ID, delete: cascade}, size: \(size)}}
      """
    }
    let evolution = try Evolution(schema("Int"), schema("Double"))
    let database = try evolution.migrated([
      "INSERT INTO folder VALUES (1, NULL, NULL, 1), (2, 1, NULL, 2)",
      "INSERT INTO file VALUES (1, 2, 5)", "UPDATE folder SET cover = 1 WHERE id = 1",
    ])
    #expect(try database.lines("SELECT * FROM folder") == ["1|NULL|1|1.0", "2|1|NULL|2.0"])
    try database.execute("DELETE FROM folder WHERE id = 2")
    #expect(try database.lines("SELECT * FROM folder") == ["1|NULL|NULL|1.0"])
  }

  @Test func `a foreign key that rows break leaves everything as it was`() throws {
    let evolution = try Evolution(
      "tables: {A: {columns: {id: Int}}, B: {columns: {id: Int, a: Int}}}",
      "tables: {A: {columns: {id: Int}}, B: {columns: {id: Int, a: A.ID}}}"
    )
    let violation = #expect(throws: MigrationStep.ForeignKeyViolation.self) {
      try evolution.migrated(["INSERT INTO b VALUES (1, 7)"])
    }
    #expect(violation?.rowCounts == ["b": 1])
  }

  @Test func `a table that does not change is not touched`() throws {
    let evolution = try Evolution(player("Int"), player("Double"))
    #expect(
      !evolution.sql.contains("\"team\" RENAME") && !evolution.sql.contains("strata_new_team")
    )
    #expect(!evolution.sql.contains("strata_new_goal"))
    let same = try Evolution(player("Int"), player("{type: Int}") + "# another comment\n")
    #expect(same.plan?.isEmpty == true)
  }

  @Test func `names that want quotes are quoted`() throws {
    let schema = { (type: String) in
      """
      tables:
        Odd:
          sql: the "order
          columns: {id: Int, a: {type: \(type), sql: "\\"select from\\""}}
          indexes: {i: {columns: ['"select from"'], sql: "in dex"}}
      """
    }
    let evolution = try Evolution(schema("Int"), schema("Double"))
    let database = try evolution.migrated([#"INSERT INTO "the ""order" VALUES (1, 2)"#])
    #expect(try database.lines(#"SELECT * FROM "the ""order""#) == ["1|2.0"])
  }
}
