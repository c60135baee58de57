/// A document as it is stored, or as it comes from another database.
public struct Document: Sendable {
  /// The collection.
  public let collection: DocumentCollection
  /// The id.
  public let id: String
  let history: History
  /// The fields as JSON; nil where the document is deleted.
  public let body: String?

  /// The revision.
  public var revision: String { history.current.description }

  /// Whether the document is deleted.
  public var isDeleted: Bool { body == nil }

  /// The model of the document, which remembers the revision.
  ///
  /// - Parameter type: what it is decoded into.
  /// - Returns: the model.
  /// - Throws: `DocumentError` that names the field which is not what the model says, or the document
  ///   where it is deleted.
  public func data<Model: Decodable>(as type: Model.Type) throws -> Model {
    guard let body else {
      throw DocumentError(.notFound, collection: collection.name, documentID: id)
    }
    return try collection.decode(type, id, revision, body)
  }
}
