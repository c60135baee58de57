import Testing

@testable import Strata

/// Changes that observers of other libraries have missed, or been told of without a cause.
@Suite(.timeLimit(.minutes(10)))
struct ObservedChangeTests {
  private struct Team: Codable, FetchableRecord, PersistableRecord {
    static let players = hasMany(Player.self)
    static let captain = belongsTo(Player.self, key: "captain", using: ForeignKey(["captainID"]))
    var id: Int
    var name: String?
    var captainID: Int?
  }

  private struct Player: Codable, FetchableRecord, PersistableRecord {
    static let team = belongsTo(Team.self)
    var id: Int
    var name: String?
    var teamID: Int?
    var status: String?
  }

  private func open(_ kind: TestDatabase) throws -> any ObservedReader & DatabaseWriter {
    let database = try kind.open()
    try database.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          DROP TABLE player; DROP TABLE team;
          CREATE TABLE team(id INTEGER PRIMARY KEY, name TEXT, captainID INTEGER);
          CREATE TABLE player(
            id INTEGER PRIMARY KEY, name TEXT UNIQUE, teamID INTEGER REFERENCES team, status TEXT
          );
          CREATE TABLE tag(name TEXT PRIMARY KEY, n INTEGER) WITHOUT ROWID;
          """
      )
    }
    return database
  }

  /// What an observer of `fetch` is given: first after `setUp`, then after each write.
  private func values(
    _ kind: TestDatabase,
    setUp: String = "",
    writes: [String],
    fetch: @escaping @Sendable (Database) throws -> String
  ) async throws -> [String] {
    let database = try open(kind)
    try await database.writeWithoutTransaction { try $0.execute(sql: setUp + "; SELECT 1") }
    let recorder = Recorder<String>()
    let cancellable = ValueObservation.tracking(fetch).start(
      in: database,
      scheduling: .inline,
      onError: recorder.onError,
      onChange: recorder.onChange
    )
    await database.idle()
    for write in writes {
      try await database.writeWithoutTransaction { try $0.execute(sql: write) }
      await database.idle()
    }
    cancellable.cancel()
    #expect(recorder.errors.isEmpty)
    return recorder.values
  }

  private static func text(_ db: Database, _ sql: String) throws -> String {
    try Row.fetchAll(db, sql: sql).map { row in
      row.databaseValues.map { "\($0)" }.joined(separator: ",")
    }
    .joined(separator: " ").replacing("\"", with: "")
  }

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
    ) { try Self.text($0, sql) }
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
    ) { try Self.text($0, sql) }
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
    ) { try Self.text($0, "SELECT count(*) FROM word WHERE word MATCH 'ann'") }
    #expect(words == ["0", "2", "1"])
    let names = try await values(
      kind,
      setUp: setUp,
      writes: [
        "BEGIN; INSERT INTO player(name) VALUES ('ann'); INSERT INTO player(name) VALUES ('ben'); COMMIT"
      ]
    ) { try Self.text($0, "SELECT count(*) FROM names WHERE names MATCH 'ann'") }
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
    ) { try Self.text($0, "SELECT n FROM tag WHERE name = 'x'") }
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

  @Test func `a write of a function that a SELECT calls is observed`() async throws {
    let database = try open(.memoryQueue)
    try await database.write { db in
      try db.sqlite.addFunction("note", argumentCount: 0, isDeterministic: false) { _ in
        try db.execute(sql: "INSERT INTO tag VALUES (hex(randomblob(8)), 1)")
        return .null
      }
    }
    let watcher = Watcher(database) { try $0.execute(sql: "SELECT name FROM tag") }
    database.observationCenter.start(watcher)
    await database.idle()
    for sql in ["SELECT note()", "BEGIN; SELECT note(), note(); COMMIT"] {
      try await database.writeWithoutTransaction { try $0.execute(sql: sql) }
      await database.idle()
      #expect(watcher.takeCount() == 1)
    }
  }

  @Test func `tables of one name in two databases are told apart`() async throws {
    let database = try open(.fileQueue)
    try await database.writeWithoutTransaction { db in
      try db.execute(
        sql: "ATTACH ':memory:' AS x; CREATE TABLE x.team(id INTEGER PRIMARY KEY, name TEXT)"
      )
    }
    let main = Watcher(database) { _ = try Team.fetchAll($0) }
    let attached = Watcher(database) { try $0.execute(sql: "SELECT * FROM x.team") }
    let both = Watcher(database) { try $0.execute(sql: "SELECT * FROM x.team, main.team") }
    for watcher in [main, attached, both] { database.observationCenter.start(watcher) }
    await database.idle()
    for (sql, counts) in [
      ("INSERT INTO x.team VALUES (1, 'a')", [0, 1, 1]),
      ("INSERT INTO team(id) VALUES (1)", [1, 0, 1]), ("DELETE FROM main.team", [1, 0, 1]),
    ] {
      try await database.writeWithoutTransaction { try $0.execute(sql: sql) }
      await database.idle()
      let told = [main, attached, both].map { $0.takeCount() }
      #expect(told.elementsEqual(counts), "\(sql)")
    }
  }

  @Test(
    arguments: TestDatabase.allCases,
    [
      "BEGIN; DELETE FROM player WHERE id = 1; INSERT INTO player(id, name) VALUES (1, 'Eve'); COMMIT",
      "REPLACE INTO player(id, name) VALUES (1, 'Eve')",
      "BEGIN; UPDATE player SET name = 'x'; UPDATE player SET name = 'Eve'; COMMIT",
    ]
  )
  func `a row that goes and comes in one transaction is one value`(
    _ kind: TestDatabase,
    _ sql: String
  ) async throws {
    let values = try await values(
      kind,
      setUp: "INSERT INTO player(id, name) VALUES (1, 'Ann')",
      writes: [sql]
    ) { try Player.fetchOne($0, key: 1)?.name ?? "none" }
    #expect(values == ["Ann", "Eve"])
  }

  @Test(arguments: TestDatabase.allCases)
  func `an empty result is no end`(_ kind: TestDatabase) async throws {
    let writes = [
      "INSERT INTO player(id, name) VALUES (1, 'Ann')", "DELETE FROM player",
      "INSERT INTO player(id, name) VALUES (2, 'Ben')",
    ]
    let all = try await values(kind, writes: writes) { db in
      try Player.fetchAll(db).map { $0.name ?? "" }.joined()
    }
    #expect(all == ["", "Ann", "", "Ben"])
    let one = try await values(kind, writes: writes) { try Player.fetchOne($0)?.name ?? "none" }
    #expect(one == ["none", "Ann", "none", "Ben"])
  }

  @Test(
    arguments: TestDatabase.allCases,
    [
      "INSERT INTO tag VALUES ('x', 1); INSERT INTO player(id, name) VALUES (1, 'Ann')",
      "INSERT INTO player(id, name) VALUES (1, 'Ann') RETURNING id",
      "INSERT INTO player(id, name) SELECT 1, 'Ann'",
      "BEGIN; INSERT INTO tag VALUES ('x', 1); INSERT INTO player(id, name) VALUES (1, 'Ann'); COMMIT",
      "WITH n(v) AS (SELECT 'Ann') INSERT INTO player(id, name) SELECT 1, v FROM n",
    ]
  )
  func `any SQL that writes is observed by any SQL that reads`(
    _ kind: TestDatabase,
    _ sql: String
  ) async throws {
    let values = try await values(kind, writes: [sql]) { db in
      try Self.text(db, "SELECT upper(name) FROM (SELECT * FROM player) AS p")
    }
    #expect(values == ["", "ANN"])
  }

  @Test(arguments: TestDatabase.allCases)
  func `the first value is of the last commit or later`(_ kind: TestDatabase) async throws {
    let database = try open(kind)
    for number in 1...50 {
      try await database.write { try $0.execute(sql: "INSERT INTO player DEFAULT VALUES") }
      var values = ValueObservation.tracking { try Player.fetchCount($0) }
        .values(in: database).makeAsyncIterator()
      #expect(try await values.next() == number)
    }
  }

  @Test(arguments: TestDatabase.allCases)
  func `duplicates are told by the whole value`(_ kind: TestDatabase) async throws {
    struct Line: Equatable, Sendable {
      var id: Int
      var name: String?
    }
    let database = try open(kind)
    try await database.write { try $0.execute(sql: "INSERT INTO player(id) VALUES (1)") }
    let recorder = Recorder<[Line]>()
    let cancellable = ValueObservation.tracking { db in
      try Player.fetchAll(db).map { Line(id: $0.id, name: $0.name) }
    }
    .removeDuplicates()
    .start(
      in: database,
      scheduling: .inline,
      onError: recorder.onError,
      onChange: recorder.onChange
    )
    await database.idle()
    for sql in ["name = 'Ann'", "status = 'in'", "name = 'Ann'", "name = 'ann'"] {
      try await database.write { try $0.execute(sql: "UPDATE player SET \(sql)") }
      await database.idle()
    }
    #expect(recorder.values.map { $0.map(\.name) } == [[nil], ["Ann"], ["ann"]])
    cancellable.cancel()
  }

  @Test(arguments: TestDatabase.allCases)
  func `a new column is in the value of the observer that reads all`(
    _ kind: TestDatabase
  ) async throws {
    let values = try await values(
      kind,
      setUp: "INSERT INTO tag VALUES ('x', 1)",
      writes: ["ALTER TABLE tag ADD COLUMN colour DEFAULT 'red'", "UPDATE tag SET colour = 'blue'"]
    ) { try Self.text($0, "SELECT * FROM tag") }
    #expect(values == ["x,1", "x,1,red", "x,1,blue"])
  }
}
