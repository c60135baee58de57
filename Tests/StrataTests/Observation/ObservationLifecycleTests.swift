import Dispatch
import Foundation
import TestSupport
import Testing

@testable import Strata

/// Observations that begin and end, on many threads and inside of each other.
@Suite(.timeLimit(.minutes(10)))
struct ObservationLifecycleTests {
  enum Scheduling: CaseIterable, Sendable { case immediate, mainActor, queue, task, inline }

  private static let count = ValueObservation.tracking { db in
    try Int.fetchOne(db, sql: "SELECT count(*) FROM player") ?? -1
  }

  private func insert(_ database: any DatabaseWriter) throws {
    try database.write { try $0.execute(sql: "INSERT INTO player(name) VALUES ('Ann')") }
  }

  @MainActor private func start(
    _ database: any DatabaseReader,
    _ scheduling: Scheduling,
    onError: @escaping @Sendable (any Error) -> Void,
    onChange: @escaping @Sendable (Int) -> Void
  ) -> AnyDatabaseCancellable {
    func start(_ scheduler: some ValueObservationScheduler) -> AnyDatabaseCancellable {
      Self.count.start(
        in: database,
        scheduling: scheduler,
        onError: onError,
        onChange: onChange
      )
    }
    return switch scheduling {
    case .immediate: start(.immediate)
    case .mainActor: start(.mainActor)
    case .queue: start(.async(onQueue: DispatchQueue(label: "test")))
    case .task: start(.task)
    case .inline: start(.inline)
    }
  }

  @MainActor @Test(arguments: TestDatabase.allCases, Scheduling.allCases)
  func `a closure may write, start others and cancel itself`(
    _ kind: TestDatabase,
    _ scheduling: Scheduling
  ) async throws {
    let database = try kind.open()
    let recorder = Recorder<Int>()
    let inner = Recorder<Int>()
    let cancellables = Protected<[AnyDatabaseCancellable]>([])
    let isOver = Recorder<Bool>()
    let cancellable = start(database, scheduling, onError: recorder.onError) { count in
      recorder.onChange(count)
      if count == 3 {
        let other = Self.count.start(in: database, scheduling: .task, recording: inner)
        let present = cancellables.update { cancellables in
          defer { cancellables = [other] }
          return cancellables
        }
        for cancellable in present { cancellable.cancel() }
        isOver.onChange(true)
      } else {
        do { try self.insert(database) } catch { recorder.onError(error) }
      }
    }
    cancellables.update { $0.append(cancellable) }
    await isOver.events(1)
    await inner.events(1)
    #expect(recorder.values == [0, 1, 2, 3])
    #expect(inner.values == [3])
    #expect(recorder.errors.isEmpty)
    for cancellable in cancellables.value { cancellable.cancel() }
    cancellable.cancel()
    #expect(database.observationCenter.isEmpty)
  }

  @MainActor @Test(arguments: TestDatabase.allCases, [Scheduling.immediate, .mainActor, .queue])
  func `no value comes after the cancellation, in the order of the scheduler`(
    _ kind: TestDatabase,
    _ scheduling: Scheduling
  ) async throws {
    let database = try kind.open()
    let queue = DispatchQueue(label: "test")
    let seen = Protected(0)
    func turn() async {
      await withCheckedContinuation { continuation in
        (scheduling == .queue ? queue : .main).async { continuation.resume() }
      }
    }
    for _ in 0..<30 {
      let isOver = Protected(false)
      let late = Protected(0)
      let onChange: @Sendable (Int) -> Void = { _ in
        seen.update { $0 += 1 }
        if isOver.value { late.update { $0 += 1 } }
      }
      let cancellable =
        scheduling == .queue
        ? Self.count.start(
          in: database,
          scheduling: .async(onQueue: queue),
          onError: { _ in },
          onChange: onChange
        ) : start(database, scheduling, onError: { _ in }, onChange: onChange)
      try await database.write { try $0.execute(sql: "INSERT INTO player DEFAULT VALUES") }
      if scheduling == .queue {
        await withCheckedContinuation { continuation in
          queue.async {
            cancellable.cancel()
            isOver.update { $0 = true }
            continuation.resume()
          }
        }
      } else {
        cancellable.cancel()
        isOver.update { $0 = true }
      }
      await database.idle()
      await turn()
      #expect(late.value == 0)
    }
    #expect(seen.value >= (scheduling == .immediate ? 30 : 0))
  }

