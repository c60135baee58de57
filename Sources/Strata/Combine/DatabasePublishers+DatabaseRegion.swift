#if canImport(Combine)
public import Combine

extension DatabasePublishers {
  /// Publishes the transactions that change a region; see
  /// ``DatabaseRegionObservation/publisher(in:)``.
  public struct DatabaseRegion: Publisher {
    /// The connection that has written.
    public typealias Output = Database
    /// Why a region cannot be found out.
    public typealias Failure = any Error

    let writer: any DatabaseWriter
    let observation: DatabaseRegionObservation

    /// Subscribes; the observation starts with the first demand.
    public func receive<S>(subscriber: S)
    where S: Subscriber, S.Failure == any Error, S.Input == Database {
      subscriber.receive(subscription: RegionSubscription(self, Downstream(subscriber)))
    }
  }
}

extension DatabaseRegionObservation {
  /// The transactions that change the regions, as a Combine publisher.
  ///
  /// A connection is published in the write itself, on its thread; nothing keeps it for a subscriber
  /// that has not asked for it.
  ///
  /// - Parameter writer: the database.
  /// - Returns: the publisher, whose completion is the error of a region that cannot be found out.
  public func publisher(in writer: any DatabaseWriter) -> DatabasePublishers.DatabaseRegion {
    DatabasePublishers.DatabaseRegion(writer: writer, observation: self)
  }
}

/// The subscription to an observation of regions.
///
/// `@unchecked Sendable`: the subscriber is called in accesses of the writer, and all else is in the
/// lock.
private final class RegionSubscription: Subscription, @unchecked Sendable {
  private struct State {
    var downstream: Downstream<Database>?
    var demand = Subscribers.Demand.none
    var isStarted = false
    var cancellable: AnyDatabaseCancellable?
  }

  private let publisher: DatabasePublishers.DatabaseRegion
  private let state: UncheckedLock<State>

  init(_ publisher: DatabasePublishers.DatabaseRegion, _ downstream: Downstream<Database>) {
    self.publisher = publisher
    state = UncheckedLock(State(downstream: downstream))
  }

  func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    let isFirst = state.withLock { state in
      state.demand += demand
      defer { state.isStarted = true }
      return !state.isStarted
    }
    if isFirst { start() }
  }

  func cancel() {
    let (cancellable, downstream) = end()
    cancellable?.cancel()
    withExtendedLifetime(downstream) {}
  }

  private func start() {
    let cancellable = publisher.observation.start(in: publisher.writer) { error in
      self.end().1?.complete(.failure(error))
    } onChange: { db in
      self.publish(db)
    }
    let isOver = state.withLock { state in
      if state.downstream != nil { state.cancellable = cancellable }
      return state.downstream == nil
    }
    if isOver { cancellable.cancel() }
  }

  private func end() -> (AnyDatabaseCancellable?, Downstream<Database>?) {
    state.withLock { ($0.cancellable.take(), $0.downstream.take()) }
  }

  private func publish(_ db: Database) {
    let downstream = state.withLock { state -> Downstream<Database>? in
      guard state.demand > .none, let downstream = state.downstream else { return nil }
      state.demand -= 1
      return downstream
    }
    guard let downstream else { return }
    let more = downstream.receive(db)
    state.withLock { $0.demand += more }
  }
}
#endif
