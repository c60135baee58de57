import Dispatch
import Foundation
import Testing

@testable import Strata

/// Observations on a queue and on a pool, in memory and on files.
@Suite(.timeLimit(.minutes(10)))
struct ValueObservationTests {
  private static let count = ValueObservation.tracking { db in
    try Int.fetchOne(db, sql: "SELECT count(*) FROM player") ?? -1
  }

  private func insert(_ database: any DatabaseWriter, _ name: String = "Ann") async throws {
    try await database.write { db in
      try db.execute(sql: "INSERT INTO player(name) VALUES (?)", arguments: [name])
    }
  }

  @Test(arguments: TestDatabase.allCases)
  func `one first value comes, and one after each commit that changes the region`(
    _ kind: TestDatabase
  ) async throws {
    let database = try kind.open()
    let recorder = Recorder<Int>()
    let cancellable = Self.count.start(in: database, scheduling: .task, recording: recorder)
    await recorder.events(1)
    await database.idle()
    #expect(recorder.values == [0])

    for expected in 1...3 {
      try await insert(database)
      await recorder.events(expected + 1)
      await database.idle()
      #expect(recorder.values == Array(0...expected))
    }
    try await database.write { try $0.execute(sql: "INSERT INTO team(name) VALUES ('Red')") }
    try await insert(database)
    await recorder.events(5)
    #expect(recorder.values == [0, 1, 2, 3, 4])
    cancellable.cancel()
  }

