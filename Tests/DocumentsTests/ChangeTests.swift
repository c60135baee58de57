import Foundation
import Strata
import StrataDocuments
import TestSupport
import Testing

/// What is told of changes.
@Suite(.timeLimit(.minutes(5)))
struct ChangeTests {
  private let queue: DatabaseQueue
  private let store: DocumentStore
  private let tasks: DocumentCollection

  init() throws {
    queue = try DatabaseQueue()
    store = try DocumentStore(queue)
    tasks = try store.collection("tasks", fields: ["title"])
  }

  private func task(_ id: String) throws -> Task {
    try #require(try tasks.document(id: id, as: Task.self))
  }

  @Test func `a collection tells what was added, changed and removed`() async throws {
    try tasks.save(from: Task(id: "old", title: "Old"))
    var changes = tasks.changes.makeAsyncIterator()
    try store.inBatch {
      for id in ["a", "b", "c"] { try tasks.save(from: Task(id: id, title: id)) }
      try tasks.save(from: try task("old"))
    }
    let first = try #require(await changes.next())
    #expect(first.collection.name == "tasks")
    #expect(first.added == ["a", "b", "c"])
    #expect(first.changed == ["old"])
    #expect(first.removed == [])
    try tasks.delete(for: try task("a"))
    #expect(await changes.next()?.removed == ["a"])
    try tasks.purge(for: try task("b"))
    #expect(await changes.next()?.removed == ["b"])
    try tasks.save(from: Task(id: "a", title: "again"))
    let last = await changes.next()
    #expect(last?.added == ["a"])
    #expect(last?.documentIDs == ["a"])
  }

  @Test func `what is rolled back, or came and went, is not told`() async throws {
    struct Failure: Error {}
    try tasks.save(from: Task(id: "kept", title: ""))
    var changes = tasks.changes.makeAsyncIterator()
    try? store.inBatch {
      try tasks.save(from: Task(id: "lost", title: ""))
      try tasks.purge(for: try task("kept"))
      throw Failure()
    }
    try store.inBatch {
      let short = Task(id: "short", title: "")
      try tasks.save(from: short)
      try tasks.delete(for: short)
      let purged = Task(id: "purged", title: "")
      try tasks.save(from: purged)
    }
    try await queue.write { db in
      try db.inSavepoint {
        try tasks.purge(for: try task("kept"))
        return .rollback
      }
      try tasks.save(from: Task(id: "last", title: ""))
    }
    #expect(await changes.next()?.added == ["purged"])
    let last = try #require(await changes.next())
    #expect(last.documentIDs == ["last"])
  }

  @Test func `a document tells of its own changes`() async throws {
    var changes = tasks.documentChanges(for: "mine").makeAsyncIterator()
    try tasks.save(from: Task(id: "other", title: ""))
    try tasks.save(from: Task(id: "mine", title: ""))
    let change = try #require(await changes.next())
    #expect(change.documentID == "mine")
    #expect(change.collection.name == "tasks")
    try tasks.purge(for: try task("mine"))
    #expect(await changes.next()?.documentID == "mine")
  }

  @Test func `a query gives its rows, and those after each change`() async throws {
    let query = store.query("SELECT id, title FROM tasks ORDER BY title")
    var changes = query.changes.makeAsyncIterator()
    #expect(try await changes.next()?.results?.data(as: Task.self).map(\.title) == [])
    try tasks.save(from: Task(title: "Ann"))
    #expect(try await changes.next()?.results?.data(as: Task.self).map(\.title) == ["Ann"])
    try await queue.write { db in try db.execute(sql: "CREATE TABLE other (x)") }
    try tasks.save(from: Task(title: "Bob"))
    var titles: [String] = []
    while titles.count < 2 {
      titles = try await changes.next()?.results?.data(as: Task.self).map(\.title) ?? []
    }
    #expect(titles == ["Ann", "Bob"])
  }

  @Test func `a query that fails says so, and recovers`() async throws {
    let query = store.query("SELECT * FROM later")
    var changes = query.changes.makeAsyncIterator()
    let failure = try #require(await changes.next())
    #expect(failure.results == nil)
    #expect((failure.error as? DatabaseError)?.message == "no such table: later")
    #expect(failure.query.sql == query.sql)
    try await queue.write { db in try db.execute(sql: "CREATE TABLE later (x)") }
    #expect(await changes.next()?.results?.count == 0)
  }

