import Testing

@testable import Strata

/// What observations track, and where they fetch.
@Suite(.timeLimit(.minutes(10)))
struct ValueObservationRegionTests {
  private func insert(_ database: any DatabaseWriter) async throws {
    try await database.write { try $0.execute(sql: "INSERT INTO player(name) VALUES ('Ann')") }
  }

  @Test(arguments: TestDatabase.allCases)
  func `a changing region is followed`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    try await database.write { try $0.execute(sql: "INSERT INTO team(name) VALUES ('Red')") }
    let recorder = Recorder<String>()
    let cancellable = ValueObservation.tracking { db in
      let showsPlayers = try Bool.fetchOne(db, sql: "SELECT showsPlayers FROM config") ?? false
      return try showsPlayers
        ? "players \(Int.fetchOne(db, sql: "SELECT count(*) FROM player") ?? -1)"
        : "teams \(Int.fetchOne(db, sql: "SELECT count(*) FROM team") ?? -1)"
    }
    .start(in: database, scheduling: .task, recording: recorder)
    await recorder.events(1)
    await database.idle()
    try await insert(database)
    try await database.write { try $0.execute(sql: "UPDATE config SET showsPlayers = 1") }
    await recorder.events(2)
    await database.idle()
    try await database.write { try $0.execute(sql: "INSERT INTO team(name) VALUES ('Blue')") }
    try await insert(database)
    await recorder.events(3)
    #expect(recorder.values == ["teams 1", "players 1", "players 2"])
    cancellable.cancel()
  }

  @Test(arguments: TestDatabase.allCases)
  func `a registered region belongs to a constant region`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    let recorder = Recorder<Int>()
    let cancellable = ValueObservation.trackingConstantRegion { db in
      try db.registerAccess(to: DatabaseRegion(table: "team"))
      return try Int.fetchOne(db, sql: "SELECT count(*) FROM player") ?? -1
    }
    .start(in: database, scheduling: .task, recording: recorder)
    await recorder.events(1)
    await database.idle()
    try await database.write { try $0.execute(sql: "INSERT INTO team(name) VALUES ('Red')") }
    await recorder.events(2)
    #expect(recorder.values == [0, 0])
    cancellable.cancel()
  }

  @Test(arguments: TestDatabase.allCases)
  func `given regions are tracked, whatever is fetched`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    let recorder = Recorder<Int>()
    let cancellable = ValueObservation.tracking(region: DatabaseRegion(table: "team")) { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM player") ?? -1
    }
    .start(in: database, scheduling: .task, recording: recorder)
    await recorder.events(1)
    await database.idle()
    try await insert(database)
    try await database.write { try $0.execute(sql: "INSERT INTO team(name) VALUES ('Red')") }
    await recorder.events(2)
    #expect(recorder.values == [0, 1])
    cancellable.cancel()
  }

  @Test(arguments: TestDatabase.allCases)
  func `a fetch that writes needs write access`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    let fetch: @Sendable (Database) throws -> Int = { db in
      try db.execute(sql: "INSERT INTO team(name) VALUES ('seen')")
      return try Int.fetchOne(db, sql: "SELECT count(*) FROM player") ?? -1
    }
    let refused = Recorder<Int>()
    let first = ValueObservation.tracking(fetch).start(
      in: database,
      scheduling: .task,
      recording: refused
    )
    await refused.events(1)
    #expect((refused.errors.first as? DatabaseError)?.resultCode == .SQLITE_READONLY)
    first.cancel()

    var observation = ValueObservation.tracking(
      region: DatabaseRegion(table: "player"),
      fetch: fetch
    )
    observation.requiresWriteAccess = true
    let recorder = Recorder<Int>()
    let second = observation.start(in: database, scheduling: .task, recording: recorder)
    await recorder.events(1)
    try await insert(database)
    await recorder.events(2)
    #expect(recorder.values == [0, 1])
    #expect(try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM team") } == 2)
    second.cancel()
  }
}