  @Test(arguments: TestDatabase.allCases)
  func `a rolled-back transaction gives no value`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    let recorder = Recorder<Int>()
    let cancellable = Self.count.start(in: database, scheduling: .task, recording: recorder)
    await recorder.events(1)
    await database.idle()
    struct Failure: Error {}
    await #expect(throws: Failure.self) {
      try await database.write { db in
        try db.execute(sql: "INSERT INTO player(name) VALUES ('Ann')")
        throw Failure()
      }
    }
    try await database.write { db in
      try db.inSavepoint {
        try db.execute(sql: "INSERT INTO player(name) VALUES ('Ann')")
        return .rollback
      }
    }
    await database.idle()
    try await insert(database)
    await recorder.events(2)
    #expect(recorder.values == [0, 1])
    cancellable.cancel()
  }

  @Test(arguments: TestDatabase.allCases)
  func `an error ends the observation`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    let recorder = Recorder<Int>()
    let cancellable = Self.count.start(in: database, scheduling: .task, recording: recorder)
    await recorder.events(1)
    try await database.write { try $0.execute(sql: "DROP TABLE player") }
    await recorder.events(2)
    #expect(recorder.values == [0])
    #expect((recorder.errors.first as? DatabaseError)?.resultCode == .SQLITE_ERROR)

    try await database.write { try $0.execute(sql: "CREATE TABLE player(name TEXT)") }
    try await insert(database)
    await database.idle()
    #expect(recorder.values == [0])
    #expect(database.observationCenter.isEmpty)
    cancellable.cancel()
  }

  @Test(arguments: TestDatabase.allCases)
  func `a mapping that throws ends the observation`(_ kind: TestDatabase) async throws {
    struct Odd: Error {}
    let database = try kind.open()
    let recorder = Recorder<Int>()
    let cancellable = Self.count
      .map { count in
        if count % 2 == 1 { throw Odd() }
        return count
      }
      .start(in: database, scheduling: .task, recording: recorder)
    await recorder.events(1)
    try await insert(database)
    await recorder.events(2)
    #expect(recorder.errors.first is Odd)
    cancellable.cancel()
  }

  @Test(arguments: TestDatabase.allCases)
  func `no value comes after the cancellation on the scheduler's queue`(
    _ kind: TestDatabase
  ) async throws {
    let database = try kind.open()
    let queue = DispatchQueue(label: "test")
    for _ in 0..<50 {
      let recorder = Recorder<Int>()
      let cancellable = Protected<AnyDatabaseCancellable?>(nil)
      let started = Self.count.start(
        in: database,
        scheduling: .async(onQueue: queue),
        recording: recorder
      )
      cancellable.update { $0 = started }
      await recorder.events(1)
      try await insert(database)
      let count = await withCheckedContinuation { continuation in
        queue.async {
          cancellable.value?.cancel()
          continuation.resume(returning: recorder.values.count)
        }
      }
      await database.idle()
      await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
      #expect(recorder.values.count == count)
    }
    #expect(database.observationCenter.isEmpty)
  }

  @Test(arguments: TestDatabase.allCases)
  func `the observation ends when its cancellable goes`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    let recorder = Recorder<Int>()
    do {
      let cancellable = Self.count.start(in: database, scheduling: .task, recording: recorder)
      await recorder.events(1)
      withExtendedLifetime(cancellable) {}
    }
    #expect(database.observationCenter.isEmpty)
    try await insert(database)
    await database.idle()
    #expect(recorder.values == [0])
  }

  @Test(arguments: TestDatabase.allCases)
  func `starting, writing and cancelling are allowed while a value is handed over`(
    _ kind: TestDatabase
  ) async throws {
    let database = try kind.open()
    let recorder = Recorder<Int>()
    let inner = Recorder<Int>()
    let cancellables = Protected<[AnyDatabaseCancellable]>([])
    let cancellable = Self.count.start(
      in: database,
      scheduling: .task,
      onError: recorder.onError
    ) { count in
      recorder.onChange(count)
      if count < 3 {
        do {
          try database.write { try $0.execute(sql: "INSERT INTO player(name) VALUES ('Ann')") }
        } catch {
          recorder.onError(error)
        }
      } else if count == 3 {
        let other = Self.count.start(in: database, scheduling: .task, recording: inner)
        cancellables.update { $0.append(other) }
      }
    }
    cancellables.update { $0.append(cancellable) }
    await inner.events(1)
    #expect(recorder.values == [0, 1, 2, 3])
    #expect(inner.values == [3])
    for cancellable in cancellables.value { cancellable.cancel() }
  }

  @Test(arguments: TestDatabase.allCases)
  func `equal values are left out`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    let recorder = Recorder<Int>()
    let cancellable = Self.count.removeDuplicates().start(
      in: database,
      scheduling: .task,
      recording: recorder
    )
    let parity = Recorder<Int>()
    let other = Self.count.removeDuplicates { $0 % 2 == $1 % 2 }.start(
      in: database,
      scheduling: .task,
      recording: parity
    )
    await recorder.events(1)
    await database.idle()
    try await database.write { db in
      try db.execute(sql: "INSERT INTO player(id) VALUES (1)")
      try db.execute(sql: "DELETE FROM player")
    }
    await database.idle()
    try await database.write { try $0.execute(sql: "INSERT INTO player(id) VALUES (1), (2)") }
    await recorder.events(2)
    await database.idle()
    try await insert(database)
    await recorder.events(3)
    await parity.events(2)
    #expect(recorder.values == [0, 2, 3])
    #expect(parity.values == [0, 3])
    cancellable.cancel()
    other.cancel()
  }

  @Test(arguments: TestDatabase.allCases)
  func `events are told in order`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    let lines = Lines()
    let recorder = Recorder<Int>()
    let cancellable = Self.count.print("players", to: lines).start(
      in: database,
      scheduling: .task,
      recording: recorder
    )
    await recorder.events(1)
    await database.idle()
    try await insert(database)
    await recorder.events(2)
    await database.idle()
    cancellable.cancel()
    #expect(
      lines.all == [
        "players: start", "players: fetch", "players: tracked region: player(*)",
        "players: value: 0", "players: database did change", "players: fetch",
        "players: value: 1", "players: cancel",
      ]
    )
  }

  @Test(arguments: TestDatabase.allCases)
  func `a failure is told`(_ kind: TestDatabase) async throws {
    struct Failure: Error {}
    let database = try kind.open()
    let lines = Lines()
    let recorder = Recorder<Int>()
    let cancellable = ValueObservation.tracking { _ -> Int in throw Failure() }
      .print(to: lines)
      .start(in: database, scheduling: .task, recording: recorder)
    await recorder.events(1)
    cancellable.cancel()
    #expect(lines.all == ["start", "fetch", "failure: Failure()"])
  }
}
