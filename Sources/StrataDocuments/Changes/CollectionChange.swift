/// Which documents of a collection a transaction has changed.
public struct CollectionChange: Sendable {
  /// The collection.
  public let collection: DocumentCollection
  /// The ids of documents that are new.
  public internal(set) var added: [String] = []
  /// The ids of documents that have another revision.
  public internal(set) var changed: [String] = []
  /// The ids of documents that were deleted or purged.
  public internal(set) var removed: [String] = []

  /// The ids of all of them.
  public var documentIDs: [String] { added + changed + removed }
}

/// A change of a document.
public struct DocumentChange: Sendable {
  /// The collection.
  public let collection: DocumentCollection
  /// The id of the document, which may be new, changed, deleted or purged.
  public let documentID: String
}

extension CollectionChange {
  /// The same change of the collection as another store has it.
  func change(of collection: DocumentCollection) -> CollectionChange {
    CollectionChange(collection: collection, added: added, changed: changed, removed: removed)
  }

  /// Whether a document was changed; ids are compared by their bytes, as the database does.
  func includes(_ id: String) -> Bool {
    [added, changed, removed].contains { ids in
      ids.contains { $0.utf8.elementsEqual(id.utf8) }
    }
  }
}

/// The present rows of a query, or why there are none.
public struct QueryChange: Sendable {
  /// The query.
  public let query: DocumentQuery
  /// All rows; nil where the query has failed.
  public let results: DocumentResultSet?
  /// Why the query has failed; a later change may have rows again.
  public let error: (any Error)?
}
