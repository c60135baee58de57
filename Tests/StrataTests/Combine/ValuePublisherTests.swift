#if canImport(Combine)
import Combine
import Dispatch
import Testing

@testable import Strata

/// What GRDB's and Combine's documentation says of the publisher of an observation.
@Suite(.timeLimit(.minutes(10)))
struct ValuePublisherTests {
  struct Failure: Error {}

  let queue = DispatchQueue(label: "values")

  let count = ValueObservation.tracking { db in
    try Int.fetchOne(db, sql: "SELECT count(*) FROM player") ?? -1
  }

  func insert(_ database: any DatabaseWriter) async throws {
    try await database.write { try $0.execute(sql: "INSERT INTO player(name) VALUES ('Ann')") }
  }

  /// Waits until the queue has nothing to do.
  func turn() async {
    await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
  }

  @Test(arguments: TestDatabase.allCases)
  func `a sink gets the first value, and one at each change`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    let recorder = Recorder<Int>()
    let cancellable =
      count
      .publisher(in: database)
      .sink(
        receiveCompletion: { _ in Issue.record("an observation does not end by itself") },
        receiveValue: { recorder.onChange($0) }
      )
    await recorder.events(1)
    try await insert(database)
    await recorder.events(2)
    #expect(recorder.values == [0, 1])
    cancellable.cancel()
    #expect(database.observationCenter.isEmpty)
    try await insert(database)
    await database.idle()
    #expect(recorder.values == [0, 1])
  }

  @MainActor @Test(arguments: TestDatabase.allCases)
  func `the default scheduler is the main queue, and immediate is at once`(
    _ kind: TestDatabase
  ) async throws {
    let database = try kind.open()
    let later = Recorder<Int>()
    let now = Recorder<Int>()
    let isOnMain: @Sendable (Int) -> Void = { value in
      dispatchPrecondition(condition: .onQueue(.main))
      later.onChange(value)
    }
    let first = count.publisher(in: database).sink(
      receiveCompletion: { _ in },
      receiveValue: isOnMain
    )
    let second = count.publisher(in: database, scheduling: .immediate).sink(
      receiveCompletion: { _ in },
      receiveValue: { now.onChange($0) }
    )
    #expect(later.values == [])
    #expect(now.values == [0])
    await later.events(1)
    withExtendedLifetime((first, second)) {}
  }

  @Test(arguments: TestDatabase.allCases)
  func `an observation that recovers publishes no errors`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    let isBroken = Protected(false)
    var observation = ValueObservation.tracking { db in
      if isBroken.value { throw Failure() }
      return try Int.fetchOne(db, sql: "SELECT count(*) FROM player") ?? -1
    }
    observation.recoversFromErrors = true
    let receiver = Receiver<Int>(.unlimited)
    observation.publisher(in: database, scheduling: .async(onQueue: queue)).subscribe(receiver)
    await receiver.recorder.events(1)
    isBroken.update { $0 = true }
    try await insert(database)
    await database.idle()
    isBroken.update { $0 = false }
    try await insert(database)
    await receiver.recorder.value { $0 == 2 }
    #expect(receiver.recorder.errors.isEmpty)
    receiver.cancel()
  }

  @Test(arguments: TestDatabase.allCases)
  func `each subscriber has an observation of its own`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    let publisher = count.publisher(in: database, scheduling: .async(onQueue: queue))
    let receivers = (0..<3).map { _ in Receiver<Int>(.unlimited) }
    for receiver in receivers { publisher.subscribe(receiver) }
    for receiver in receivers { await receiver.recorder.events(1) }
    receivers[0].cancel()
    try await insert(database)
    for receiver in receivers.dropFirst() { await receiver.recorder.events(2) }
    #expect(receivers.map(\.values) == [[0], [0, 1], [0, 1]])
    for receiver in receivers { receiver.cancel() }
    #expect(database.observationCenter.isEmpty)
  }

  @Test(arguments: TestDatabase.allCases)
  func `starting, cancelling and writing are allowed while a value is received`(
    _ kind: TestDatabase
  ) async throws {
    let database = try kind.open()
    let count = count
    let queue = queue
    let inner = Receiver<Int>(.unlimited)
    let holder = Protected<Receiver<Int>?>(nil)
    let outer = Receiver<Int>(.unlimited) { value in
      if value == 0 {
        count.publisher(in: database, scheduling: .async(onQueue: queue)).subscribe(inner)
        try? database.write { try $0.execute(sql: "INSERT INTO player(name) VALUES ('B')") }
      } else {
        holder.value?.cancel()
      }
      return .none
    }
    holder.update { $0 = outer }
    count.publisher(in: database, scheduling: .async(onQueue: queue)).subscribe(outer)
    await outer.recorder.value { $0 == 1 }
    await inner.recorder.value { $0 == 1 }
    try await insert(database)
    await inner.recorder.value { $0 == 2 }
    #expect(outer.values == [0, 1])
    #expect(outer.faults + inner.faults == [])
    inner.cancel()
    holder.update { $0 = nil }
  }

  @MainActor @Test(arguments: TestDatabase.allCases)
  func `a subscription that ends with its first value leaves nothing behind`(
    _ kind: TestDatabase
  ) async throws {
    let database = try kind.open()
    let recorder = Recorder<Int>()
    let cancellable = count.publisher(in: database, scheduling: .immediate).first().sink(
      receiveCompletion: { _ in recorder.onChange(-2) },
      receiveValue: { recorder.onChange($0) }
    )
    #expect(recorder.values == [0, -2])
    #expect(database.observationCenter.isEmpty)
    withExtendedLifetime(cancellable) {}
  }

  @Test(arguments: TestDatabase.allCases)
  func `a dropped subscription lets its subscriber go`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    final class Token: Sendable {}
    weak var token: Token?
    do {
      let kept = Token()
      token = kept
      let receiver = Receiver<Int>(.unlimited) { [kept] _ in
        withExtendedLifetime(kept) { .none }
      }
      count.publisher(in: database, scheduling: .async(onQueue: queue)).subscribe(receiver)
      await receiver.recorder.events(1)
      receiver.cancel()
    }
    await database.idle()
    await turn()
    #expect(token == nil)
  }

  @Test(arguments: TestDatabase.allCases)
  func `subscribers of a shared observation share its fetches`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    let fetches = Protected(0)
    let shared = ValueObservation.tracking { db in
      fetches.update { $0 += 1 }
      return try Int.fetchOne(db, sql: "SELECT count(*) FROM player") ?? -1
    }
    .shared(in: database, scheduling: .async(onQueue: queue))
    let receivers = (0..<3).map { _ in Receiver<Int>(.unlimited) }
    for receiver in receivers { shared.publisher().subscribe(receiver) }
    for receiver in receivers { await receiver.recorder.events(1) }
    #expect(fetches.value == 1)
    try await insert(database)
    for receiver in receivers { await receiver.recorder.events(2) }
    #expect(fetches.value == 2)
    for receiver in receivers {
      #expect(receiver.values == [0, 1])
      receiver.cancel()
    }
    #expect(database.observationCenter.isEmpty)
  }

  @Test(arguments: TestDatabase.allCases)
  func `optional values are published as presences`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    let receiver = Receiver<Presence<String>>(.unlimited)
    ValueObservation.tracking { db in
      try String.fetchOne(db, sql: "SELECT name FROM player WHERE id = 1")
    }
    .publisher(in: database, scheduling: .async(onQueue: queue))
    .scanPresence()
    .removeDuplicates()
    .subscribe(receiver)
    await receiver.recorder.events(1)
    let steps = [
      "INSERT INTO player(id, name) VALUES (1, 'Ann')", "DELETE FROM player",
      "INSERT INTO player(id, name) VALUES (1, 'Bob')",
    ]
    for (index, sql) in steps.enumerated() {
      try await database.write { try $0.execute(sql: sql) }
      await receiver.recorder.events(index + 2)
    }
    #expect(
      receiver.values == [.missing, .existing("Ann"), .gone("Ann"), .existing("Bob")]
    )
    receiver.cancel()
  }
}
#endif
