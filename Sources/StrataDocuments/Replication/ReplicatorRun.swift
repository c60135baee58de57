internal import Strata

/// One run of a replicator, from its start to its end.
struct ReplicatorRun {
  let replicator: Replicator
  let resets: Bool

  var configuration: ReplicatorConfiguration { replicator.configuration }
  var endpoint: any ReplicationEndpoint { configuration.endpoint }

  init(_ replicator: Replicator, resets: Bool) {
    self.replicator = replicator
    self.resets = resets
  }

  /// What names a replication in both databases.
  static func name(
    _ store: DocumentStore,
    _ peer: String,
    _ configuration: ReplicatorConfiguration.CollectionConfiguration
  ) -> String {
    "\(store.peerID)/\(peer)\(configuration.choice)"
  }

  /// Runs, until it is done or stopped.
  ///
  /// - Returns: whether all has been done.
  func run() async -> Bool {
    var pause = configuration.retryInterval
    var isReset = !resets
    while !Task.isCancelled {
      do {
        replicator.update { status in
          status.activity = .connecting
        }
        var legs = try await connect()
        if !isReset { for leg in legs { try await leg.reset() } }
        isReset = true
        try await exchange(&legs) { pause = configuration.retryInterval }
        return true
      } catch is CancellationError {
        return false
      } catch {
        if Task.isCancelled { return false }
        replicator.update { status in
          status.error = error
          if goesOn(after: error) { status.activity = .offline }
        }
        guard goesOn(after: error) else { return false }
        pause = max(pause, .zero)
        try? await Task.sleep(for: pause)
        let longest = configuration.maximumRetryInterval
        pause = pause > longest / 2 ? longest : pause * 2
      }
    }
    return false
  }

  /// Whether another attempt may have more success; a database that is closed stays so.
  private func goesOn(after error: any Error) -> Bool {
    configuration.isContinuous && !error.saysClosed
  }

  private func connect() async throws -> [ReplicationLeg] {
    let peer = try await endpoint.peerID()
    var legs: [ReplicationLeg] = []
    for (collection, configuration) in configuration.collections {
      if peer == collection.store.peerID {
        throw ReplicationError(
          reason: .sameDatabase,
          description: """
            both sides are the same database; where one is a copy of the other, call \
            DocumentStore.makeIndependent before the copy is opened
            """
        )
      }
      var leg = ReplicationLeg(
        replicator: replicator,
        collection: collection,
        configuration: configuration,
        replication: Self.name(collection.store, peer, configuration),
        peer: peer,
        isReset: resets
      )
      try await leg.meet()
      legs.append(leg)
    }
    return legs
  }

  private func exchange(
    _ legs: inout [ReplicationLeg],
    onSuccess: () -> Void
  ) async throws {
    guard configuration.isContinuous else {
      replicator.update { $0.activity = .busy }
      return try await exchangeOnce(&legs)
    }
    // Asked for before the first look, so that nothing comes in between.
    let (signals, continuation) = try await signals(legs)
    defer { continuation.finish() }
    var iterator = signals.makeAsyncIterator()
    repeat {
      replicator.update { $0.activity = .busy }
      try await exchangeOnce(&legs)
      onSuccess()
      replicator.update { status in
        status.activity = .idle
        status.error = nil
      }
    } while await iterator.next() != nil
    try Task.checkCancellation()
    // Where a database was closed, this says so.
    try await exchangeOnce(&legs)
    throw ReplicationError(
      reason: .endpoint,
      description: "the other database has ended telling of its changes"
    )
  }

  private func exchangeOnce(_ legs: inout [ReplicationLeg]) async throws {
    for index in legs.indices {
      if configuration.replicatorType != .push { try await legs[index].pull() }
      if configuration.replicatorType != .pull { try await legs[index].push() }
      try await legs[index].agree()
    }
  }

  /// Tells of changes on both sides, until one of them has no more; those that come together are told
  /// once.
  private func signals(
    _ legs: [ReplicationLeg]
  ) async throws -> (AsyncStream<Void>, AsyncStream<Void>.Continuation) {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    var sources: [AsyncStream<Void>] = []
    if configuration.replicatorType != .pull {
      for leg in legs { sources.append(try leg.collection.store.signals([leg.collection])) }
    }
    if configuration.replicatorType != .push {
      sources.append(try await endpoint.changes(in: legs.map(\.collection.name)))
    }
    let tasks = sources.map { source in
      Task {
        for await _ in source { continuation.yield() }
        continuation.finish()
      }
    }
    continuation.onTermination = { _ in for task in tasks { task.cancel() } }
    return (stream, continuation)
  }
}
