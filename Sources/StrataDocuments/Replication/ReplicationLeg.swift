internal import Strata

/// The replication of one collection.
struct ReplicationLeg: Sendable {
  let replicator: Replicator
  let collection: DocumentCollection
  let configuration: ReplicatorConfiguration.CollectionConfiguration
  /// What names it in both databases.
  let replication: String
  /// The other database.
  let peer: String
  /// Whether it was told to look at all documents anew.
  var isReset = false
  /// The ways on which one side was put back to an earlier state, and does not have what it had.
  var lost: Set<DocumentStore.Direction> = []

  var store: DocumentStore { collection.store }
  var endpoint: any ReplicationEndpoint { replicator.configuration.endpoint }
  var batchSize: Int { max(replicator.configuration.batchSize, 1) }
  var isPulling: Bool { replicator.configuration.replicatorType != .push }

  /// Whether also what a side has made itself is offered to it again, because it may have lost it.
  func offersAll(_ direction: DocumentStore.Direction) -> Bool {
    isReset || lost.contains(direction)
  }

  /// Forgets how far it has come.
  func reset() async throws {
    _ = try await endpoint.save(
      [],
      in: collection.name,
      checkpoint: ReplicationCheckpoint(replication: replication, sequence: 0)
    )
    try await store.writer.write { db in
      for direction in [DocumentStore.Direction.push, .pull] {
        try store.setCheckpoint(replication, collection.name, direction, 0, db)
      }
    }
  }

  func event(_ revision: DocumentRevision, _ error: ReplicationError? = nil) -> ReplicatedDocument {
    ReplicatedDocument(
      collection: collection.name,
      id: revision.id,
      revision: revision.revision,
      isDeleted: revision.body == nil,
      error: error
    )
  }

  func addProgress(completed: Int = 0, total: Int = 0) {
    if completed == 0, total == 0 { return }
    replicator.update { status in
      status.progress.completed += completed
      status.progress.total += total
    }
  }
}
