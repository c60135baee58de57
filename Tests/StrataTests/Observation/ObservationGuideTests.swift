import Dispatch
import Foundation
import Testing

@testable import Strata

/// What GRDB's guides show of observation, with the tables of a league; the article on observation
/// takes its samples from here.
@Suite(.timeLimit(.minutes(10)))
struct ObservationGuideTests {
  struct Team: Codable, Equatable, FetchableRecord, PersistableRecord {
    static let players = hasMany(Player.self)
    var id: Int
    var name: String
  }

  struct Player: Codable, Equatable, FetchableRecord, PersistableRecord {
    static let team = belongsTo(Team.self)
    var id: Int
    var name: String
    var score = 0
    var teamID: Int?
  }

  struct Config: Codable, FetchableRecord, PersistableRecord {
    var id = 1
    var showsPlayers: Bool
    var favouriteTeamID: Int?
  }

  private let directory: TemporaryDirectory
  private let pool: DatabasePool

  init() throws {
    directory = try TemporaryDirectory()
    pool = try DatabasePool(path: directory.path())
    try pool.write { db in
      try db.execute(
        sql: """
          CREATE TABLE team(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
          CREATE TABLE player(
            id INTEGER PRIMARY KEY, name TEXT NOT NULL, score INTEGER NOT NULL,
            teamID INTEGER REFERENCES team(id)
          );
          CREATE TABLE config(id INTEGER PRIMARY KEY, showsPlayers BOOLEAN, favouriteTeamID INTEGER);
          """
      )
      try Team(id: 1, name: "Harbour Rovers").insert(db)
      try Team(id: 2, name: "Mill Lane").insert(db)
      try Player(id: 1, name: "Ann", score: 3, teamID: 1).insert(db)
      try Player(id: 42, name: "Ben", score: 5, teamID: 2).insert(db)
      try Config(showsPlayers: false, favouriteTeamID: 1).insert(db)
    }
  }

  /// What an observation gives after each of some writes.
  private func values<Reducer>(
    _ observation: ValueObservation<Reducer>,
    _ writes: [@Sendable (Database) throws -> Void]
  ) async throws -> [Reducer.Value] {
    let recorder = Recorder<Reducer.Value>()
    let cancellable = observation.start(
      in: pool,
      scheduling: .inline,
      onError: recorder.onError,
      onChange: recorder.onChange
    )
    await pool.idle()
    for write in writes {
      try await pool.write(write)
      await pool.idle()
    }
    cancellable.cancel()
    #expect(recorder.errors.isEmpty)
    return recorder.values
  }

  private static let renameAnn: @Sendable (Database) throws -> Void = { db in
    try db.execute(sql: "UPDATE player SET name = 'Anna' WHERE id = 1")
  }

  private static let addCleo: @Sendable (Database) throws -> Void = { db in
    try Player(id: 3, name: "Cleo", score: 9, teamID: 1).insert(db)
  }

  // MARK: - Creating observations

