import Testing

@testable import Strata

@Suite(.timeLimit(.minutes(10)))
struct AsyncValueObservationTests {
  private struct Failure: Error {}

  /// What feeds a sequence in place of an observation.
  private final class Source: Sendable {
    let onChange = Protected<(@Sendable (Int) -> Void)?>(nil)
    let onError = Protected<(@Sendable (any Error) -> Void)?>(nil)
    let isCancelled = Protected(false)

    func values(
      _ policy: AsyncValueObservation<Int>.BufferingPolicy = .unbounded
    ) -> AsyncValueObservation<Int> {
      AsyncValueObservation(bufferingPolicy: policy) { [self] onError, onChange in
        self.onError.update { $0 = onError }
        self.onChange.update { $0 = onChange }
        return AnyDatabaseCancellable { self.isCancelled.update { $0 = true } }
      }
    }

    func send(_ values: Int...) { for value in values { onChange.value?(value) } }
  }

  @Test func `all values are kept for a slow iteration`() async throws {
    let source = Source()
    var iterator = source.values().makeAsyncIterator()
    source.send(1, 2, 3)
    #expect(try await iterator.next() == 1)
    source.send(4)
    #expect(try await iterator.next() == 2)
    #expect(try await iterator.next() == 3)
    #expect(try await iterator.next() == 4)
  }

  @Test func `the newest or the oldest values are kept where the policy says so`() async throws {
    let source = Source()
    var newest = source.values(.bufferingNewest(2)).makeAsyncIterator()
    source.send(1, 2, 3)
    #expect(try await newest.next() == 2)
    #expect(try await newest.next() == 3)

    var oldest = source.values(.bufferingOldest(2)).makeAsyncIterator()
    source.send(1, 2, 3)
    #expect(try await oldest.next() == 1)
    source.send(4)
    #expect(try await oldest.next() == 2)
    #expect(try await oldest.next() == 4)
  }

  @Test func `an error comes after the values before it, and is the end`() async throws {
    let source = Source()
    var iterator = source.values().makeAsyncIterator()
    source.send(1)
    source.onError.value?(Failure())
    source.send(2)
    #expect(try await iterator.next() == 1)
    await #expect(throws: Failure.self) { try await iterator.next() }
    #expect(try await iterator.next() == nil)
  }

  @Test func `an iterator that waits is given the value, or the error`() async throws {
    let source = Source()
    let values = source.values()
    let task = Task { () -> [Int] in
      var seen: [Int] = []
      do {
        for try await value in values {
          seen.append(value)
          if value == 1 { source.send(2) } else { source.onError.value?(Failure()) }
        }
      } catch is Failure {
        seen.append(-1)
      }
      return seen
    }
    while source.onChange.value == nil { await Task.yield() }
    source.send(1)
    #expect(try await task.value == [1, 2, -1])
  }

  @Test func `the cancellation of the task ends the sequence`() async throws {
    let source = Source()
    let isWaiting = Recorder<Int>()
    let task = Task { () -> Bool in
      var iterator = source.values().makeAsyncIterator()
      source.send(1)
      while let value = try await iterator.next() { isWaiting.onChange(value) }
      return try await iterator.next() == nil
    }
    await isWaiting.events(1)
    task.cancel()
    #expect(try await task.value)
    #expect(source.isCancelled.value)
  }

  @Test func `the observation ends when the iterator goes`() async throws {
    let source = Source()
    do {
      var iterator = source.values().makeAsyncIterator()
      source.send(1)
      #expect(try await iterator.next() == 1)
      #expect(!source.isCancelled.value)
    }
    #expect(source.isCancelled.value)
  }

  @Test(arguments: TestDatabase.allCases)
  func `values follow commits, until the loop is left`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    let observation = ValueObservation.tracking { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM player") ?? -1
    }
    var seen: [Int] = []
    for try await count in observation.values(in: database) {
      seen.append(count)
      if count == 3 { break }
      try await database.write { try $0.execute(sql: "INSERT INTO player(name) VALUES ('Ann')") }
    }
    #expect(seen == [0, 1, 2, 3])
    #expect(database.observationCenter.isEmpty)
  }

  @Test(arguments: TestDatabase.allCases)
  func `a cancelled task ends its observation`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    let recorder = Recorder<Int>()
    let task = Task {
      let observation = ValueObservation.tracking { db in
        try Int.fetchOne(db, sql: "SELECT count(*) FROM player") ?? -1
      }
      for try await count in observation.values(in: database) { recorder.onChange(count) }
    }
    await recorder.events(1)
    task.cancel()
    try await task.value
    #expect(database.observationCenter.isEmpty)
  }

  @Test func `each iteration observes for itself`() async throws {
    let database = try DatabaseQueue()
    let values = ValueObservation.tracking { try Int.fetchOne($0, sql: "SELECT 1") }
      .values(
        in: database,
        scheduling: .task(priority: .high),
        bufferingPolicy: .bufferingNewest(1)
      )
    for _ in 0..<2 {
      var iterator = values.makeAsyncIterator()
      #expect(try await iterator.next() == 1)
    }
  }
}
