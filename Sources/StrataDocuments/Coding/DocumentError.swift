/// What a document, a collection or a blob cannot be or do.
public struct DocumentError: Error, Equatable, Sendable {
  /// What is wrong.
  public enum Reason: Equatable, Sendable {
    /// There is no document with the id.
    case notFound
    /// The model has no property marked with `@DocumentID`, or it has no id yet.
    case missingID
    /// The name is no name of a collection: letters, digits, `_` and `-`, the first one a letter.
    case invalidName
    /// A table, or a collection in another case, has the name.
    case nameTaken
    /// A schema declares the collection, without these fields.
    case undeclared(fields: [String])
    /// A schema declares the collection, which only a migration deletes.
    case declared
    /// A field is not what the model says; the field is written as a path.
    case undecodable(field: String, problem: String)
    /// A value of the model cannot be in a document.
    case unencodable(field: String, problem: String)
    /// The conflict handler has changed the document itself again and again, so that there is always
    /// another conflict.
    case endlessConflict
    /// The content of a blob is not in the database.
    case blobNotFound(digest: String)
    /// The content of a blob is not what its digest says.
    case blobDamaged(digest: String)
  }

  /// What is wrong.
  public var reason: Reason
  /// The collection, where it is known.
  public var collection: String?
  /// The id of the document, where it is known.
  public var documentID: String?

  init(_ reason: Reason, collection: String? = nil, documentID: String? = nil) {
    self.reason = reason
    self.collection = collection
    self.documentID = documentID
  }
}

extension DocumentError: CustomStringConvertible {
  /// One sentence that names the document and the field.
  public var description: String {
    let place = [documentID.map { "document '\($0)'" }, collection.map { "collection '\($0)'" }]
      .compactMap { $0 }.joined(separator: " of ")
    let subject = place.isEmpty ? "the document" : place
    return switch reason {
    case .notFound: "\(subject) does not exist"
    case .missingID: "the model of \(subject) has no id; mark a property with @DocumentID"
    case .invalidName:
      "\(subject) has no good name: letters, digits, _ and -, the first one a letter"
    case .nameTaken: "\(subject) cannot be made: the database has something else of that name"
    case .declared: "\(subject) is declared in a schema; delete it there"
    case .undeclared(let fields):
      "\(subject) is declared in a schema without \(fields.joined(separator: ", ")); declare it there"
    case .undecodable(let field, let problem):
      "could not decode field '\(field)' of \(subject): \(problem)"
    case .unencodable(let field, let problem):
      "could not encode field '\(field)' of \(subject): \(problem)"
    case .endlessConflict:
      "the conflict handler of \(subject) has changed the document itself in \(ConflictRound.limit)"
        + " calls; let it change the model that it is given, and return true"
    case .blobNotFound(let digest): "the content of the blob \(digest) of \(subject) is missing"
    case .blobDamaged(let digest): "the content of the blob \(digest) of \(subject) is damaged"
    }
  }
}

extension DocumentError {
  /// The error of a model that does not fit its document.
  init(_ error: DecodingError, collection: String?, documentID: String?) {
    let context: DecodingError.Context
    var key: (any CodingKey)?
    switch error {
    case .typeMismatch(_, let found), .valueNotFound(_, let found), .dataCorrupted(let found):
      context = found
    case .keyNotFound(let missing, let found):
      context = found
      key = missing
    @unknown default:
      context = DecodingError.Context(codingPath: [], debugDescription: "\(error)")
    }
    let path = context.codingPath + (key.map { [$0] } ?? [])
    self.init(
      .undecodable(field: Self.path(path), problem: context.debugDescription),
      collection: collection,
      documentID: documentID
    )
  }

  /// The error of a value that cannot be in a document.
  init(_ error: EncodingError, collection: String?, documentID: String?) {
    // The value itself is not described: Foundation ends the program for some dates.
    var field = ""
    var problem = "a value that no document can have"
    if case .invalidValue(_, let context) = error {
      field = Self.path(context.codingPath)
      problem = context.debugDescription
    }
    self.init(
      .unencodable(field: field, problem: problem),
      collection: collection,
      documentID: documentID
    )
  }

  /// A path of fields and indexes, such as `lines[2].price`.
  private static func path(_ keys: [any CodingKey]) -> String {
    keys.reduce(into: "") { path, key in
      if let index = key.intValue {
        path += "[\(index)]"
      } else {
        path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
  }
}
