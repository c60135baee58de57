import Foundation
import Strata
import Testing

@testable import StrataDocuments

/// Two databases that are kept in step.
@Suite(.timeLimit(.minutes(5)))
struct ReplicatorTests {
  private let here: DocumentStore
  private let there: DocumentStore
  private let mine: DocumentCollection
  private let theirs: DocumentCollection

  init() throws {
    here = try DocumentStore(DatabaseQueue())
    there = try DocumentStore(DatabaseQueue())
    mine = try here.collection("tasks")
    theirs = try there.collection("tasks")
  }

  private func replicator(
    _ type: ReplicatorConfiguration.ReplicatorType = .pushAndPull,
    isContinuous: Bool = false,
    endpoint: (any ReplicationEndpoint)? = nil,
    _ collection: ReplicatorConfiguration.CollectionConfiguration = .init()
  ) -> Replicator {
    var configuration = ReplicatorConfiguration(
      endpoint: endpoint ?? DatabaseEndpoint(there),
      type: type,
      isContinuous: isContinuous
    )
    configuration.batchSize = 3
    configuration.retryInterval = .zero
    configuration.addCollection(mine, collection)
    return Replicator(configuration)
  }

  private func titles(_ collection: DocumentCollection) throws -> [String] {
    try collection.store.query("SELECT id, body FROM tasks ORDER BY id").execute()
      .data(as: Task.self, dataKey: "body").map(\.title)
  }

  private func save(_ id: String, _ title: String, _ collection: DocumentCollection) throws {
    let task = try collection.document(id: id, as: Task.self) ?? Task(id: id, title: title)
    task.title = title
    try collection.save(from: task)
  }

