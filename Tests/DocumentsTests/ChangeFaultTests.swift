import Foundation
import Strata
import StrataDocuments
import Testing

/// What is told of transactions that do several things to one document, and to readers of every kind.
@Suite(.timeLimit(.minutes(5)))
struct ChangeFaultTests {
  private let queue: DatabaseQueue
  private let store: DocumentStore
  private let tasks: DocumentCollection

  init() throws {
    queue = try DatabaseQueue()
    store = try DocumentStore(queue)
    tasks = try store.collection("tasks", fields: ["title"])
  }

  private func delete(_ id: String) throws {
    try tasks.delete(for: try #require(try tasks.document(id: id, as: Task.self)))
  }

  private func save(_ id: String) throws {
    let task = try tasks.document(id: id, as: Task.self) ?? Task(id: id, title: "")
    task.title += "."
    try tasks.save(from: task)
  }

  /// What one transaction is told to have done.
  private func told(_ updates: () throws -> Void) async throws -> String {
    var changes = tasks.changes.makeAsyncIterator()
    try store.inBatch {
      try updates()
      try save("end")
    }
    let change = try #require(await changes.next())
    try tasks.purge(id: "end")
    return "+\(change.added) *\(change.changed) -\(change.removed)"
      .replacingOccurrences(of: "\"", with: "").replacingOccurrences(of: ", end]", with: "]")
      .replacingOccurrences(of: "[end]", with: "[]")
  }

  @Test func `a transaction that does several things to a document is told as what it comes to`()
    async throws
  {
    try save("a")
    #expect(
      try await told {
        try delete("a")
        try tasks.purge(id: "a")
      } == "+[] *[] -[a]"
    )
    #expect(
      try await told {
        try save("a")
        try tasks.purge(id: "a")
      } == "+[] *[] -[]"
    )
    #expect(
      try await told {
        try save("a")
        try delete("a")
        try tasks.purge(id: "a")
      } == "+[] *[] -[]"
    )
    try save("a")
    #expect(
      try await told {
        try tasks.purge(id: "a")
        try save("a")
      } == "+[] *[a] -[]"
    )
    #expect(
      try await told {
        try tasks.purge(id: "a")
        try save("a")
        try tasks.purge(id: "a")
      } == "+[] *[] -[a]"
    )
    try save("a")
    #expect(
      try await told {
        try delete("a")
        try save("a")
      } == "+[] *[a] -[]"
    )
    #expect(
      try await told {
        try save("a")
        try delete("a")
      } == "+[] *[] -[a]"
    )
    // Only its tombstone is left, which nobody sees.
    #expect(try await told { try tasks.purge(id: "a") } == "+[] *[] -[]")
    #expect(
      try await told {
        try save("a")
        try delete("a")
        try save("a")
      } == "+[a] *[] -[]"
    )
  }

  @Test func `a reader of a query that is slower than the changes gets the newest rows`()
    async throws
  {
    let query = store.query("SELECT id FROM tasks")
    var first: Int?
    var count = 0
    // The rows arrive on another thread, now sooner and now later.
    while first != count, count < 1000 {
      var unread = query.changes.makeAsyncIterator()
      count += 1
      try save("\(count)")
      // Others are told meanwhile.
      for await change in query.changes where change.results?.count == count { break }
      first = await unread.next()?.results?.count
    }
    #expect(first == count)
  }

  @Test func `subscribers that come and go while many write leave nothing behind`() async throws {
    weak var weakStore: DocumentStore?
    do {
      let store = try DocumentStore(DatabaseQueue())
      weakStore = store
      let tasks = try store.collection("tasks")
      await withTaskGroup(of: Void.self) { group in
        for index in 0..<40 {
          group.addTask {
            let reader = _Concurrency.Task {
              for await _ in tasks.changes { return }
            }
            try? tasks.save(from: Task(id: "\(index)", title: ""))
            reader.cancel()
            await reader.value
          }
        }
      }
      #expect(try tasks.count() == 40)
    }
    while weakStore != nil { await _Concurrency.Task.yield() }
    #expect(weakStore == nil)
  }

  @Test func `a collection whose tables are dropped and made anew is told of again`() async throws {
    try save("a")
    try save("b")
    var changes = tasks.changes.makeAsyncIterator()
    try store.deleteCollection("tasks")
    #expect(await changes.next()?.removed.sorted() == ["a", "b"])
    #expect(throws: (any Error).self) { try tasks.count() }
    #expect(try store.collectionNames() == [])
    let again = try store.collection("tasks", fields: ["title"])
    #expect(try again.count() == 0)
    try again.save(from: Task(id: "c", title: ""))
    #expect(await changes.next()?.added == ["c"])
  }
}
