public import Foundation

/// The other side of a replication: a database here or elsewhere that takes and gives revisions.
///
/// Each method may fail, and be called again; nothing that has been done before is done twice.
public protocol ReplicationEndpoint: Sendable {
  /// What names the other database; another name where it was made anew.
  func peerID() async throws -> String

  /// The revisions that came after a sequence of the other database, in its order.
  ///
  /// - Parameters:
  ///   - collection: the name of the collection, which is made where there is none.
  ///   - sequence: the last sequence that is known, 0 for none.
  ///   - peer: a database whose own revisions are left out, as it has them, or does not want them back;
  ///     nil for none.
  ///   - limit: how many are looked at.
  /// - Returns: the revisions.
  /// - Throws: what the way to the other database throws.
  func revisions(
    in collection: String,
    after sequence: Int64,
    withoutThoseOf peer: String?,
    limit: Int
  ) async throws -> ReplicationBatch

  /// Which of some revisions the other database has not taken in.
  func unknown(
    _ revisions: [RevisionName],
    in collection: String
  ) async throws -> Set<RevisionName>

  /// Has the other database take in revisions, and note how far it has come, in one transaction.
  ///
  /// Nothing is noted where a revision is in conflict, or misses blobs.
  ///
  /// - Parameters:
  ///   - revisions: the revisions, each of another document.
  ///   - collection: the name of the collection, which is made where there is none.
  ///   - checkpoint: what is noted; nil for nothing.
  /// - Returns: an answer for each revision, in order.
  /// - Throws: what the way to the other database throws; it may have taken them in all the same.
  func save(
    _ revisions: [DocumentRevision],
    in collection: String,
    checkpoint: ReplicationCheckpoint?
  ) async throws -> [RevisionAnswer]

  /// The number that was last noted for a replication; 0 for none.
  func checkpoint(_ replication: String, in collection: String) async throws -> Int64

  /// How many chunks of a blob the other database has; nil where it has all.
  func blobChunkCount(_ digest: String) async throws -> Int?

  /// A chunk of a blob; nil after the last one, or where there is no such blob.
  func blobChunk(_ digest: String, _ number: Int) async throws -> Data?

  /// Gives the other database a chunk of a blob that no document of it has yet.
  func addBlobChunk(_ digest: String, _ number: Int, _ content: Data) async throws

  /// Gives the other database several chunks of a blob that no document of it has yet.
  ///
  /// By default each is given by itself.
  ///
  /// - Parameters:
  ///   - digest: names the blob.
  ///   - first: the number of the first one.
  ///   - contents: the chunks, in order; together about 4 MiB.
  /// - Throws: what the way to the other database throws; it may have taken some of them.
  func addBlobChunks(_ digest: String, from first: Int, _ contents: [Data]) async throws

  /// Tells the other database that it has all chunks of a blob.
  ///
  /// - Returns: false where they are not what the digest says; the other database has then none of them.
  func finishBlob(_ digest: String) async throws -> Bool

  /// Tells that collections of the other database may have changed, for continuous replications.
  ///
  /// Where the sequence ends, as with a broken connection, the replicator connects anew.
  func changes(in collections: [String]) async throws -> AsyncStream<Void>
}

extension ReplicationEndpoint {
  /// Gives the chunks one by one.
  public func addBlobChunks(_ digest: String, from first: Int, _ contents: [Data]) async throws {
    for (index, content) in contents.enumerated() {
      try await addBlobChunk(digest, first + index, content)
    }
  }
}

/// A document as it was at one moment.
public struct DocumentRevision: Hashable, Codable, Sendable {
  /// The id of the document.
  public var id: String
  /// The revision.
  public var revision: String
  /// The revisions of other databases that it has taken in, as text.
  public var ancestors: String?
  /// The fields as JSON; nil where the document is deleted.
  public var body: String?

  /// The id and the revision.
  public var name: RevisionName { RevisionName(id: id, revision: revision) }
}

extension DocumentRevision {
  /// The revision and what it has taken in; nil where one of them is none that a database makes.
  ///
  /// Times stay far from the last number there is, so that there is always a later one.
  var history: History? {
    let taken = ancestors?.split(separator: ";", omittingEmptySubsequences: false) ?? []
    let areGood = ([revision[...]] + taken).allSatisfy { text in
      guard let version = Version(text) else { return false }
      return version.time >= 0 && version.time < 1 << 62 && !version.peer.isEmpty
        && !version.peer.utf8.contains { $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: ";") }
    }
    return areGood ? History(revision: revision, ancestors: ancestors) : nil
  }
}

/// What names a revision.
public struct RevisionName: Hashable, Codable, Sendable {
  /// The id of the document.
  public var id: String
  /// The revision.
  public var revision: String
}

/// Some revisions of a collection.
public struct ReplicationBatch: Hashable, Codable, Sendable {
  /// The revisions, in the order of their sequences.
  public var revisions: [DocumentRevision]
  /// The sequence of the last one that was looked at; where there is none, that after which was asked.
  public var lastSequence: Int64
  /// The last sequence of the collection.
  public var newestSequence: Int64
}

/// How far a replication has come.
public struct ReplicationCheckpoint: Hashable, Codable, Sendable {
  /// What names the replication: both databases, and which documents it is about.
  public var replication: String
  /// The sequence of the database that pushes, or another number that it wants to find again.
  public var sequence: Int64
}

/// What became of a revision that was given to a database.
public enum RevisionAnswer: Hashable, Codable, Sendable {
  /// It is the present one now.
  case saved
  /// It was taken in before.
  case known
  /// Somebody has saved another one, which is given.
  case conflict(DocumentRevision)
  /// The contents of blobs are missing.
  case missingBlobs([String])
  /// It is damaged, for the reason that is given.
  case refused(String)

  /// Whether something is still to be done.
  var isOpen: Bool {
    switch self {
    case .saved, .known, .refused: false
    case .conflict, .missingBlobs: true
    }
  }
}