  private func delete(_ id: String, _ collection: DocumentCollection) throws {
    try collection.delete(for: try #require(try collection.document(id: id, as: Task.self)))
  }

  /// The documents that a replicator tells of while it runs once.
  private func events(_ replicator: Replicator) async throws -> [(String, Bool, ReplicationError?)]
  {
    let events = Lock<[(String, Bool, ReplicationError?)]>([])
    let cancellable = replicator.observeDocuments { event in
      let documents = event.documents.map { ($0.id, event.isPush, $0.error) }
      events.withLock { $0 += documents }
    }
    try await replicator.replicate()
    cancellable.cancel()
    return events.withLock { $0 }
  }

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

  // MARK: - Conflicts

  /// A document that both sides have changed.
  private func diverge(_ first: String, _ second: String) async throws {
    try save("a", "base", mine)
    try await replicator().replicate()
    try save("a", first, mine)
    try save("a", second, theirs)
  }

  @Test func `by default the later change wins, and both sides have it`() async throws {
    try await diverge("earlier", "later")
    try await replicator().replicate()
    #expect(try titles(mine) == ["later"])
    try save("a", "second earlier", theirs)
    try save("a", "second later", mine)
    try await replicator().replicate()
    #expect(try titles(mine) == ["second later"])
    #expect(try titles(theirs) == ["second later"])
  }

  @Test func `by default a deletion wins`() async throws {
    try await diverge("mine", "theirs")
    try delete("a", theirs)
    try save("a", "later", mine)
    try await replicator().replicate()
    #expect(try titles(mine) == [])
    #expect(try titles(theirs) == [])
  }

  @Test func `a resolver gets both sides and their base`() async throws {
    try await diverge("mine", "theirs")
    try save("a", "mine again", mine)
    let seen = Lock<[String?]>([])
    try await replicator(
      .pushAndPull,
      .init(conflictResolver: { conflict in
        let titles = try [conflict.local, conflict.remote, conflict.base].map {
          try $0?.data(as: Task.self).title
        }
        seen.withLock { $0 += titles }
        let task = Task(title: titles.compactMap { $0 }.joined(separator: ", "))
        return try .merged(task, conflict)
      })
    ).replicate()
    #expect(seen.withLock { $0 } == ["mine again", "theirs", "base"])
    #expect(try titles(mine) == ["mine again, theirs, base"])
    #expect(try titles(theirs) == titles(mine))
  }

  @Test(arguments: [ConflictResolution.local, .remote, .deletion])
  func `a resolver chooses a side or a deletion`(resolution: ConflictResolution) async throws {
    try await diverge("mine", "theirs")
    try await replicator(.pushAndPull, .init(conflictResolver: { _ in resolution })).replicate()
    #expect(try titles(mine) == titles(theirs))
    #expect(try mine.document(id: "a")?.revision == theirs.document(id: "a")?.revision)
    // Nothing is left to be decided.
    let again = replicator(
      .pushAndPull,
      .init(conflictResolver: { _ in
        Issue.record("no conflict")
        return .local
      })
    )
    try await again.replicate()
  }

  @Test func `a resolver that throws leaves both sides, and is asked again`() async throws {
    struct Failure: Error {}
    try await diverge("mine", "theirs")
    try save("z", "other", theirs)
    let failing = replicator(.pushAndPull, .init(conflictResolver: { _ in throw Failure() }))
    let failures = try await events(failing).compactMap(\.2)
    #expect(failures.contains { $0.reason == .resolver })
    #expect(try titles(mine) == ["mine", "other"])
    #expect(try titles(theirs) == ["theirs", "other"])
    try await replicator().replicate()
    #expect(try titles(mine) == titles(theirs))
  }

  @Test func `a resolver that writes the document is asked again`() async throws {
    try await diverge("mine", "theirs")
    let calls = Lock(0)
    try await replicator(
      .pushAndPull,
      .init(conflictResolver: { [mine] conflict in
        let call = calls.withLock { calls in
          calls += 1
          return calls
        }
        let local = try conflict.local.data(as: Task.self)
        if call == 1 {
          local.title = "written meanwhile"
          try mine.save(from: local)
        }
        return try .merged(Task(title: "\(local.title), merged"), conflict)
      })
    ).replicate()
    #expect(calls.withLock { $0 } == 2)
    #expect(try titles(theirs) == ["written meanwhile, merged"])
  }

  @Test func `a push without a pull tells of conflicts`() async throws {
    try await diverge("mine", "theirs")
    let failures = try await events(replicator(.push)).compactMap(\.2)
    #expect(failures.map(\.reason) == [.conflict])
    #expect(try titles(theirs) == ["theirs"])
    #expect(try titles(mine) == ["mine"])
  }

  @Test func `equal changes are no conflict`() async throws {
    try await diverge("same", "same")
    try await replicator(
      .pushAndPull,
      .init(conflictResolver: { _ in
        Issue.record("no conflict")
        return .local
      })
    ).replicate()
    #expect(try mine.document(id: "a")?.revision == theirs.document(id: "a")?.revision)
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
    struct Damaged: ReplicationEndpoint {
      let endpoint: DatabaseEndpoint
      func peerID() -> String { endpoint.peerID() }
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
      func unknown(_ revisions: [RevisionName], in collection: String) async throws
        -> Set<RevisionName>
      { try await endpoint.unknown(revisions, in: collection) }
      func save(
        _ revisions: [DocumentRevision],
        in collection: String,
        checkpoint: ReplicationCheckpoint?
      ) async throws -> [RevisionAnswer] {
        try await endpoint.save(revisions, in: collection, checkpoint: checkpoint)
      }
      func checkpoint(_ replication: String, in collection: String) async throws -> Int64 {
        try await endpoint.checkpoint(replication, in: collection)
      }
      func blobChunkCount(_ digest: String) async throws -> Int? { 0 }
      func blobChunk(_ digest: String, _ number: Int) async throws -> Data? { nil }
      func addBlobChunk(_ digest: String, _ number: Int, _ content: Data) {}
      func finishBlob(_ digest: String) {}
      func changes(in collections: [String]) async throws -> AsyncStream<Void> {
        try endpoint.changes(in: collections)
      }
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
