internal import Strata

/// A model that is about to be saved.
struct EncodedDocument {
  var fields: JSONFields
  var property: DocumentID
  var blobs: [Blob]
  /// The fields that a decoding of the model asks for.
  var asksFor: (JSONFields) -> Set<String>
}

/// What became of a save.
enum SaveOutcome {
  case saved
  /// Somebody has saved, or deleted, the document meanwhile.
  case conflict(StoredDocument?)
}

extension DocumentCollection {
  /// Saves a model; it replaces what others have saved meanwhile.
  ///
  /// Fields of the document that the model does not know stay. A model without an id is given one.
  ///
  /// - Parameter model: an object, or a struct, with a property marked with `@DocumentID`.
  /// - Throws: `DocumentError` where the model has a value that no document can have; or
  ///   `DatabaseError`.
  public func save<Model: Encodable>(from model: Model) throws {
    try save(from: model, concurrencyControl: .lastWriteWins)
  }

  /// Saves a model.
  ///
  /// - Parameters:
  ///   - model: an object, or a struct, with a property marked with `@DocumentID`.
  ///   - concurrencyControl: what happens where the document is not the one that the model has read.
  /// - Returns: false where nothing was written, because of a conflict.
  /// - Throws: `DocumentError` where the model has a value that no document can have; or
  ///   `DatabaseError`.
  @discardableResult
  public func save<Model: Encodable>(
    from model: Model,
    concurrencyControl: ConcurrencyControl
  ) throws -> Bool {
    let document = try encode(model)
    let outcome = try write(document, concurrencyControl)
    if case .saved = outcome { return true }
    return false
  }

  /// Saves a model; where others have saved the document meanwhile, a handler changes the model so that
  /// it has both.
  ///
  /// ```swift
  /// let resolved = try tasks.save(from: task) { mine, theirs in
  ///   mine.title = theirs?.title ?? mine.title
  ///   return true
  /// }
  /// ```
  ///
  /// The handler runs outside of transactions, unless the caller has one, and may read and write. It is
  /// called again where the document has changed once more, however often others change it. A handler
  /// that writes the document itself has made another conflict, which ends with an error when that has
  /// happened ten times; one that saves `mine` itself has no conflict to come back to.
  ///
  /// - Parameters:
  ///   - model: an object with a property marked with `@DocumentID`.
  ///   - conflictHandler: gets the model, and the document as it is now, nil where it was deleted; it
  ///     returns false to give up.
  /// - Returns: false where the handler has given up.
  /// - Throws: what the handler throws, `DocumentError`, also where it changes the document itself again
  ///   and again, or `DatabaseError`.
  @discardableResult
  public func save<Model: Codable & AnyObject>(
    from model: Model,
    conflictHandler: (_ mine: Model, _ theirs: Model?) throws -> Bool
  ) throws -> Bool {
    try save({ model }) { theirs in try conflictHandler(model, theirs) }
  }

  /// Saves a struct; where others have saved the document meanwhile, a handler changes the struct so
  /// that it has both.
  ///
  /// - Parameters:
  ///   - model: a struct with a property marked with `@DocumentID`.
  ///   - conflictHandler: gets the struct, and the document as it is now, nil where it was deleted; it
  ///     returns false to give up.
  /// - Returns: false where the handler has given up.
  /// - Throws: what the handler throws, `DocumentError`, also where it changes the document itself again
  ///   and again, or `DatabaseError`.
  @discardableResult
  public func save<Model: Codable>(
    from model: inout Model,
    conflictHandler: (_ mine: inout Model, _ theirs: Model?) throws -> Bool
  ) throws -> Bool {
    var mine = model
    defer { model = mine }
    return try save({ mine }) { theirs in try conflictHandler(&mine, theirs) }
  }

  private func save<Model: Codable>(
    _ model: () -> Model,
    _ resolve: (_ theirs: Model?) throws -> Bool
  ) throws -> Bool {
    var conflicts = OwnConflicts()
    while true {
      let document = try encode(model())
      let outcome = try write(document, .failOnConflict)
      guard case .conflict(let stored) = outcome else { return true }
      let state = document.property.current
      let id = state.id ?? ""
      let theirs = try stored.flatMap { stored in
        try stored.body.map {
          try decode(Model.self, id, stored.history.current.description, $0)
        }
      }
      let goesOn = try conflicts.decide(id, stored, in: self) { try resolve(theirs) }
      guard goesOn else { return false }
      // It is now a change of what the handler has seen, unless the handler has saved it itself.
      guard document.property.current.id == id,
        document.property.current.knowledge == state.knowledge
      else { continue }
      document.property.current.knowledge = stored.map { .revision($0.history.current) } ?? .new
    }
  }

  // MARK: - Writing

