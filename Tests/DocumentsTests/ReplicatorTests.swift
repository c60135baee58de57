import Foundation
import Strata
import TestSupport
import Testing

@testable import StrataDocuments

/// What goes from one database to another.
@Suite(.timeLimit(.minutes(5)))
struct ReplicatorTests: ReplicatedSuite {
  let replicas: Replicas

  init() throws { replicas = try Replicas() }

  @Test func `documents go both ways`() async throws {
    for index in 0..<10 { try save("a\(index)", "mine", mine) }
    for index in 0..<10 { try save("b\(index)", "theirs", theirs) }
    let replicator = replicator()
    try await replicator.replicate()
    #expect(try mine.count() == 20)
    #expect(try titles(mine) == titles(theirs))
    #expect(replicator.status.activity == .stopped)
    #expect(replicator.status.error == nil)
    #expect(replicator.status.progress.completed == replicator.status.progress.total)
    #expect(try mine.document(id: "b1")?.revision == theirs.document(id: "b1")?.revision)
  }

  @Test func `a push only pushes, and a pull only pulls`() async throws {
    try save("a", "mine", mine)
    try save("b", "theirs", theirs)
    try await replicator(.push).replicate()
    #expect(try titles(mine) == ["mine"])
    #expect(try titles(theirs) == ["mine", "theirs"])
    try await replicator(.pull).replicate()
    #expect(try titles(mine) == ["mine", "theirs"])
  }

  @Test func `changes go on, and what is known is not exchanged again`() async throws {
    try save("a", "first", mine)
    let replicator = replicator()
    #expect(try await events(replicator).map(\.0) == ["a"])
    #expect(try await events(replicator).isEmpty)
    try save("a", "second", theirs)
    let pulled = try await events(replicator)
    #expect(pulled.map(\.0) == ["a"])
    #expect(pulled.first?.1 == false)
    #expect(try titles(mine) == ["second"])
    #expect(try await events(replicator).isEmpty)
  }

