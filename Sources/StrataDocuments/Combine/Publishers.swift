#if canImport(Combine)
public import Dispatch
internal import Strata

extension DocumentQuery {
  /// The present rows, and those after each change of what the query reads.
  ///
  /// A subscriber that is slower than the changes is given the newest rows only.
  ///
  /// - Parameter queue: where they are delivered.
  /// - Returns: the publisher.
  public func changePublisher(on queue: DispatchQueue = .main) -> DocumentPublisher<QueryChange> {
    DocumentPublisher(queue: queue, keepsNewestOnly: true) { observer in
      observe(on: DispatchQueue(label: "strata.documents.query"), observer)
    }
  }
}

extension DocumentCollection {
  /// The changes of the collection, one for each transaction.
  ///
  /// - Parameter queue: where they are delivered.
  /// - Returns: the publisher.
  public func changePublisher(
    on queue: DispatchQueue = .main
  ) -> DocumentPublisher<CollectionChange> {
    DocumentPublisher(queue: queue) { observer in observing(observer) }
  }

  /// The changes of a document, one for each transaction.
  ///
  /// - Parameters:
  ///   - id: the id of the document, which need not exist.
  ///   - queue: where they are delivered.
  /// - Returns: the publisher.
  public func documentChangePublisher(
    for id: String,
    on queue: DispatchQueue = .main
  ) -> DocumentPublisher<DocumentChange> {
    DocumentPublisher(queue: queue) { observer in
      observing { change in
        if change.includes(id) {
          observer(DocumentChange(collection: change.collection, documentID: id))
        }
      }
    }
  }

  /// A database that is closed has no more changes.
  private func observing(_ observer: @escaping ChangeCenter.Observer) -> AnyDatabaseCancellable {
    (try? store.changes.observe(self, observer)) ?? AnyDatabaseCancellable {}
  }
}

extension Replicator {
  /// What the replicator is doing.
  ///
  /// - Parameter queue: where it is delivered.
  /// - Returns: the publisher.
  public func changePublisher(
    on queue: DispatchQueue = .main
  ) -> DocumentPublisher<ReplicatorChange> {
    DocumentPublisher(queue: queue) { observer in self.observeStatus(observer) }
  }

  /// The documents that are pushed and pulled.
  ///
  /// - Parameter queue: where they are delivered.
  /// - Returns: the publisher.
  public func documentReplicationPublisher(
    on queue: DispatchQueue = .main
  ) -> DocumentPublisher<DocumentReplication> {
    DocumentPublisher(queue: queue) { observer in self.observeDocuments(observer) }
  }
}
#endif
