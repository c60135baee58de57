import Foundation
import Strata
import Testing

@testable import LeagueExample

/// The samples of the documentation comments, run on the league.
///
/// A test of the house looks for each of their lines in the compiled tests.
@Suite struct DocumentationSamples {
  struct PlayerWithTeam: Decodable, FetchableRecord {
    struct Name: Decodable { var name: String }
    var name: String
    var team: Name
  }

  struct TeamWithPlayers: Decodable, FetchableRecord {
    struct Name: Decodable { var name: String }
    var name: String
    var players: [Name]
  }

  struct Match: TableRecord {
    static let homeTeam = belongsTo(Team.self, using: ForeignKey(["homeTeamID"]))
  }

  struct Person: TableRecord {}

  struct Book: TableRecord {
    static let author = belongsTo(Person.self, using: ForeignKey(["authorID"]))
  }

  let database: DatabaseQueue

  init() throws {
    database = try LeagueDatabase.openInMemory()
    _ = try SampleData.importIfEmpty(database)
  }

  @Test func `requests of the query interface`() throws {
    try database.write { db in
      _ = try Player.filter(Column("score") >= 1000).fetchAll(db)
      _ = try Player.filter(Column("score") >= 1000).order(Column("name")).fetchAll(db)
      _ = try Player.filter(Column("score") >= 1000).fetchCount(db)
      let request = Player.filter(Column("score") >= 1000).order(Column("name")).limit(5)
      let players = try request.fetchAll(db)
      #expect(players.isEmpty)
      #expect(try Player.all().fetchAll(db).count == 13)
      #expect(try Player.select(max(Column("score")), as: Int.self).fetchOne(db) == 25)
      _ = try Player.order(Column("score").desc, Column("name")).fetchAll(db)
      _ = try Player.order(Column("score").desc).limit(10, offset: 20).fetchAll(db)
      _ = try Player.filter(sql: "score >= ?", arguments: [1000]).fetchAll(db)
      _ = try Player.filter(Player.Columns.score >= 10).order(Player.Columns.name.desc).fetchAll(db)
      _ = try Player.filter([1, 2, 3].contains(Column("id"))).fetchAll(db)
      _ = try Player.filter((1...10).contains(Column("score"))).fetchAll(db)
      let condition: SQLExpression = Column("score") >= 1000 && Column("name") != nil
      #expect(try Player.filter(condition).fetchCount(db) == 0)
      _ = Player.select(Column("teamID"), max(Column("score"))).group(Column("teamID"))
      _ = Player.select(max(Column("score")).forKey("best"))
      _ = Column("discount").like("%10\\%%", escape: "\\")
      #expect(throws: DatabaseError.self) {
        try Player.filter(key: ["teamID": 1, "number": 7]).fetchOne(db)
      }
    }
  }

  @Test func `closures get the columns, which are read as they are stored`() throws {
    try database.write { db in
      _ = try Player.filter { $0.score >= 1000 }.fetchAll(db)
      _ = try Player.filter { $0.score >= 1000 }.filter { $0.teamID != nil }.fetchAll(db)
      _ = try Player.all().order { [$0.score.desc, $0.name] }.fetchAll(db)
      _ = try Player.select({ $0.name }, as: String.self).fetchAll(db)
      _ = try Player.select(min(Player.Columns.joined), as: Date.self).fetchOne(db)
      let row = try Row.fetchOne(db, Player.select(Player.Columns.joined))
      let joined = row?[Player.Columns.joined]
      #expect(joined != nil)
      try Player.updateAll(db) { [$0.score.set(to: 0), $0.nickname.set(to: nil)] }
      try Player.filter { $0.score > 9 }.updateAll(db) { [$0.score += 1, $0.name.set(to: "")] }
      #expect(try Player.filter { $0.name == "" }.fetchCount(db) == 0)
    }
  }

  @Test func `writes of the query interface`() throws {
    try database.write { db in
      try Player.updateAll(db, Column("score").set(to: 0))
      try Player.updateAll(db, Player.Columns.score += 1)
      try Player.filter(Column("teamID") == 1).updateAll(db, Column("score") += 1)
      try Player.updateAll(db, Player.Columns.score.set(to: 0))
      try Player.filter(Column("score") == 0).deleteAll(db)
      #expect(try Player.fetchCount(db) == 0)
    }
  }

  @Test func `literals bind their values`() throws {
    try database.write { db in
      let name = "O'Brien"
      let condition: SQL = "\(Column("name")) = \(name)"
      #expect(try Player.filter(literal: condition).fetchAll(db).isEmpty)
      #expect(try Player.filter(literal: "name = \(name)").fetchAll(db).isEmpty)
      _ = SQL(sql: "score > ?", arguments: [1000])
      let id = 1
      try db.execute(literal: "UPDATE player SET name = \(name) WHERE id = \(id)")
      let request: SQLRequest<Player> = "SELECT * FROM player WHERE name = \(name)"
      let players = try request.fetchAll(db)
      #expect(players.map(\.id.rawValue) == [id])
    }
  }

  @Test func `associations`() throws {
    try database.read { db in
      let reds = Player.including(required: Player.team.filter(Column("name") == "Reds"))
      #expect(try reds.fetchAll(db).isEmpty)
      _ = try Player.including(required: Player.team.filter(Column("name") == "Reds")).fetchAll(db)
      _ = try Player.joining(required: Player.team.filter(Column("name") == "Reds")).fetchAll(db)
      #expect(
        try PlayerWithTeam.fetchAll(db, Player.including(required: Player.team)).count == 12
      )
      #expect(
        try TeamWithPlayers.fetchAll(db, Team.including(all: Team.players)).map(\.players.count)
          == [4, 3, 3, 2]
      )
      let request = Player.including(required: Player.team).asRequest(of: PlayerWithTeam.self)
      #expect(try request.fetchCount(db) == 12)
      let player = try #require(try PlayerNamedRequest(name: "Ann Okafor").fetch(db))
      let team = try #require(try player.request(for: Player.team).fetchOne(db))
      let best = try team.request(for: Team.players).order(Column("score").desc).fetchAll(db)
      #expect(best.first?.name == "Cleo Duarte")
      _ = Match.including(required: Match.homeTeam.forKey("home"))
      _ = Book.author
    }
  }

  @Test func `typed requests`() async throws {
    let pool = database
    try await pool.read { db in
      let team = try ByIDRequest<Team>(id: 1).fetch(db)
      #expect(team?.name == "Harbour Rovers")
      let teams = try AllRequest<Team>().fetch(db)
      #expect(teams.count == 4)
      let red = try #require(try TeamNamedRequest(name: "Harbour Rovers").fetch(db))
      let players = try TopPlayersRequest(team: red.id).fetch(db)
      #expect(players.count == 4)
    }
    let cancellable = TopPlayersRequest(team: 1).observation
      .start(in: pool, scheduling: .task) { _ in
      } onChange: { _ in
      }
    cancellable.cancel()
    let observation = TopPlayersRequest(team: 1).observation
    let count = observation.map { players in players.count }
    for try await value in count.values(in: pool) {
      #expect(value == 4)
      break
    }
    for try await players in TopPlayersRequest(team: 1).values(in: pool) {
      #expect(players.count == 4)
      break
    }
    for try await presence in PlayerNamedRequest(name: "Ann").observingPresence.values(in: pool) {
      #expect(presence == .missing)
      break
    }
    let footprint: RequestFootprint = "player(name, score), team"
    #expect(footprint.tables.count == 2)
    let columns: NameList = #"id, name, "shirt number""#
    #expect(columns.names == ["id", "name", "shirt number"])
  }
}
