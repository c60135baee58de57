import Foundation
import Strata
import StrataDocuments
import Testing

/// Collections that are made, rolled back, deleted and made anew; documents that expire.
@Suite(.timeLimit(.minutes(5)))
struct CollectionLifeTests {
  private struct Failure: Error {}

  private let queue: DatabaseQueue
  private let clock = Clock()
  private let store: DocumentStore

  init() throws {
    queue = try DatabaseQueue()
    store = try DocumentStore(queue, clock: { [clock] in clock.now })
  }

  private func count(_ table: String) throws -> Int? {
    try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") }
  }

  @Test func `a collection that is made in a transaction that is rolled back can be made again`()
    throws
  {
    try? store.inBatch {
      try store.collection("tasks").save(from: Task(title: "lost"))
      throw Failure()
    }
    let tasks = try store.collection("tasks")
    try tasks.save(from: Task(title: "kept"))
    try? store.inBatch {
      _ = try store.collection("tasks", fields: ["title"])
      throw Failure()
    }
    try queue.write { db in
      try db.inSavepoint {
        _ = try store.collection("tasks", fields: ["title"])
        _ = try store.collection("others")
        return .rollback
      }
    }
    _ = try store.collection("tasks", fields: ["title"])
    #expect(try store.query("SELECT title FROM tasks").execute().count == 1)
    #expect(try store.collection("others").count() == 0)
  }

  @Test func `a deleted collection leaves nothing, and one that is made anew is another one`()
    async throws
  {
    let other = try DocumentStore(DatabaseQueue())
    let tasks = try store.collection("tasks", fields: ["title"])
    try tasks.createIndex("byTitle", on: "title")
    func replicate() async throws {
      var configuration = ReplicatorConfiguration(endpoint: DatabaseEndpoint(other))
      configuration.addCollection(try store.collection("tasks", fields: ["title"]))
      try await Replicator(configuration).replicate()
    }
    for id in ["a", "b", "c"] { try tasks.save(from: Task(id: id, title: id)) }
    let photo = BlobTests.Photo("cat", Blob(contentType: "x", data: Data([1, 2, 3])))
    try tasks.save(from: photo)
    try await replicate()
    try store.deleteCollection("tasks")
    try store.deleteCollection("tasks")
    try store.deleteCollection("'; DROP TABLE strata_documents; --")
    #expect(throws: (any Error).self) { try tasks.count() }
    for table in ["strata_blob", "strata_blob_chunk", "strata_blob_use", "strata_collection"] {
      #expect(try count(table) == 0)
    }
    #expect(try store.collectionNames() == [])
    #expect(try store.purgeExpiredDocuments() == 0)

    let again = try store.collection("tasks", fields: ["title"])
    #expect(try again.count() == 0)
    try again.save(from: Task(id: "a", title: "anew"))
    try await replicate()
    let others = try other.collection("tasks")
    #expect(try others.document(id: "a", as: Task.self)?.title == "anew")
    // What the other side has is taken in again, as nothing is known of it.
    #expect(try again.count() == 4)
    #expect(try others.count() == 4)
  }

  @Test func `a deletion that is rolled back leaves the collection`() throws {
    let tasks = try store.collection("tasks")
    try tasks.save(from: Task(id: "a", title: "kept"))
    try? store.inBatch {
      try store.deleteCollection("tasks")
      throw Failure()
    }
    #expect(try tasks.document(id: "a", as: Task.self)?.title == "kept")
    #expect(try store.collection("tasks").count() == 1)
  }

  // MARK: - Expiration

  @Test func `a document expires at its moment, and not before, whatever the clock does`() throws {
    let tasks = try store.collection("tasks")
    for id in ["past", "now", "later", "never"] { try tasks.save(from: Task(id: id, title: id)) }
    let now = clock.now
    try tasks.setExpiration(now.addingTimeInterval(5), for: "past")
    try tasks.setExpiration(now.addingTimeInterval(10), for: "now")
    try tasks.setExpiration(now.addingTimeInterval(10.5), for: "later")
    try tasks.setExpiration(now.addingTimeInterval(1), for: "never")
    try tasks.setExpiration(nil, for: "never")
    clock.advance(-1_000_000)
    #expect(try store.purgeExpiredDocuments() == 0)
    clock.advance(1_000_010)
    #expect(try store.purgeExpiredDocuments() == 2)
    #expect(try tasks.document(id: "later") != nil)
    clock.advance(1_000_000_000)
    #expect(try store.purgeExpiredDocuments() == 1)
    #expect(try tasks.count() == 1)
    #expect(try tasks.expiration(of: "never") == nil)
  }

  @Test func `moments of every kind are taken`() throws {
    let tasks = try store.collection("tasks")
    for (id, moment) in [
      ("far", Date.distantFuture), ("infinite", Date(timeIntervalSince1970: .infinity)),
      ("nan", Date(timeIntervalSince1970: .nan)),
    ] {
      try tasks.save(from: Task(id: id, title: id))
      try tasks.setExpiration(moment, for: id)
    }
    #expect(try store.purgeExpiredDocuments() == 0)
    try tasks.save(from: Task(id: "before", title: ""))
    try tasks.setExpiration(.distantPast, for: "before")
    _ = try store.purgeExpiredDocuments()
    #expect(try tasks.document(id: "before") == nil)
    #expect(try tasks.count() == 3)
  }

  @Test func `a save keeps the expiration, and a deletion ends it`() throws {
    let tasks = try store.collection("tasks")
    let task = Task(id: "a", title: "a")
    try tasks.save(from: task)
    let moment = clock.now.addingTimeInterval(100)
    try tasks.setExpiration(moment, for: "a")
    task.title = "b"
    try tasks.save(from: task)
    #expect(try tasks.expiration(of: "a") == moment)
    try tasks.delete(for: task)
    #expect(try tasks.expiration(of: "a") == nil)
    clock.advance(200)
    // The tombstone stays, so that the deletion is replicated.
    #expect(try store.purgeExpiredDocuments() == 0)
    try tasks.save(from: task)
    #expect(try tasks.expiration(of: "a") == nil)
    #expect(try store.purgeExpiredDocuments() == 0)
    #expect(try tasks.count() == 1)
  }

  @Test func `a time at the end of all numbers in a row does not trap`() throws {
    let tasks = try store.collection("tasks")
    try queue.write { db in
      try db.execute(
        sql: """
          INSERT INTO strata_collection_tasks (sequence, id, revision, ancestors, body) VALUES
          (1, 'a', '9223372036854775807@x', NULL, '{"title":"a"}'),
          (2, 'b', '1@x', '9223372036854775807@y', '{"title":"b"}')
          """
      )
    }
    for id in ["a", "b"] {
      let task = try #require(try tasks.document(id: id, as: Task.self))
      task.title += "!"
      try tasks.save(from: task)
      #expect(try tasks.document(id: id, as: Task.self)?.title == "\(id)!")
      try tasks.delete(for: task)
      try tasks.purge(for: task)
    }
    try tasks.save(from: Task(id: "a", title: "anew"))
    #expect(try tasks.count() == 1)
  }
}
