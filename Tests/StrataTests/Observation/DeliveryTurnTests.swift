import Dispatch
import Testing

@testable import Strata

/// What one commit has changed is handed over to a queue in one turn.
@Suite(.timeLimit(.minutes(10)))
struct DeliveryTurnTests {
  @Test(arguments: TestDatabase.allCases)
  func `no observer is shown a commit before the others have its value`(
    _ kind: TestDatabase
  ) async throws {
    let database = try kind.open()
    let queue = DispatchQueue(label: "screen")
    let shown = Protected<[Int]>([0, 0, 0])
    let isAhead = Protected(false)
    let recorder = Recorder<Int>()
    let cancellables = (0..<3).map { number in
      ValueObservation.tracking { db in
        try Int.fetchOne(db, sql: "SELECT count(*) FROM player") ?? -1
      }
      .map { count in
        // All that was handed over so far is shown now; nobody may be ahead of this value.
        queue.sync {}
        if shown.value.contains(where: { $0 >= count && count > 0 }) {
          isAhead.update { $0 = true }
        }
        return count
      }
      .start(
        in: database,
        scheduling: .async(onQueue: queue),
        onError: recorder.onError
      ) { count in
        shown.update { $0[number] = count }
        recorder.onChange(count)
      }
    }
    await recorder.events(3)
    await database.idle()
    for count in 1...5 {
      try await database.write { try $0.execute(sql: "INSERT INTO player DEFAULT VALUES") }
      await recorder.events(3 * (count + 1))
      await database.idle()
      #expect(shown.value == [count, count, count])
    }
    #expect(!isAhead.value)
    for cancellable in cancellables { cancellable.cancel() }
  }

  @MainActor @Test(arguments: TestDatabase.allCases)
  func `a screen on the main actor shows one commit`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    let shown = Protected<[Int]>([0, 0])
    let seen = Recorder<[Int]>()
    let cancellables = (0..<2).map { number in
      ValueObservation.tracking { db in
        try Int.fetchOne(db, sql: "SELECT count(*) FROM player") ?? -1
      }
      .start(in: database, scheduling: .immediate) { _ in
      } onChange: { count in
        shown.update { $0[number] = count }
        // What the next frame shows.
        DispatchQueue.main.async { seen.onChange(shown.value) }
      }
    }
    await seen.events(2)
    await database.idle()
    try await database.write { try $0.execute(sql: "INSERT INTO player DEFAULT VALUES") }
    await seen.events(4)
    #expect(seen.values.suffix(2) == [[1, 1], [1, 1]])
    for cancellable in cancellables { cancellable.cancel() }
  }

  @Test func `a task that was begun in a turn is not held up by it`() async {
    let queue = DispatchQueue(label: "later")
    let recorder = Recorder<Int>()
    let isOver = DispatchSemaphore(value: 0)
    DeliveryTurn.gathering {
      Task {
        await withCheckedContinuation { continuation in
          DispatchQueue.global().async {
            isOver.wait()
            continuation.resume()
          }
        }
        DeliveryTurn.run(on: queue) { recorder.onChange(2) }
      }
      DeliveryTurn.run(on: queue) { recorder.onChange(1) }
      queue.sync {}
      #expect(recorder.values == [])
    }
    await recorder.events(1)
    isOver.signal()
    await recorder.events(2)
    #expect(recorder.values == [1, 2])
  }
}