  func encode<Model: Encodable>(_ model: Model) throws -> EncodedDocument {
    let run = EncodingRun()
    let fields = try naming(nil) { try DocumentEncoder.fields(model, run) }
    guard let property = run.documentID else { throw DocumentError(.missingID, collection: name) }
    for blob in run.blobs { try blob.prepare() }
    let blobs = try run.blobs.map { try $0.staged(for: store) }
    return EncodedDocument(fields: fields, property: property, blobs: blobs) { stored in
      guard let type = Model.self as? any Decodable.Type else { return [] }
      let run = DecodingRun(documentID: nil, store: nil)
      run.askedFields = []
      // What cannot be decoded has asked for some fields all the same.
      _ = try? type.init(from: DocumentDecoder(run, .object(stored), isWhole: true))
      return run.askedFields ?? []
    }
  }

  private func write(
    _ document: EncodedDocument,
    _ control: ConcurrencyControl
  ) throws -> SaveOutcome {
    // A blob takes several statements, of which none may stay alone.
    try document.blobs.isEmpty
      ? store.write { db in try put(document, control, db) }
      : store.writeAtomically { db in try put(document, control, db) }
  }

  private func put(
    _ document: EncodedDocument,
    _ control: ConcurrencyControl,
    _ db: Database
  ) throws -> SaveOutcome {
    let state = document.property.current
    if state.knowledge == .new, try insert(document, state.id, db) { return .saved }
    let stored = try state.id.flatMap { try find($0, db) }
    if control == .failOnConflict, state.knowledge.isOutdated(by: stored) {
      return .conflict(stored)
    }
    var hadBlobs = false
    if let body = stored?.body, case .object(let fields)? = try? JSONValue(body: body) {
      hadBlobs = !fields.blobDigests.isEmpty
      document.fields.keepUnknownFields(of: fields, unread: state.unreadFields) {
        document.asksFor(fields)
      }
    }
    if let id = state.id, let stored, stored.body == nil {
      try store.changes.noteDeparture(of: id, isPurge: false, in: self, db)
    }
    let time = store.time(after: stored?.history)
    let version = Version(time: time, peer: store.peerID)
    let id = state.id ?? DocumentName.documentID(time)
    let digests = document.fields.blobDigests
    if hadBlobs || !digests.isEmpty {
      try naming(id) {
        try store.use(digests, of: id, in: self, storing: document.blobs, db)
      }
    }
    try write(
      JSONWriter.text(document.fields),
      stored?.history.successor(version) ?? History(version),
      id,
      over: stored,
      db
    )
    store.remember(version, id, document.property, db)
    return .saved
  }

  /// Writes a document that its program has made, and which is mostly not there yet.
  ///
  /// - Returns: false, and nothing was written, where there is a row of its id, or where it has blobs.
  private func insert(
    _ document: EncodedDocument,
    _ id: String?,
    _ db: Database
  ) throws -> Bool {
    guard document.blobs.isEmpty, document.fields.blobDigests.isEmpty else { return false }
    let time = store.time(after: nil)
    let version = Version(time: time, peer: store.peerID)
    let id = id ?? DocumentName.documentID(time)
    let body = JSONWriter.text(document.fields)
    try write(body, History(version), id, base: nil, isNew: true, db)
    guard db.changesCount > 0 else { return false }
    store.remember(version, id, document.property, db)
    return true
  }

  /// Writes a revision that is made here.
  func write(
    _ body: String?,
    _ history: History,
    _ id: String,
    over stored: StoredDocument?,
    _ db: Database
  ) throws {
    guard let stored else { return try write(body, history, id, base: nil, isNew: true, db) }
    // What others know stays as long as they do not know more.
    let isShared =
      stored.history.current.peer != store.peerID
      || stored.sequence <= store.pushedSequence(of: self)
    let base =
      isShared
      ? StoredDocument.Base(version: stored.history.current, body: stored.body) : stored.base
    try write(body, history, id, base: base, isNew: false, db)
  }

  /// Writes a row.
  func write(
    _ body: String?,
    _ history: History,
    _ id: String,
    base: StoredDocument.Base?,
    isNew: Bool,
    _ db: Database
  ) throws {
    ConflictRound.note(history.current, of: id, in: self)
    let sequence = try nextSequence(db)
    try db.run(isNew ? statements.insert : statements.update) { values in
      values.string(0, id)
      values.string(1, history.current.description)
      values.string(2, history.ancestors)
      values.string(3, body)
      if isNew { return values.int64(4, sequence) }
      values.string(4, base?.version.description)
      values.string(5, base?.body)
      values.int64(6, sequence)
    }
  }
}

extension DocumentID.Knowledge {
  /// Whether the document is not the one that the model knows.
  func isOutdated(by stored: StoredDocument?) -> Bool {
    switch self {
    // A deleted document is in nobody's way.
    case .new: stored?.body != nil
    case .unread: stored?.body == nil
    case .revision(let version): stored?.history.current != version
    }
  }
}
