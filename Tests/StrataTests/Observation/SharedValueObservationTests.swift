import Dispatch
import Testing

@testable import Strata

@Suite(.timeLimit(.minutes(10)))
struct SharedValueObservationTests {
  private struct Failure: Error {}

  /// An observation of the number of players, which counts its fetches.
  private final class Source: Sendable {
    let fetches = Protected(0)
    let isBroken = Protected(false)

    var observation: ValueObservation<ValueReducers.Fetch<Int>> {
      ValueObservation.tracking { [self] db in
        fetches.update { $0 += 1 }
        if isBroken.value { throw Failure() }
        return try Int.fetchOne(db, sql: "SELECT count(*) FROM player") ?? -1
      }
    }
  }

  private func insert(_ database: any DatabaseWriter) async throws {
    try await database.write { try $0.execute(sql: "INSERT INTO player(name) VALUES ('Ann')") }
  }

  private func start(
    _ shared: SharedValueObservation<Int>,
    _ recorder: Recorder<Int>
  ) -> AnyDatabaseCancellable {
    shared.start(onError: recorder.onError, onChange: recorder.onChange)
  }

  @Test(arguments: TestDatabase.allCases)
  func `observers share one fetch, and a later one begins with the last value`(
    _ kind: TestDatabase
  ) async throws {
    let database = try kind.open()
    let source = Source()
    let shared = source.observation.shared(in: database, scheduling: .task)
    let recorders = [Recorder<Int>(), Recorder<Int>(), Recorder<Int>()]
    #expect(source.fetches.value == 0)
    let first = start(shared, recorders[0])
    let second = start(shared, recorders[1])
    await recorders[0].events(1)
    await recorders[1].events(1)
    await database.idle()
    let third = start(shared, recorders[2])
    await recorders[2].events(1)
    #expect(source.fetches.value == 1)

    try await insert(database)
    for recorder in recorders { await recorder.events(2) }
    #expect(recorders.map(\.values) == [[0, 1], [0, 1], [0, 1]])
    #expect(source.fetches.value == 2)

    first.cancel()
    second.cancel()
    #expect(!database.observationCenter.isEmpty)
    third.cancel()
    #expect(database.observationCenter.isEmpty)
  }

