import Testing

@testable import Strata

/// Each kind of write against the observations that it concerns, with and without the pre-update
/// hook.
@Suite(.timeLimit(.minutes(10)))
struct WriteKindTests {
  /// What is observed.
  enum Observed: String, CaseIterable {
    case team5, player2, score3, best, fullName, teams, tags, search, log, everything

    /// All that show rows of `player`.
    static let players: Set<Observed> = [.team5, .player2, .score3, .best, .fullName, .everything]

    func watcher(_ queue: DatabaseQueue) -> Watcher {
      switch self {
      case .team5: reading(queue, "SELECT count(*) FROM player WHERE teamID = 5")
      case .player2: Watcher(queue, DatabaseRegion(table: "player", rowIDs: [2]))
      case .score3: reading(queue, "SELECT score FROM player WHERE id = 3")
      case .best: reading(queue, "SELECT * FROM best")
      case .fullName: reading(queue, "SELECT fullName FROM player")
      case .teams: reading(queue, "SELECT name FROM team")
      case .tags: reading(queue, "SELECT * FROM tag WHERE name = 'red'")
      case .search: reading(queue, "SELECT rowid FROM search WHERE search MATCH 'ann'")
      case .log: reading(queue, "SELECT * FROM log")
      case .everything: Watcher(queue, .fullDatabase)
      }
    }

    private func reading(_ queue: DatabaseQueue, _ sql: String) -> Watcher {
      Watcher(queue) { db in try db.execute(sql: sql) }
    }
  }

  /// A write, and the observations that it wakes.
  struct Write: Sendable, CustomTestStringConvertible {
    let sql: String
    let wakes: Set<Observed>
    /// What it wakes as well where rows are not seen.
    let wakesWithoutRows: Set<Observed>

    init(_ sql: String, wakes: Set<Observed>, withoutRows: Set<Observed> = []) {
      self.sql = sql
      self.wakes = wakes
      wakesWithoutRows = withoutRows
    }

    var testDescription: String { sql }
  }

