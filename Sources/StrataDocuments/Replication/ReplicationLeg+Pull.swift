internal import Foundation
internal import Strata

extension ReplicationLeg {
  /// Takes in what is new on the other side.
  func pull() async throws {
    var sequence = try await store.writer.read { db in
      try store.checkpoint(replication, collection.name, .pull, db)
    }
    let offersAll = offersAll(.pull)
    if lost.contains(.pull) { sequence = 0 }
    var isFirst = true
    // Where the resolver has failed, the next run looks at the document again.
    var isComplete = true
    while true {
      try Task.checkCancellation()
      let batch = try await endpoint.revisions(
        in: collection.name,
        after: sequence,
        withoutThoseOf: offersAll ? nil : store.peerID,
        limit: batchSize
      )
      if isFirst, batch.newestSequence < sequence {
        // The other database was put back to an earlier state.
        isFirst = false
        sequence = 0
        continue
      }
      isFirst = false
      if batch.lastSequence == sequence { return }
      guard batch.lastSequence > sequence else {
        throw Self.nonsense("revisions that were asked for before")
      }
      addProgress(total: batch.revisions.count)
      let wanted = batch.revisions.filter { configuration.pulls(Document($0, in: collection)) }
      let end = isComplete ? batch.lastSequence : nil
      if try await !take(wanted, upTo: end) { isComplete = false }
      addProgress(completed: batch.revisions.count)
      sequence = batch.lastSequence
    }
  }

  /// The error of an answer that cannot be.
  static func nonsense(_ what: String) -> ReplicationError {
    ReplicationError(reason: .endpoint, description: "the other database has given \(what)")
  }

  /// Takes in revisions, and notes how far it has come once all of them are.
  ///
  /// Nothing is noted where `end` is nil. The result is false where the resolver has failed.
  @discardableResult
  func take(_ revisions: [DocumentRevision], upTo end: Int64?) async throws -> Bool {
    var rest = revisions.map { Decision(revision: $0) }
    var isDecided = true
    var borrowed: Set<String> = []
    repeat {
      let (outcomes, decisions) = try await apply(rest, upTo: isDecided ? end : nil)
      var events: [ReplicatedDocument] = []
      rest = []
      for (decision, outcome) in zip(decisions, outcomes) {
        switch outcome {
        case .saved: events.append(event(decision.revision))
        case .known: break
        case .conflict(let stored):
          borrowed.formUnion(try await borrow(decision.revision))
          do {
            rest.append(try decide(decision, stored))
          } catch {
            isDecided = false
            let failure = ReplicationError(reason: .resolver, description: "\(error)")
            events.append(event(decision.revision, failure))
          }
        case .missingBlobs(let digests):
          if try await fetch(digests) {
            rest.append(decision)
          } else {
            let failure = ReplicationError(
              reason: .blobs,
              description: "the other database does not have the blobs \(digests.sorted())"
            )
            events.append(event(decision.revision, failure))
          }
        case .refused(let problem):
          let failure = ReplicationError(reason: .refused, description: problem)
          events.append(event(decision.revision, failure))
        }
      }
      replicator.tell(events, isPush: false)
      if rest.isEmpty, isDecided, outcomes.contains(where: \.isOpen), let end {
        // What is damaged is told, and not tried again until it changes.
        try await store.writer.write { db in
          try store.setCheckpoint(replication, collection.name, .pull, end, db)
        }
      }
    } while !rest.isEmpty
    if !borrowed.isEmpty {
      let digests = borrowed
      try await store.writer.write { db in try store.collect(digests, db) }
    }
    return isDecided
  }

  /// Fetches the blobs of a revision, which the resolver may read.
  ///
  /// - Returns: those that this side did not have.
  private func borrow(_ revision: DocumentRevision) async throws -> Set<String> {
    guard let digests = try? JSONFields.blobDigests(of: revision.body), !digests.isEmpty else {
      return []
    }
    let missing = try await store.writer.read { db in
      try digests.filter { try !store.hasBlob($0, db) }
    }
    // Where they are nowhere, that is told once the resolver wants them.
    return try await fetch(missing) ? missing : []
  }

  /// A revision of the other side, and what the resolver says where this side has another one.
  struct Decision: Sendable {
    var revision: DocumentRevision
    /// The revision of this side that the resolver has seen, and what it says.
    var resolution: (stored: StoredDocument, choice: ConflictResolution.Choice)?
    var conflicts = OwnConflicts()
  }

