import Testing

@testable import Strata

/// What GRDB's guides show of the values of observations, and of their ends.
@Suite(.timeLimit(.minutes(10)))
struct ObservationGuideValueTests {
  typealias Team = GuideDatabase.Team
  typealias Player = GuideDatabase.Player

  private let guide: GuideDatabase
  private var pool: DatabasePool { guide.pool }

  init() throws { guide = try GuideDatabase() }

  @Test func `values are mapped, and equal ones left out`() async throws {
    let observation =
      ValueObservation
      .tracking { db in try Player.fetchAll(db) }
      .map { players in players.count }
    let counts = try await guide.values(
      observation,
      [GuideDatabase.renameAnn, GuideDatabase.addCleo]
    )
    #expect(counts == [2, 2, 3])
    let distinct =
      ValueObservation
      .tracking { db in try Player.fetchAll(db) }
      .map { players in players.count }
      .removeDuplicates()
    #expect(
      try await guide.values(distinct, [GuideDatabase.renameAnn, { _ = try Player.deleteAll($0) }])
        == [3, 0]
    )
  }

  @Test func `duplicates are told by a closure`() async throws {
    struct PlayerStats {
      var count: Int
      var totalScore: Int
    }
    let observation = ValueObservation.tracking { db in
      PlayerStats(
        count: try Player.fetchCount(db),
        totalScore: try Player.select(sum(Column("score")), as: Int.self).fetchOne(db) ?? 0
      )
    }
    .removeDuplicates { $0.count == $1.count }
    let values = try await guide.values(
      observation,
      [{ try $0.execute(sql: "UPDATE player SET score = 50 WHERE id = 1") }, GuideDatabase.addCleo]
    )
    #expect(values.map(\.totalScore) == [8, 64])
  }

  @Test func `several tables are one value of one commit`() async throws {
    struct LeagueTable {
      var players: [Player]
      var teams: [Team]
    }
    let observation = ValueObservation.tracking { db in
      LeagueTable(
        players: try Player.fetchAll(db),
        teams: try Team.fetchAll(db)
      )
    }
    let values = try await guide.values(
      observation,
      [
        { db in
          try Team(id: 3, name: "Old Town").insert(db)
          try Player(id: 4, name: "Dan", teamID: 3).insert(db)
        }
      ]
    )
    #expect(values.map(\.players.count) == [2, 3])
    #expect(values.map(\.teams.count) == [2, 3])
  }

  @Test func `an aggregate and a join are observed`() async throws {
    let best = ValueObservation.tracking { db in
      try Player.select(max(Column("score")), as: Int.self).fetchOne(db)
    }
    #expect(
      try await guide.values(best, [GuideDatabase.renameAnn, GuideDatabase.addCleo]) == [5, 9]
    )

    struct PlayerWithTeam: Decodable, FetchableRecord {
      var player: Player
      var team: Team
    }
    let joined = ValueObservation.tracking { db in
      let request = Player.including(required: Player.team)
      return try PlayerWithTeam.fetchAll(db, request)
    }
    let values = try await guide.values(
      joined,
      [{ try $0.execute(sql: "UPDATE team SET name = 'Rovers' WHERE id = 1") }]
    )
    #expect(values.map { $0.first?.team.name } == ["Harbour Rovers", "Rovers"])
  }

  @Test func `events are told and printed`() async throws {
    let seen = Lines()
    let observation =
      ValueObservation
      .tracking { db in try Player.fetchCount(db) }
      .handleEvents(
        willStart: { seen.write("will start") },
        willFetch: { seen.write("will fetch") },
        willTrackRegion: { region in seen.write("tracking \(region)") },
        databaseDidChange: { seen.write("database changed") },
        didReceiveValue: { value in seen.write("received \(value)") },
        didFail: { error in seen.write("failed: \(error)") },
        didCancel: { seen.write("cancelled") }
      )
    _ = try await guide.values(observation, [GuideDatabase.addCleo])
    #expect(
      seen.all == [
        "will start", "will fetch", "tracking player(*)", "received 2", "database changed",
        "will fetch", "received 3", "cancelled",
      ]
    )
    let lines = Lines()
    let printed =
      ValueObservation
      .tracking { db in try Player.fetchCount(db) }
      .print("players", to: lines)
    _ = try await guide.values(printed, [])
    #expect(
      lines.all == [
        "players: start", "players: fetch", "players: tracked region: player(*)",
        "players: value: 3", "players: cancel",
      ]
    )
  }

  @Test func `an error ends the observation, which can be started again`() async throws {
    let observation = ValueObservation.tracking { db in try Player.fetchCount(db) }
    let recorder = Recorder<Int>()
    let cancellable = observation.start(in: pool, scheduling: .inline, recording: recorder)
    await pool.idle()
    try await pool.write { try $0.execute(sql: "ALTER TABLE player RENAME TO person") }
    await pool.idle()
    #expect(recorder.errors.first is DatabaseError)
    try await pool.write { try $0.execute(sql: "ALTER TABLE person RENAME TO player") }
    await pool.idle()
    #expect(recorder.values == [2])
    cancellable.cancel()
    #expect(try await guide.values(observation, []) == [2])
  }
}
