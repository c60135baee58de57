internal import Strata

extension DocumentCollection {
  /// The changes of the collection from now on, one for each transaction.
  ///
  /// ```swift
  /// for await change in tasks.changes { print(change.added, change.changed, change.removed) }
  /// ```
  ///
  /// Each call gives a sequence of its own, which has all changes after the call. It ends where its task
  /// is cancelled, and after the last change where the database is closed.
  public var changes: AsyncStream<CollectionChange> {
    AsyncStream { continuation in
      let cancellable = observe(ChangeReceiver(continuation))
      continuation.onTermination = { _ in cancellable.cancel() }
    }
  }

  /// The changes of a document from now on, one for each transaction.
  ///
  /// - Parameter id: the id of the document, which need not exist.
  /// - Returns: a sequence of its own, which has all changes after the call, and ends as `changes` does.
  public func documentChanges(for id: String) -> AsyncStream<DocumentChange> {
    AsyncStream { continuation in
      let cancellable = observe(id, ChangeReceiver(continuation))
      continuation.onTermination = { _ in cancellable.cancel() }
    }
  }

  func observe(_ receiver: ChangeReceiver<CollectionChange>) -> AnyDatabaseCancellable {
    do { return try store.changes.observe(self, receiver) } catch {
      // A database that is closed has no more changes.
      receiver.finish()
      return AnyDatabaseCancellable {}
    }
  }

  func observe(_ id: String, _ receiver: ChangeReceiver<DocumentChange>) -> AnyDatabaseCancellable {
    observe(
      receiver.map { change in
        guard change.includes(id) else { return nil }
        return DocumentChange(collection: change.collection, documentID: id)
      }
    )
  }
}
