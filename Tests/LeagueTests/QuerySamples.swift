import Foundation
import Strata
import Testing

@testable import LeagueExample

/// The samples of the documentation comments about requests of several tables.
@Suite struct QuerySamples {
  struct Country: TableRecord {
    static let profile = hasOne(CountryProfile.self)
    static let passports = hasMany(Passport.self)
    static let citizens = hasMany(Citizen.self, through: passports, using: Passport.citizen)
  }

  struct CountryProfile: TableRecord {}
  struct Citizen: TableRecord {}

  struct Passport: TableRecord {
    static let citizen = belongsTo(Citizen.self)
  }

  struct Book: TableRecord {
    static let library = belongsTo(Library.self)
    static let address = hasOne(Address.self, through: library, using: Library.address)
  }

  struct Library: TableRecord {
    static let address = hasOne(Address.self)
  }

  struct Address: TableRecord {}

  struct CaptainedPlayer: Decodable, FetchableRecord, TableRecord {
    static let databaseTableName = "player"
    static let captain = belongsTo(
      CaptainedPlayer.self,
      key: "captain",
      using: ForeignKey(["teamID"], to: ["teamID"])
    )
    var name: String
  }

  let database: DatabaseQueue

  init() throws {
    database = try LeagueDatabase.openInMemory()
    _ = try SampleData.importIfEmpty(database)
  }

  @Test func `requests inside of requests`() throws {
    try database.read { db in
      let best = Player.select(max(Column("score")))
      let found = try Player.filter(Column("score") == best).fetchAll(db)
      #expect(found.map(\.score) == [25])
      _ = try Player.filter(Column("score") == best).fetchAll(db)
      let teams = Team.select(Column("id")).filter(Column("city") == "Port Ellery")
      #expect(try Player.filter(teams.contains(Column("teamID"))).fetchCount(db) > 0)
      _ = try Player.filter(teams.contains(Column("teamID"))).fetchAll(db)
      let players = Player.filter(Player.Columns.teamID == Team.Columns.id)
      #expect(try Team.filter(!players.exists()).fetchCount(db) == 0)
      _ = try Team.filter(!players.exists()).fetchAll(db)
      let ids = try Player.filter(Column("score") > 10).selectPrimaryKey(as: Int.self).fetchAll(db)
      #expect(!ids.isEmpty)
    }
  }

  @Test func `a table that stands twice in a request`() throws {
    typealias Player = CaptainedPlayer
    try database.read { db in
      let captain = TableAlias()
      let better =
        try Player.joining(required: Player.captain.aliased(captain))
        .filter(Column("score") > captain[Column("score")])
        .fetchAll(db)
      #expect(!better.isEmpty)
      let player = TableAlias()
      let empty =
        try Team.joining(optional: Team.players.aliased(player)).filter(!player.exists).fetchAll(db)
      #expect(empty.isEmpty)
    }
  }

  @Test func `values of associated rows`() throws {
    struct TeamInfo: Decodable, FetchableRecord {
      var team: Named
      var playerCount: Int
      struct Named: Decodable, FetchableRecord { var name: String }
    }
    try database.read { db in
      _ = try Team.having(Team.players.count >= 5).fetchAll(db)
      _ = try Team.all().having(Team.players.count >= 5).fetchAll(db)
      #expect(try Team.having(Team.players.isEmpty).fetchAll(db).isEmpty)
      let infos =
        try TeamInfo.fetchAll(db, Team.annotated(with: Team.players.count))
      #expect(infos.map(\.playerCount) == [4, 3, 3, 2])
      _ = Team.annotated(with: Team.players.count.forKey("size"))
      let rows = try Row.fetchAll(
        db,
        Player.annotated(withRequired: Player.team.select(Column("city")))
      )
      #expect(rows.first?.hasColumn("city") == true)
    }
  }

  @Test func `associations through others`() {
    _ = Country.profile
    _ = Country.citizens
    _ = Book.address
  }

  @Test func `rows that are written and given`() throws {
    try database.write { db in
      let raised = try Player.filter(Column("teamID") == 1)
        .updateAndFetchAll(db, [Column("score") += 1])
      #expect(raised.count == 4)
      try Player.updateAll(db, Column("score").set(to: 0))
      let gone = try Player.filter(Column("score") == 0).deleteAndFetchIds(db)
      #expect(gone.count == 13)
    }
  }

  @Test func `values of expressions`() throws {
    try database.read { db in
      let requests: [QueryInterfaceRequest<Player>] = [
        Player.select(Column("nickname") ?? "none"),
        Player.select(coalesce([Column("nickname"), Column("name")])),
        Player.select(cast(Column("score"), as: .text)),
        Player.select(dateTime(Column("joined"), .startOfMonth)),
        Player.select(julianDay(Column("joined"))),
      ]
      for request in requests { #expect(try Row.fetchAll(db, request).count == 13) }
      let counts = try Int.fetchAll(
        db,
        Player.select(count(Column("id"), filter: Column("score") > 10))
      )
      #expect(counts.count == 1)
      let sizes =
        try Team.annotated(with: Team.players.count).order(Column("playerCount").detached.desc)
        .fetchAll(db)
      #expect(sizes.count == 4)
      _ = try Player.filter(keys: [["teamID": 1, "name": "Ann"], ["id": 7]]).fetchAll(db)
      _ = try Player.order(Column("name").collating(.nocase)).fetchAll(db)
      let words = ["harbour", "rovers"]
      let conditions = words.map { Column("name").like("%\($0)%") }
      let teams =
        try Team.filter(conditions.joined(operator: .or)).fetchAll(db)
      #expect(teams.map(\.name).contains("Harbour Rovers"))
    }
  }

  @Test func `records that are written in parts`() throws {
    struct Word: Codable, FetchableRecord, PersistableRecord {
      var text: String
      var count: Int
    }
    try database.write { db in
      try db.execute(sql: "CREATE TABLE word (text TEXT PRIMARY KEY, count INTEGER NOT NULL)")
      try Word(text: "swift", count: 2).insert(db)
      let word = try Word(text: "swift", count: 1)
        .upsertAndFetch(db, onConflict: ["text"]) { excluded in
          [Column("count") += excluded["count"]]
        }
      #expect(word.count == 3)
      var player = try #require(try Player.fetchOne(db))
      player.score += 1
      try player.update(db, columns: [Column("score")])
      player.id = Player.ID(rawValue: 100)
      let id = try player.insertAndFetch(db, selection: [Column("id")]) { statement in
        try Int.fetchOne(statement)
      }
      #expect(id == 100)
    }
  }
}
