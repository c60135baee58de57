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

  func run() async {
    var pause = configuration.retryInterval
    var isReset = !resets
    while !Task.isCancelled {
      do {
        replicator.update { status in
          status.activity = .connecting
        }
        let legs = try await connect()
        if !isReset { for leg in legs { try await leg.reset() } }
        isReset = true
        try await exchange(legs) { pause = configuration.retryInterval }
        return
      } catch is CancellationError {
        return
      } catch {
        if Task.isCancelled { return }
        replicator.update { status in
          status.error = error
          if configuration.isContinuous { status.activity = .offline }
        }
        guard configuration.isContinuous else { return }
        try? await Task.sleep(for: pause)
        pause = min(pause * 2, configuration.maximumRetryInterval)
      }
    }
  }

  private func connect() async throws -> [ReplicationLeg] {
    let peer = try await endpoint.peerID()
    return configuration.collections.map { collection, configuration in
      ReplicationLeg(
        replicator: replicator,
        collection: collection,
        configuration: configuration,
        replication: Self.name(collection.store, peer, configuration),
        peer: peer,
        offersAll: resets
      )
    }
  }

  private func exchange(_ legs: [ReplicationLeg], onSuccess: () -> Void) async throws {
    guard configuration.isContinuous else {
      replicator.update { $0.activity = .busy }
      return try await exchangeOnce(legs)
    }
    // Asked for before the first look, so that nothing comes in between.
    let (signals, continuation) = try await signals(legs)
    defer { continuation.finish() }
    var iterator = signals.makeAsyncIterator()
    repeat {
      replicator.update { $0.activity = .busy }
      try await exchangeOnce(legs)
      onSuccess()
      replicator.update { status in
        status.activity = .idle
        status.error = nil
      }
    } while await iterator.next() != nil
    try Task.checkCancellation()
  }

  private func exchangeOnce(_ legs: [ReplicationLeg]) async throws {
    for leg in legs {
      if configuration.replicatorType != .push { try await leg.pull() }
      if configuration.replicatorType != .pull { try await leg.push() }
    }
  }

  /// Tells of changes on both sides; those that come together are told once.
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
      Task { for await _ in source { continuation.yield() } }
    }
    continuation.onTermination = { _ in for task in tasks { task.cancel() } }
    return (stream, continuation)
  }
}
