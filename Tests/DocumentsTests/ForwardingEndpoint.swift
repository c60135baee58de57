import Foundation
import StrataDocuments

/// An endpoint that passes each call on to another one, and does something with some of them.
protocol ForwardingEndpoint: ReplicationEndpoint {
  var endpoint: any ReplicationEndpoint { get }

  /// Makes a call of the other endpoint.
  func call<T: Sendable>(_ body: () async throws -> T) async throws -> T
}

extension ForwardingEndpoint {
  func call<T: Sendable>(_ body: () async throws -> T) async throws -> T { try await body() }

  func peerID() async throws -> String { try await call { try await endpoint.peerID() } }

  func revisions(
    in collection: String,
    after sequence: Int64,
    withoutThoseOf peer: String?,
    limit: Int
  ) async throws -> ReplicationBatch {
    try await call {
      try await endpoint.revisions(
        in: collection,
        after: sequence,
        withoutThoseOf: peer,
        limit: limit
      )
    }
  }

  func unknown(
    _ revisions: [RevisionName],
    in collection: String
  ) async throws -> Set<RevisionName> {
    try await call { try await endpoint.unknown(revisions, in: collection) }
  }

  func save(
    _ revisions: [DocumentRevision],
    in collection: String,
    checkpoint: ReplicationCheckpoint?
  ) async throws -> [RevisionAnswer] {
    try await call {
      try await endpoint.save(revisions, in: collection, checkpoint: checkpoint)
    }
  }

  func checkpoint(_ replication: String, in collection: String) async throws -> Int64 {
    try await call { try await endpoint.checkpoint(replication, in: collection) }
  }

  func blobChunkCount(_ digest: String) async throws -> Int? {
    try await call { try await endpoint.blobChunkCount(digest) }
  }

  func blobChunk(_ digest: String, _ number: Int) async throws -> Data? {
    try await call { try await endpoint.blobChunk(digest, number) }
  }

  func addBlobChunk(_ digest: String, _ number: Int, _ content: Data) async throws {
    try await call { try await endpoint.addBlobChunk(digest, number, content) }
  }

  func finishBlob(_ digest: String) async throws -> Bool {
    try await call { try await endpoint.finishBlob(digest) }
  }

  func changes(in collections: [String]) async throws -> AsyncStream<Void> {
    try await call { try await endpoint.changes(in: collections) }
  }
}
