internal import Strata

/// What became of a revision of another database.
enum ApplyOutcome {
  case saved
  case known
  case conflict(StoredDocument)
  case missingBlobs(Set<String>)
  case refused(String)
}

extension DocumentCollection {
  /// Takes in a revision of another database, unless that needs a decision.
  func apply(_ revision: DocumentRevision, _ db: Database) throws -> ApplyOutcome {
    guard let history = revision.history else {
      let ancestors = revision.ancestors.map { " with the ancestors '\($0)'" } ?? ""
      return .refused("no revision is '\(revision.revision)'\(ancestors)")
    }
    let stored = try find(revision.id, db)
    if let stored {
      let isAncestor = stored.history.includes(history.current)
      let isDescendant = history.includes(stored.history.current)
      if stored.history.current == history.current {
        try learn(history, of: revision.id, stored, db)
        return .known
      }
      // Where each has taken in the other, both sides have decided at once: the later one stays.
      let isLater = history.current > stored.history.current
      if isAncestor, !(isDescendant && isLater) { return .known }
      if !isAncestor, !isDescendant {
        guard stored.body == revision.body else { return .conflict(stored) }
        if !isLater {
          try learn(history, of: revision.id, stored, db)
          return .known
        }
      }
    }
    return try adopt(revision, history, over: stored, db)
  }

  /// Has the present revision know what another one has taken in.
  private func learn(
    _ history: History,
    of id: String,
    _ stored: StoredDocument,
    _ db: Database
  ) throws {
    let merged = stored.history.merged(with: history)
    if merged == stored.history { return }
    try db.run(statements.adopt) {
      $0.string(0, id)
      $0.string(1, merged.ancestors)
    }
  }

  /// Makes a revision of another database the present one.
  func adopt(
    _ revision: DocumentRevision,
    _ history: History,
    over stored: StoredDocument?,
    _ db: Database
  ) throws -> ApplyOutcome {
    switch try prepareBlobs(of: revision.id, revision.body, over: stored, db) {
    case .some(let outcome): return outcome
    case nil: break
    }
    try write(
      revision.body,
      stored.map { history.merged(with: $0.history) } ?? history,
      revision.id,
      base: nil,
      isNew: stored == nil,
      db
    )
    return .saved
  }

  /// Notes the blobs of a body, which is checked meanwhile, and stores those that are given with it; nil
  /// where all is well.
  func prepareBlobs(
    of id: String,
    _ body: String?,
    over stored: StoredDocument?,
    storing blobs: [Blob] = [],
    _ db: Database
  ) throws -> ApplyOutcome? {
    let digests: Set<String>
    do { digests = try JSONFields.blobDigests(of: body) } catch {
      return .refused(error.problem)
    }
    let given = blobs.filter { $0.isElsewhere(than: store) }
    let missing = try digests.subtracting(given.compactMap(\.digest))
      .filter { try !store.hasBlob($0, db) }
    if !missing.isEmpty { return .missingBlobs(missing) }
    // Only a body with this sign can have had blobs.
    if !digests.isEmpty || (stored?.body?.utf8.contains(UInt8(ascii: "@")) ?? false) {
      try store.use(digests, of: id, in: self, storing: given, db)
    }
    return nil
  }

  /// How many bytes of documents are exchanged in one transaction; one document may have more.
  private static let batchByteCount = 4 << 20

  /// The revisions after a sequence, without those that were made in one database.
  ///
  /// Where they are large, there are fewer than the limit, and at least one.
  func revisions(
    after sequence: Int64,
    withoutThoseOf peer: String? = nil,
    limit: Int,
    _ db: Database
  ) throws -> (revisions: [DocumentRevision], lastSequence: Int64) {
    let suffix = peer.map { "@\($0)" }
    var revisions: [DocumentRevision] = []
    var last = sequence
    var byteCount = 0
    try db.readRows(
      of: statements.changes,
      {
        $0.int64(0, sequence)
        $0.int(1, limit)
      }
    ) { row in
      last = try row.int64(0)
      let revision = try row.string(2)
      if let suffix, revision.hasSuffix(suffix) { return true }
      let body = try row.optionalString(4)
      byteCount += body?.utf8.count ?? 0
      revisions.append(
        DocumentRevision(
          id: try row.string(1),
          revision: revision,
          ancestors: try row.optionalString(3),
          body: body
        )
      )
      return byteCount < Self.batchByteCount
    }
    return (revisions, last)
  }

  /// The last sequence that was given, also to a document that was purged since.
  func newestSequence(_ db: Database) throws -> Int64 {
    try db.firstRow(of: statements.lastSequence, { _ in }, { try $0.int64(0) }) ?? 0
  }

  /// The revision of a row.
  func revision(_ id: String, _ stored: StoredDocument) -> DocumentRevision {
    DocumentRevision(
      id: id,
      revision: stored.history.current.description,
      ancestors: stored.history.ancestors,
      body: stored.body
    )
  }
}

extension JSONFields {
  /// Why a body is that of no document.
  struct BadBody: Error {
    var problem: String
  }

  /// The digests of the blobs of a body; none where the document is deleted.
  static func blobDigests(of body: String?) throws(BadBody) -> Set<String> {
    guard let body else { return [] }
    let value: JSONValue
    do { value = try JSONReader.value(body) } catch {
      throw BadBody(problem: "the document is no JSON: \(error.problem) at byte \(error.offset)")
    }
    guard case .object(let fields) = value else {
      throw BadBody(problem: "the document is no JSON object")
    }
    return fields.blobDigests
  }
}
