/// A model whose collection is declared in a schema; its code is generated.
///
/// ```swift
/// let tasks = try store.collection(of: Task.self)
/// ```
public protocol DocumentModel: Codable {
  /// The name of its collection.
  static var collectionName: String { get }

  /// Reads a document.
  init(reading fields: DocumentFields) throws
}

extension DocumentModel {
  /// Reads a document that a decoder has.
  public init(from decoder: any Decoder) throws {
    try self.init(reading: try DocumentFields(decoder))
  }
}

extension DocumentStore {
  /// The collection of a model, as the schema declares it.
  ///
  /// - Parameter type: the model.
  /// - Returns: the collection.
  /// - Throws: `DocumentError`, or `DatabaseError`.
  public func collection<Model: DocumentModel>(of type: Model.Type) throws -> DocumentCollection {
    try collection(type.collectionName)
  }
}

/// A document as SQL sees it: a row of the view of a collection that is declared in a schema.
///
/// Its fields are columns, typed and known to the compiler. Requests fetch and observe rows, and a row
/// gives the model where something is to be changed:
///
/// ```swift
/// let task = try row.model()
/// task.completed = true
/// try tasks.save(from: task)
/// ```
public protocol DocumentRow: Identifiable, Sendable {
  /// The model of the document.
  associatedtype Model: DocumentModel

  /// The id of the document.
  var id: String { get }
  /// The revision that the row shows.
  var revision: String { get }
  /// The whole document as JSON.
  var body: String { get }
}

extension DocumentRow {
  /// The model of the document, which remembers the revision of the row.
  ///
  /// - Parameter store: where the contents of blobs are; nil where they are not wanted.
  /// - Returns: a new model.
  /// - Throws: `DocumentError` that names the field which is not what the model says.
  public func model(in store: DocumentStore? = nil) throws -> Model {
    let property = DocumentID(id, at: Version(revision))
    var documents = DecodedDocuments(store)
    do {
      return try documents.next(Model.self, property, Array(body.utf8)[...])
    } catch let error as DecodingError {
      throw DocumentError(error, collection: Model.collectionName, documentID: id)
    }
  }
}
