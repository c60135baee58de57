import Foundation
import Strata
import Testing

@testable import LeagueExample

/// The samples of the documentation comments that are about hand-written records.
@Suite struct HandwrittenSamples {
  struct Player: TableRecord {
    static let team = belongsTo(Team.self)
    var id: Int
    var name: String
    var teamID: Int?
  }

  struct Team: TableRecord {
    static let players = hasMany(Player.self)
    var id: Int
    var name: String
  }

  struct PlayerWithTeam: Decodable, FetchableRecord {
    var player: Player
    var team: Team
  }

  struct TeamWithPlayers: Decodable, FetchableRecord {
    var team: Team
    var players: [Player]
  }

  struct TeamWithPlayersByHand: FetchableRecord {
    var team: Team
    var players: [Player]

    init(row: Row) throws {
      team = try Team(row: row)
      players = row["players"]
    }
  }

  func names(_ request: some FetchRequest<String>, _ db: Database) throws -> Set<String> {
    try request.fetchSet(db)
  }

  @Test func `hand-written records read the tables of the schema`() throws {
    let queue = try LeagueDatabase.openInMemory()
    try queue.write { db in
      try db.execute(
        sql: """
          INSERT INTO team (id, name, city) VALUES (1, 'Reds', 'A'), (2, 'Blues', 'B');
          INSERT INTO player (id, name, teamID) VALUES (1, 'Ann', 1), (2, 'Bea', 1), (3, 'Cleo', NULL);
          """
      )
      let pairs = try PlayerWithTeam.fetchAll(db, Player.including(required: Player.team))
      #expect(pairs.map(\.player.name) == ["Ann", "Bea"])
      #expect(pairs.map(\.team.name) == ["Reds", "Reds"])
      let teams = try TeamWithPlayers.fetchAll(db, Team.including(all: Team.players))
      #expect(teams.map { $0.players.map(\.id) } == [[1, 2], []])
      let byHand = try TeamWithPlayersByHand.fetchAll(db, Team.including(all: Team.players))
      #expect(byHand.map { $0.players.map(\.id) } == [[1, 2], []])
      let player = try #require(try Player.fetchOne(db, key: 1))
      let team = try player.request(for: Player.team).fetchOne(db)
      #expect(team?.name == "Reds")
      #expect(
        try names(Player.select(Column("name"), as: String.self), db) == ["Ann", "Bea", "Cleo"]
      )
    }
  }
}

extension HandwrittenSamples.Player: Codable, FetchableRecord, EncodableRecord {}
extension HandwrittenSamples.Team: Codable, FetchableRecord, EncodableRecord {}
