internal import Strata

extension DocumentCollection {
  /// The changes of the collection from now on, one for each transaction.
  ///
  /// ```swift
  /// for await change in tasks.changes { print(change.added, change.changed, change.removed) }
  /// ```
  ///
  /// Each call gives a sequence of its own, which has all changes after the call. It ends where its task
  /// is cancelled.
  public var changes: AsyncStream<CollectionChange> {
    AsyncStream { continuation in observe(continuation) { continuation.yield($0) } }
  }

  /// The changes of a document from now on, one for each transaction.
  ///
  /// - Parameter id: the id of the document, which need not exist.
  /// - Returns: a sequence of its own, which has all changes after the call.
  public func documentChanges(for id: String) -> AsyncStream<DocumentChange> {
    AsyncStream { continuation in
      observe(continuation) { change in
        if change.includes(id) {
          continuation.yield(DocumentChange(collection: change.collection, documentID: id))
        }
      }
    }
  }

  private func observe<Element>(
    _ continuation: AsyncStream<Element>.Continuation,
    _ observer: @escaping ChangeCenter.Observer
  ) {
    // A database that is closed has no more changes.
    guard let cancellable = try? store.changes.observe(self, observer) else {
      return continuation.finish()
    }
    continuation.onTermination = { _ in cancellable.cancel() }
  }
}
