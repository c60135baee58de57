import Foundation
import Strata
import TestSupport
import Testing

@testable import StrataDocuments

/// What is told of a database that is closed: that this is the end.
@Suite(.timeLimit(.minutes(5)))
struct ClosedDatabaseTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func open(_ isPool: Bool) throws -> DocumentCollection {
    let path = directory.path("\(DocumentName.generate(8))")
    let writer: any DatabaseWriter =
      isPool ? try DatabasePool(path: path) : try DatabaseQueue(path: path)
    return try DocumentStore(writer).collection("tasks")
  }

  private func all<Element: Sendable>(_ sequence: AsyncStream<Element>) async -> [Element] {
    await sequence.reduce(into: []) { $0.append($1) }
  }

  @Test(arguments: [true, false])
  func `the changes of a collection and of a document end`(isPool: Bool) async throws {
    let tasks = try open(isPool)
    let (changes, own) = (tasks.changes, tasks.documentChanges(for: "a"))
    try tasks.save(from: Task(id: "a", title: ""))
    try tasks.save(from: Task(id: "b", title: ""))
    try tasks.store.writer.close()
    #expect(await all(changes).flatMap(\.added) == ["a", "b"])
    #expect(await all(own).map(\.documentID) == ["a"])
    // Also those that come too late.
    #expect(await all(tasks.changes).isEmpty)
    #expect(await all(tasks.documentChanges(for: "a")).isEmpty)
    try tasks.store.writer.close()
  }

  @Test(arguments: [true, false])
  func `those who wait for changes are told of the end`(isPool: Bool) async throws {
    let tasks = try open(isPool)
    let query = tasks.store.query("SELECT id FROM tasks")
    let (changes, rows) = (tasks.changes, query.changes)
    var iterator = rows.makeAsyncIterator()
    #expect(await iterator.next()?.results?.count == 0)
    async let ids = all(changes)
    async let last = all(rows)
    try tasks.store.writer.close()
    #expect(await ids.isEmpty)
    let told = await last
    #expect(told.count == 1)
    #expect(told.first?.results == nil)
    #expect(told.first?.error as? DatabaseError == .closedDatabase)
  }

  @Test(arguments: [true, false])
  func `a query of a closed database tells of the error once`(isPool: Bool) async throws {
    let tasks = try open(isPool)
    try tasks.store.writer.close()
    let told = await all(tasks.store.query("SELECT id FROM tasks").changes)
    #expect(told.map { $0.error as? DatabaseError } == [.closedDatabase])
  }

  @Test(arguments: [true, false])
  func `a database that is closed while it is written ends each sequence`(isPool: Bool) async throws
  {
    for _ in 0..<5 {
      let tasks = try open(isPool)
      let query = tasks.store.query("SELECT id FROM tasks")
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          let (changes, rows) = (tasks.changes, query.changes)
          group.addTask { _ = await all(changes) }
          group.addTask {
            let told = await all(rows)
            #expect(told.last?.error?.saysClosed == true)
            #expect(told.filter { $0.error != nil }.count == 1)
          }
        }
        group.addTask {
          var number = 0
          while (try? tasks.save(from: Task(id: "\(number)", title: ""))) != nil {
            number += 1
            await _Concurrency.Task.yield()
          }
        }
        group.addTask {
          for await _ in tasks.changes { break }
          try? tasks.store.writer.close()
        }
      }
    }
  }

  private func replicator(
    _ mine: DocumentCollection,
    _ theirs: DocumentCollection,
    isContinuous: Bool = true
  ) -> Replicator {
    var configuration = ReplicatorConfiguration(
      endpoint: DatabaseEndpoint(theirs.store),
      isContinuous: isContinuous
    )
    configuration.addCollection(mine)
    return Replicator(configuration)
  }

  @Test(arguments: [true, false])
  func `a continuous replicator ends with its database`(isPool: Bool) async throws {
    let (mine, theirs) = (try open(isPool), try open(isPool))
    let replicator = replicator(mine, theirs)
    let (changes, documents) = (replicator.changes, replicator.documentReplications)
    try mine.save(from: Task(id: "a", title: ""))
    replicator.start()
    let idle = replicator.changes
    for await change in idle where change.status.activity == .idle { break }
    try mine.store.writer.close()
    let told = await all(changes)
    #expect(told.last?.status.activity == .stopped)
    #expect(told.last?.status.error?.saysClosed == true)
    #expect(await all(documents).flatMap(\.documents).map(\.id) == ["a"])
    #expect(await all(replicator.changes).map { $0.status.error?.saysClosed } == [true])
    #expect(await all(replicator.documentReplications).isEmpty)
  }

  @Test func `a continuous replicator whose other database is closed stops with the error`()
    async throws
  {
    let (mine, theirs) = (try open(false), try open(true))
    let replicator = replicator(mine, theirs)
    let changes = replicator.changes
    replicator.start()
    for await change in replicator.changes where change.status.activity == .idle { break }
    try theirs.store.writer.close()
    for await change in changes where change.status.activity == .stopped {
      #expect(change.status.error?.saysClosed == true)
      break
    }
    // What it has to do with its own database it can still be asked.
    #expect(replicator.status.activity == .stopped)
    await #expect(throws: DatabaseError.closedDatabase) { try await replicator.replicate() }
  }

  @Test func `a replicator that was never started ends with its database`() async throws {
    let (mine, theirs) = (try open(false), try open(false))
    let replicator = replicator(mine, theirs, isContinuous: false)
    let (changes, documents) = (replicator.changes, replicator.documentReplications)
    try mine.store.writer.close()
    #expect(await all(changes).map(\.status.activity) == [.stopped])
    #expect(await all(documents).isEmpty)
    await #expect(throws: DatabaseError.closedDatabase) { try await replicator.replicate() }
  }

  @Test func `an other side that ends telling of changes is asked anew`() async throws {
    /// An endpoint whose first sequence of changes ends at once.
    final class Deaf: ForwardingEndpoint {
      let endpoint: any ReplicationEndpoint
      let calls = Lock(0)
      init(_ endpoint: any ReplicationEndpoint) { self.endpoint = endpoint }

      func changes(in collections: [String]) async throws -> AsyncStream<Void> {
        let call = calls.withLock { calls in
          calls += 1
          return calls
        }
        if call == 1 { return AsyncStream { $0.finish() } }
        return try await endpoint.changes(in: collections)
      }
    }

    let (mine, theirs) = (try open(false), try open(false))
    let endpoint = Deaf(DatabaseEndpoint(theirs.store))
    var configuration = ReplicatorConfiguration(endpoint: endpoint, isContinuous: true)
    configuration.retryInterval = .zero
    configuration.addCollection(mine)
    let replicator = Replicator(configuration)
    let changes = mine.changes
    replicator.start()
    while endpoint.calls.withLock({ $0 }) < 2 { await _Concurrency.Task.yield() }
    try theirs.save(from: Task(id: "a", title: ""))
    var iterator = changes.makeAsyncIterator()
    #expect(await iterator.next()?.added == ["a"])
    replicator.stop()
  }
}
