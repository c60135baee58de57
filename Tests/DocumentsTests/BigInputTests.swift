import Foundation
import Strata
import TestSupport
import Testing

@testable import StrataDocuments

/// Documents that are large, deep, or many.
@Suite(.timeLimit(.minutes(5)))
struct BigInputTests: ReplicatedSuite {
  let replicas: Replicas

  init() throws { replicas = try Replicas() }

  @Test func `a long text is saved, read, queried, told and replicated`() async throws {
    var changes = mine.changes.makeAsyncIterator()
    let task = Task(id: "a", title: String(repeating: "long \"text\"\n", count: 100_000))
    try mine.save(from: task)
    #expect(await changes.next()?.added == ["a"])
    task.title += "end"
    try mine.save(from: task)
    #expect(await changes.next()?.changed == ["a"])
    #expect(try titles(mine) == [task.title])
    try await replicator().replicate()
    #expect(try theirs.document(id: "a", as: Task.self)?.title == task.title)
  }

  @Test func `large documents are exchanged in small batches, and small ones in large batches`()
    async throws
  {
    for index in 0..<6 {
      let title = String(repeating: "x", count: 1_500_000) + "\(index)"
      try mine.save(from: Task(id: "large\(index)", title: title))
    }
    for index in 0..<6 { try mine.save(from: Task(id: "small\(index)", title: "")) }
    let batches = try mine.store.read { db in
      var batches: [[String]] = []
      var sequence: Int64 = 0
      while true {
        let (revisions, last) = try mine.revisions(after: sequence, limit: 200, db)
        if last == sequence { return batches }
        batches.append(revisions.map(\.id))
        sequence = last
      }
    }
    #expect(batches.map(\.count) == [3, 3, 6])
    for isPush in [true, false] {
      let push = replicator(isPush ? .push : .pull)
      if !isPush {
        for id in batches.joined() { try theirs.purge(id: id) }
        try theirs.save(from: Task(id: "large", title: String(repeating: "y", count: 5_000_000)))
      }
      try await push.replicate()
    }
    #expect(try mine.document(id: "large", as: Task.self)?.title.utf8.count == 5_000_000)
  }

  /// A value inside of a value, as deep as it goes.
  final class Nest: Codable {
    var inner: Nest?

    init(depth: Int) { inner = depth > 1 ? Nest(depth: depth - 1) : nil }

    var depth: Int {
      var depth = 1
      var nest = self
      while let inner = nest.inner {
        nest = inner
        depth += 1
      }
      return depth
    }
  }

  struct Deep: Codable {
    @DocumentID var id: String?
    var nest: Nest

    init(id: String, nest: Nest) {
      self.id = id
      self.nest = nest
    }
  }

  @Test func `a document that is nested as deep as it may be is like any other`() async throws {
    let depth = JSONReader.maximumDepth - 1
    try mine.save(from: Deep(id: "deep", nest: Nest(depth: depth)))
    #expect(throws: DocumentError.self) {
      try mine.save(from: Deep(id: "deeper", nest: Nest(depth: depth + 1)))
    }
    try mine.save(from: Task(id: "flat", title: "flat"))
    try await replicator().replicate()
    for collection in [mine, theirs] {
      #expect(try collection.document(id: "deep", as: Deep.self)?.nest.depth == depth)
      let query = collection.store.query(
        "SELECT id, body AS data FROM tasks WHERE body ->> '$.nest' IS NOT NULL"
      )
      let found = try query.execute().data(as: Deep.self, dataKey: "data")
      #expect(found.map(\.nest.depth) == [depth])
      #expect(try collection.count() == 2)
    }
    var deep = try #require(try theirs.document(id: "deep", as: Deep.self))
    deep.nest = Nest(depth: 3)
    try theirs.save(from: deep)
    try await replicator().replicate()
    #expect(try mine.document(id: "deep", as: Deep.self)?.nest.depth == 3)
  }

  @Test func `thousands of documents are deleted and purged in one transaction each`() async throws
  {
    let ids = (0..<3000).map { "\($0)" }
    try here.inBatch { for id in ids { try mine.save(from: Task(id: id, title: "")) } }
    var changes = mine.changes.makeAsyncIterator()
    try here.inBatch {
      for id in ids.prefix(1500) { try mine.delete(for: Task(id: id, title: "")) }
    }
    #expect(await changes.next()?.removed == Array(ids.prefix(1500)))
    try here.inBatch { for id in ids { try mine.purge(id: id) } }
    #expect(await changes.next()?.removed == ids.suffix(1500).sorted())
    #expect(try mine.count() == 0)
  }

  @Test func `a blob of many chunks goes both ways`() async throws {
    // More chunks than are written in one transaction.
    let bytes = Data(repeating: 7, count: (ReplicationLeg.chunkCount + 1) * 128 * 1024 + 1)
    for collection in [mine, theirs] {
      let id = collection == mine ? "mine" : "theirs"
      let photo = BlobTests.Photo(
        id,
        Blob(contentType: "x", data: id == "mine" ? bytes : bytes + [8])
      )
      photo.id = id
      try collection.save(from: photo)
    }
    try await replicator().replicate()
    for collection in [mine, theirs] {
      let images = try ["mine", "theirs"].map { id in
        try #require(try collection.document(id: id, as: BlobTests.Photo.self)?.image)
      }
      #expect(images.map(\.length) == [bytes.count, bytes.count + 1])
      let count = try collection.store.read { db in
        try images.map { try collection.store.blobChunkCount($0.digest ?? "", db) }
      }
      #expect(count == [ReplicationLeg.chunkCount + 2, ReplicationLeg.chunkCount + 2])
    }
  }
}