  private func decide(
    _ decision: Decision,
    _ stored: StoredDocument
  ) throws -> Decision {
    let revision = decision.revision
    let remote = Document(revision, in: collection)
    let isBase = stored.base.map { remote.history.includes($0.version) } ?? false
    let base = stored.base.flatMap { base in
      isBase
        ? Document(
          collection: collection,
          id: revision.id,
          history: History(base.version),
          body: base.body
        ) : nil
    }
    let conflict = DocumentConflict(
      collection: collection,
      documentID: revision.id,
      local: Document(
        collection: collection,
        id: revision.id,
        history: stored.history,
        body: stored.body
      ),
      remote: remote,
      base: base
    )
    var decision = decision
    let resolution = try decision.conflicts.decide(revision.id, stored, in: collection) {
      try configuration.conflictResolver(conflict)
    }
    decision.resolution = (stored, resolution.choice)
    return decision
  }

  private func apply(
    _ decisions: [Decision],
    upTo sequence: Int64?
  ) async throws -> ([ApplyOutcome], [Decision]) {
    try await store.writer.write { db in
      let outcomes = try decisions.map { try apply($0, db) }
      if let sequence, !outcomes.contains(where: \.isOpen) {
        try store.setCheckpoint(replication, collection.name, .pull, sequence, db)
      }
      return (outcomes, decisions)
    }
  }

  private func apply(_ decision: Decision, _ db: Database) throws -> ApplyOutcome {
    let revision = decision.revision
    let outcome = try collection.apply(revision, db)
    // The document may have changed since the resolver has seen it.
    guard case .conflict(let stored) = outcome, let resolution = decision.resolution,
      stored.history.current == resolution.stored.history.current,
      let history = revision.history
    else { return outcome }
    let body: String?
    var blobs: [Blob] = []
    switch resolution.choice {
    case .remote where history.current > stored.history.current:
      return try collection.adopt(revision, history, over: stored, db)
    // An earlier revision, such as a deletion that wins, is made anew: so what a database has is always
    // later than all that it has taken in, and nothing comes back to what it was.
    case .remote: body = revision.body
    case .local: body = stored.body
    case .body(let merged, let own): (body, blobs) = (merged, own)
    }
    if let outcome = try collection.prepareBlobs(
      of: revision.id,
      body,
      over: stored,
      storing: blobs,
      db
    ) {
      return outcome
    }
    let merged = stored.history.merged(with: history)
    let version = Version(time: store.time(after: merged), peer: store.peerID)
    try collection.write(
      body,
      merged.successor(version),
      revision.id,
      base: StoredDocument.Base(version: history.current, body: revision.body),
      isNew: false,
      db
    )
    return .saved
  }

  /// Fetches blobs, chunk by chunk.
  ///
  /// - Returns: whether the other side has all of them.
  private func fetch(_ digests: Set<String>) async throws -> Bool {
    for digest in digests.sorted() {
      // What was damaged on its way is fetched once more.
      if try await fetch(digest) { continue }
      guard try await fetch(digest) else { return false }
    }
    return true
  }

  private func fetch(_ digest: String) async throws -> Bool {
    // What a broken run has left is not fetched again.
    var number = try await store.writer.read { db in try store.blobChunkCount(digest, db) }
    while true {
      let first = number
      let (chunks, error) = await chunks(digest, from: first)
      if !chunks.isEmpty {
        // Several in one transaction, of which each has its price.
        try await store.writer.write { db in
          try store.addChunks(digest, from: first, chunks, db)
        }
      }
      if let error { throw error }
      if chunks.isEmpty { break }
      number += chunks.count
    }
    return try await store.writer.write { db in try store.finishBlob(digest, db) }
  }
}

extension ReplicationLeg {
  /// How many chunks of a blob are written in one transaction.
  static let chunkCount = 32

  /// Some chunks of the other side, and the error that came instead of the next one.
  private func chunks(
    _ digest: String,
    from first: Int
  ) async -> (chunks: [Data], error: (any Error)?) {
    var chunks: [Data] = []
    do {
      while chunks.count < Self.chunkCount,
        let chunk = try await endpoint.blobChunk(digest, first + chunks.count)
      {
        chunks.append(chunk)
        try Task.checkCancellation()
      }
      return (chunks, nil)
    } catch {
      return (chunks, error)
    }
  }
}

extension ApplyOutcome {
  /// Whether something is still to be done.
  var isOpen: Bool {
    switch self {
    case .saved, .known: false
    case .conflict, .missingBlobs, .refused: true
    }
  }
}
