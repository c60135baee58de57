/// What a model is decoded from, and what is learned meanwhile.
final class DecodingRun {
  /// The property that is the id; nil where a query gave no id.
  private var documentID: DocumentID?
  /// Where the contents of blobs are.
  let store: DocumentStore?
  /// Whether the fields are columns of a row, where booleans are numbers and objects are texts.
  let isRow: Bool
  /// Fields that the model asked for and that are not there.
  var missingFields: Set<String> = []
  /// All fields that the model asked for, where somebody wants to know.
  var askedFields: Set<String>?
  /// Whether it is noted which fields the model asks for.
  var wantsNotes: Bool { isRow || askedFields != nil }
  /// The property that the model was given.
  private var givenID: DocumentID?

  init(documentID: DocumentID?, store: DocumentStore?, isRow: Bool = false) {
    self.documentID = documentID
    self.store = store
    self.isRow = isRow
  }

  /// The property that is the id; in a row it is the column of its name, or `id`.
  func makeID(_ fields: JSONFields?, _ name: String) -> DocumentID {
    let id: DocumentID
    if let documentID {
      id = givenID == nil ? documentID : DocumentID(documentID.current)
    } else {
      id = DocumentID(isRow ? rowState(fields, name) : DocumentID.State())
    }
    givenID = id
    return id
  }

  private func rowState(_ fields: JSONFields?, _ name: String) -> DocumentID.State {
    guard case .string(let id) = fields?[name] ?? fields?["id"] else { return DocumentID.State() }
    guard case .string(let text) = fields?["revision"], let version = Version(text) else {
      return DocumentID.State(id: id, knowledge: .unread)
    }
    return DocumentID.State(id: id, knowledge: .revision(version))
  }

  /// Begins with another document of a store.
  func restart(_ documentID: DocumentID?) {
    self.documentID = documentID
    givenID = nil
  }

  /// Has the property know which fields were not read.
  func finish() {
    if !missingFields.isEmpty { givenID?.current.unreadFields = missingFields }
  }
}
