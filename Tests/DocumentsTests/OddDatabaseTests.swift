import Foundation
import Strata
import TestSupport
import Testing

@testable import StrataDocuments

/// Databases that are not what a store expects.
@Suite(.timeLimit(.minutes(5)))
struct OddDatabaseTests: ReplicatedSuite {
  let replicas: Replicas
  private let directory: TemporaryDirectory

  init() throws {
    replicas = try Replicas()
    directory = try TemporaryDirectory()
  }

  @Test(arguments: [true, false])
  func `the documents of a database that only reads are read`(isPool: Bool) async throws {
    let path = directory.path("read")
    let writable = try DatabasePool(path: path)
    let store = try DocumentStore(writable)
    let photos = try store.collection("photos", fields: ["name"])
    let photo = BlobTests.Photo("cat", Blob(contentType: "x", data: Data("bytes".utf8)))
    photo.id = "a"
    try photos.save(from: photo)
    try photos.save(from: BlobTests.Photo("dog", nil))
    try photos.setExpiration(.distantFuture, for: "a")

    var configuration = Configuration()
    configuration.readonly = true
    let reader: any DatabaseWriter =
      isPool
      ? try DatabasePool(path: path, configuration: configuration)
      : try DatabaseQueue(path: path, configuration: configuration)
    let same = try DocumentStore(reader)
    #expect(try same.collectionNames() == ["photos"])
    for fields in [[], ["name"]] {
      let photos = try same.collection("photos", fields: fields)
      let found = try #require(try photos.document(id: "a", as: BlobTests.Photo.self))
      #expect(try found.image?.content() == Data("bytes".utf8))
      #expect(try photos.count() == 2)
      #expect(throws: DatabaseError.self) { try photos.save(from: found) }
      #expect(throws: DatabaseError.self) { try photos.purge(id: "a") }
    }
    #expect(try same.query("SELECT name FROM photos").execute().count == 2)
    #expect(throws: DatabaseError.self) { try same.collection("photos", fields: ["other"]) }
    #expect(throws: DatabaseError.self) { try same.collection("others") }
    // A replicator cannot note how far it has come, and says so.
    var replication = ReplicatorConfiguration(endpoint: DatabaseEndpoint(there))
    replication.addCollection(try same.collection("photos"))
    await #expect(throws: DatabaseError.self) { try await Replicator(replication).replicate() }
  }

  @Test func `a database without a store that only reads is an error`() throws {
    let path = directory.path("empty")
    try DatabaseQueue(path: path).write { db in try db.execute(sql: "CREATE TABLE t (a)") }
    var configuration = Configuration()
    configuration.readonly = true
    let reader = try DatabaseQueue(path: path, configuration: configuration)
    let error = #expect(throws: DatabaseError.self) { try DocumentStore(reader) }
    #expect(error?.resultCode == .SQLITE_READONLY)
  }

  @Test func `a collection whose table other SQL has dropped is an error, and can be made anew`()
    async throws
  {
    let photo = BlobTests.Photo("cat", Blob(contentType: "x", data: Data("bytes".utf8)))
    try mine.save(from: photo)
    try mine.save(from: Task(id: "a", title: "old"))
    let others = try here.collection("others")
    try others.save(from: Task(id: "a", title: "other"))
    try await replicator().replicate()
    try await here.writer.write { db in try db.execute(sql: "DROP TABLE strata_collection_tasks") }
    #expect(throws: DatabaseError.self) { try mine.document(id: "a", as: Task.self) }
    #expect(throws: DatabaseError.self) { try mine.save(from: Task(id: "b", title: "")) }
    await #expect(throws: DatabaseError.self) { try await replicator().replicate() }

    // The others are as they were.
    let again = try DocumentStore(here.writer)
    let now = Date(timeIntervalSince1970: 0)
    try others.setExpiration(now, for: "a")
    #expect(try again.purgeExpiredDocuments() + others.count() <= 1)
    #expect(try others.count() == 0)

    // Made anew it is empty, and is given what the other side has.
    let tasks = try again.collection("tasks")
    #expect(try tasks.count() == 0)
    try again.collectBlobs()
    let count = try again.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM strata_blob") }
    #expect(count == 0)
    for index in 0..<5 { try tasks.save(from: Task(id: "new\(index)", title: "new")) }
    var configuration = ReplicatorConfiguration(endpoint: DatabaseEndpoint(there))
    configuration.addCollection(tasks)
    try await Replicator(configuration).replicate()
    #expect(try tasks.count() == 7)
    #expect(try theirs.count() == 7)
    #expect(try tasks.document(id: "a", as: Task.self)?.title == "old")
  }

  @Test func `a view of the app with the name of a dropped collection stays`() async throws {
    try await here.writer.write { db in
      try db.execute(
        sql: """
          DROP VIEW tasks;
          DROP TABLE strata_collection_tasks;
          CREATE VIEW tasks AS SELECT 1 AS one
          """
      )
    }
    let again = try DocumentStore(here.writer)
    let error = #expect(throws: DocumentError.self) { try again.collection("tasks") }
    #expect(error?.reason == .nameTaken)
    #expect(try again.query("SELECT one FROM tasks").execute().count == 1)
  }

  @Test func `a replication that is asked for while the replicator stops is done`() async throws {
    let replicator = replicator()
    for round in 0..<30 {
      try save("\(round)", "mine", mine)
      replicator.start()
      replicator.stop()
      try await replicator.replicate()
      #expect(try theirs.count() == round + 1)
    }
  }

  @Test func `ids that look the same are pending each for itself`() async throws {
    try save("cafe\u{301}", "decomposed", mine)
    let push = replicator(.push)
    #expect(try await push.isDocumentPending("cafe\u{301}", in: mine))
    #expect(try await !push.isDocumentPending("caf\u{E9}", in: mine))
    #expect(try await !push.isDocumentPending("CAFE\u{301}", in: mine))
  }

  @Test func `what another process purges is told, also of ids that look the same`() async throws {
    let path = directory.path("shared")
    var configuration = Configuration()
    configuration.observesExternalChanges = true
    let tasks = try DocumentStore(DatabasePool(path: path, configuration: configuration))
      .collection("tasks")
    // Two connections of one process are as two processes are.
    let others = try DocumentStore(DatabasePool(path: path)).collection("tasks")
    for id in ["caf\u{E9}", "cafe\u{301}", "end"] { try tasks.save(from: Task(id: id, title: "")) }
    let changes = tasks.changes
    try others.purge(id: "cafe\u{301}")
    var removed: [String] = []
    for await change in changes {
      removed += change.removed
      if !removed.isEmpty { break }
    }
    #expect(removed.map { $0.utf8.count } == [6])
  }
}