  @Test func `each document that went is told once`() async throws {
    for id in ["a", "b", "c", "d"] { try save(id, id, mine) }
    try save("e", "e", theirs)
    try delete("e", theirs)
    let replicator = replicator()
    var stream = replicator.documentReplications.makeAsyncIterator()
    try await replicator.replicate()
    var told: [String] = []
    while told.count < 5 {
      let event = try #require(await stream.next())
      told += event.documents.map { "\($0.id) \(event.isPush) \($0.isDeleted) \($0.collection)" }
    }
    #expect(
      told == [
        "e false true tasks", "a true false tasks", "b true false tasks", "c true false tasks",
        "d true false tasks",
      ]
    )
  }

  @Test func `a deletion is replicated, and a purge is not`() async throws {
    for id in ["a", "b", "c"] { try save(id, id, mine) }
    let replicator = replicator()
    try await replicator.replicate()
    try delete("a", mine)
    try mine.purge(id: "b")
    try await replicator.replicate()
    #expect(try titles(mine) == ["c"])
    #expect(try titles(theirs) == ["b", "c"])
    // It comes back where the other side changes it.
    try save("b", "changed", theirs)
    try await replicator.replicate()
    #expect(try titles(mine) == ["changed", "c"])
    // A document of the same id that is made anew is a new one for the other side.
    try mine.purge(id: "c")
    try mine.save(from: Task(id: "c", title: "anew"))
    try await replicator.replicate()
    #expect(try titles(theirs) == ["changed", "anew"])
    #expect(try titles(mine) == ["changed", "anew"])
  }

  @Test func `a database that was put back to an earlier state is given what it has lost`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let path = directory.path()
    let saved = directory.path("saved")
    func open() throws -> (DatabaseQueue, DocumentCollection) {
      let queue = try DatabaseQueue(path: path)
      return (queue, try DocumentStore(queue).collection("tasks"))
    }
    func replicate(_ tasks: DocumentCollection) async throws {
      var configuration = ReplicatorConfiguration(endpoint: DatabaseEndpoint(there))
      configuration.addCollection(tasks)
      try await Replicator(configuration).replicate()
    }
    let (first, before) = try open()
    try save("a", "kept", before)
    try await replicate(before)
    try first.close()
    try FileManager.default.copyItem(atPath: path, toPath: saved)
    let (second, later) = try open()
    try save("b", "lost", later)
    try save("c", "lost too", later)
    try await replicate(later)
    try second.close()
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: saved, toPath: path)
    let (_, after) = try open()
    #expect(try titles(after) == ["kept"])
    try await replicate(after)
    #expect(try titles(after) == ["kept", "lost", "lost too"])
  }

  @Test func `filters and ids choose the documents`() async throws {
    for id in ["a", "b", "c"] { try save(id, "mine \(id)", mine) }
    for id in ["d", "e", "f"] { try save(id, "theirs \(id)", theirs) }
    let filters = ReplicatorConfiguration.CollectionConfiguration(
      pushFilter: { document in
        (try? document.data(as: Task.self).title) != "mine b"
      },
      pullFilter: { $0.id != "e" }
    )
    try await replicator(.pushAndPull, filters).replicate()
    #expect(try titles(theirs) == ["mine a", "mine c", "theirs d", "theirs e", "theirs f"])
    #expect(try titles(mine) == ["mine a", "mine b", "mine c", "theirs d", "theirs f"])
    // Another choice of ids begins anew.
    try await replicator(.pull, .init(documentIDs: ["e"])).replicate()
    #expect(try titles(mine).contains("theirs e"))
    // Another filter does so where it is wanted.
    try await replicator().replicate()
    #expect(try !titles(theirs).contains("mine b"))
    try await replicator().replicate(reset: true)
    #expect(try titles(mine) == titles(theirs))
  }

  @Test func `pending documents are those that the other side lacks`() async throws {
    for id in ["a", "b", "c"] { try save(id, id, mine) }
    let replicator = replicator(.push, .init(pushFilter: { $0.id != "c" }))
    #expect(try await replicator.pendingDocumentIDs(in: mine) == ["a", "b"])
    try await replicator.replicate()
    #expect(try await replicator.pendingDocumentIDs(in: mine).isEmpty)
    try save("b", "again", mine)
    #expect(try await replicator.isDocumentPending("b", in: mine))
    #expect(try await !replicator.isDocumentPending("a", in: mine))
    #expect(try await self.replicator(.pull).pendingDocumentIDs(in: mine).isEmpty)
  }

  // MARK: - Blobs

  @Test func `blobs go with their documents, both ways`() async throws {
    let bytes = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 13 >> 2) })
    let first = BlobTests.Photo("first", Blob(contentType: "x", data: bytes))
    try mine.save(from: first)
    let second = BlobTests.Photo("second", Blob(contentType: "x", data: Data([1, 2])))
    try theirs.save(from: second)
    try await replicator().replicate()
    let (one, two) = (try #require(first.id), try #require(second.id))
    #expect(
      try theirs.document(id: one, as: BlobTests.Photo.self)?.image?.content() == bytes
    )
    #expect(
      try mine.document(id: two, as: BlobTests.Photo.self)?.image?.content() == Data([1, 2])
    )
    // A deletion collects them on the other side.
    try mine.delete(for: first)
    try await replicator().replicate()
    let blobs = try await there.writer.read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM strata_blob")
    }
    #expect(blobs == 1)
  }

  @Test func `what is damaged is refused and told`() async throws {
    struct Damaged: ForwardingEndpoint {
      let endpoint: any ReplicationEndpoint
      func revisions(
        in collection: String,
        after sequence: Int64,
        withoutThoseOf peer: String?,
        limit: Int
      ) async throws -> ReplicationBatch {
        var batch = try await endpoint.revisions(
          in: collection,
          after: sequence,
          withoutThoseOf: peer,
          limit: limit
        )
        for index in batch.revisions.indices where batch.revisions[index].id == "bad" {
          batch.revisions[index].body = "{"
        }
        for index in batch.revisions.indices where batch.revisions[index].id == "worse" {
          batch.revisions[index].revision = "?"
        }
        return batch
      }
      func blobChunkCount(_ digest: String) async throws -> Int? { 0 }
      func blobChunk(_ digest: String, _ number: Int) async throws -> Data? { nil }
      func addBlobChunk(_ digest: String, _ number: Int, _ content: Data) {}
      func finishBlob(_ digest: String) -> Bool { true }
    }
    for id in ["bad", "good", "worse"] { try save(id, id, theirs) }
    try theirs.save(from: BlobTests.Photo("lost", Blob(contentType: "x", data: Data([9]))))
    let replicator = replicator(.pull, endpoint: Damaged(endpoint: DatabaseEndpoint(there)))
    let failures = try await events(replicator).compactMap(\.2).map(\.reason)
    #expect(failures == [.refused, .refused, .blobs])
    #expect(try titles(mine) == ["good"])
  }

  // MARK: - Continuous

  @Test func `a continuous replicator follows both sides until it is stopped`() async throws {
    let replicator = replicator(isContinuous: true)
    let changes = replicator.changes
    var arrivals = theirs.changes.makeAsyncIterator()
    var returns = mine.changes.makeAsyncIterator()
    replicator.start()
    replicator.start()
    try save("a", "mine", mine)
    #expect(await returns.next()?.added == ["a"])
    #expect(await arrivals.next()?.added == ["a"])
    try save("b", "theirs", theirs)
    #expect(await arrivals.next()?.added == ["b"])
    #expect(await returns.next()?.added == ["b"])
    replicator.stop()
    var levels: [ReplicatorStatus.ActivityLevel] = []
    for await change in changes {
      if levels.last != change.status.activity { levels.append(change.status.activity) }
      if change.status.activity == .stopped { break }
    }
    #expect(levels.first == .connecting)
    #expect(levels.contains(.busy))
    #expect(levels.contains(.idle))
  }

  @Test func `an error ends a replicator, and a continuous one tries again`() async throws {
    try save("a", "mine", mine)
    let endpoint = FaultyEndpoint(DatabaseEndpoint(there))
    endpoint.failNext(1)
    let once = replicator(endpoint: endpoint)
    await #expect(throws: FaultyEndpoint.Failure.self) { try await once.replicate() }
    #expect(once.status.error is FaultyEndpoint.Failure)
    #expect(try titles(theirs) == [])
    endpoint.failNext(4)
    let continuous = replicator(isContinuous: true, endpoint: endpoint)
    let changes = continuous.changes
    continuous.start()
    var levels: [ReplicatorStatus.ActivityLevel] = []
    for await change in changes {
      if levels.last != change.status.activity { levels.append(change.status.activity) }
      if change.status.activity == .idle { break }
    }
    #expect(levels.filter { $0 == .offline }.count == 4)
    #expect(continuous.status.error == nil)
    #expect(try titles(theirs) == ["mine"])
    continuous.stop()
  }
}
