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
    DocumentPublisher(queue: queue, keepsNewestOnly: true) { receiver in
      observe(on: DispatchQueue(label: "strata.documents.query"), receiver)
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
    DocumentPublisher(queue: queue) { receiver in observe(receiver) }
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
    DocumentPublisher(queue: queue) { receiver in observe(id, receiver) }
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
    DocumentPublisher(queue: queue) { receiver in self.observeStatus(receiver) }
  }

  /// The documents that are pushed and pulled.
  ///
  /// - Parameter queue: where they are delivered.
  /// - Returns: the publisher.
  public func documentReplicationPublisher(
    on queue: DispatchQueue = .main
  ) -> DocumentPublisher<DocumentReplication> {
    DocumentPublisher(queue: queue) { receiver in self.observeDocuments(receiver) }
  }
}
#endif
