internal import Foundation
internal import Strata

extension ReplicationLeg {
  /// Gives the other side what is new on this one.
  func push() async throws {
    // The other side has noted it together with the documents.
    var sequence = try await endpoint.checkpoint(replication, in: collection.name)
    if lost.contains(.push) { sequence = 0 }
    let newest = try await store.writer.read { db in try collection.newestSequence(db) }
    if newest < sequence { sequence = 0 }
    let withoutThose = offersAll(.push) ? nil : peer
    try await note(sequence)
    while true {
      try Task.checkCancellation()
      let start = sequence
      let (revisions, last) = try await store.writer.read { db in
        try collection.revisions(
          after: start,
          withoutThoseOf: withoutThose,
          limit: batchSize,
          db
        )
      }
      if last == start { return }
      addProgress(total: revisions.count)
      let wanted = revisions.filter { configuration.pushes(Document($0, in: collection)) }
      try await give(try await unknown(wanted), upTo: last)
      try await note(last)
      addProgress(completed: revisions.count)
      sequence = last
    }
  }

  /// Notes on this side how far it has come, for the question of what is pending.
  private func note(_ sequence: Int64) async throws {
    try await store.writer.write { db in
      let known = try store.checkpoint(replication, collection.name, .push, db)
      if known != sequence {
        try store.setCheckpoint(replication, collection.name, .push, sequence, db)
      }
    }
  }

  /// Without those that the other side has; it is asked of those that were made elsewhere.
  private func unknown(_ revisions: [DocumentRevision]) async throws -> [DocumentRevision] {
    let suffix = "@\(store.peerID)"
    let foreign = revisions.filter { !$0.revision.hasSuffix(suffix) }.map(\.name)
    if foreign.isEmpty { return revisions }
    let unknown = try await endpoint.unknown(foreign, in: collection.name)
    return revisions.filter { $0.revision.hasSuffix(suffix) || unknown.contains($0.name) }
  }

  private func give(_ revisions: [DocumentRevision], upTo sequence: Int64) async throws {
    let checkpoint = ReplicationCheckpoint(replication: replication, sequence: sequence)
    var rest = revisions
    var attempts = 0
    var isNoted = true
    repeat {
      let answers = try await endpoint.save(rest, in: collection.name, checkpoint: checkpoint)
      guard answers.count == rest.count else {
        throw Self.nonsense("\(answers.count) answers to \(rest.count) revisions")
      }
      isNoted = !answers.contains(where: \.isOpen)
      var events: [ReplicatedDocument] = []
      var conflicts: [DocumentRevision] = []
      var again: [DocumentRevision] = []
      for (revision, answer) in zip(rest, answers) {
        switch answer {
        case .saved: events.append(event(revision))
        case .known: break
        case .conflict(let theirs):
          if isPulling, configuration.pulls(Document(theirs, in: collection)) {
            conflicts.append(theirs)
          } else {
            let failure = ReplicationError(
              reason: .conflict,
              description: "the other database has changed the document as well"
            )
            events.append(event(revision, failure))
          }
        case .missingBlobs(let digests):
          if attempts < 3, try await send(digests) {
            again.append(revision)
          } else {
            let failure = ReplicationError(
              reason: .blobs,
              description: "the blobs \(digests) could not be sent"
            )
            events.append(event(revision, failure))
          }
        case .refused(let problem):
          let failure = ReplicationError(reason: .refused, description: problem)
          events.append(event(revision, failure))
        }
      }
      replicator.tell(events, isPush: true)
      // What is decided here is a new revision, which goes to the other side in its turn.
      if !conflicts.isEmpty { try await take(conflicts, upTo: nil) }
      rest = again
      attempts += 1
    } while !rest.isEmpty
    if !isNoted { _ = try await endpoint.save([], in: collection.name, checkpoint: checkpoint) }
  }

  /// Sends blobs, chunk by chunk.
  ///
  /// - Returns: whether this side has all of them.
  private func send(_ digests: [String]) async throws -> Bool {
    for digest in digests {
      // What was damaged on its way is sent once more.
      if try await send(digest) { continue }
      guard try await send(digest) else { return false }
    }
    return true
  }

  private func send(_ digest: String) async throws -> Bool {
    guard var number = try await endpoint.blobChunkCount(digest) else { return true }
    guard try await store.writer.read({ db in try store.hasBlob(digest, db) }) else {
      return false
    }
    while true {
      try Task.checkCancellation()
      let first = number
      let chunks = try await store.writer.read { db in
        try (first..<first + Self.chunkCount).compactMap { try store.blobChunk(digest, $0, db) }
      }
      if chunks.isEmpty { break }
      try await endpoint.addBlobChunks(digest, from: first, chunks)
      number += chunks.count
    }
    return try await endpoint.finishBlob(digest)
  }
}
