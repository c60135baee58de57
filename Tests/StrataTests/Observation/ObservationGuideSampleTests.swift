import Foundation
import Testing

@testable import Strata

/// What GRDB's guides show of regions and of cancellation, beside `ObservationGuideTests`.
@Suite(.timeLimit(.minutes(10)))
struct ObservationGuideSampleTests {
  typealias Team = GuideDatabase.Team
  typealias Player = GuideDatabase.Player
  typealias Config = GuideDatabase.Config

  private let guide: GuideDatabase
  private var pool: DatabasePool { guide.pool }

  init() throws { guide = try GuideDatabase() }

  @Test func `a value may be a tuple`() async throws {
    let observation = ValueObservation.tracking(
      regions: [Player.all(), Team.all()]
    ) { db -> ([Player], [Team]) in
      let players = try Player.fetchAll(db)
      let teams = try Team.fetchAll(db)
      return (players, teams)
    }
    .map { players, teams in [players.count, teams.count] }
    let values = try await guide.values(
      observation,
      [GuideDatabase.addCleo, { try Team(id: 3, name: "Old Town").insert($0) }]
    )
    #expect(values == [[2, 2], [3, 2], [3, 3]])
  }

  @Test func `a closure that always reads one table tells which`() async throws {
    let observation = ValueObservation.tracking(
      regions: [Player.all()]
    ) { db -> [Player] in
      guard let config = try Config.fetchOne(db) else { return [] }
      return try Player.filter(Column("teamID") == (config.showsPlayers ? 1 : 2)).fetchAll(db)
    }
    let values = try await guide.values(
      observation,
      [
        // The configuration is no part of what is tracked: the value waits for the players.
        { try $0.execute(sql: "UPDATE config SET showsPlayers = 1") },
        GuideDatabase.renameAnn,
      ]
    )
    #expect(values.count == 2)
    #expect(values.last?.allSatisfy { $0.teamID == 1 } == true)
  }

  @Test func `a region that is registered beside a choice is tracked from the start`() async throws
  {
    let observation = ValueObservation.trackingConstantRegion { db -> Int in
      // Also track Team table
      try db.registerAccess(to: Team.all())
      return try Player.fetchCount(db)
    }
    let values = try await guide.values(
      observation,
      [{ try Team(id: 3, name: "Old Town").insert($0) }, GuideDatabase.addCleo]
    )
    #expect(values == [2, 2, 3])
  }

  @MainActor @Test func `an observation ends when it is cancelled, or let go`() async throws {
    let observation = ValueObservation.tracking { db in try Player.fetchCount(db) }
    let (cancelled, dropped, kept) = (Recorder<Int>(), Recorder<Int>(), Recorder<Int>())
    func start(_ recorder: Recorder<Int>) -> AnyDatabaseCancellable {
      observation.start(
        in: pool,
        scheduling: .immediate,
        onError: { recorder.onError($0) },
        onChange: { recorder.onChange($0) }
      )
    }
    let cancellable = start(cancelled)
    var other: AnyDatabaseCancellable? = start(dropped)
    let last = start(kept)
    cancellable.cancel()
    withExtendedLifetime(other) {}
    other = nil
    try await pool.write(GuideDatabase.addCleo)
    await kept.events(2)
    #expect(kept.values == [2, 3])
    #expect(cancelled.values == [2])
    #expect(dropped.values == [2])
    last.cancel()
  }
}
