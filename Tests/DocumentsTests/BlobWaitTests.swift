import Foundation
import Strata
import Testing

@testable import StrataDocuments

/// Blobs of one database that are saved in another one, by several threads at once.
@Suite(.timeLimit(.minutes(5)))
struct BlobWaitTests {
  private final class Photo: Codable {
    @DocumentID var id: String?
    var image: Blob?

    init(id: String, _ image: Blob?) {
      self.id = id
      self.image = image
    }
  }

  /// Where two threads wait for each other, once.
  private final class Meeting: Sendable {
    private let arrivals = Lock(0)
    private let other = DispatchSemaphore(value: 0)

    func attend() {
      let number = arrivals.withLock { count in
        count += 1
        return count
      }
      if number == 1 { other.wait() }
      if number == 2 { other.signal() }
    }
  }

  private final class Results: Sendable {
    let values = Lock<[(any Error)?]>([nil, nil])
  }

  private let photos: [DocumentCollection]

  init() throws {
    photos = try (0..<2).map { _ in
      try DocumentStore(DatabaseQueue()).collection("photos")
    }
  }

  private func bytes(_ seed: Int, _ count: Int = 200_000) -> Data {
    var data = Data(repeating: UInt8(truncatingIfNeeded: seed), count: count)
    data.append(contentsOf: "\(seed)".utf8)
    return data
  }

  private func save(_ id: String, _ data: Data, _ side: Int) throws {
    try photos[side].save(from: Photo(id: id, Blob(contentType: "x", data: data)))
  }

  private func image(_ id: String, _ side: Int) throws -> Blob {
    try #require(try photos[side].document(id: id, as: Photo.self)?.image)
  }

  /// Runs a closure for each side on a thread of its own, and waits for both.
  private func onBothSides(
    _ body: @escaping @Sendable (_ side: Int) throws -> Void
  ) -> [(any Error)?] {
    let errors = Results()
    let done = DispatchSemaphore(value: 0)
    for side in 0..<2 {
      Thread.detachNewThread {
        do { try body(side) } catch { errors.values.withLock { $0[side] = error } }
        done.signal()
      }
    }
    for _ in 0..<2 { done.wait() }
    return errors.values.withLock { $0 }
  }

  @Test(arguments: [10, 1_200_000])
  func `threads that save blobs of each other's database all get through`(size: Int) throws {
    let rounds = size > 1_000_000 ? 2 : 100
    for side in 0..<2 {
      for round in 0..<rounds { try save("source\(round)", bytes(2 * round + side, size), side) }
    }
    let meetings = (0..<rounds).map { _ in Meeting() }
    let errors = onBothSides { side in
      for round in 0..<rounds {
        let image = try image("source\(round)", 1 - side)
        meetings[round].attend()
        try photos[side].save(from: Photo(id: "copy\(round)", image))
      }
    }
    #expect(errors.allSatisfy { $0 == nil })
    for side in 0..<2 {
      for round in 0..<rounds {
        let content = try image("copy\(round)", side).content()
        #expect(content == bytes(2 * round + 1 - side, size))
      }
    }
  }

  @Test func `of two transactions that want a blob of the other's database one is told`() throws {
    for side in 0..<2 { try save("source", bytes(side), side) }
    let images = try (0..<2).map { try image("source", 1 - $0) }
    let meeting = Meeting()
    let errors = onBothSides { side in
      try photos[side].store.inBatch {
        try photos[side].save(from: Photo(id: "first", nil))
        meeting.attend()
        try photos[side].save(from: Photo(id: "copy", images[side]))
      }
    }
    let failed = try #require(errors.firstIndex { $0 != nil })
    #expect((errors[failed] as? DatabaseError)?.resultCode == .SQLITE_BUSY)
    #expect(errors[1 - failed] == nil)
    #expect(try photos[failed].count() == 1)
    #expect(try image("copy", 1 - failed).content() == bytes(failed))
    // It can be tried again.
    try photos[failed].store.inBatch {
      try photos[failed].save(from: Photo(id: "copy", images[failed]))
    }
    #expect(try image("copy", failed).content() == bytes(1 - failed))
  }

  @Test func `in a transaction of its own a blob of another database is read as ever`() throws {
    try save("source", bytes(1), 0)
    let image = try image("source", 0)
    try photos[1].store.inBatch { try photos[1].save(from: Photo(id: "copy", image)) }
    try photos[0].store.inBatch {
      try photos[1].store.inBatch { try photos[1].save(from: Photo(id: "again", image)) }
    }
    for id in ["copy", "again"] { #expect(try self.image(id, 1).content() == bytes(1)) }
  }

  @Test func `nobody waits for a database while its chunks are used`() throws {
    for side in 0..<2 { try save("source", bytes(side), side) }
    let images = try (0..<2).map { try image("source", $0) }
    let meeting = Meeting()
    let errors = onBothSides { side in
      try images[side].forEachChunk { _ in
        meeting.attend()
        try photos[1 - side].save(from: Photo(id: "while reading", nil))
      }
    }
    #expect(errors.allSatisfy { $0 == nil })
    for collection in photos { #expect(try collection.count() == 2) }
  }

  @Test func `a filter of pending documents keeps nobody waiting`() async throws {
    for id in ["a", "b"] { try photos[0].save(from: Photo(id: id, nil)) }
    let own = photos[0]
    var configuration = ReplicatorConfiguration(
      endpoint: DatabaseEndpoint(photos[1].store),
      type: .push
    )
    configuration.batchSize = 1
    configuration.addCollection(
      own,
      .init(pushFilter: { document in document.id == "a" && !own.store.isWriting })
    )
    #expect(try await Replicator(configuration).pendingDocumentIDs(in: own) == ["a"])
  }
}
