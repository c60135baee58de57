import Foundation
import Strata
import TestSupport
import Testing

@testable import StrataDocuments

/// Blobs where something goes wrong.
@Suite(.timeLimit(.minutes(5)))
struct BlobFaultTests: ReplicatedSuite {
  typealias Photo = BlobTests.Photo

  let replicas: Replicas
  private let bytes = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })

  init() throws { replicas = try Replicas() }

  private func count(_ table: String, _ store: DocumentStore) throws -> Int {
    try store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") ?? 0 }
  }

  private func photo(_ id: String, _ data: Data) -> Photo {
    let photo = Photo(id, Blob(contentType: "x", data: data))
    photo.id = id
    return photo
  }

  private func image(_ id: String, _ collection: DocumentCollection) throws -> Blob? {
    try collection.document(id: id, as: Photo.self)?.image
  }

  @Test func `a blob of two documents stays when one of them is purged, also after a replication`()
    async throws
  {
    for id in ["a", "b"] { try mine.save(from: photo(id, bytes)) }
    try await replicator().replicate()
    for collection in [mine, theirs] {
      try collection.purge(id: "a")
      #expect(try image("b", collection)?.content() == bytes)
    }
    try mine.purge(id: "b")
    #expect(try count("strata_blob_chunk", here) == 0)
    #expect(try count("strata_blob_chunk", there) == 3)
  }

  @Test func `what a broken replication has left of a blob is collected`() async throws {
    try mine.save(from: photo("a", bytes))
    let endpoint = FaultyEndpoint(DatabaseEndpoint(there))
    // The second chunk does not arrive.
    endpoint.fail(onChunk: 1)
    await #expect(throws: FaultyEndpoint.Failure.self) {
      try await replicator(.push, endpoint: endpoint).replicate()
    }
    #expect(try count("strata_blob_chunk", there) == 1)
    try there.collectBlobs()
    #expect(try count("strata_blob_chunk", there) == 0)
    try await replicator(.push, endpoint: endpoint).replicate()
    #expect(try image("a", theirs)?.content() == bytes)
  }

  @Test func `what arrived before a chunk that did not is not fetched again`() async throws {
    try theirs.save(from: photo("a", bytes))
    let endpoint = FaultyEndpoint(DatabaseEndpoint(there))
    endpoint.fail(onChunk: 2)
    await #expect(throws: FaultyEndpoint.Failure.self) {
      try await replicator(.pull, endpoint: endpoint).replicate()
    }
    #expect(try count("strata_blob_chunk", here) == 2)
    // Were the first one fetched again, it would arrive damaged.
    endpoint.damage(chunk: 0)
    try await replicator(.pull, endpoint: endpoint).replicate()
    #expect(try image("a", mine)?.content() == bytes)
    #expect(try count("strata_blob_chunk", here) == 3)
  }

  @Test func `a chunk that was damaged on its way is fetched again`() async throws {
    try theirs.save(from: photo("a", bytes))
    let endpoint = FaultyEndpoint(DatabaseEndpoint(there))
    endpoint.damage(chunk: 1)
    let failures = try await events(replicator(.pull, endpoint: endpoint)).compactMap(\.2)
    #expect(failures.isEmpty)
    #expect(try image("a", mine)?.content() == bytes)
  }

  @Test func `a chunk that was damaged on its way there is sent again`() async throws {
    try mine.save(from: photo("a", bytes))
    let endpoint = FaultyEndpoint(DatabaseEndpoint(there))
    endpoint.damage(chunk: 1)
    try await replicator(.push, endpoint: endpoint).replicate()
    #expect(try image("a", theirs)?.content() == bytes)
  }

  @Test func `a resolver may read the blobs of both sides, and make a new one of them`()
    async throws
  {
    try mine.save(from: photo("a", Data("base".utf8)))
    try await replicator().replicate()
    for (collection, text) in [(mine, "mine"), (theirs, "theirs")] {
      let photo = try #require(try collection.document(id: "a", as: Photo.self))
      photo.image = Blob(contentType: "x", data: Data(text.utf8))
      try collection.save(from: photo)
    }
    let failures = try await events(
      replicator(
        .pushAndPull,
        .init(conflictResolver: { conflict in
          let local = try conflict.local.data(as: Photo.self)
          let remote = try conflict.remote.data(as: Photo.self)
          var data = try #require(local.image).content()
          data.append(contentsOf: try #require(remote.image).content())
          local.image = Blob(contentType: "x", data: data)
          return try .merged(local, conflict)
        })
      )
    ).compactMap(\.2)
    #expect(failures.isEmpty)
    for collection in [mine, theirs] {
      #expect(try image("a", collection)?.content() == Data("minetheirs".utf8))
      #expect(try count("strata_blob", collection.store) == 1)
      #expect(try count("strata_blob_chunk", collection.store) == 1)
    }
  }

  @Test func `a blob of the side that loses a conflict does not stay`() async throws {
    try mine.save(from: photo("a", Data("base".utf8)))
    try await replicator().replicate()
    for (collection, text) in [(mine, "mine"), (theirs, "theirs")] {
      let photo = try #require(try collection.document(id: "a", as: Photo.self))
      photo.image = Blob(contentType: "x", data: Data(text.utf8))
      try collection.save(from: photo)
    }
    try await replicator(.pushAndPull, .init(conflictResolver: { _ in .local })).replicate()
    for collection in [mine, theirs] {
      #expect(try image("a", collection)?.content() == Data("mine".utf8))
      #expect(try count("strata_blob", collection.store) == 1)
      #expect(try count("strata_blob_chunk", collection.store) == 1)
    }
  }

  @Test func `a blob that is removed while it is read ends the reading with an error, or is whole`()
    throws
  {
    let directory = try TemporaryDirectory()
    for writer in [
      try DatabaseQueue(path: directory.path("queue")) as any DatabaseWriter,
      try DatabasePool(path: directory.path("pool")),
    ] {
      let photos = try DocumentStore(writer).collection("photos")
      try photos.save(from: photo("a", bytes))
      let blob = try #require(try image("a", photos))
      var read = Data()
      do {
        try blob.forEachChunk { chunk in
          if read.isEmpty { try photos.purge(id: "a") }
          read.append(chunk)
        }
        #expect(read == bytes)
      } catch let error as DocumentError {
        #expect(error.reason == .blobNotFound(digest: blob.digest ?? ""))
      }
    }
  }

  @Test func `a blob is written in the place of a file, and never of a folder`() throws {
    try mine.save(from: photo("a", bytes))
    let blob = try #require(try image("a", mine))
    let directory = try TemporaryDirectory()
    let file = directory.url.appendingPathComponent("file")
    try Data("old".utf8).write(to: file)
    try blob.write(to: file)
    #expect(try Data(contentsOf: file) == bytes)
    let folder = directory.url.appendingPathComponent("folder")
    let kept = folder.appendingPathComponent("kept")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("kept".utf8).write(to: kept)
    #expect(throws: POSIXError.self) { try blob.write(to: folder) }
    #expect(try Data(contentsOf: kept) == Data("kept".utf8))
    let left = try FileManager.default.contentsOfDirectory(atPath: directory.url.path)
    #expect(left.sorted() == ["file", "folder"])
  }

  @Test func `blobs are read within the reading of others`() throws {
    try mine.save(from: photo("a", bytes))
    try mine.save(from: photo("b", Data("b".utf8)))
    let blob = try #require(try image("a", mine))
    var read = Data()
    try blob.forEachChunk { chunk in
      read.append(chunk)
      let (other, same) = (try image("b", mine), try image("a", mine))
      #expect(try other?.content() == Data("b".utf8))
      #expect(try same?.content() == bytes)
    }
    #expect(read == bytes)
  }

  @Test func `a document that looks as if it had a blob is saved, and is no blob`() async throws {
    struct Liar: Codable {
      @DocumentID var id: String?
      var image: [String: String]
    }
    let liar = Liar(image: ["@type": "blob", "digest": "sha256-none", "length": "1"])
    try mine.save(from: liar)
    let id = try #require(liar.id)
    #expect(try mine.document(id: id, as: Liar.self)?.image["digest"] == "sha256-none")
    try await replicator().replicate()
    try mine.purge(for: liar)
  }

  @Test func `a file that changes between the look at it and the save is refused or whole`()
    throws
  {
    let directory = try TemporaryDirectory()
    let file = directory.url.appendingPathComponent("file")
    try Data("first".utf8).write(to: file)
    let blob = Blob(contentType: "x", contentsOf: file)
    let first = Photo("first", blob)
    try mine.save(from: first)
    try Data("second".utf8).write(to: file)
    // The blob has its identity, and the bytes are in the database.
    let firstID = try #require(first.id)
    #expect(try image(firstID, mine)?.content() == Data("first".utf8))
    let second = Photo("second", blob)
    try mine.save(from: second)
    let secondID = try #require(second.id)
    #expect(try image(secondID, mine)?.content() == Data("first".utf8))
    // Another database does not have them.
    let error = #expect(throws: DocumentError.self) { try theirs.save(from: Photo("third", blob)) }
    #expect(error?.reason == .blobDamaged(digest: blob.digest ?? ""))
    #expect(try theirs.count() == 0)
    #expect(try count("strata_blob_chunk", there) == 0)
  }
}
