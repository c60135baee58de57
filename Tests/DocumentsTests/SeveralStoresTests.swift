import Strata
import StrataDocuments
import Testing

/// Two stores of one database.
@Suite(.timeLimit(.minutes(5)))
struct SeveralStoresTests {
  @Test func `each store is told what the other one does`() async throws {
    let queue = try DatabaseQueue()
    let stores = try (0..<2).map { _ in try DocumentStore(queue) }
    let tasks = try stores.map { try $0.collection("tasks") }
    try tasks[0].save(from: Task(id: "a", title: "here"))
    var first = tasks[0].changes.makeAsyncIterator()
    var second = tasks[1].changes.makeAsyncIterator()

    try tasks[1].purge(id: "a")
    for (change, store) in [(await first.next(), stores[0]), (await second.next(), stores[1])] {
      let change = try #require(change)
      #expect(change.removed == ["a"])
      #expect(change.collection.store === store)
    }

    try tasks[0].save(from: Task(id: "b", title: "again"))
    #expect(await first.next()?.added == ["b"])
    #expect(await second.next()?.added == ["b"])

    try stores[1].inBatch {
      try tasks[1].delete(for: try #require(try tasks[1].document(id: "b", as: Task.self)))
      try tasks[1].save(from: Task(id: "b", title: "anew"))
    }
    #expect(await first.next()?.changed == ["b"])
    #expect(await second.next()?.changed == ["b"])
  }

  @Test func `a store that goes leaves the other one its changes`() async throws {
    let queue = try DatabaseQueue()
    let kept = try DocumentStore(queue).collection("tasks")
    var changes = kept.changes.makeAsyncIterator()
    do {
      let passing = try DocumentStore(queue).collection("tasks")
      var own = passing.changes.makeAsyncIterator()
      try passing.save(from: Task(id: "a", title: "seen by both"))
      #expect(await own.next()?.added == ["a"])
    }
    #expect(await changes.next()?.added == ["a"])
    try kept.purge(id: "a")
    #expect(await changes.next()?.removed == ["a"])
  }
}