  @Test(arguments: TestDatabase.allCases)
  func `a thousand observers from many threads leave nothing behind`(
    _ kind: TestDatabase
  ) async throws {
    let database = try kind.open()
    await startAndCancel(1000, in: database, holding: Token())
    await database.idle()
    #expect(database.observationCenter.isEmpty)
  }

  /// What the closures of observers hold.
  private final class Token: Sendable {}

  private func startAndCancel(
    _ count: Int,
    in database: any ObservedReader & DatabaseWriter,
    holding token: Token
  ) async {
    await withTaskGroup { group in
      for index in 0..<count {
        group.addTask {
          let recorder = Recorder<Int>()
          let cancellable = Self.count.start(
            in: database,
            scheduling: .task,
            onError: recorder.onError
          ) { value in
            withExtendedLifetime(token) { recorder.onChange(value) }
          }
          if index % 10 == 0 { try? self.insert(database) }
          if index % 2 == 0 { await recorder.events(1) }
          if index % 3 == 0 { cancellable.cancel() }
          // The others end because their cancellable goes.
        }
      }
    }
  }

  @Test(arguments: TestDatabase.allCases)
  func `what the closures hold is released with the observation`(
    _ kind: TestDatabase
  ) async throws {
    let database = try kind.open()
    weak var alive: Token?
    do {
      let token = Token()
      alive = token
      await startAndCancel(20, in: database, holding: token)
    }
    await database.idle()
    // A task of the scheduler may hold its action a little longer.
    while alive != nil { await Task.yield() }
    #expect(alive == nil)
  }

  @Test(arguments: TestDatabase.allCases)
  func `a failed observation releases what its closures hold`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    try await database.write { try $0.execute(sql: "DROP TABLE player") }
    weak var alive: Token?
    let failures = Recorder<Int>()
    let cancellable: AnyDatabaseCancellable
    do {
      let token = Token()
      alive = token
      cancellable = Self.count.start(in: database, scheduling: .inline) { error in
        withExtendedLifetime(token) { failures.onError(error) }
      } onChange: { _ in
      }
    }
    await failures.events(1)
    await database.idle()
    while alive != nil { await Task.yield() }
    #expect(database.observationCenter.isEmpty)
    cancellable.cancel()
  }

  @Test(arguments: [TestDatabase.pool, .poolOfOneReader])
  func `the first value waits for no write`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    let hasWritten = DispatchSemaphore(value: 0)
    let recorder = Recorder<Int>()
    let isObserved = Recorder<Int>()
    DispatchQueue.global().async {
      do {
        try database.write { db in
          try db.execute(sql: "INSERT INTO player DEFAULT VALUES")
          isObserved.onChange(0)
          hasWritten.wait()
        }
      } catch {
        isObserved.onError(error)
      }
      isObserved.onChange(1)
    }
    await isObserved.events(1)
    let cancellable = Self.count.start(in: database, scheduling: .inline, recording: recorder)
    // The write goes on until the first value is there.
    await recorder.events(1)
    #expect(recorder.values == [0])
    hasWritten.signal()
    await recorder.events(2)
    #expect(recorder.values == [0, 1])
    cancellable.cancel()
  }

  @Test func `observations open no connections of their own`() async throws {
    let opened = Protected(0)
    let directory = try TemporaryDirectory()
    var configuration = Configuration()
    configuration.maximumReaderCount = 3
    configuration.prepareDatabase { _ in opened.update { $0 += 1 } }
    let pool = try DatabasePool(path: directory.path(), configuration: configuration)
    try await pool.write { try $0.execute(sql: "CREATE TABLE player(name)") }
    for round in 0..<100 {
      let recorder = Recorder<Int>()
      let cancellable = Self.count.start(in: pool, scheduling: .task, recording: recorder)
      await recorder.events(1)
      if round % 4 == 0 { try insert(pool) }
      cancellable.cancel()
    }
    #expect(opened.value <= 4)
  }

  @Test func `a closed database ends its observations with an error`() async throws {
    for kind in TestDatabase.allCases {
      let database = try kind.open()
      try database.close()
      let recorder = Recorder<Int>()
      let cancellable = Self.count.start(in: database, scheduling: .task, recording: recorder)
      await recorder.events(1)
      #expect(recorder.errors.count == 1)
      #expect(database.observationCenter.isEmpty)
      cancellable.cancel()
    }
  }
}
