/// A document that this and another database have changed without knowing of each other.
public struct DocumentConflict: Sendable {
  /// The collection.
  public let collection: DocumentCollection
  /// The id of the document.
  public let documentID: String
  /// The document as it is here; it may be deleted.
  public let local: Document
  /// The document as it is in the other database; it may be deleted.
  public let remote: Document
  /// The document as it was before both changes, where that is known.
  public let base: Document?

  /// A deletion wins, and else the later change.
  public static let defaultResolver: ReplicatorConfiguration.ConflictResolver = { conflict in
    if conflict.local.isDeleted != conflict.remote.isDeleted {
      return conflict.local.isDeleted ? .local : .remote
    }
    return conflict.local.history.current > conflict.remote.history.current ? .local : .remote
  }
}

/// How a conflict ends.
public struct ConflictResolution: Sendable {
  enum Choice: Sendable {
    case local
    case remote
    /// A body, and the blobs that come with it.
    case body(String?, [Blob])
  }

  let choice: Choice

  /// The document stays as it is here.
  public static let local = ConflictResolution(choice: .local)
  /// The document becomes what it is in the other database.
  public static let remote = ConflictResolution(choice: .remote)
  /// The document is deleted.
  public static let deletion = ConflictResolution(choice: .body(nil, []))

  /// The document becomes what a model says; fields that the model does not know are those of the other
  /// database, and those of this one where that has none of the name.
  ///
  /// - Parameters:
  ///   - model: an object or a struct.
  ///   - conflict: the conflict.
  /// - Returns: the end of the conflict.
  /// - Throws: `DocumentError` where the model has a value that no document can have.
  public static func merged<Model: Encodable>(
    _ model: Model,
    _ conflict: DocumentConflict
  ) throws -> ConflictResolution {
    let document = try conflict.collection.encode(model)
    for side in [conflict.remote, conflict.local] {
      if let body = side.body, case .object(let fields)? = try? JSONValue(body: body) {
        document.fields.keepUnknownFields(of: fields) { document.asksFor(fields) }
      }
    }
    return ConflictResolution(choice: .body(JSONWriter.text(document.fields), document.blobs))
  }
}
