#if canImport(Combine)
import Combine
import Dispatch
import Testing

@testable import Strata

/// The publisher of an observation gives what is asked for, and no more.
extension ValuePublisherTests {
  @Test(arguments: TestDatabase.allCases)
  func `nothing starts before the first demand`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    let receiver = Receiver<Int>(.none)
    count.publisher(in: database, scheduling: .async(onQueue: queue)).subscribe(receiver)
    #expect(database.observationCenter.isEmpty)
    receiver.request(.max(1))
    #expect(!database.observationCenter.isEmpty)
    await receiver.recorder.events(1)
    receiver.cancel()
    #expect(database.observationCenter.isEmpty)
    // A demand after the end does nothing.
    receiver.request(.unlimited)
    #expect(database.observationCenter.isEmpty)
    #expect(receiver.faults == [])
  }

  @Test(arguments: TestDatabase.allCases)
  func `who asks for less gets the last value when it asks again`(
    _ kind: TestDatabase
  ) async throws {
    let database = try kind.open()
    let receiver = Receiver<Int>(.max(1))
    count.publisher(in: database, scheduling: .async(onQueue: queue)).subscribe(receiver)
    await receiver.recorder.events(1)
    for _ in 1...3 {
      try await insert(database)
      await database.idle()
    }
    await turn()
    #expect(receiver.values == [0])
    receiver.request(.max(1))
    await receiver.recorder.events(2)
    #expect(receiver.values == [0, 3])
    receiver.request(.max(2))
    await turn()
    #expect(receiver.values == [0, 3])
    try await insert(database)
    await receiver.recorder.events(3)
    #expect(receiver.values == [0, 3, 4])
    #expect(receiver.faults == [])
    receiver.cancel()
  }

  @Test(arguments: TestDatabase.allCases)
  func `what a subscriber returns is demanded too`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    let receiver = Receiver<Int>(.max(1)) { $0 < 2 ? .max(1) : .none }
    count.publisher(in: database, scheduling: .async(onQueue: queue)).subscribe(receiver)
    await receiver.recorder.events(1)
    for number in 1...3 {
      try await insert(database)
      if number < 3 { await receiver.recorder.events(number + 1) }
    }
    await database.idle()
    await turn()
    #expect(receiver.values == [0, 1, 2])
    receiver.cancel()
  }

  @Test(arguments: TestDatabase.allCases)
  func `an error is the completion, also where no value is wanted`(
    _ kind: TestDatabase
  ) async throws {
    let database = try kind.open()
    let isBroken = Protected(false)
    let observation = ValueObservation.tracking { db in
      if isBroken.value { throw Failure() }
      return try Int.fetchOne(db, sql: "SELECT count(*) FROM player") ?? -1
    }
    let receivers = [Receiver<Int>(.unlimited), Receiver<Int>(.max(1))]
    let publisher = observation.publisher(in: database, scheduling: .async(onQueue: queue))
    for receiver in receivers { publisher.subscribe(receiver) }
    for receiver in receivers { await receiver.recorder.events(1) }
    isBroken.update { $0 = true }
    try await insert(database)
    for receiver in receivers {
      await receiver.recorder.events(2)
      #expect(receiver.recorder.errors.first is Failure)
      #expect(receiver.values == [0])
      #expect(receiver.faults == [])
    }
    #expect(database.observationCenter.isEmpty)

    // The publisher can be subscribed to again.
    isBroken.update { $0 = false }
    let again = Receiver<Int>(.unlimited)
    publisher.subscribe(again)
    await again.recorder.events(1)
    #expect(again.values == [1])
    again.cancel()
  }

  @Test(arguments: TestDatabase.allCases)
  func `demands and cancellations of many threads keep the order of values`(
    _ kind: TestDatabase
  ) async throws {
    let database = try kind.open()
    let count = count
    let receivers = (0..<20).map { _ in Receiver<Int>(.max(1)) }
    for receiver in receivers {
      count.publisher(in: database, scheduling: .task).subscribe(receiver)
    }
    let isOver = Protected(false)
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for _ in 0..<50 { try? await insert(database) }
        isOver.update { $0 = true }
      }
      for _ in 0..<2 {
        group.addTask {
          while !isOver.value {
            for receiver in receivers { receiver.request(.max(1)) }
            await Task.yield()
          }
        }
      }
      group.addTask {
        for receiver in receivers.prefix(10) {
          await Task.yield()
          receiver.cancel()
        }
      }
    }
    for receiver in receivers.dropFirst(10) {
      receiver.request(.unlimited)
      await receiver.recorder.value { $0 == 50 }
    }
    for receiver in receivers {
      #expect(receiver.faults == [])
      #expect(receiver.values == receiver.values.sorted())
      receiver.cancel()
    }
    #expect(database.observationCenter.isEmpty)
  }
}
#endif