  @Test(arguments: TestDatabase.allCases)
  func `a pause ends the observation, unless it lasts as long as the object`(
    _ kind: TestDatabase
  ) async throws {
    let database = try kind.open()
    for (extent, fetches) in [
      (SharedValueObservationExtent.whileObserved, 2), (.observationLifetime, 1),
    ] {
      let source = Source()
      var shared: SharedValueObservation<Int>? = source.observation
        .shared(in: database, scheduling: .task, extent: extent)
      for _ in 0..<2 {
        let recorder = Recorder<Int>()
        let cancellable = try #require(shared).start(
          onError: recorder.onError,
          onChange: recorder.onChange
        )
        await recorder.events(1)
        await database.idle()
        cancellable.cancel()
        #expect(database.observationCenter.isEmpty == (extent == .whileObserved))
      }
      #expect(source.fetches.value == fetches)
      shared = nil
      #expect(database.observationCenter.isEmpty)
    }
  }

  @Test(arguments: TestDatabase.allCases)
  func `an error is told to all, and whoever comes later begins anew or is told it too`(
    _ kind: TestDatabase
  ) async throws {
    let database = try kind.open()
    for extent in [SharedValueObservationExtent.whileObserved, .observationLifetime] {
      let source = Source()
      source.isBroken.update { $0 = true }
      let shared = source.observation.shared(in: database, scheduling: .task, extent: extent)
      let recorders = [Recorder<Int>(), Recorder<Int>()]
      let cancellables = recorders.map { start(shared, $0) }
      for recorder in recorders { await recorder.events(1) }
      #expect(recorders.map(\.errors.count) == [1, 1])

      source.isBroken.update { $0 = false }
      let later = Recorder<Int>()
      let cancellable = start(shared, later)
      await later.events(1)
      #expect(later.errors.count == (extent == .whileObserved ? 0 : 1))
      #expect(later.values.count == (extent == .whileObserved ? 1 : 0))
      for cancellable in cancellables + [cancellable] { cancellable.cancel() }
    }
  }

  @Test(arguments: TestDatabase.allCases)
  func `a later observer is not given a value that a commit has made wrong`(
    _ kind: TestDatabase
  ) async throws {
    let database = try kind.open()
    let isOpen = DispatchSemaphore(value: 0)
    let hasBegun = Recorder<Int>()
    // Values are held up after their fetch.
    let shared = Source().observation
      .map { count in
        hasBegun.onChange(count)
        if count == 1 { isOpen.wait() }
        return count
      }
      .shared(in: database, scheduling: .task)
    let first = Recorder<Int>()
    let later = Recorder<Int>()
    var cancellables = [start(shared, first)]
    await first.events(1)
    await database.idle()
    try await insert(database)
    await hasBegun.events(2)
    cancellables.append(start(shared, later))
    isOpen.signal()
    await later.events(1)
    #expect(later.values == [1])
    for cancellable in cancellables { cancellable.cancel() }
  }

  @Test(arguments: TestDatabase.allCases)
  func `a later observer has its first value where a fetch has given no other one`(
    _ kind: TestDatabase
  ) async throws {
    let database = try kind.open()
    let isOpen = DispatchSemaphore(value: 0)
    let fetches = Recorder<Int>()
    let shared = Source().observation
      .map { count in
        fetches.onChange(count)
        if fetches.values.count == 2 { isOpen.wait() }
        return count
      }
      .removeDuplicates()
      .shared(in: database, scheduling: .task)
    let first = Recorder<Int>()
    let later = Recorder<Int>()
    var cancellables = [start(shared, first)]
    await first.events(1)
    await database.idle()
    try await database.write { db in
      try db.execute(sql: "INSERT INTO player(id) VALUES (1); DELETE FROM player")
    }
    await fetches.events(2)
    cancellables.append(start(shared, later))
    isOpen.signal()
    await later.events(1)
    #expect(later.values == [0])
    #expect(first.values == [0])
    for cancellable in cancellables { cancellable.cancel() }
  }

  @MainActor @Test(arguments: TestDatabase.allCases)
  func `each observer of the immediate scheduler has its value at once, also one inside another`(
    _ kind: TestDatabase
  ) async throws {
    let database = try kind.open()
    let shared = Source().observation.shared(in: database, scheduling: .immediate)
    let inner = Recorder<Int>()
    let cancellables = Protected<[AnyDatabaseCancellable]>([])
    let outer = Recorder<Int>()
    let cancellable = shared.start(onError: outer.onError) { value in
      outer.onChange(value)
      guard outer.values.count == 1 else { return }
      let other = shared.start(onError: inner.onError, onChange: inner.onChange)
      cancellables.update { $0.append(other) }
    }
    #expect(outer.values == [0])
    #expect(inner.values == [0])
    try await insert(database)
    await inner.events(2)
    await outer.events(2)
    #expect(inner.values == [0, 1])
    cancellable.cancel()
    for cancellable in cancellables.value { cancellable.cancel() }
    #expect(database.observationCenter.isEmpty)
  }

  @Test(arguments: TestDatabase.allCases)
  func `values are a sequence for each iteration`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    let shared = Source().observation.shared(in: database, scheduling: .task)
    for expected in 0..<2 {
      var seen: [Int] = []
      for try await count in shared.values() {
        seen.append(count)
        if count > expected { break }
        try await insert(database)
      }
      #expect(seen == [expected, expected + 1])
    }
    #expect(database.observationCenter.isEmpty)
  }

  @Test(arguments: TestDatabase.allCases)
  func `observers that come and go on many threads leave nothing behind`(
    _ kind: TestDatabase
  ) async throws {
    let database = try kind.open()
    let shared = Source().observation.shared(in: database, scheduling: .task)
    await withTaskGroup { group in
      for index in 0..<300 {
        group.addTask {
          let recorder = Recorder<Int>()
          let cancellable = self.start(shared, recorder)
          if index % 3 == 0 { try? await self.insert(database) }
          if index % 2 == 0 { await recorder.events(1) }
          cancellable.cancel()
        }
      }
    }
    #expect(database.observationCenter.isEmpty)
  }
}
