import Dispatch
import Foundation
import Testing

@testable import Strata

/// What GRDB's guides show of observation, with the tables of a league; the article on observation
/// takes its samples from here.
@Suite(.timeLimit(.minutes(10)))
struct ObservationGuideTests {
  typealias Team = GuideDatabase.Team
  typealias Player = GuideDatabase.Player
  typealias Config = GuideDatabase.Config

  private let guide: GuideDatabase
  private var pool: DatabasePool { guide.pool }

  init() throws { guide = try GuideDatabase() }

  // MARK: - Creating observations

  @Test func `tracking tells of each change of what the closure reads`() async throws {
    let observation = ValueObservation.tracking { db in
      try Player.fetchAll(db)
    }
    let values = try await guide.values(
      observation,
      [GuideDatabase.renameAnn, GuideDatabase.addCleo]
    )
    #expect(
      values.map { $0.map(\.name).sorted() }
        == [["Ann", "Ben"], ["Anna", "Ben"], ["Anna", "Ben", "Cleo"]]
    )
  }

  @Test func `a constant region is found out once`() async throws {
    let observation = ValueObservation.trackingConstantRegion { db in
      try Player.fetchOne(db, key: 42)
    }
    let values = try await guide.values(
      observation,
      [
        GuideDatabase.renameAnn,
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
    let values = try await guide.values(
      observation,
      [
        GuideDatabase.addCleo, { try $0.execute(sql: "UPDATE config SET showsPlayers = 1") },
        { try Team(id: 3, name: "Old Town").insert($0) },
      ]
    )
    #expect(values == [[2, 2], [3, 2], [3, 3]])
    let single = ValueObservation.tracking(region: Player.all(), Team.all()) { db in
      try Config.fetchOne(db)?.showsPlayers ?? false
    }
    #expect(try await guide.values(single, [GuideDatabase.renameAnn]) == [true, true])
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
    let values = try await guide.values(
      observation,
      [{ try $0.execute(sql: "UPDATE config SET showsPlayers = 1") }, GuideDatabase.addCleo]
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
    try await pool.write(GuideDatabase.addCleo)
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
      observation.start(in: pool, scheduling: .async(onQueue: queue), recording: recorder),
      observation.start(in: pool, scheduling: .task, recording: recorder),
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
      try await pool.write(GuideDatabase.addCleo)
    }
    #expect(counts == [2, 3])
  }
}
