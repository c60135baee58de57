import Dispatch
import Testing

@testable import Strata

@Suite(.timeLimit(.minutes(10)))
struct SchedulerTests {
  private static let count = ValueObservation.tracking { db in
    try Int.fetchOne(db, sql: "SELECT count(*) FROM player") ?? -1
  }

  @MainActor @Test(arguments: TestDatabase.allCases)
  func `the immediate scheduler gives the first value before start returns`(
    _ kind: TestDatabase
  ) async throws {
    let database = try kind.open()
    let recorder = Recorder<Int>()
    var latest: Int?
    let cancellable = Self.count.start(in: database, scheduling: .immediate) { error in
      recorder.onError(error)
    } onChange: { value in
      latest = value
      recorder.onChange(value)
    }
    #expect(latest == 0)
    try insert(database)
    await recorder.events(2)
    #expect(latest == 1)
    #expect(recorder.values == [0, 1])
    cancellable.cancel()
  }

  @MainActor @Test(arguments: TestDatabase.allCases)
  func `the immediate scheduler gives an error before start returns`(
    _ kind: TestDatabase
  ) async throws {
    let database = try kind.open()
    try await database.write { try $0.execute(sql: "DROP TABLE player") }
    let recorder = Recorder<Int>()
    let cancellable = Self.count.start(in: database, scheduling: .immediate) { error in
      recorder.onError(error)
    } onChange: { value in
      recorder.onChange(value)
    }
    #expect(recorder.errors.count == 1)
    #expect(database.observationCenter.isEmpty)
    cancellable.cancel()
  }

  @MainActor @Test(arguments: TestDatabase.allCases)
  func `the main actor is the default, and does not make the caller wait`(
    _ kind: TestDatabase
  ) async throws {
    let database = try kind.open()
    let recorder = Recorder<Int>()
    var latest: Int?
    let cancellable = Self.count.start(in: database) { error in
      recorder.onError(error)
    } onChange: { value in
      latest = value
      recorder.onChange(value)
    }
    #expect(latest == nil)
    await recorder.events(1)
    #expect(latest == 0)
    cancellable.cancel()
  }

  @MainActor @Test(arguments: TestDatabase.allCases)
  func `no value comes after the cancellation on the main actor`(
    _ kind: TestDatabase
  ) async throws {
    let database = try kind.open()
    let recorder = Recorder<Int>()
    let cancellable = Self.count.start(in: database) { error in
      recorder.onError(error)
    } onChange: { value in
      recorder.onChange(value)
    }
    try insert(database)
    cancellable.cancel()
    await database.idle()
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume() }
    }
    #expect(recorder.values.isEmpty)
  }

  @Test(arguments: TestDatabase.allCases)
  func `a dispatch queue runs the closures`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    let queue = DispatchQueue(label: "test")
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    let recorder = Recorder<Bool>()
    let cancellable = Self.count.start(
      in: database,
      scheduling: .async(onQueue: queue),
      onError: recorder.onError
    ) { _ in
      recorder.onChange(DispatchQueue.getSpecific(key: key) == true)
    }
    await recorder.events(1)
    #expect(recorder.values == [true])
    cancellable.cancel()
  }

  @MainActor @Test(arguments: TestDatabase.allCases)
  func `an observation may be started inside an access`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    let recorder = Recorder<Int>()
    let cancellable = try startInsideRead(of: database, recorder)
    #expect(recorder.values == [0])
    cancellable.cancel()
  }

  @MainActor @Test(arguments: TestDatabase.allCases)
  func `a value that was seen inside a write is corrected where the write is rolled back`(
    _ kind: TestDatabase
  ) async throws {
    let database = try kind.open()
    let recorder = Recorder<Int>()
    let cancellable = try startInsideRolledBackWrite(of: database, recorder)
    await database.idle()
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume() }
    }
    #expect(recorder.values.last == 0)
    cancellable?.cancel()
  }

  private func insert(_ database: any DatabaseWriter) throws {
    try database.write { try $0.execute(sql: "INSERT INTO player(name) VALUES ('Ann')") }
  }

  @MainActor private func start(
    in database: any DatabaseReader,
    _ recorder: Recorder<Int>
  ) -> AnyDatabaseCancellable {
    Self.count.start(in: database, scheduling: .immediate) { error in
      recorder.onError(error)
    } onChange: { value in
      recorder.onChange(value)
    }
  }

  @MainActor private func startInsideRead(
    of database: any DatabaseReader,
    _ recorder: Recorder<Int>
  ) throws -> AnyDatabaseCancellable {
    try database.read { _ in start(in: database, recorder) }
  }

  @MainActor private func startInsideRolledBackWrite(
    of database: any DatabaseWriter,
    _ recorder: Recorder<Int>
  ) throws -> AnyDatabaseCancellable? {
    var cancellable: AnyDatabaseCancellable?
    try database.writeWithoutTransaction { db in
      try db.inTransaction {
        try db.execute(sql: "INSERT INTO player(name) VALUES ('Ann')")
        cancellable = start(in: database, recorder)
        return .rollback
      }
    }
    return cancellable
  }
}
