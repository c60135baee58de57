import Dispatch
import TestSupport
import Testing

@testable import Strata

/// The order and the text of the events of an observation, which are GRDB's.
@Suite(.timeLimit(.minutes(10)))
struct ObservationEventTests {
  enum Scheduling: CaseIterable, Sendable { case immediate, mainActor, queue, task }

  private struct Failure: Error {}

  private static let maximum = ValueObservation.trackingConstantRegion { db in
    try Int.fetchOne(db, sql: "SELECT max(id) FROM player")
  }

  private static let missing =
    "failure: SQLite error 1: no such table: player - while executing `SELECT max(id) FROM player`"

  @MainActor private func start<Reducer>(
    _ observation: ValueObservation<Reducer>,
    _ reader: any DatabaseReader,
    _ scheduling: Scheduling,
    _ recorder: Recorder<Reducer.Value>
  ) -> AnyDatabaseCancellable {
    switch scheduling {
    case .immediate: start(observation, reader, scheduler: .immediate, recorder)
    case .mainActor: start(observation, reader, scheduler: .mainActor, recorder)
    case .queue:
      start(observation, reader, scheduler: .async(onQueue: DispatchQueue(label: "test")), recorder)
    case .task: start(observation, reader, scheduler: .task(priority: .high), recorder)
    }
  }

  @MainActor private func start<Reducer>(
    _ observation: ValueObservation<Reducer>,
    _ reader: any DatabaseReader,
    scheduler: some ValueObservationScheduler,
    _ recorder: Recorder<Reducer.Value>
  ) -> AnyDatabaseCancellable {
    observation.start(in: reader, scheduling: scheduler, recording: recorder)
  }

  @MainActor @Test(arguments: TestDatabase.allCases, Scheduling.allCases)
  func `a change is told before its fetch, and a region when it is known`(
    _ kind: TestDatabase,
    _ scheduling: Scheduling
  ) async throws {
    for needsWriteAccess in [false, true] {
      let database = try kind.open()
      let lines = Lines()
      let recorder = Recorder<Int?>()
      var observation = Self.maximum.print("watch", to: lines)
      observation.requiresWriteAccess = needsWriteAccess
      let cancellable = start(observation, database, scheduling, recorder)
      await recorder.events(1)
      await database.idle()
      try await database.write { try $0.execute(sql: "INSERT INTO player DEFAULT VALUES") }
      await recorder.events(2)
      await database.idle()
      cancellable.cancel()
      #expect(
        lines.all == [
          "watch: start", "watch: fetch", "watch: tracked region: player(id)", "watch: value: nil",
          "watch: database did change", "watch: fetch", "watch: value: Optional(1)",
          "watch: cancel",
        ]
      )
    }
  }

  @MainActor @Test(arguments: TestDatabase.allCases, Scheduling.allCases)
  func `a failure is the last event, at once or later`(
    _ kind: TestDatabase,
    _ scheduling: Scheduling
  ) async throws {
    let database = try kind.open()
    let late = Lines()
    let recorder = Recorder<Int?>()
    let cancellable = start(Self.maximum.print(to: late), database, scheduling, recorder)
    await recorder.events(1)
    await database.idle()
    try await database.write { db in
      try db.execute(sql: "INSERT INTO player DEFAULT VALUES; DROP TABLE player")
    }
    await recorder.events(2)
    #expect(
      late.all == [
        "start", "fetch", "tracked region: player(id)", "value: nil", "database did change",
        "fetch", Self.missing,
      ]
    )

    let early = Lines()
    let other = Recorder<Int?>()
    let second = start(Self.maximum.print(to: early), database, scheduling, other)
    await other.events(1)
    #expect(early.all == ["start", "fetch", Self.missing])
    cancellable.cancel()
    second.cancel()
    #expect(database.observationCenter.isEmpty)
  }

  @MainActor @Test(arguments: Scheduling.allCases)
  func `what cannot change tracks no region`(_ scheduling: Scheduling) async throws {
    let directory = try TemporaryDirectory()
    let writer = try DatabasePool(path: directory.path())
    try await writer.write { try $0.execute(sql: "CREATE TABLE player(id INTEGER PRIMARY KEY)") }
    var configuration = Configuration()
    configuration.readonly = true
    let readers: [any DatabaseReader] = [
      try DatabaseQueue(path: directory.path(), configuration: configuration),
      try DatabasePool(path: directory.path(), configuration: configuration),
      try writer.makeSnapshot(),
    ]
    for reader in readers {
      let lines = Lines()
      let recorder = Recorder<Int?>()
      let cancellable = start(Self.maximum.print(to: lines), reader, scheduling, recorder)
      await recorder.events(1)
      #expect(lines.all == ["start", "fetch", "value: nil"])

      let failing = Lines()
      let failure = Recorder<Int>()
      let observation = ValueObservation.tracking { _ -> Int in throw Failure() }
      let second = start(observation.print(to: failing), reader, scheduling, failure)
      await failure.events(1)
      #expect(failing.all == ["start", "fetch", "failure: Failure()"])
      cancellable.cancel()
      second.cancel()
    }
  }

  @Test func `each handler stands where it stands in the chain, and none must be given`()
    async throws
  {
    let database = try DatabaseQueue()
    let seen = Lines()
    let recorder = Recorder<String>()
    let observation = ValueObservation.tracking { _ in 1 }
      .handleEvents(
        willStart: { seen.write("start 1") },
        didReceiveValue: { seen.write("value 1: \($0)") }
      )
      .map { "\($0)!" }
      .handleEvents()
      .handleEvents(
        willStart: { seen.write("start 2") },
        willFetch: { seen.write("fetch 2") },
        didReceiveValue: { seen.write("value 2: \($0)") },
        didCancel: { seen.write("cancel 2") }
      )
    let cancellable = observation.start(in: database, scheduling: .task, recording: recorder)
    await recorder.events(1)
    cancellable.cancel()
    cancellable.cancel()
    #expect(
      seen.all == ["start 1", "start 2", "fetch 2", "value 1: 1", "value 2: 1!", "cancel 2"]
    )
  }

  @Test(arguments: TestDatabase.allCases)
  func `a region that becomes another one is told`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    let lines = Lines()
    let recorder = Recorder<Int>()
    let cancellable = ValueObservation.tracking { db in
      let showsPlayers = try Bool.fetchOne(db, sql: "SELECT showsPlayers FROM config") ?? false
      let table = showsPlayers ? "player" : "team"
      return try Int.fetchOne(db, sql: "SELECT count(id) FROM \(table)") ?? -1
    }
    .handleEvents(willTrackRegion: { lines.write("\($0)") })
    .start(in: database, scheduling: .task, recording: recorder)
    await recorder.events(1)
    await database.idle()
    try await database.write { try $0.execute(sql: "UPDATE config SET showsPlayers = 1") }
    await recorder.events(2)
    await database.idle()
    try await database.write { try $0.execute(sql: "INSERT INTO player DEFAULT VALUES") }
    await recorder.events(3)
    cancellable.cancel()
    #expect(lines.all == ["config(showsPlayers),team(id)", "config(showsPlayers),player(id)"])
  }
}
