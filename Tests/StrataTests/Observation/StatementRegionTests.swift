import Testing

@testable import Strata

/// What statements read, as SQLite's authorizer tells it.
struct StatementRegionTests {
  private struct Player: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "player"
    var id: Int
    var name: String?
  }

  private func database() throws -> DatabaseQueue {
    let queue = try DatabaseQueue()
    try queue.write { db in
      try db.execute(
        sql: """
          CREATE TABLE team(id INTEGER PRIMARY KEY, name TEXT);
          CREATE TABLE player(id INTEGER PRIMARY KEY, name TEXT, teamID INTEGER);
          CREATE TABLE tag(name TEXT PRIMARY KEY) WITHOUT ROWID;
          CREATE VIEW named AS
            SELECT player.name, team.name AS team FROM player JOIN team ON team.id = teamID;
          CREATE VIEW joined AS SELECT player.name FROM player JOIN team USING (id);
          CREATE VIRTUAL TABLE search USING fts5(text, content='player', content_rowid='id');
          CREATE VIRTUAL TABLE word USING fts5(text);
          """
      )
    }
    return queue
  }

  private func region(
    _ fetch: @escaping (Database) throws -> Void
  ) throws -> String {
    try database().read { db in
      try db.observationBroker.recording { try fetch(db) }.1.description
    }
  }

  @Test(arguments: [
    ("SELECT name FROM player", "player(name)"),
    ("SELECT * FROM player", "player(id,name,teamID)"),
    ("SELECT rowid FROM player", "player(id)"),
    ("SELECT count(*) FROM player", "player(*)"),
    ("SELECT 1 FROM player", "player(*)"),
    ("SELECT count(*) FROM player WHERE teamID = 5", "player(teamID)"),
    ("SELECT p.name FROM player AS p ORDER BY p.teamID", "player(name,teamID)"),
    ("SELECT name FROM named", "player(name,teamID),team(id,name)"),
    ("SELECT id FROM player WHERE teamID IN (SELECT id FROM team)", "player(id,teamID),team(id)"),
    ("WITH p AS (SELECT id FROM player) SELECT * FROM p", "player(id)"),
    ("SELECT name FROM PLAYER", "player(name)"),
    ("SELECT value FROM json_each('[1]')", "empty"),
    ("SELECT name FROM sqlite_master", "empty"),
    ("SELECT 1", "empty"),
    ("SELECT player.name FROM player JOIN team USING (id)", "player(*),team(*)"),
    ("SELECT 1 FROM player NATURAL JOIN team", "player(*),team(*)"),
    ("SELECT count(*) FROM tag natural join player", "player(*),tag(*)"),
    ("SELECT name FROM joined", "player(*),team(*)"),
    (
      "SELECT name FROM tag WHERE EXISTS (SELECT 1 FROM team JOIN player USING (id))",
      "player(*),tag(*),team(*)"
    ),
    (
      "SELECT rowid FROM word WHERE word MATCH 'x'",
      "word(rowid,word),word_config(*),word_content(*),word_data(*),word_docsize(*),word_idx(*)"
    ),
    (
      "SELECT rowid FROM search WHERE search MATCH 'x'",
      "player(*),search(rowid,search),search_config(*),search_data(*),search_docsize(*),search_idx(*)"
    ),
  ])
  func `a statement reads the tables behind views and indexes`(
    _ sql: String,
    _ expected: String
  ) throws {
    #expect(try region { db in try db.execute(sql: sql) }.lowercased() == expected.lowercased())
  }

  @Test func `a fetch by rowid reads one row`() throws {
    #expect(try region { _ = try Player.fetchOne($0, key: 2) } == "player(id,name,teamID)[2]")
    #expect(try region { _ = try Player.exists($0, key: 2) } == "player(id)[2]")
    #expect(
      try region { db in
        _ = try Player.fetchOne(db, key: 2)
        _ = try Player.fetchOne(db, key: 3)
      } == "player(id,name,teamID)[2,3]"
    )
    #expect(
      try region { db in
        _ = try Player.fetchOne(db, key: 2)
        _ = try Player.fetchAll(db)
      } == "player(id,name,teamID)"
    )
    #expect(
      try region { _ = try Player.fetchOne($0, key: ["name": 2]) } == "player(id,name,teamID)"
    )
  }

  @Test func `nothing is recorded outside of a recording`() throws {
    try database().read { db in
      try db.registerAccess(to: DatabaseRegion(table: "team"))
      let (value, region) = try db.observationBroker.recording { 1 }
      #expect(value == 1)
      #expect(region.isEmpty)
    }
  }

  @Test func `a recording inside of a recording belongs to both`() throws {
    try database().read { db in
      let (inner, outer) = try db.observationBroker.recording {
        try db.execute(sql: "SELECT id FROM team")
        return try db.observationBroker.recording { try db.execute(sql: "SELECT * FROM tag") }.1
      }
      #expect(inner.description == "tag(name)")
      #expect(outer.description == "tag(name),team(id)")
    }
  }

  @Test func `a compiled statement reads what its view is now`() throws {
    let queue = try database()
    let sql = "SELECT name FROM named"
    func recorded() throws -> String {
      try queue.read { db in
        try db.observationBroker.recording { try db.cachedStatement(sql: sql).execute() }
      }
      .1.description
    }
    #expect(try recorded() == "player(name,teamID),team(id,name)")
    try queue.write { db in
      try db.execute(sql: "DROP VIEW named; CREATE VIEW named AS SELECT name FROM tag")
    }
    #expect(try recorded() == "tag(name)")
    #expect(try recorded() == "tag(name)")
    let region = try queue.read { try $0.cachedStatement(sql: sql).databaseRegion }
    #expect(region.tables?.count == 2)
  }

  @Test func `a statement tells its region`() throws {
    try database().read { db in
      let statement = try db.makeStatement(sql: "SELECT name FROM player")
      #expect(statement.databaseRegion.description == "player(name)")
    }
  }
}