  static let writes: [Write] = [
    // Rows and columns.
    Write(
      "UPDATE player SET score = 9 WHERE id = 2",
      wakes: [.player2, .score3, .best, .fullName, .log, .everything],
      withoutRows: [.team5]
    ),
    Write(
      "UPDATE player SET score = 9 WHERE id = 1",
      wakes: [.score3, .best, .fullName, .log, .everything],
      withoutRows: [.team5, .player2]
    ),
    Write(
      "UPDATE player SET score = score WHERE id = 2",
      wakes: [.log, .everything],
      withoutRows: Observed.players
    ),
    Write("UPDATE player SET score = 9 WHERE id = 99", wakes: []),
    Write(
      "UPDATE player SET teamID = 5 WHERE id = 1",
      wakes: [.team5, .fullName, .everything],
      withoutRows: Observed.players
    ),
    Write("UPDATE team SET name = 'Reds' WHERE id = 1", wakes: [.teams, .everything]),
    Write("UPDATE team SET city = 'Rome' WHERE id = 1", wakes: [.everything]),
    Write(
      "INSERT INTO player(id, teamID) VALUES (10, 1)",
      wakes: Observed.players.subtracting([.player2]),
      withoutRows: [.player2]
    ),
    Write(
      "DELETE FROM player WHERE id = 1",
      wakes: Observed.players.subtracting([.player2]),
      withoutRows: [.player2]
    ),
    Write("DELETE FROM player WHERE id = 2", wakes: Observed.players),
    Write("DELETE FROM player WHERE id = 99", wakes: []),
    Write("DELETE FROM player", wakes: Observed.players),
    Write(
      "INSERT INTO player(id, email) VALUES (2, 'b') ON CONFLICT (id) DO UPDATE SET score = 100",
      wakes: [.player2, .score3, .best, .fullName, .log, .everything],
      withoutRows: Observed.players
    ),
    Write(
      "INSERT INTO player(id, teamID) VALUES (10, 1) RETURNING id",
      wakes: Observed.players.subtracting([.player2]),
      withoutRows: [.player2]
    ),
    Write(
      "INSERT INTO player(id) SELECT id + 100 FROM player",
      wakes: Observed.players.subtracting([.player2]),
      withoutRows: [.player2]
    ),

    // What GRDB does not notice.
    Write("INSERT OR REPLACE INTO player(id, email) VALUES (20, 'b')", wakes: Observed.players),
    Write("REPLACE INTO player(id, email) VALUES (20, 'b')", wakes: Observed.players),
    Write("UPDATE OR REPLACE player SET email = 'b' WHERE id = 1", wakes: Observed.players),
    Write("UPDATE player SET id = 33 WHERE id = 2", wakes: Observed.players),
    Write("UPDATE player SET id = 2 WHERE id = 1 AND (SELECT max(id) FROM player) < 0", wakes: []),
    Write("INSERT INTO tag VALUES ('blue', 1)", wakes: [.tags, .everything]),
    Write("UPDATE tag SET count = 2 WHERE name = 'red'", wakes: [.tags, .everything]),
    Write("UPDATE tag SET count = count", wakes: [], withoutRows: [.tags, .everything]),
    Write("DELETE FROM tag", wakes: [.tags, .everything]),
    Write("ALTER TABLE team ADD COLUMN colour TEXT", wakes: Set(Observed.allCases)),
    Write("ALTER TABLE team RENAME COLUMN city TO town", wakes: Set(Observed.allCases)),
    Write("DROP TABLE log", wakes: Set(Observed.allCases)),
    Write("CREATE TABLE other(id INTEGER PRIMARY KEY)", wakes: Set(Observed.allCases)),
    Write("DROP VIEW best", wakes: Set(Observed.allCases)),
    Write("VACUUM", wakes: Set(Observed.allCases)),
    Write("ANALYZE", wakes: []),
    Write("CREATE INDEX playerByScore ON player(score)", wakes: []),

    // Triggers, foreign keys, virtual tables, views.
    Write("DELETE FROM team WHERE id = 2", wakes: Observed.players.union([.teams])),
    Write(
      "DELETE FROM team WHERE id = 1",
      wakes: Observed.players.subtracting([.player2]).union([.teams]),
      withoutRows: [.player2]
    ),
    Write("INSERT INTO search(text) VALUES ('ann')", wakes: [.search, .everything]),
    Write("UPDATE search SET text = 'bob'", wakes: [.search, .everything]),
    Write("DELETE FROM search", wakes: [.search, .everything]),
    Write(
      "UPDATE best SET score = 7 WHERE name = 'Cid'",
      wakes: [.score3, .best, .fullName, .log, .everything],
      withoutRows: [.team5, .player2]
    ),

    // Transactions.
    Write("BEGIN; DELETE FROM player; ROLLBACK", wakes: []),
    Write("SAVEPOINT s; DELETE FROM player; ROLLBACK TO s; RELEASE s", wakes: []),
    Write("SAVEPOINT s; DELETE FROM player; RELEASE s", wakes: Observed.players),
    Write(
      """
      BEGIN; INSERT INTO tag VALUES ('blue', 1);
      SAVEPOINT s; DELETE FROM player; SAVEPOINT t; DELETE FROM team; RELEASE t; ROLLBACK TO S;
      COMMIT
      """,
      wakes: [.tags, .everything]
    ),
    Write(
      """
      BEGIN; SAVEPOINT s; INSERT INTO tag VALUES ('blue', 1); ROLLBACK TO s;
      UPDATE team SET name = 'x' WHERE id = 1; COMMIT
      """,
      wakes: [.teams, .everything]
    ),
    Write(
      "SAVEPOINT s; SAVEPOINT s; DELETE FROM tag; ROLLBACK TO s; RELEASE s; DELETE FROM log; RELEASE s",
      wakes: [.log, .everything]
    ),
    Write("BEGIN; COMMIT", wakes: []),
    Write("BEGIN; CREATE TABLE other(id); ROLLBACK", wakes: []),

    // Other databases.
    Write("INSERT INTO attached.team(name) VALUES ('x')", wakes: [.everything]),
    Write("INSERT INTO scratch VALUES (1)", wakes: [.everything]),

    // Statements that fail.
    Write("INSERT INTO player(id) VALUES (1)", wakes: []),
    Write("INSERT INTO player(id, email) VALUES (50, 'z'), (1, 'y')", wakes: []),
    Write(
      "INSERT OR FAIL INTO player(id, email) VALUES (50, 'z'), (1, 'y')",
      wakes: Observed.players.subtracting([.player2]),
      withoutRows: [.player2]
    ),
    Write("INSERT OR IGNORE INTO player(id) VALUES (1)", wakes: []),
    Write("BEGIN; DELETE FROM tag; INSERT OR ROLLBACK INTO player(id) VALUES (1)", wakes: []),
    Write("INSERT INTO nowhere VALUES (1)", wakes: []),
  ]

