public import Foundation
internal import Strata

/// Another database of the same program, as the other side of a replication.
public struct DatabaseEndpoint: ReplicationEndpoint {
  /// The documents of the other database.
  public let store: DocumentStore

  /// The other side of a replication with a store.
  public init(_ store: DocumentStore) { self.store = store }

  /// What names the database.
  public func peerID() -> String { store.peerID }

  /// The revisions after a sequence.
  public func revisions(
    in collection: String,
    after sequence: Int64,
    withoutThoseOf peer: String?,
    limit: Int
  ) async throws -> ReplicationBatch {
    let collection = try store.collection(collection)
    return try await store.writer.read { db in
      let (revisions, last) = try collection.revisions(
        after: sequence,
        withoutThoseOf: peer,
        limit: limit,
        db
      )
      return ReplicationBatch(
        revisions: revisions,
        lastSequence: last,
        newestSequence: try collection.newestSequence(db)
      )
    }
  }

  /// Which of some revisions were not taken in.
  public func unknown(
    _ revisions: [RevisionName],
    in collection: String
  ) async throws -> Set<RevisionName> {
    let collection = try store.collection(collection)
    return try await store.writer.read { db in
      Set(
        try revisions.filter { name in
          guard let stored = try collection.find(name.id, db), let version = Version(name.revision)
          else { return true }
          return !stored.history.includes(version)
        }
      )
    }
  }

  /// Takes in revisions, and notes how far it has come.
  public func save(
    _ revisions: [DocumentRevision],
    in collection: String,
    checkpoint: ReplicationCheckpoint?
  ) async throws -> [RevisionAnswer] {
    let collection = try store.collection(collection)
    return try await store.writer.write { [store] db in
      let answers = try revisions.map { revision -> RevisionAnswer in
        switch try collection.apply(revision, db) {
        case .saved: .saved
        case .known: .known
        case .conflict(let stored): .conflict(collection.revision(revision.id, stored))
        case .missingBlobs(let digests): .missingBlobs(digests.sorted())
        case .refused(let problem): .refused(problem)
        }
      }
      if let checkpoint, !answers.contains(where: \.isOpen) {
        try store.setCheckpoint(
          checkpoint.replication,
          collection.name,
          .received,
          checkpoint.sequence,
          db
        )
      }
      return answers
    }
  }

  /// The number that was last noted.
  public func checkpoint(_ replication: String, in collection: String) async throws -> Int64 {
    try await store.writer.read { [store] db in
      try store.checkpoint(replication, collection, .received, db)
    }
  }

  /// How many chunks of a blob are there; nil for all.
  public func blobChunkCount(_ digest: String) async throws -> Int? {
    try await store.writer.read { [store] db in
      try store.hasBlob(digest, db) ? nil : try store.blobChunkCount(digest, db)
    }
  }

  /// A chunk of a blob.
  public func blobChunk(_ digest: String, _ number: Int) async throws -> Data? {
    try await store.writer.read { [store] db in try store.blobChunk(digest, number, db) }
  }

  /// Takes a chunk of a blob.
  public func addBlobChunk(_ digest: String, _ number: Int, _ content: Data) async throws {
    try await addBlobChunks(digest, from: number, [content])
  }

  /// Takes several chunks of a blob, in one transaction.
  public func addBlobChunks(_ digest: String, from first: Int, _ contents: [Data]) async throws {
    try await store.writer.write { [store] db in
      if try !store.hasBlob(digest, db) { try store.addChunks(digest, from: first, contents, db) }
    }
  }

  /// Checks the chunks of a blob, and keeps it.
  public func finishBlob(_ digest: String) async throws -> Bool {
    try await store.writer.write { [store] db in try store.finishBlob(digest, db) }
  }

  /// Tells that collections may have changed.
  public func changes(in collections: [String]) throws -> AsyncStream<Void> {
    try store.signals(collections.map { try store.collection($0) })
  }
}

extension DocumentStore {
  /// Tells that collections may have changed, until the database is closed; changes that come together are
  /// told once.
  func signals(_ collections: [DocumentCollection]) throws -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let cancellables = try collections.map { collection in
      try changes.observe(collection, ChangeReceiver(continuation).map { _ in () })
    }
    continuation.onTermination = { _ in for cancellable in cancellables { cancellable.cancel() } }
    return stream
  }
}
