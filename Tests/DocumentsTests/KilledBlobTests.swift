import Foundation
import Strata
import TestSupport
import Testing

@testable import DocumentsProcess
@testable import StrataDocuments

/// Processes that are killed while they save, purge, expire and replicate documents with blobs.
@Suite(.timeLimit(.minutes(10)))
struct KilledBlobTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func open() throws -> [DocumentStore] {
    try ["a", "b"].map { name in
      let store = try DocumentStore(DatabasePool(path: directory.path(name)))
      _ = try store.collection("photos")
      return store
    }
  }

  /// The documents that a side has of its own or of the other one, each with all of its bytes.
  private func contents(
    _ store: DocumentStore,
    of side: Int
  ) throws -> [String: PhotoWork.Content] {
    let photos = try store.collection("photos")
    let ids = try store.read { db in
      try String.fetchAll(
        db,
        sql: "SELECT id FROM photos WHERE id LIKE ?",
        arguments: ["\(side)-%"]
      )
    }
    var contents: [String: PhotoWork.Content] = [:]
    for id in ids {
      let photo = try #require(try photos.document(id: id, as: PhotoWork.Photo.self))
      let images = try photo.images.map { blob in
        let bytes = try blob.content()
        let image = Int(bytes[bytes.startIndex])
        #expect(bytes == PhotoWork.bytes(image))
        return image
      }
      contents[id] = PhotoWork.Content(number: photo.number, images: images)
    }
    return contents
  }

  private func count(_ store: DocumentStore, _ sql: String) throws -> Int? {
    try store.read { try Int.fetchOne($0, sql: sql) }
  }

  /// Looks for damage, for blobs that are missing, and for what nobody references.
  private func check(_ store: DocumentStore) throws {
    let integrity = try store.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") }
    #expect(integrity == ["ok"])
    let referenced = """
      SELECT p.id, j.value ->> 'digest' AS digest
      FROM strata_collection_photos AS p, json_each(p.body, '$.images') AS j
      """
    let uses = "SELECT document, digest FROM strata_blob_use"
    #expect(try count(store, "SELECT count(*) FROM (\(referenced) EXCEPT \(uses))") == 0)
    #expect(try count(store, "SELECT count(*) FROM (\(uses) EXCEPT \(referenced))") == 0)
    #expect(
      try count(
        store,
        """
        SELECT count(*) FROM strata_blob_use AS u LEFT JOIN strata_blob AS b USING (digest)
        WHERE b.isComplete IS NOT 1
        """
      ) == 0
    )
    try store.collectBlobs()
    let unused = "NOT IN (SELECT digest FROM strata_blob_use)"
    for table in ["strata_blob", "strata_blob_chunk"] {
      #expect(try count(store, "SELECT count(*) FROM \(table) WHERE digest \(unused)") == 0)
    }
  }

  @Test(arguments: [1, 2, 3])
  func `nothing that was committed is lost, and no blob is missing or left over`(seed: Int)
    async throws
  {
    let work = PhotoWork(seed: seed)
    for store in try open() { try store.writer.close() }
    var random = SeededGenerator(seed: UInt64(seed))
    var done = 0
    for _ in 0..<8 {
      let process = try ChildProcess(
        "DocumentsProcess",
        [directory.path("a"), directory.path("b"), "\(done)", "\(seed)"]
      )
      // A random moment: after some steps, and some time into the next one.
      var last = done - 1
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        last = try #require(process.number(), "the process has ended by itself")
      }
      for _ in 0..<Int.random(in: 0..<200_000, using: &random) { _ = getpid() }
      process.kill()
      while let number = process.number() { last = number }
      done = last + 1

      let stores = try open()
      for store in stores { try store.purgeExpiredDocuments() }
      let found = try [0, 1].map { try contents(stores[$0], of: $0) }
      // The step that nobody has said to be done is done, or not begun.
      let isDone = [0, 1].map { found[$0] == work.contents(of: $0, before: done) } == [true, true]
      if !isDone { done += 1 }
      for side in [0, 1] {
        #expect(found[side] == work.contents(of: side, before: done), "\(work.step(done - 1))")
      }
      for store in stores {
        try check(store)
        try store.writer.close()
      }
    }
    let stores = try open()
    let photos = try stores.map { try $0.collection("photos") }
    try await PhotoWork.replicate(photos[0], photos[1])
    for side in [0, 1] {
      let own = try contents(stores[side], of: side)
      #expect(own == work.contents(of: side, before: done))
      let there = try contents(stores[1 - side], of: side)
      for (id, content) in own { #expect(there[id] == content) }
      try check(stores[side])
    }
  }
}