  @Test(arguments: writes, [true, false])
  func `a write wakes the observations that it concerns`(
    _ write: Write,
    _ capturesRows: Bool
  ) async throws {
    let queue = try makeQueue(capturesRows: capturesRows)
    let watchers = Observed.allCases.map { ($0, $0.watcher(queue)) }
    for (_, watcher) in watchers { queue.observationCenter.start(watcher) }
    await queue.observationCenter.idle()

    try await queue.writeWithoutTransaction { db in
      // Some of the writes are meant to fail.
      try? db.execute(sql: write.sql)
      if db.isInsideTransaction { try db.rollback() }
    }
    await queue.observationCenter.idle()

    let woken = Set(watchers.filter { $0.1.takeCount() > 0 }.map(\.0))
    let expected = capturesRows ? write.wakes : write.wakes.union(write.wakesWithoutRows)
    #expect(woken == expected)
  }

  @Test(arguments: [true, false])
  func `a write of the attached database wakes those that observe it`(
    _ capturesRows: Bool
  ) async throws {
    let queue = try makeQueue(capturesRows: capturesRows)
    let watcher = Watcher(queue) { db in try db.execute(sql: "SELECT name FROM attached.team") }
    queue.observationCenter.start(watcher)
    await queue.observationCenter.idle()
    try await queue.write { db in try db.execute(sql: "INSERT INTO team(name) VALUES ('x')") }
    #expect(watcher.takeCount() == 0)
    try await queue.write { db in
      try db.execute(sql: "INSERT INTO attached.team(name) VALUES ('x')")
    }
    #expect(watcher.takeCount() == 1)
  }

  @Test func `a transaction of several statements wakes once`() async throws {
    let queue = try makeQueue(capturesRows: true)
    let watcher = Watcher(queue) { db in try db.execute(sql: "SELECT * FROM player") }
    queue.observationCenter.start(watcher)
    await queue.observationCenter.idle()
    try await queue.write { db in
      for id in 100..<103 {
        try db.execute(sql: "INSERT INTO player(id) VALUES (?)", arguments: [id])
      }
      #expect(watcher.takeCount() == 0)
    }
    #expect(watcher.takeCount() == 1)
  }

  @Test func `a column that is younger than the row is not missed where it becomes NULL`()
    async throws
  {
    let queue = try makeQueue(capturesRows: true)
    try await queue.write { db in
      try db.execute(sql: "ALTER TABLE team ADD COLUMN rank INTEGER DEFAULT 42")
    }
    let watcher = Watcher(queue) { db in try db.execute(sql: "SELECT rank FROM team") }
    queue.observationCenter.start(watcher)
    await queue.observationCenter.idle()
    try await queue.write { db in try db.execute(sql: "UPDATE team SET rank = NULL WHERE id = 1") }
    #expect(watcher.takeCount() == 1)
  }

  private func makeQueue(capturesRows: Bool) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.capturesRows = capturesRows
    let queue = try DatabaseQueue(configuration: configuration)
    try queue.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          ATTACH ':memory:' AS attached;
          CREATE TABLE attached.team(id INTEGER PRIMARY KEY, name TEXT);
          CREATE TEMP TABLE scratch(n);
          CREATE TABLE team(id INTEGER PRIMARY KEY, name TEXT, city TEXT);
          CREATE TABLE player(
            id INTEGER PRIMARY KEY,
            teamID INTEGER REFERENCES team(id) ON DELETE CASCADE,
            fullName TEXT AS (upper(name)) VIRTUAL,
            name TEXT,
            score INTEGER DEFAULT 0,
            email TEXT UNIQUE
          );
          CREATE TABLE tag(name TEXT PRIMARY KEY, count INTEGER) WITHOUT ROWID;
          CREATE TABLE log(message TEXT);
          CREATE VIEW best AS SELECT name, score FROM player WHERE score > 5;
          CREATE VIRTUAL TABLE search USING fts5(text);
          CREATE TRIGGER playerLog AFTER UPDATE OF score ON player BEGIN
            INSERT INTO log VALUES (new.name);
          END;
          CREATE TRIGGER bestUpdate INSTEAD OF UPDATE ON best BEGIN
            UPDATE player SET score = new.score WHERE name = new.name;
          END;
          INSERT INTO team(id, name) VALUES (1, 'Red'), (2, 'Blue'), (5, 'Green');
          INSERT INTO player(id, teamID, name, score, email)
            VALUES (1, 1, 'Ann', 1, 'a'), (2, 2, 'Bob', 2, 'b'), (3, 5, 'Cid', 6, 'c');
          INSERT INTO tag VALUES ('red', 1);
          INSERT INTO log VALUES ('begin');
          INSERT INTO search(text) VALUES ('ann');
          """
      )
    }
    return queue
  }
}
