import Testing

@testable import Strata

@Suite(.timeLimit(.minutes(10)))
struct RecoveryTests {
  private struct Failure: Error {}

  private let isBroken = Protected(false)

  private func observation() -> ValueObservation<ValueReducers.Fetch<Int>> {
    let isBroken = isBroken
    var observation = ValueObservation.trackingConstantRegion { db in
      if isBroken.value { throw Failure() }
      return try Int.fetchOne(db, sql: "SELECT count(*) FROM player") ?? -1
    }
    observation.recoversFromErrors = true
    return observation
  }

  private func run(_ database: any DatabaseWriter, _ sql: String) async throws {
    try await database.write { try $0.execute(sql: sql) }
  }

  @Test(arguments: TestDatabase.allCases)
  func `the next commit, whatever it changes, gives a value again`(
    _ kind: TestDatabase
  ) async throws {
    let database = try kind.open()
    let recorder = Recorder<Int>()
    let cancellable = observation().start(in: database, scheduling: .task, recording: recorder)
    await recorder.events(1)
    await database.idle()
    isBroken.update { $0 = true }
    try await run(database, "INSERT INTO player(id) VALUES (1)")
    await recorder.events(2)
    await database.idle()
    #expect(recorder.errors.count == 1)

    isBroken.update { $0 = false }
    try await run(database, "INSERT INTO team(id) VALUES (1)")
    await recorder.events(3)
    await database.idle()
    // Once it succeeds, the region is what it was.
    try await run(database, "INSERT INTO team(id) VALUES (2)")
    try await run(database, "INSERT INTO player(id) VALUES (2)")
    await recorder.events(4)
    #expect(recorder.values == [0, 1, 2])
    cancellable.cancel()
    #expect(database.observationCenter.isEmpty)
  }

  @Test(arguments: TestDatabase.allCases)
  func `a table that is missing at first is observed once it is there`(
    _ kind: TestDatabase
  ) async throws {
    let database = try kind.open()
    try await run(database, "DROP TABLE player")
    let recorder = Recorder<Int>()
    let cancellable = observation().start(in: database, scheduling: .task, recording: recorder)
    await recorder.events(1)
    await database.idle()
    try await run(database, "CREATE TABLE player(id INTEGER PRIMARY KEY)")
    await recorder.events(2)
    await database.idle()
    try await run(database, "INSERT INTO player DEFAULT VALUES")
    await recorder.events(3)
    #expect(recorder.errors.count == 1)
    #expect(recorder.values == [0, 1])
    cancellable.cancel()
  }

  @MainActor @Test(arguments: TestDatabase.allCases)
  func `a first value that fails at once is no end either`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    isBroken.update { $0 = true }
    let recorder = Recorder<Int>()
    let cancellable = observation().start(in: database, scheduling: .immediate) { error in
      recorder.onError(error)
    } onChange: { value in
      recorder.onChange(value)
    }
    #expect(recorder.errors.count == 1)
    isBroken.update { $0 = false }
    try await run(database, "INSERT INTO team(id) VALUES (1)")
    await recorder.events(2)
    #expect(recorder.values == [0])
    cancellable.cancel()
  }

  @Test(arguments: TestDatabase.allCases)
  func `an error of a mapping is no end either`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    let recorder = Recorder<Int>()
    let cancellable = observation()
      .map { count in
        if count == 1 { throw Failure() }
        return count
      }
      .start(in: database, scheduling: .task, recording: recorder)
    for id in 1...2 {
      await recorder.events(id)
      await database.idle()
      try await run(database, "INSERT INTO player(id) VALUES (\(id))")
    }
    await recorder.events(3)
    #expect(recorder.errors.count == 1)
    #expect(recorder.values == [0, 2])
    cancellable.cancel()
  }

  @Test(arguments: TestDatabase.allCases)
  func `the value after an error is given, also where it is the one before`(
    _ kind: TestDatabase
  ) async throws {
    let database = try kind.open()
    let recorder = Recorder<String>()
    let cancellable = observation().removeDuplicates().map { "\($0)" }.removeDuplicates().start(
      in: database,
      scheduling: .inline,
      recording: recorder
    )
    await database.idle()
    isBroken.update { $0 = true }
    try await run(database, "INSERT INTO player(id) VALUES (1); DELETE FROM player")
    await database.idle()
    isBroken.update { $0 = false }
    try await run(database, "INSERT INTO player(id) VALUES (1); DELETE FROM player")
    await database.idle()
    #expect(recorder.values == ["0", "0"])
    #expect(recorder.errors.count == 1)
    cancellable.cancel()
  }

  @Test(arguments: TestDatabase.allCases)
  func `a sequence passes over errors, a shared observation tells them to all`(
    _ kind: TestDatabase
  ) async throws {
    let database = try kind.open()
    let shared = observation().shared(in: database, scheduling: .task)
    let recorder = Recorder<Int>()
    let cancellable = shared.start(onError: recorder.onError, onChange: recorder.onChange)
    var values = observation().values(in: database).makeAsyncIterator()
    #expect(try await values.next() == 0)
    await recorder.events(1)
    await database.idle()
    isBroken.update { $0 = true }
    try await run(database, "INSERT INTO player(id) VALUES (1)")
    await recorder.events(2)
    await database.idle()
    isBroken.update { $0 = false }
    try await run(database, "INSERT INTO player(id) VALUES (2)")
    #expect(try await values.next() == 2)
    await recorder.events(3)
    #expect(recorder.errors.count == 1)
    #expect(recorder.values == [0, 2])
    cancellable.cancel()
  }
}
