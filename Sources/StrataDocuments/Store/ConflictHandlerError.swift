/// A conflict handler, or a conflict resolver, that changes again and again the document which it decides
/// on, so that there is always another conflict.
public struct ConflictHandlerError: Error, Equatable, Sendable {
  /// The name of the collection.
  public let collection: String
  /// The id of the document.
  public let documentID: String
}

extension ConflictHandlerError: CustomStringConvertible {
  /// One sentence that names the document, and what to do instead.
  public var description: String {
    """
    the conflict handler of document '\(documentID)' of collection '\(collection)' has changed the \
    document itself in \(ConflictRound.limit) calls; let it change the model that it is given, and \
    return true
    """
  }
}
