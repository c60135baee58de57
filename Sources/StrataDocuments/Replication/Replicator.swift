internal import Strata

/// Keeps collections of two databases in step.
///
/// ```swift
/// var configuration = ReplicatorConfiguration(endpoint: DatabaseEndpoint(other))
/// configuration.addCollection(tasks)
/// let replicator = Replicator(configuration)
/// replicator.start()
/// ```
///
/// How far it has come is written in the same transaction as the documents, on the side that takes them.
/// So a program may end at any moment: the next start goes on where the last one was, and no revision is
/// taken in twice. A deletion is replicated; what was purged is not, and comes back only where the other
/// side changes it.
public final class Replicator: Sendable {
  private struct State {
    var status = ReplicatorStatus()
    var task: Task<Void, Never>?
    /// Whether the run was told to stop, and whether another one follows it.
    var isStopping = false
    var next: (resets: Bool, isWanted: Bool) = (false, false)
    /// Whether the last run has done all that there was to do.
    var isComplete = false
    var statusObservers: [Int: @Sendable (ReplicatorChange) -> Void] = [:]
    var documentObservers: [Int: @Sendable (DocumentReplication) -> Void] = [:]
    var observerCount = 0
  }

  /// What the replicator does.
  public let configuration: ReplicatorConfiguration
  private let state = Lock(State())

  /// A replicator, which does nothing until it is started.
  public init(_ configuration: ReplicatorConfiguration) {
    self.configuration = configuration
  }

  /// What the replicator is doing.
  public var status: ReplicatorStatus { state.withLock { $0.status } }

  /// Starts the replicator; does nothing where it runs, and waits for its end where it is stopping.
  ///
  /// - Parameter reset: whether it looks at all documents anew, as is wanted with another filter.
  public func start(reset: Bool = false) {
    state.withLock { state in
      if state.task == nil {
        start(reset, &state)
      } else if state.isStopping {
        state.next = (reset || state.next.resets, true)
      }
    }
  }

  private func start(_ reset: Bool, _ state: inout State) {
    state.isStopping = false
    state.next = (false, false)
    state.isComplete = false
    state.status = ReplicatorStatus(activity: .connecting)
    state.task = Task { [self] in
      let isComplete = await ReplicatorRun(self, resets: reset).run()
      end(isComplete)
    }
    tell(&state)
  }

  /// Stops the replicator; what has been exchanged stays.
  ///
  /// It has stopped when its status says so.
  public func stop() {
    state.withLock { state -> Task<Void, Never>? in
      state.isStopping = state.task != nil
      state.next = (false, false)
      return state.task
    }?.cancel()
  }

  /// Starts the replicator, and waits for its end.
  ///
  /// - Parameter reset: whether it looks at all documents anew.
  /// - Throws: the error that has ended it, or `CancellationError` where the task was cancelled before
  ///   it was done.
  public func replicate(reset: Bool = false) async throws {
    start(reset: reset)
    await withTaskCancellationHandler {
      await state.withLock { $0.task }?.value
    } onCancel: {
      stop()
    }
    let (error, isComplete) = state.withLock { ($0.status.error, $0.isComplete) }
    if let error { throw error }
    if !isComplete { try Task.checkCancellation() }
  }

  private func end(_ isComplete: Bool) {
    state.withLock { state in
      state.task = nil
      state.isComplete = isComplete
      state.status.activity = .stopped
      tell(&state)
      if state.next.isWanted { start(state.next.resets, &state) }
    }
  }

  // MARK: - Status

  func update(_ change: (inout ReplicatorStatus) -> Void) {
    state.withLock { state in
      change(&state.status)
      tell(&state)
    }
  }

  /// Tells the status within the lock, so that each is told in its turn; the observers only pass it on.
  private func tell(_ state: inout State) {
    let change = ReplicatorChange(replicator: self, status: state.status)
    for (_, observer) in state.statusObservers.sorted(by: { $0.key < $1.key }) { observer(change) }
  }

  func tell(_ documents: [ReplicatedDocument], isPush: Bool) {
    if documents.isEmpty { return }
    let event = DocumentReplication(replicator: self, isPush: isPush, documents: documents)
    let observers = state.withLock { state in
      state.documentObservers.sorted { $0.key < $1.key }.map(\.value)
    }
    for observer in observers { observer(event) }
  }

  /// What the replicator is doing from now on.
  ///
  /// Each call gives a sequence of its own, which ends where its task is cancelled.
  public var changes: AsyncStream<ReplicatorChange> {
    AsyncStream { continuation in
      let cancellable = observeStatus { continuation.yield($0) }
      continuation.onTermination = { _ in cancellable.cancel() }
    }
  }

  /// The documents that are pushed and pulled from now on.
  ///
  /// Each call gives a sequence of its own, which ends where its task is cancelled.
  public var documentReplications: AsyncStream<DocumentReplication> {
    AsyncStream { continuation in
      let cancellable = observeDocuments { continuation.yield($0) }
      continuation.onTermination = { _ in cancellable.cancel() }
    }
  }

  func observeStatus(
    _ observer: @escaping @Sendable (ReplicatorChange) -> Void
  ) -> AnyDatabaseCancellable {
    let number = state.withLock { state -> Int in
      state.observerCount += 1
      state.statusObservers[state.observerCount] = observer
      return state.observerCount
    }
    return AnyDatabaseCancellable { [weak self] in
      _ = self?.state.withLock { $0.statusObservers.removeValue(forKey: number) }
    }
  }

  func observeDocuments(
    _ observer: @escaping @Sendable (DocumentReplication) -> Void
  ) -> AnyDatabaseCancellable {
    let number = state.withLock { state -> Int in
      state.observerCount += 1
      state.documentObservers[state.observerCount] = observer
      return state.observerCount
    }
    return AnyDatabaseCancellable { [weak self] in
      _ = self?.state.withLock { $0.documentObservers.removeValue(forKey: number) }
    }
  }

  // MARK: - Pending documents

  /// The ids of the documents that the other side does not have yet.
  ///
  /// - Parameter collection: a collection of the replicator.
  /// - Returns: the ids; none where the replicator does not push the collection.
  /// - Throws: `DatabaseError`, or what the endpoint throws.
  public func pendingDocumentIDs(in collection: DocumentCollection) async throws -> Set<String> {
    guard configuration.replicatorType != .pull,
      let choice = configuration.collections.first(where: { $0.0 == collection })?.1
    else { return [] }
    let peer = try await configuration.endpoint.peerID()
    let name = ReplicatorRun.name(collection.store, peer, choice)
    return try await collection.store.writer.read { db in
      let checkpoint = try collection.store.checkpoint(name, collection.name, .push, db)
      let changes = try collection.revisions(
        after: checkpoint,
        withoutThoseOf: peer,
        limit: .max,
        db
      )
      return Set(
        changes.revisions.map { Document($0, in: collection) }.filter(choice.pushes).map(\.id)
      )
    }
  }

  /// Whether the other side does not have a document yet.
  ///
  /// - Parameters:
  ///   - id: the id of the document.
  ///   - collection: a collection of the replicator.
  /// - Returns: whether it does not.
  /// - Throws: `DatabaseError`, or what the endpoint throws.
  public func isDocumentPending(
    _ id: String,
    in collection: DocumentCollection
  ) async throws -> Bool {
    try await pendingDocumentIDs(in: collection).contains(id)
  }
}

extension Document {
  init(_ revision: DocumentRevision, in collection: DocumentCollection) {
    let history = revision.history ?? History(Version(time: 0, peer: ""))
    self.init(collection: collection, id: revision.id, history: history, body: revision.body)
  }
}
