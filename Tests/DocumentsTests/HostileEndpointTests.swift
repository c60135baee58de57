import Foundation
import Strata
import Testing

@testable import StrataDocuments

/// Other sides that say what they must not say.
@Suite(.timeLimit(.minutes(5)))
struct HostileEndpointTests: ReplicatedSuite {
  let replicas: Replicas

  init() throws { replicas = try Replicas() }

  /// Another side that gives what it is told to give.
  private struct Liar: ReplicationEndpoint {
    var peer = "liar"
    var batches: @Sendable (_ after: Int64) -> ReplicationBatch = {
      ReplicationBatch(revisions: [], lastSequence: $0, newestSequence: $0)
    }
    var answers: @Sendable ([DocumentRevision]) -> [RevisionAnswer] = { $0.map { _ in .saved } }
    var given: Int64 = 0
    var chunk: Data?

    func peerID() -> String { peer }
    func revisions(
      in collection: String,
      after sequence: Int64,
      withoutThoseOf peer: String?,
      limit: Int
    ) -> ReplicationBatch { batches(sequence) }
    func unknown(_ revisions: [RevisionName], in collection: String) -> Set<RevisionName> { [] }
    func save(
      _ revisions: [DocumentRevision],
      in collection: String,
      checkpoint: ReplicationCheckpoint?
    ) -> [RevisionAnswer] { answers(revisions) }
    func checkpoint(_ replication: String, in collection: String) -> Int64 { given }
    func blobChunkCount(_ digest: String) -> Int? { nil }
    func blobChunk(_ digest: String, _ number: Int) -> Data? { number < 3 ? chunk : nil }
    func addBlobChunk(_ digest: String, _ number: Int, _ content: Data) {}
    func finishBlob(_ digest: String) -> Bool { true }
    func changes(in collections: [String]) -> AsyncStream<Void> { AsyncStream { $0.finish() } }
  }

  private func liar(_ revisions: [(String, String?)]) -> Liar {
    var liar = Liar()
    let all = revisions.enumerated().map { index, revision in
      DocumentRevision(
        id: "\(index)",
        revision: revision.0,
        ancestors: revision.1,
        body: #"{"title":"theirs"}"#
      )
    }
    liar.batches = { after in
      ReplicationBatch(
        revisions: after == 0 ? all : [],
        lastSequence: Int64(all.count),
        newestSequence: Int64(all.count)
      )
    }
    return liar
  }

  @Test func `a revision of no possible time, or of no good name, is refused`() async throws {
    let bad: [(String, String?)] = [
      ("9223372036854775807@x", nil), ("-9223372036854775808@x", nil), ("1@", nil), ("1@a;b", nil),
      ("1@a@b", nil), ("@", nil), ("", nil), ("1", nil), ("1e3@x", nil),
      ("5@x", "9223372036854775807@y"), ("5@x", "4@"), ("5@x", ";;"), ("5@x", "nonsense"),
    ]
    let failures = try await events(replicator(.pull, endpoint: liar(bad))).map(\.2?.reason)
    #expect(failures == bad.map { _ in .refused })
    #expect(try mine.count() == 0)
    // Saves go on.
    for index in bad.indices { try save("\(index)", "own", mine) }
    try mine.purge(id: "0")
    try save("new", "own", mine)
    #expect(try mine.count() == bad.count)
  }

  @Test func `a clock that is ahead by years stops nobody`() async throws {
    let later = liar([("4102444800000000@x", "4102444800000001@y")])
    try await replicator(.pull, endpoint: later).replicate()
    #expect(try titles(mine) == ["theirs"])
    try save("0", "mine", mine)
    #expect(try titles(mine) == ["mine"])
    try await replicator(.pull, endpoint: later).replicate(reset: true)
    #expect(try titles(mine) == ["mine"])
    try mine.purge(id: "0")
    try save("1", "after", mine)
    #expect(try titles(mine) == ["after"])
  }

  @Test(arguments: ["{", "[]", "null", "", "{\"a\":1", "{\"@type\":\"blob\"", "\u{0}"])
  func `a body that is no object is refused, and told`(body: String) async throws {
    var liar = Liar()
    liar.batches = { after in
      ReplicationBatch(
        revisions: [DocumentRevision(id: "a", revision: "1@x", ancestors: nil, body: body)],
        lastSequence: 1,
        newestSequence: 1
      )
    }
    let failures = try await events(replicator(.pull, endpoint: liar)).compactMap(\.2?.reason)
    #expect(failures == [.refused])
    #expect(try mine.count() == 0)
  }

  @Test func `a batch that does not go on is an error and no endless loop`() async throws {
    for last in [Int64.min, -1, 4] {
      var liar = Liar()
      liar.batches = { after in
        ReplicationBatch(
          revisions: [],
          lastSequence: after < 5 ? 5 : last,
          newestSequence: .max
        )
      }
      await #expect(throws: (any Error).self) {
        try await replicator(.pull, endpoint: liar).replicate(reset: true)
      }
    }
  }

  @Test func `too few answers are an error, and the documents stay pending`() async throws {
    for id in ["a", "b"] { try save(id, id, mine) }
    for count in [0, 1, 3] {
      var liar = Liar()
      liar.answers = { revisions in
        revisions.isEmpty ? [] : Array(repeating: .saved, count: count)
      }
      let replicator = replicator(.push, endpoint: liar)
      await #expect(throws: (any Error).self) { try await replicator.replicate() }
      #expect(try await replicator.pendingDocumentIDs(in: mine) == ["a", "b"])
    }
  }

  @Test func `a conflict with a document that was not given, or is none, does no harm`()
    async throws
  {
    try save("a", "mine", mine)
    var liar = Liar()
    liar.answers = { revisions in
      revisions.map { _ in
        .conflict(DocumentRevision(id: "other", revision: "?", ancestors: nil, body: "?"))
      }
    }
    let failures = try await events(replicator(endpoint: liar)).compactMap(\.2?.reason)
    #expect(failures == [.refused])
    #expect(try titles(mine) == ["mine"])
  }

  @Test func `another side that says it is this database is an error with a remedy`() async throws {
    try save("a", "mine", mine)
    let error = await #expect(throws: ReplicationError.self) {
      try await replicator(endpoint: DatabaseEndpoint(here)).replicate()
    }
    #expect(error?.reason == .sameDatabase)
    #expect(error?.description.contains("makeIndependent") == true)
  }
}
