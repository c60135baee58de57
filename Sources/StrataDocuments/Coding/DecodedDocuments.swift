/// Decodes one document after the other.
///
/// What one of them was decoded with serves the next one, unless its model has kept something of it.
struct DecodedDocuments {
  /// Where the contents of blobs are.
  private let store: DocumentStore?
  private var decoder: DocumentDecoder?

  init(_ store: DocumentStore?) { self.store = store }

  /// The model of a document.
  ///
  /// - Parameters:
  ///   - type: what it is decoded into.
  ///   - documentID: the property that is the id; nil where the id is not known.
  ///   - body: the UTF-8 of the document.
  /// - Returns: the model.
  /// - Throws: `DecodingError`.
  mutating func next<Model: Decodable>(
    _ type: Model.Type,
    _ documentID: DocumentID?,
    _ body: ArraySlice<UInt8>
  ) throws -> Model {
    if isKnownUniquelyReferenced(&decoder), let decoder, try decoder.reopen(body, documentID) {
      return try Model(from: decoder)
    }
    let run = DecodingRun(documentID: documentID, store: store)
    let decoder = DocumentDecoder(run, try JSONValue(body: body), isWhole: true)
    self.decoder = decoder
    return try Model(from: decoder)
  }
}