  @Test func `each subscriber gets each change once, and one that is cancelled leaves the others`()
    async throws
  {
    let kept = tasks.changes
    let cancelled = tasks.changes
    let late: AsyncStream<CollectionChange>
    let started = AsyncStream<Void>.makeStream()
    let reader = _Concurrency.Task {
      var ids: [String] = []
      for await change in cancelled {
        ids += change.documentIDs
        started.continuation.yield()
      }
      return ids
    }
    try tasks.save(from: Task(id: "1", title: ""))
    for await _ in started.stream { break }
    reader.cancel()
    #expect(await reader.value == ["1"])
    try tasks.save(from: Task(id: "2", title: ""))
    late = tasks.changes
    try tasks.save(from: Task(id: "3", title: ""))
    var ids: [String] = []
    for await change in kept {
      ids += change.documentIDs
      if ids.last == "3" { break }
    }
    #expect(ids == ["1", "2", "3"])
    var iterator = late.makeAsyncIterator()
    #expect(await iterator.next()?.documentIDs == ["3"])
  }

  @Test func `nothing is lost or told twice while many write and subscribe`() async throws {
    let directory = try TemporaryDirectory()
    let pool = try DatabasePool(path: directory.path())
    let tasks = try DocumentStore(pool).collection("tasks")
    let early = tasks.changes
    let streams = Lock<[AsyncStream<CollectionChange>]>([])
    let count = 200
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for index in 0..<count / 4 {
        try? tasks.save(from: Task(id: "\(thread)-\(index)", title: ""))
        if index % 10 == 5 {
          let stream = tasks.changes
          streams.withLock { $0.append(stream) }
        }
      }
    }
    try tasks.save(from: Task(id: "end", title: ""))
    func all(_ stream: AsyncStream<CollectionChange>) async -> [String] {
      var ids: [String] = []
      for await change in stream {
        ids += change.added
        if ids.last == "end" { break }
      }
      return ids
    }
    let ids = await all(early)
    #expect(ids.count == count + 1)
    #expect(Set(ids).count == count + 1)
    for stream in streams.withLock({ $0 }) {
      // What a late one gets is the end of what the early one got.
      let late = await all(stream)
      #expect(late == ids.suffix(late.count))
    }
  }

  @Test func `a subscription inside a transaction that is rolled back loses nothing`() async throws
  {
    struct Failure: Error {}
    var stream: AsyncStream<CollectionChange>?
    try? store.inBatch {
      try tasks.save(from: Task(id: "lost", title: ""))
      stream = tasks.changes
      throw Failure()
    }
    try tasks.save(from: Task(id: "kept", title: ""))
    var changes = try #require(stream).makeAsyncIterator()
    #expect(await changes.next()?.added == ["kept"])
  }

  @Test func `what another process has saved, deleted and purged is told`() async throws {
    let directory = try TemporaryDirectory()
    var configuration = Configuration()
    configuration.observesExternalChanges = true
    let watched = try DocumentStore(
      DatabasePool(path: directory.path(), configuration: configuration)
    )
    let tasks = try watched.collection("tasks")
    for id in ["a", "b", "c", "d"] { try tasks.save(from: Task(id: id, title: id)) }
    // A pool of its own knows the other one as little as another process does.
    let others = try DocumentStore(DatabasePool(path: directory.path())).collection("tasks")
    var changes = tasks.changes.makeAsyncIterator()
    try others.purge(id: "a")
    #expect(await changes.next()?.removed == ["a"])
    try others.store.inBatch {
      try others.purge(id: "b")
      try others.delete(for: try #require(try others.document(id: "c", as: Task.self)))
      try others.save(from: Task(id: "e", title: "e"))
    }
    let change = await changes.next()
    #expect(change?.removed == ["c", "b"] && change?.added == ["e"])
    try tasks.purge(id: "d")
    #expect(await changes.next()?.removed == ["d"])
    try others.purge(id: "e")
    #expect(await changes.next()?.removed == ["e"])
  }
}
