import Strata
import Testing

@testable import StrataDocuments

/// Two databases that are kept in step.
struct Replicas {
  let here: DocumentStore
  let there: DocumentStore
  let mine: DocumentCollection
  let theirs: DocumentCollection

  init() throws {
    here = try DocumentStore(DatabaseQueue())
    there = try DocumentStore(DatabaseQueue())
    mine = try here.collection("tasks")
    theirs = try there.collection("tasks")
  }
}

/// A suite over two databases.
protocol ReplicatedSuite {
  var replicas: Replicas { get }
}

extension ReplicatedSuite {
  var here: DocumentStore { replicas.here }
  var there: DocumentStore { replicas.there }
  var mine: DocumentCollection { replicas.mine }
  var theirs: DocumentCollection { replicas.theirs }

  func replicator(
    _ type: ReplicatorConfiguration.ReplicatorType = .pushAndPull,
    isContinuous: Bool = false,
    endpoint: (any ReplicationEndpoint)? = nil,
    _ collection: ReplicatorConfiguration.CollectionConfiguration = .init()
  ) -> Replicator {
    var configuration = ReplicatorConfiguration(
      endpoint: endpoint ?? DatabaseEndpoint(there),
      type: type,
      isContinuous: isContinuous
    )
    configuration.batchSize = 3
    configuration.retryInterval = .zero
    configuration.addCollection(mine, collection)
    return Replicator(configuration)
  }

  func titles(_ collection: DocumentCollection) throws -> [String] {
    try collection.store.query("SELECT id, body FROM tasks ORDER BY id").execute()
      .data(as: Task.self, dataKey: "body").map(\.title)
  }

  func save(_ id: String, _ title: String, _ collection: DocumentCollection) throws {
    let task = try collection.document(id: id, as: Task.self) ?? Task(id: id, title: title)
    task.title = title
    try collection.save(from: task)
  }

  func delete(_ id: String, _ collection: DocumentCollection) throws {
    try collection.delete(for: try #require(try collection.document(id: id, as: Task.self)))
  }

  /// The documents that a replicator tells of while it runs once.
  func events(_ replicator: Replicator) async throws -> [(String, Bool, ReplicationError?)] {
    let events = Lock<[(String, Bool, ReplicationError?)]>([])
    let receiver = ChangeReceiver<DocumentReplication>(
      receive: { event in
        let documents = event.documents.map { ($0.id, event.isPush, $0.error) }
        events.withLock { $0 += documents }
      },
      finish: {}
    )
    let cancellable = replicator.observeDocuments(receiver)
    try await replicator.replicate()
    cancellable.cancel()
    return events.withLock { $0 }
  }
}
