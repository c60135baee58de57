import Dispatch
import Foundation
import TestSupport
import Testing

@testable import Strata

/// Observations beside writers on other threads.
@Suite(.timeLimit(.minutes(10)))
struct ObservationConcurrencyTests {
  private static let total = ValueObservation.tracking { db in
    try Int.fetchOne(db, sql: "SELECT coalesce(sum(score), 0) FROM player") ?? -1
  }

  private func add(_ database: any DatabaseWriter) throws {
    try database.write { try $0.execute(sql: "INSERT INTO player(score) VALUES (1)") }
  }

  /// Runs `body` on a thread of its own, so that no cooperative thread waits.
  private func onThread(_ body: @escaping @Sendable () throws -> Void) async throws {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Result { try body() }) }
    }
  }

  @Test(arguments: TestDatabase.allCases, [1 as UInt64, 2, 3])
  func `a commit beside the start is in the first value or follows`(
    _ kind: TestDatabase,
    _ seed: UInt64
  ) async throws {
    let database = try kind.open()
    let commits = 150
    async let writes: Void = onThread {
      for _ in 0..<commits { try self.add(database) }
    }
    var random = SeededGenerator(seed: seed)
    var observed: [(Recorder<Int>, AnyDatabaseCancellable)] = []
    for _ in 0..<20 {
      // Another moment of the writes each time.
      for _ in 0..<Int.random(in: 0..<20, using: &random) { await Task.yield() }
      let recorder = Recorder<Int>()
      let cancellable = Self.total.start(in: database, scheduling: .task, recording: recorder)
      observed.append((recorder, cancellable))
    }
    try await writes
    for (recorder, cancellable) in observed {
      await recorder.value { $0 == commits }
      cancellable.cancel()
      #expect(recorder.errors.isEmpty)
      #expect(recorder.values == recorder.values.sorted(), "seed \(seed)")
    }
  }

  @Test(arguments: TestDatabase.allCases)
  func `several writers give values in the order of commits, and the last one`(
    _ kind: TestDatabase
  ) async throws {
    let database = try kind.open()
    let recorder = Recorder<Int>()
    let cancellable = Self.total.start(in: database, scheduling: .task, recording: recorder)
    try await withThrowingTaskGroup { group in
      for _ in 0..<4 {
        group.addTask { try await onThread { for _ in 0..<100 { try self.add(database) } } }
      }
      try await group.waitForAll()
    }
    await recorder.value { $0 == 400 }
    await database.idle()
    #expect(recorder.values == recorder.values.sorted())
    #expect(recorder.values.last == 400)
    cancellable.cancel()
  }

  @Test(arguments: TestDatabase.allCases)
  func `a value reflects at least the commit that has woken it`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    let recorder = Recorder<Int>()
    let cancellable = Self.total.start(in: database, scheduling: .task, recording: recorder)
    await recorder.events(1)
    for number in 1...100 {
      await database.idle()
      try await database.write { try $0.execute(sql: "INSERT INTO player(score) VALUES (1)") }
      await recorder.events(number + 1)
      #expect(recorder.values.last == number)
    }
    cancellable.cancel()
  }

  @Test(arguments: [TestDatabase.pool, .poolOfOneReader])
  func `a pool fetches beside a write that goes on`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    let recorder = Recorder<Int>()
    let cancellables = Protected<[AnyDatabaseCancellable]>([])
    let isFetched = DispatchSemaphore(value: 0)
    async let write: Void = onThread {
      try database.write { db in
        try db.execute(sql: "INSERT INTO player(score) VALUES (1)")
        let started = Self.total.start(
          in: database,
          scheduling: .task,
          onError: recorder.onError
        ) { value in
          recorder.onChange(value)
          if value == 0 { isFetched.signal() }
        }
        cancellables.update { $0.append(started) }
        // The write waits for the value, which therefore cannot wait for the write.
        isFetched.wait()
      }
    }
    try await write
    await recorder.value { $0 == 1 }
    #expect(recorder.values == [0, 1])
    for cancellable in cancellables.value { cancellable.cancel() }
  }

  @Test(arguments: TestDatabase.allCases)
  func `commits during a slow fetch are coalesced into the latest value`(
    _ kind: TestDatabase
  ) async throws {
    let database = try kind.open()
    let recorder = Recorder<Int>()
    let fetches = Protected(0)
    let isOpen = DispatchSemaphore(value: 0)
    let hasBegun = DispatchSemaphore(value: 0)
    let cancellable = ValueObservation.tracking { db in
      fetches.update { $0 += 1 }
      return try Int.fetchOne(db, sql: "SELECT coalesce(sum(score), 0) FROM player") ?? -1
    }
    .map { value in
      // Between the fetch and the delivery, outside of the database.
      if value == 0 {
        hasBegun.signal()
        isOpen.wait()
      }
      return value
    }
    .start(in: database, scheduling: .task, recording: recorder)
    try await onThread {
      hasBegun.wait()
      for _ in 0..<50 { try self.add(database) }
      isOpen.signal()
    }
    await recorder.value { $0 == 50 }
    await database.idle()
    #expect(recorder.values == [0, 50])
    #expect(fetches.value == 2)
    cancellable.cancel()
  }

  @Test(arguments: TestDatabase.allCases)
  func `a thousand observations are told of one commit, once each`(
    _ kind: TestDatabase
  ) async throws {
    let database = try kind.open()
    let first = Protected(0)
    let second = Protected(0)
    let isDone = Recorder<Int>()
    let cancellables = (0..<1000).map { _ in
      Self.total.start(
        in: database,
        scheduling: .task,
        onError: { _ in },
        onChange: { value in
          let count = (value == 0 ? first : second).update { count in
            count += 1
            return count
          }
          if count == 1000 { isDone.onChange(value) }
        }
      )
    }
    await isDone.events(1)
    await database.idle()
    try add(database)
    await isDone.events(2)
    await database.idle()
    #expect(first.value == 1000)
    #expect(second.value == 1000)
    for cancellable in cancellables { cancellable.cancel() }
    #expect(database.observationCenter.isEmpty)
  }

  @Test(arguments: TestDatabase.allCases)
  func `observations that start and end on many threads leave nothing behind`(
    _ kind: TestDatabase
  ) async throws {
    let database = try kind.open()
    async let writes: Void = onThread { for _ in 0..<100 { try self.add(database) } }
    await withTaskGroup { group in
      for index in 0..<200 {
        group.addTask {
          let recorder = Recorder<Int>()
          let cancellable = Self.total.start(in: database, scheduling: .task, recording: recorder)
          if index % 2 == 0 { await recorder.events(1) }
          cancellable.cancel()
        }
      }
    }
    try await writes
    await database.idle()
    #expect(database.observationCenter.isEmpty)
  }

  @Test(arguments: TestDatabase.allCases)
  func `values that one commit has changed are of one commit`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    try await database.write { db in
      try db.execute(sql: "INSERT INTO player(id, score) VALUES (1, 0), (2, 0)")
    }
    let left = Recorder<Int>()
    let right = Recorder<Int>()
    let cancellables = [(1, left), (2, right)].map { (id: Int, recorder: Recorder<Int>) in
      ValueObservation.tracking { db in
        try Int.fetchOne(db, sql: "SELECT score FROM player WHERE id = ?", arguments: [id]) ?? -1
      }
      .start(in: database, scheduling: .task, recording: recorder)
    }
    await left.events(1)
    await right.events(1)
    await database.idle()
    for score in 1...50 {
      try await database.write { db in
        try db.execute(sql: "UPDATE player SET score = ?", arguments: [score])
      }
    }
    await left.value { $0 == 50 }
    await right.value { $0 == 50 }
    await database.idle()
    #expect(left.values == right.values)
    for cancellable in cancellables { cancellable.cancel() }
  }
}
