import Foundation
import Strata
import StrataDocuments

/// Work on two databases with documents that have blobs, each step of which is known from its number.
struct PhotoWork {
  final class Photo: Codable {
    @DocumentID var id: String?
    var number: Int
    var images: [Blob]

    init(id: String, number: Int, images: [Blob]) {
      self.id = id
      self.number = number
      self.images = images
    }
  }

  /// What a document has: the step that has saved it, and which bytes.
  struct Content: Equatable {
    var number: Int
    var images: [Int]
  }

  enum Step: Equatable {
    case save(side: Int, ids: [String], images: [Int])
    case delete(side: Int, id: String)
    case purge(side: Int, id: String)
    case expire(side: Int, id: String)
    case replicate
    case collect
  }

  let seed: Int

  /// The step of a number.
  func step(_ number: Int) -> Step {
    var bits = UInt64(number &+ seed &* 1_000_003) &* 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ bits >> 29) &* 0xBF58_476D_1CE4_E5B9
    func next(_ count: Int) -> Int {
      bits = (bits ^ bits >> 31) &* 0x94D0_49BB_1331_11EB
      return Int((bits >> 20) % UInt64(count))
    }
    let kind = next(12)
    let side = next(2)
    // Each side has documents of its own, so that it is known what replications make of them.
    let id = "\(side)-\(next(5))"
    switch kind {
    case 0..<5:
      let other = "\(side)-\(next(5))"
      let images = (0..<next(3)).map { _ in next(6) }
      return .save(side: side, ids: id == other ? [id] : [id, other], images: images)
    case 5: return .delete(side: side, id: id)
    case 6: return .purge(side: side, id: id)
    case 7: return .expire(side: side, id: id)
    case 8: return .collect
    default: return .replicate
    }
  }

  /// What is in the documents that a side has made, once the steps before a number are done.
  func contents(of side: Int, before number: Int) -> [String: Content] {
    var contents: [String: Content] = [:]
    for number in 0..<number {
      switch step(number) {
      case .save(side, let ids, let images):
        for id in ids { contents[id] = Content(number: number, images: images) }
      case .delete(side, let id), .purge(side, let id), .expire(side, let id): contents[id] = nil
      default: break
      }
    }
    return contents
  }

  /// Bytes that take two chunks.
  static func bytes(_ image: Int) -> Data {
    var data = Data(repeating: UInt8(truncatingIfNeeded: image), count: 140_000)
    data.append(contentsOf: "\(image)".utf8)
    return data
  }

  /// Does the steps from a number on, and says of each that it is done.
  func run(
    _ stores: [DocumentStore],
    from first: Int,
    _ say: @Sendable (Int) -> Void
  ) async throws {
    let photos = try stores.map { try $0.collection("photos") }
    for number in first... {
      switch step(number) {
      case .save(let side, let ids, let images):
        try stores[side].inBatch {
          for id in ids {
            let blobs = images.map { Blob(contentType: "x", data: Self.bytes($0)) }
            try photos[side].save(from: Photo(id: id, number: number, images: blobs))
          }
        }
      case .delete(let side, let id):
        if let photo = try photos[side].document(id: id, as: Photo.self) {
          try photos[side].delete(for: photo)
        }
      case .purge(let side, let id):
        if try photos[side].document(id: id) != nil { try photos[side].purge(id: id) }
      case .expire(let side, let id):
        if try photos[side].document(id: id) != nil {
          try photos[side].setExpiration(Date(timeIntervalSince1970: 0), for: id)
          try stores[side].purgeExpiredDocuments()
        }
      case .replicate: try await Self.replicate(photos[0], photos[1])
      case .collect: for store in stores { try store.collectBlobs() }
      }
      say(number)
    }
  }

  static func replicate(_ mine: DocumentCollection, _ theirs: DocumentCollection) async throws {
    var configuration = ReplicatorConfiguration(endpoint: DatabaseEndpoint(theirs.store))
    configuration.batchSize = 2
    configuration.addCollection(mine)
    try await Replicator(configuration).replicate()
  }
}
