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
    var statusObservers: [Int: ChangeReceiver<ReplicatorChange>] = [:]
    var documentObservers: [Int: ChangeReceiver<DocumentReplication>] = [:]
    var observerCount = 0
    /// Whether a database that it replicates is closed.
    var isClosed = false
    var closings: [AnyDatabaseCancellable] = []
  }

  /// What the replicator does.
  public let configuration: ReplicatorConfiguration
  private let state = Lock(State())

  /// A replicator, which does nothing until it is started.
  public init(_ configuration: ReplicatorConfiguration) {
    self.configuration = configuration
    var writers: [ObjectIdentifier: any DatabaseWriter] = [:]
    for (collection, _) in configuration.collections {
      writers[ObjectIdentifier(collection.store.writer)] = collection.store.writer
    }
    let closings = writers.values.map { $0.whenClosed { [weak self] in self?.close() } }
    state.withLock { $0.closings = closings }
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
      // Where it was stopping, the run that was asked for follows.
      while let run = state.withLock({ $0.task }) { await run.value }
    } onCancel: {
      stop()
    }
    let (error, isComplete) = state.withLock { ($0.status.error, $0.isComplete) }
    if let error, !isComplete { throw error }
    if !isComplete { try Task.checkCancellation() }
  }

  private func end(_ isComplete: Bool) {
    state.withLock { state in
      state.task = nil
      state.isComplete = isComplete
      state.status.activity = .stopped
      if state.isClosed { return }
      tell(&state)
      if state.next.isWanted { start(state.next.resets, &state) }
    }
    finishIfClosed()
  }

  /// Ends it, as a database that it replicates is closed.
  private func close() {
    state.withLock { state -> Task<Void, Never>? in
      state.isClosed = true
      return state.task
    }?.cancel()
    finishIfClosed()
  }

  /// Tells for the last time of the status, where the database is closed and nothing runs any more.
  private func finishIfClosed() {
    let ends = state.withLock { state -> [@Sendable () -> Void] in
      guard state.isClosed, state.task == nil else { return [] }
      state.status.error = DatabaseError.closedDatabase
      tell(&state)
      defer {
        state.statusObservers = [:]
        state.documentObservers = [:]
      }
      return state.statusObservers.values.map(\.finish)
        + state.documentObservers.values.map(\.finish)
    }
    // Outside of the lock, as the end of a sequence removes its observer.
    for end in ends { end() }
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
    for (_, observer) in state.statusObservers.sorted(by: { $0.key < $1.key }) {
      observer.receive(change)
    }
  }

  func tell(_ documents: [ReplicatedDocument], isPush: Bool) {
    if documents.isEmpty { return }
    let event = DocumentReplication(replicator: self, isPush: isPush, documents: documents)
    let observers = state.withLock { state in
      state.documentObservers.sorted { $0.key < $1.key }.map(\.value)
    }
    for observer in observers { observer.receive(event) }
  }

  /// What the replicator is doing from now on.
  ///
  /// Each call gives a sequence of its own, which ends where its task is cancelled; where the database of
  /// a collection is closed, it tells of that error first.
  public var changes: AsyncStream<ReplicatorChange> {
    AsyncStream { continuation in
      let cancellable = observeStatus(ChangeReceiver(continuation))
      continuation.onTermination = { _ in cancellable.cancel() }
    }
  }

  /// The documents that are pushed and pulled from now on.
  ///
  /// Each call gives a sequence of its own, which ends where its task is cancelled, and after the last
  /// document where the database of a collection is closed.
  public var documentReplications: AsyncStream<DocumentReplication> {
    AsyncStream { continuation in
      let cancellable = observeDocuments(ChangeReceiver(continuation))
      continuation.onTermination = { _ in cancellable.cancel() }
    }
  }

  func observeStatus(_ receiver: ChangeReceiver<ReplicatorChange>) -> AnyDatabaseCancellable {
    let number = state.withLock { state -> Int in
      state.observerCount += 1
      state.statusObservers[state.observerCount] = receiver
      return state.observerCount
    }
    finishIfClosed()
    return AnyDatabaseCancellable { [weak self] in
      _ = self?.state.withLock { $0.statusObservers.removeValue(forKey: number) }
    }
  }

  func observeDocuments(_ receiver: ChangeReceiver<DocumentReplication>) -> AnyDatabaseCancellable {
    let number = state.withLock { state -> Int in
      state.observerCount += 1
      state.documentObservers[state.observerCount] = receiver
      return state.observerCount
    }
    finishIfClosed()
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
    Set(try await pendingIDs(in: collection))
  }

  private func pendingIDs(in collection: DocumentCollection) async throws -> [String] {
    guard configuration.replicatorType != .pull,
      let choice = configuration.collections.first(where: { $0.0 == collection })?.1
    else { return [] }
    let peer = try await configuration.endpoint.peerID()
    let name = ReplicatorRun.name(collection.store, peer, choice)
    var sequence = try await collection.store.writer.read { db in
      try collection.store.checkpoint(name, collection.name, .push, db)
    }
    let batchSize = max(configuration.batchSize, 1)
    var ids: [String] = []
    while true {
      let start = sequence
      let (revisions, last) = try await collection.store.writer.read { db in
        try collection.revisions(after: start, withoutThoseOf: peer, limit: batchSize, db)
      }
      if last == start { return ids }
      // Outside of the access, as the filter may read what it likes.
      ids += revisions.map { Document($0, in: collection) }.filter(choice.pushes).map(\.id)
      sequence = last
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
    // By bytes, as the database compares ids.
    try await pendingIDs(in: collection).contains { $0.utf8.elementsEqual(id.utf8) }
  }
}

extension Document {
  init(_ revision: DocumentRevision, in collection: DocumentCollection) {
    let history = revision.history ?? History(Version(time: 0, peer: ""))
    self.init(collection: collection, id: revision.id, history: history, body: revision.body)
  }
}
