internal import Strata
internal import StrataSQLite

/// Documents of one kind: models stored whole, each under an id.
///
/// A collection is a view of the database, too, with the columns `id`, `revision` and `body`, which is
/// JSON, and one for each field that it was opened with.
public struct DocumentCollection: Sendable {
  /// The store that it belongs to.
  public let store: DocumentStore
  let definition: CollectionDefinition

  /// The name.
  public var name: String { definition.name }

  var statements: CollectionStatements { definition.statements }

  /// The number of its documents.
  ///
  /// - Throws: `DatabaseError`.
  public func count() throws -> Int {
    try store.read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM \(name.quotedDatabaseIdentifier)") ?? 0
    }
  }

  /// The model of a document.
  ///
  /// - Parameters:
  ///   - id: the id of the document.
  ///   - type: what it is decoded into.
  /// - Returns: the model, which remembers the revision; nil where there is no such document, or where
  ///   it was deleted.
  /// - Throws: `DocumentError` that names the field which is not what the model says, or
  ///   `DatabaseError`.
  public func document<Model: Decodable>(id: String, as type: Model.Type) throws -> Model? {
    let found = try store.read { db in
      try db.firstRow(of: statements.body, { $0.string(0, id) }) { row in
        var values = PackedValues()
        values.append(row, 0)
        values.append(row, 1)
        return values
      }
    }
    return try found.map { values in
      let version = values.utf8(0).flatMap { Version(utf8: $0) }
      return try decode(type, id, version, values.utf8(1) ?? [])
    }
  }

  /// A document as it is stored.
  ///
  /// - Parameter id: the id of the document.
  /// - Returns: the document; nil where there is none, or where it was deleted.
  /// - Throws: `DatabaseError`.
  public func document(id: String) throws -> Document? {
    guard let stored = try store.read({ db in try find(id, db) }), stored.body != nil else {
      return nil
    }
    return Document(collection: self, id: id, history: stored.history, body: stored.body)
  }

  func decode<Model: Decodable>(
    _ type: Model.Type,
    _ id: String,
    _ revision: String,
    _ body: String
  ) throws -> Model {
    try decode(type, id, Version(revision), Array(body.utf8)[...])
  }

  private func decode<Model: Decodable>(
    _ type: Model.Type,
    _ id: String,
    _ version: Version?,
    _ body: ArraySlice<UInt8>
  ) throws -> Model {
    try naming(id) {
      var documents = DecodedDocuments(store)
      return try documents.next(type, DocumentID(id, at: version), body)
    }
  }

  /// Has errors of coding name the document.
  func naming<T>(_ id: String?, _ body: () throws -> T) throws -> T {
    do { return try body() } catch let error as DecodingError {
      throw DocumentError(error, collection: name, documentID: id)
    } catch let error as EncodingError {
      throw DocumentError(error, collection: name, documentID: id)
    }
  }
}

extension DocumentCollection: Hashable {
  /// Whether both are the same collection of the same store.
  public static func == (a: Self, b: Self) -> Bool { a.store === b.store && a.name == b.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

// MARK: - Rows

/// A row of the table of a collection.
struct StoredDocument: Sendable, Equatable {
  var sequence: Int64
  var history: History
  /// The JSON; nil where the document is deleted.
  var body: String?
  var base: Base?

  /// A revision that other databases know as well, from before the changes that they do not know.
  struct Base: Sendable, Equatable {
    var version: Version
    var body: String?
  }
}

extension DocumentCollection {
  /// The row of a document, also of a deleted one.
  func find(_ id: String, _ db: Database) throws -> StoredDocument? {
    try db.firstRow(of: statements.find, { $0.string(0, id) }) { row in
      let revision = try row.string(1)
      guard let history = History(revision: revision, ancestors: try row.optionalString(2)) else {
        throw DatabaseError(
          message: "the document '\(id)' of \(name) has no revision but '\(revision)'"
        )
      }
      let base = try row.optionalString(4).flatMap { Version($0) }
      return StoredDocument(
        sequence: try row.int64(0),
        history: history,
        body: try row.optionalString(3),
        base: try base.map { StoredDocument.Base(version: $0, body: try row.optionalString(5)) }
      )
    }
  }
}
