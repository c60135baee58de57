import Testing

@testable import Strata

/// Changes that observers of other libraries have missed, or been told of without a cause.
@Suite(.timeLimit(.minutes(10)))
struct ObservedChangeTests: ObservedChanges {
  @Test(arguments: [
    ("SELECT id FROM player", false), ("SELECT rowid FROM player", false),
    ("SELECT name FROM player WHERE id = 1", false), ("SELECT teamID FROM player", false),
    ("SELECT id FROM player WHERE status = 'in'", true),
    ("SELECT id FROM player ORDER BY status", true),
    ("SELECT count(*) FROM player GROUP BY status", true), ("SELECT * FROM player", true),
  ])
  func `only columns that a request reads wake it`(_ sql: String, _ isWoken: Bool) async throws {
    let values = try await values(
      .pool,
      setUp: "INSERT INTO player(id, name) VALUES (1, 'Ann')",
      writes: ["UPDATE player SET status = 'in'"]
    ) { try text($0, sql) }
    #expect(values.count == (isWoken ? 2 : 1))
  }

  @Test(
    arguments: [
      (
        "SELECT t.name, count(p.id) FROM team AS t LEFT JOIN player AS p ON p.teamID = t.id GROUP BY 1",
        ["Red,2", "Red,1"]
      ),
      ("SELECT count(*) FROM team AS t LEFT JOIN player AS p ON p.teamID = t.id", ["2", "1"]),
      ("SELECT EXISTS (SELECT * FROM player WHERE id = 2)", ["1", "0"]),
      ("SELECT name FROM team WHERE id IN (SELECT teamID FROM player WHERE id = 2)", ["Red", ""]),
      ("WITH p AS (SELECT max(id) AS m FROM player) SELECT m FROM p", ["2", "1"]),
      ("SELECT id FROM player UNION SELECT 1", ["1 2", "1"]),
    ] as [(String, [String])]
  )
  func `a row that is deleted behind a join or a group gives another value`(
    _ sql: String,
    _ expected: [String]
  ) async throws {
    let values = try await values(
      .pool,
      setUp: """
        INSERT INTO team(id, name) VALUES (1, 'Red');
        INSERT INTO player(id, teamID) VALUES (1, 1), (2, 1)
        """,
      writes: ["DELETE FROM player WHERE id = 2"]
    ) { try text($0, sql) }
    #expect(values == expected)
  }

  @Test(arguments: TestDatabase.allCases)
  func `a full-text index is observed, also one that triggers keep up to date`(
    _ kind: TestDatabase
  ) async throws {
    let setUp = """
      CREATE VIRTUAL TABLE word USING fts5(text);
      CREATE VIRTUAL TABLE names USING fts5(name, content='player', content_rowid='id');
      CREATE TRIGGER named AFTER INSERT ON player BEGIN
        INSERT INTO names(rowid, name) VALUES (new.id, new.name);
      END
      """
    let words = try await values(
      kind,
      setUp: setUp,
      writes: [
        "BEGIN; INSERT INTO word(text) VALUES ('ann'); INSERT INTO word(text) VALUES ('ann'); COMMIT",
        "INSERT INTO tag VALUES ('x', 1)", "DELETE FROM word WHERE rowid = 1",
      ]
    ) { try text($0, "SELECT count(*) FROM word WHERE word MATCH 'ann'") }
    #expect(words == ["0", "2", "1"])
    let names = try await values(
      kind,
      setUp: setUp,
      writes: [
        "BEGIN; INSERT INTO player(name) VALUES ('ann'); INSERT INTO player(name) VALUES ('ben'); COMMIT"
      ]
    ) { try text($0, "SELECT count(*) FROM names WHERE names MATCH 'ann'") }
    #expect(names == ["0", "1"])
  }

  @Test(arguments: TestDatabase.allCases)
  func `one row is fresh after it was replaced, renumbered, or deleted`(
    _ kind: TestDatabase
  ) async throws {
    let setUp = "INSERT INTO player(id, name) VALUES (1, 'Ann'), (2, 'Ben')"
    for (write, expected) in [
      ("INSERT OR REPLACE INTO player(id, name) VALUES (9, 'Ben')", "none"),
      ("UPDATE OR REPLACE player SET name = 'Ben' WHERE id = 1", "none"),
      ("UPDATE player SET id = 9 WHERE id = 2", "none"),
      (
        "BEGIN; UPDATE player SET id = 8 WHERE id = 2; UPDATE player SET id = 2 WHERE id = 1; COMMIT",
        "Ann"
      ),
      ("DELETE FROM player", "none"),
      (
        "INSERT INTO player(id, name) VALUES (2, 'x') ON CONFLICT DO UPDATE SET name = 'Eve'", "Eve"
      ),
    ] {
      let values = try await values(kind, setUp: setUp, writes: [write]) { db in
        try Player.fetchOne(db, key: 2)?.name ?? "none"
      }
      #expect(values == ["Ben", expected], "\(write)")
    }
    let tags = try await values(
      kind,
      setUp: "INSERT INTO tag VALUES ('x', 1)",
      writes: [
        "UPDATE tag SET n = 2", "REPLACE INTO tag VALUES ('x', 3)", "UPDATE tag SET name = 'y'",
        "DELETE FROM tag",
      ]
    ) { try text($0, "SELECT n FROM tag WHERE name = 'x'") }
    #expect(tags == ["1", "2", "3", "", ""])
  }

  @Test(arguments: TestDatabase.allCases)
  func `associated rows are observed before there is any row`(_ kind: TestDatabase) async throws {
    let writes = [
      "INSERT INTO team(id, name) VALUES (1, 'Red')",
      "INSERT INTO player(id, teamID) VALUES (1, 1)",
      "UPDATE team SET captainID = 1",
    ]
    struct TeamWithCaptain: Decodable, FetchableRecord {
      var team: Team
      var captain: Player?
    }
    let optional = try await values(kind, writes: writes) { db in
      let teams = try TeamWithCaptain.fetchAll(db, Team.including(optional: Team.captain))
      return "\(teams.count)/\(teams.filter { $0.captain != nil }.count)"
    }
    #expect(optional == ["0/0", "1/0", "1/0", "1/1"])
    struct TeamWithPlayers: Decodable, FetchableRecord {
      var team: Team
      var players: [Player]
    }
    let all = try await values(kind, writes: writes) { db in
      try TeamWithPlayers.fetchAll(db, Team.including(all: Team.players))
        .map { "\($0.players.count)" }.joined()
    }
    #expect(all.first == "")
    #expect(all.last == "1")
    #expect(all.contains("0"))
  }
}
