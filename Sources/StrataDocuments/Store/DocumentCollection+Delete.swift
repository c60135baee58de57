public import Foundation
internal import Strata

extension DocumentCollection {
  /// Deletes the document of a model, whatever others have saved meanwhile.
  ///
  /// A tombstone stays, so that the deletion can be replicated.
  ///
  /// - Parameter model: a model that was read or saved.
  /// - Throws: `DocumentError` where there is no such document; or `DatabaseError`.
  public func delete<Model: Encodable>(for model: Model) throws {
    try delete(for: model, concurrencyControl: .lastWriteWins)
  }

  /// Deletes the document of a model.
  ///
  /// - Parameters:
  ///   - model: a model that was read or saved.
  ///   - concurrencyControl: what happens where the document is not the one that the model has read.
  /// - Returns: false where nothing was deleted, because of a conflict.
  /// - Throws: `DocumentError` where there is no such document; or `DatabaseError`.
  @discardableResult
  public func delete<Model: Encodable>(
    for model: Model,
    concurrencyControl: ConcurrencyControl
  ) throws -> Bool {
    let (property, id) = try identity(of: model)
    return try store.write { db in
      guard let stored = try find(id, db) else {
        throw DocumentError(.notFound, collection: name, documentID: id)
      }
      if stored.body == nil { return true }
      if concurrencyControl == .failOnConflict, property.current.knowledge.isOutdated(by: stored) {
        return false
      }
      let version = Version(time: store.time(after: stored.history), peer: store.peerID)
      try store.use([], of: id, in: self, storing: [], db)
      try write(nil, stored.history.successor(version), id, over: stored, db)
      store.remember(version, id, property, db)
      return true
    }
  }

  /// Forgets the document of a model: nothing of it stays, and nothing is replicated.
  ///
  /// - Parameter model: a model that was read or saved.
  /// - Throws: `DocumentError` where there is no such document; or `DatabaseError`.
  public func purge<Model: Encodable>(for model: Model) throws {
    let (_, id) = try identity(of: model)
    try purge(id: id)
  }

  /// Forgets a document: nothing of it stays, and nothing is replicated.
  ///
  /// - Parameter id: the id of the document, which may be a deleted one.
  /// - Throws: `DocumentError` where there is no such document; or `DatabaseError`.
  public func purge(id: String) throws {
    let isFound = try store.write { db in try purge(id, db) }
    if !isFound { throw DocumentError(.notFound, collection: name, documentID: id) }
  }

  func purge(_ id: String, _ db: Database) throws -> Bool {
    // Not the body, which may be damaged.
    let head = try db.firstRow(of: statements.head, { $0.string(0, id) }) { row in
      let revision = try row.string(1)
      return (try row.int64(0), History(revision: revision, ancestors: try row.optionalString(2)))
    }
    guard let (sequence, history) = head else { return false }
    try store.use([], of: id, in: self, storing: [], db)
    try db.run(statements.notePurge) { $0.int64(0, sequence) }
    if let history { try store.notePurge(of: history, db) }
    try store.changes.noteDeparture(of: id, isPurge: true, in: self, db)
    try db.run(statements.delete) { $0.string(0, id) }
    return true
  }

  /// The property that is the id, with an id.
  private func identity<Model: Encodable>(of model: Model) throws -> (DocumentID, String) {
    let run = EncodingRun()
    run.isForID = true
    _ = try naming(nil) { try DocumentEncoder.fields(model, run) }
    guard let property = run.documentID, let id = property.wrappedValue else {
      throw DocumentError(.missingID, collection: name)
    }
    return (property, id)
  }

  // MARK: - Expiration

  /// Says when a document is purged by itself.
  ///
  /// - Parameters:
  ///   - date: the moment, nil for never.
  ///   - id: the id of the document.
  /// - Throws: `DocumentError` where there is no such document; or `DatabaseError`.
  public func setExpiration(_ date: Date?, for id: String) throws {
    let isFound = try store.write { db in
      try db.run(statements.expire) { values in
        values.string(0, id)
        values.double(1, date?.timeIntervalSince1970)
      }
      return db.changesCount > 0
    }
    if !isFound { throw DocumentError(.notFound, collection: name, documentID: id) }
    store.scheduleExpiration()
  }

  /// When a document is purged by itself.
  ///
  /// - Parameter id: the id of the document.
  /// - Returns: the moment, nil for never.
  /// - Throws: `DatabaseError`.
  public func expiration(of id: String) throws -> Date? {
    try store.read { db in
      try Double.fetchOne(
        db,
        sql: "SELECT expiration FROM \(definition.table) WHERE id = ?",
        arguments: [id]
      ).map { Date(timeIntervalSince1970: $0) }
    }
  }

  // MARK: - Indexes

  /// Makes an index on fields, where there is none of the name.
  ///
  /// - Parameters:
  ///   - name: a name of its own in the database.
  ///   - paths: the fields, such as `title`, `address.city` or `lines[0].price`.
  /// - Throws: `DatabaseError`.
  public func createIndex(_ name: String, on paths: String...) throws {
    let columns = paths.map(CollectionDefinition.expression).joined(separator: ", ")
    try store.write { db in
      try db.execute(
        sql: """
          CREATE INDEX IF NOT EXISTS \(name.quotedDatabaseIdentifier)
          ON \(definition.table) (\(columns)) WHERE body IS NOT NULL
          """
      )
    }
  }

  /// Removes an index, where there is one of the name.
  ///
  /// - Parameter name: the name.
  /// - Throws: `DatabaseError`.
  public func deleteIndex(_ name: String) throws {
    try store.write { db in
      try db.execute(sql: "DROP INDEX IF EXISTS \(name.quotedDatabaseIdentifier)")
    }
  }
}