  @Test func `tracking tells of each change of what the closure reads`() async throws {
    let observation = ValueObservation.tracking { db in
      try Player.fetchAll(db)
    }
    let values = try await values(observation, [Self.renameAnn, Self.addCleo])
    #expect(
      values.map { $0.map(\.name).sorted() }
        == [["Ann", "Ben"], ["Anna", "Ben"], ["Anna", "Ben", "Cleo"]]
    )
  }

  @Test func `a constant region is found out once`() async throws {
    let observation = ValueObservation.trackingConstantRegion { db in
      try Player.fetchOne(db, key: 42)
    }
    let values = try await values(
      observation,
      [
        Self.renameAnn,
        { try $0.execute(sql: "UPDATE player SET score = 6 WHERE id = 42") },
        { try $0.execute(sql: "UPDATE player SET id = 43 WHERE id = 42") },
      ]
    )
    #expect(values.map { $0?.score } == [5, 6, nil])
  }

  @Test func `regions may be given, whatever is fetched`() async throws {
    let observation = ValueObservation.tracking(
      regions: [Player.all(), Team.all()]
    ) { db in
      let players = try Player.fetchCount(db)
      let teams = try Team.fetchCount(db)
      return [players, teams]
    }
    let values = try await values(
      observation,
      [
        Self.addCleo, { try $0.execute(sql: "UPDATE config SET showsPlayers = 1") },
        { try Team(id: 3, name: "Old Town").insert($0) },
      ]
    )
    #expect(values == [[2, 2], [3, 2], [3, 3]])
    let single = ValueObservation.tracking(region: Player.all(), Team.all()) { db in
      try Config.fetchOne(db)?.showsPlayers ?? false
    }
    #expect(try await self.values(single, [Self.renameAnn]) == [true, true])
  }

  @Test func `a registered region is part of what is tracked`() async throws {
    // Both tables are named: only one of them is read by the first fetch.
    let observation = ValueObservation.trackingConstantRegion { db -> [String] in
      try db.registerAccess(to: Player.all())
      try db.registerAccess(to: Team.all())
      guard let config = try Config.fetchOne(db) else { return [] }
      guard config.showsPlayers else {
        return try Team.fetchAll(db).map(\.name)
      }
      return try Player.fetchAll(db).map(\.name)
    }
    let values = try await values(
      observation,
      [{ try $0.execute(sql: "UPDATE config SET showsPlayers = 1") }, Self.addCleo]
    )
    #expect(values.map(\.count) == [2, 2, 3])
    #expect(values.last?.contains("Cleo") == true)
  }

  // MARK: - Starting observations

  @MainActor @Test func `values come on the main actor, later or at once`() async throws {
    let observation = ValueObservation.tracking { db in try Player.fetchCount(db) }
    let later = Recorder<Int>()
    let atOnce = Recorder<Int>()
    var count = 0
    let first = observation.start(in: pool) { error in
      later.onError(error)
    } onChange: { value in
      count = value
      later.onChange(value)
    }
    #expect(count == 0)
    let second = observation.start(in: pool, scheduling: .immediate) { error in
      atOnce.onError(error)
    } onChange: { value in
      count = value
      atOnce.onChange(value)
    }
    #expect(count == 2)
    try await pool.write(Self.addCleo)
    await later.value { $0 == 3 }
    await atOnce.events(2)
    #expect(atOnce.values == [2, 3])
    first.cancel()
    second.cancel()
  }

  @Test func `values come on a queue of the app, and in tasks`() async throws {
    let observation = ValueObservation.tracking { db in try Player.fetchCount(db) }
    let queue = DispatchQueue(label: "player.updates")
    let recorder = Recorder<Int>()
    let cancellables = [
      observation.start(
        in: pool,
        scheduling: .async(onQueue: queue),
        onError: recorder.onError,
        onChange: recorder.onChange
      ),
      observation.start(
        in: pool,
        scheduling: .task,
        onError: recorder.onError,
        onChange: recorder.onChange
      ),
    ]
    await recorder.events(2)
    #expect(recorder.values == [2, 2])
    for cancellable in cancellables { cancellable.cancel() }
  }

  @Test func `values are an asynchronous sequence`() async throws {
    let observation = ValueObservation.tracking { db in try Player.fetchAll(db) }
    var counts: [Int] = []
    for try await players in observation.values(in: pool) {
      counts.append(players.count)
      if players.count == 3 { break }
      try await pool.write(Self.addCleo)
    }
    #expect(counts == [2, 3])
  }

  // MARK: - Transforming observations

  @Test func `values are mapped, and equal ones left out`() async throws {
    let observation =
      ValueObservation
      .tracking { db in try Player.fetchAll(db) }
      .map { players in players.count }
    let counts = try await values(observation, [Self.renameAnn, Self.addCleo])
    #expect(counts == [2, 2, 3])
    let distinct =
      ValueObservation
      .tracking { db in try Player.fetchAll(db) }
      .map { players in players.count }
      .removeDuplicates()
    #expect(
      try await values(distinct, [Self.renameAnn, { _ = try Player.deleteAll($0) }]) == [3, 0]
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
    let values = try await values(
      observation,
      [{ try $0.execute(sql: "UPDATE player SET score = 50 WHERE id = 1") }, Self.addCleo]
    )
    #expect(values.map(\.totalScore) == [8, 64])
  }

  // MARK: - Complex queries

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
    let values = try await values(
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
    #expect(try await values(best, [Self.renameAnn, Self.addCleo]) == [5, 9])

    struct PlayerWithTeam: Decodable, FetchableRecord {
      var player: Player
      var team: Team
    }
    let joined = ValueObservation.tracking { db in
      let request = Player.including(required: Player.team)
      return try PlayerWithTeam.fetchAll(db, request)
    }
    let values = try await values(
      joined,
      [{ try $0.execute(sql: "UPDATE team SET name = 'Rovers' WHERE id = 1") }]
    )
    #expect(values.map { $0.first?.team.name } == ["Harbour Rovers", "Rovers"])
  }

  // MARK: - Debugging, ends and errors

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
    _ = try await values(observation, [Self.addCleo])
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
    _ = try await values(printed, [])
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
    let cancellable = observation.start(
      in: pool,
      scheduling: .inline,
      onError: recorder.onError,
      onChange: recorder.onChange
    )
    await pool.idle()
    try await pool.write { try $0.execute(sql: "ALTER TABLE player RENAME TO person") }
    await pool.idle()
    #expect(recorder.errors.first is DatabaseError)
    try await pool.write { try $0.execute(sql: "ALTER TABLE person RENAME TO player") }
    await pool.idle()
    #expect(recorder.values == [2])
    cancellable.cancel()
    #expect(try await values(observation, []) == [2])
  }
}
