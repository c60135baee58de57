import Strata
import Testing

/// Requests as they are fetched in observations: single values, lists of two tables, joined records.
@Suite struct FetchedValuesTests {
  struct Player: Codable, FetchableRecord, PersistableRecord {
    static let team = belongsTo(Team.self)
    var id: Int
    var name: String
    var score: Int
    var teamId: Int?
  }

  struct Team: Codable, FetchableRecord, PersistableRecord {
    var id: Int
    var name: String
  }

  struct Config: Codable, FetchableRecord, PersistableRecord {
    var favoriteTeamId: Int
  }

  struct PlayerStats: Equatable {
    var count: Int
    var totalScore: Int
  }

  struct GameData {
    var players: [Player]
    var teams: [Team]
  }

  struct PlayerWithTeam: Decodable, FetchableRecord {
    var player: Player
    var team: Team
  }

  private func game() throws -> DatabaseQueue {
    let queue = try DatabaseQueue()
    try queue.write { db throws in
      try db.execute(
        sql: """
          CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
          CREATE TABLE player (
            id INTEGER PRIMARY KEY, name TEXT NOT NULL, score INTEGER NOT NULL,
            teamId INTEGER REFERENCES team(id)
          );
          CREATE TABLE config (favoriteTeamId INTEGER);
          """
      )
    }
    return queue
  }

  private func stats(_ db: Database) throws -> PlayerStats {
    PlayerStats(
      count: try Player.fetchCount(db),
      totalScore: try Player.select(sum(Column("score"))).fetchOne(db) ?? 0
    )
  }

  @Test func `values of no rows are nil, or 0`() throws {
    try game().read { db throws in
      let stats = try stats(db)
      #expect(stats == PlayerStats(count: 0, totalScore: 0))
      let best = try Player.select(max(Column("score")), as: Int.self).fetchOne(db)
      #expect(best == nil)
      let none = try Player.fetchOne(db, key: 42)
      #expect(none == nil)
    }
  }

  @Test func `values, records and joined records are fetched`() throws {
    let queue = try game()
    try queue.write { db throws in
      try Team(id: 1, name: "Reds").insert(db)
      try Player(id: 42, name: "Ann", score: 10, teamId: 1).insert(db)
      try Player(id: 43, name: "Bea", score: 5, teamId: nil).insert(db)
      try Config(favoriteTeamId: 1).insert(db)
    }
    try queue.read { db throws in
      #expect(try stats(db) == PlayerStats(count: 2, totalScore: 15))
      #expect(try Player.select(max(Column("score")), as: Int.self).fetchOne(db) == 10)
      let data = GameData(players: try Player.fetchAll(db), teams: try Team.fetchAll(db))
      #expect(data.players.count == 2 && data.teams.count == 1)
      let request = Player.including(required: Player.team)
      let pairs = try PlayerWithTeam.fetchAll(db, request)
      #expect(pairs.map(\.player.id) == [42])
      #expect(pairs.map(\.team.name) == ["Reds"])
      let config = try #require(try Config.fetchOne(db))
      let favorites = try Player.filter(Column("teamId") == config.favoriteTeamId).fetchAll(db)
      #expect(favorites.map(\.name) == ["Ann"])
    }
  }
}
