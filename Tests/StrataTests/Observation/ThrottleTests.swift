import Testing

@testable import Strata

@Suite(.timeLimit(.minutes(10)))
struct ThrottleTests {
  /// A clock whose pauses end when a test says so.
  private final class PauseClock: Sendable {
    private let waiting = Protected<[@Sendable () -> Void]>([])
    let delays = Protected<[Duration]>([])

    var clock: ObservationPause.Clock {
      { delay, body in
        self.delays.update { $0.append(delay) }
        self.waiting.update { $0.append(body) }
      }
    }

    func advance() {
      let bodies = waiting.update { waiting in
        defer { waiting = [] }
        return waiting
      }
      for body in bodies { body() }
    }
  }

  private static let count = ValueObservation.tracking { db in
    try Int.fetchOne(db, sql: "SELECT count(*) FROM player") ?? -1
  }

  private func insert(_ database: any DatabaseWriter) async throws {
    try await database.write { try $0.execute(sql: "INSERT INTO player(name) VALUES ('Ann')") }
  }

  /// Waits until the fetches that may begin have ended.
  private func settle(_ database: any ObservedReader & DatabaseWriter) async throws {
    let other = Recorder<Int>()
    let cancellable = Self.count.start(in: database, scheduling: .task, recording: other)
    await other.events(1)
    cancellable.cancel()
  }

  @Test(arguments: TestDatabase.allCases)
  func `the first value comes at once, and the last one of each interval after it`(
    _ kind: TestDatabase
  ) async throws {
    let database = try kind.open()
    let pauses = PauseClock()
    let recorder = Recorder<Int>()
    let cancellable = Self.count.throttle(for: .milliseconds(500), clock: pauses.clock)
      .removeDuplicates()
      .start(in: database, scheduling: .task, recording: recorder)
    await recorder.events(1)
    await database.idle()
    for _ in 0..<3 { try await insert(database) }
    try await settle(database)
    #expect(recorder.values == [0])
    pauses.advance()
    await recorder.events(2)
    await database.idle()
    #expect(recorder.values == [0, 3])

    // An interval without changes ends by itself.
    pauses.advance()
    try await insert(database)
    await recorder.events(3)
    await database.idle()
    #expect(recorder.values == [0, 3, 4])
    #expect(pauses.delays.value == Array(repeating: .milliseconds(500), count: 3))
    cancellable.cancel()
  }

  @Test(arguments: TestDatabase.allCases)
  func `an observation that ends in its interval leaves nothing behind`(
    _ kind: TestDatabase
  ) async throws {
    let database = try kind.open()
    let pauses = PauseClock()
    let recorder = Recorder<Int>()
    let cancellable = Self.count.throttle(for: .seconds(1), clock: pauses.clock).start(
      in: database,
      scheduling: .task,
      recording: recorder
    )
    await recorder.events(1)
    await database.idle()
    try await insert(database)
    cancellable.cancel()
    #expect(database.observationCenter.isEmpty)
    await database.idle()
    pauses.advance()
    try await settle(database)
    #expect(recorder.values == [0])
  }

  @Test(arguments: TestDatabase.allCases)
  func `the clock of the system lets the last value come`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    let recorder = Recorder<Int>()
    let observation = Self.count
    let calm = observation.throttle(for: .milliseconds(1))
    let cancellable = calm.start(in: database, scheduling: .task, recording: recorder)
    for _ in 0..<20 { try await insert(database) }
    await recorder.value { $0 == 20 }
    #expect(recorder.values == recorder.values.sorted())
    cancellable.cancel()
  }
}
