import Foundation
import Strata
import StrataDocuments
import TestSupport
import Testing

/// Bytes beside the documents.
@Suite struct BlobTests {
  final class Photo: Codable {
    @DocumentID var id: String?
    var name: String
    var image: Blob?
    init(_ name: String, _ image: Blob?) {
      self.name = name
      self.image = image
    }
  }

  private let queue: DatabaseQueue
  private let store: DocumentStore
  private let photos: DocumentCollection
  private let bytes = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 3) })

  init() throws {
    queue = try DatabaseQueue()
    store = try DocumentStore(queue)
    photos = try store.collection("photos")
  }

  private func blobCount() throws -> Int? {
    try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM strata_blob") }
  }

  private func chunkCount() throws -> Int? {
    try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM strata_blob_chunk") }
  }

  private func read(_ photo: Photo) throws -> Photo {
    let id = try #require(photo.id)
    return try #require(try photos.document(id: id, as: Photo.self))
  }

  @Test func `the bytes of a blob are read again`() throws {
    let photo = Photo("cat", Blob(contentType: "image/png", data: bytes))
    try photos.save(from: photo)
    let image = try #require(try read(photo).image)
    #expect(image.contentType == "image/png")
    #expect(image.length == bytes.count)
    #expect(try image.content() == bytes)
    #expect(try chunkCount() == 3)
    let id = try #require(photo.id)
    let body = try #require(try photos.document(id: id)?.body)
    #expect(body.contains(#""image":{"@type":"blob","digest":"sha256-"#))
    #expect(body.utf8.count < 250)
  }

  @Test func `the digest is that of the standard`() throws {
    let photo = Photo("abc", Blob(contentType: "text/plain", data: Data("abc".utf8)))
    try photos.save(from: photo)
    #expect(
      photo.image?.digest
        == "sha256-ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    )
    let empty = Photo("empty", Blob(contentType: "text/plain", data: Data()))
    try photos.save(from: empty)
    #expect(
      empty.image?.digest
        == "sha256-e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    )
    #expect(try read(empty).image?.content() == Data())
  }

  @Test func `equal bytes are stored once, and go with the last document`() throws {
    let first = Photo("first", Blob(contentType: "image/png", data: bytes))
    let second = Photo("second", Blob(contentType: "image/png", data: bytes))
    let third = Photo("third", Blob(contentType: "image/png", data: bytes))
    for photo in [first, second, third] { try photos.save(from: photo) }
    #expect(try blobCount() == 1)
    first.image = nil
    try photos.save(from: first)
    try photos.delete(for: second)
    #expect(try blobCount() == 1)
    #expect(try read(third).image?.content() == bytes)
    try photos.purge(for: third)
    #expect(try blobCount() == 0)
    #expect(try chunkCount() == 0)
  }

  @Test func `a blob goes from document to document, and from store to store`() throws {
    let first = Photo("first", Blob(contentType: "image/png", data: bytes))
    try photos.save(from: first)
    let second = Photo("second", try read(first).image)
    try photos.save(from: second)
    try photos.delete(for: first)
    #expect(try read(second).image?.content() == bytes)
    let others = try DocumentStore(DatabaseQueue()).collection("others")
    let copy = Photo("copy", try read(second).image)
    try others.save(from: copy)
    let id = try #require(copy.id)
    #expect(try others.document(id: id, as: Photo.self)?.image?.content() == bytes)
  }

  @Test func `a file is streamed in and out`() throws {
    let directory = try TemporaryDirectory()
    let source = directory.url.appendingPathComponent("in")
    let target = directory.url.appendingPathComponent("out")
    try bytes.write(to: source)
    let photo = Photo("file", Blob(contentType: "image/png", contentsOf: source))
    try photos.save(from: photo)
    var sizes: [Int] = []
    try read(photo).image?.forEachChunk { sizes.append($0.count) }
    #expect(sizes == [131_072, 131_072, 37_856])
    for _ in 0..<2 {
      try read(photo).image?.write(to: target)
      #expect(try Data(contentsOf: target) == bytes)
    }
  }

  @Test func `a save that fails leaves no bytes`() throws {
    let missing = Blob(contentType: "x", contentsOf: URL(fileURLWithPath: "/nowhere/at/all"))
    #expect(throws: (any Error).self) { try photos.save(from: Photo("none", missing)) }
    struct Failure: Error {}
    #expect(throws: Failure.self) {
      try store.inBatch {
        try photos.save(from: Photo("lost", Blob(contentType: "x", data: bytes)))
        throw Failure()
      }
    }
    #expect(try blobCount() == 0)
    #expect(try photos.count() == 0)
  }

  @Test func `bytes that are missing or damaged are errors`() throws {
    let photo = Photo("cat", Blob(contentType: "image/png", data: bytes))
    try photos.save(from: photo)
    let image = try #require(try read(photo).image)
    try queue.write { db in
      try db.execute(sql: "UPDATE strata_blob_chunk SET content = x'00' WHERE number = 1")
    }
    let damaged = #expect(throws: DocumentError.self) { _ = try image.content() }
    #expect(damaged?.reason == .blobDamaged(digest: image.digest ?? ""))
    try queue.write { db in try db.execute(sql: "DELETE FROM strata_blob") }
    let missing = #expect(throws: DocumentError.self) { _ = try image.content() }
    #expect(missing?.reason == .blobNotFound(digest: image.digest ?? ""))
  }

  @Test func `blobs in fields that the model does not know stay`() throws {
    final class Name: Codable {
      @DocumentID var id: String?
      var name: String
    }
    let photo = Photo("cat", Blob(contentType: "image/png", data: bytes))
    try photos.save(from: photo)
    let id = try #require(photo.id)
    let name = try #require(try photos.document(id: id, as: Name.self))
    name.name = "dog"
    try photos.save(from: name)
    #expect(try read(photo).image?.content() == bytes)
  }

  @Test func `arrays of blobs are stored, and those that leave are collected`() throws {
    struct Album: Codable {
      @DocumentID var id: String?
      var images: [Blob]
    }
    var album = Album(
      images: (0..<3).map { Blob(contentType: "x", data: Data([UInt8($0)])) }
    )
    try photos.save(from: album)
    #expect(try blobCount() == 3)
    album.images.removeFirst(2)
    try photos.save(from: album)
    #expect(try blobCount() == 1)
    #expect(try album.images[0].content() == Data([2]))
  }
}
