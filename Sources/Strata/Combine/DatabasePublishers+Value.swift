#if canImport(Combine)
public import Combine
public import Dispatch

extension DatabasePublishers {
  /// Publishes the values of an observation; see ``ValueObservation/publisher(in:scheduling:)``.
  public struct Value<Output: Sendable>: Publisher {
    /// What has ended the observation.
    public typealias Failure = any Error

    typealias Start =
      @Sendable (
        _ onError: @escaping @Sendable (any Error) -> Void,
        _ onChange: @escaping @Sendable (Output) -> Void
      ) -> AnyDatabaseCancellable

    let scheduler: any ValueObservationScheduler
    let start: Start

    /// Subscribes: each subscriber has an observation of its own, which starts with the first
    /// demand.
    public func receive<S>(subscriber: S)
    where S: Subscriber, S.Failure == any Error, S.Input == Output {
      subscriber.receive(subscription: ValueSubscription(self, Downstream(subscriber)))
    }
  }
}

extension ValueObservation {
  /// The values as a Combine publisher.
  ///
  /// Each subscriber has an observation of its own. It starts when the subscriber asks for a value,
  /// and ends with the subscription; an error is its completion. A subscriber that asks for fewer
  /// values than there are gets the last one as soon as it asks again. Where the observation
  /// recovers from errors, they are passed over.
  ///
  /// - Parameters:
  ///   - reader: the database.
  ///   - scheduler: where values are published. With `.immediate` the first one is there when the
  ///     subscriber asks for it, which must be on the main actor.
  /// - Returns: the publisher.
  public func publisher(
    in reader: any DatabaseReader,
    scheduling scheduler: some ValueObservationScheduler = .async(onQueue: .main)
  ) -> DatabasePublishers.Value<Reducer.Value> {
    DatabasePublishers.Value(scheduler: scheduler) { onError, onChange in
      start(
        in: reader,
        scheduling: scheduler,
        onError: { if !recoversFromErrors { onError($0) } },
        onChange: onChange
      )
    }
  }
}

/// The subscription to an observation.
///
/// `@unchecked Sendable`: the subscriber is called by one thread at a time, and all else is in the
/// lock.
private final class ValueSubscription<Value: Sendable>: Subscription, @unchecked Sendable {
  private enum Phase {
    case waitingForDemand
    case observing(AnyDatabaseCancellable?)
    case over
  }

  private struct State {
    var phase = Phase.waitingForDemand
    var downstream: Downstream<Value>?
    var demand = Subscribers.Demand.none
    /// What is still to be published.
    var value: Value?
    var error: (any Error)?
    /// Whether a thread calls the subscriber.
    var isPublishing = false
  }

  /// What is done outside of the lock.
  private enum Step {
    case publish(Value, Downstream<Value>)
    case fail(any Error, Downstream<Value>)
  }

  private let publisher: DatabasePublishers.Value<Value>
  private let state: UncheckedLock<State>

  init(_ publisher: DatabasePublishers.Value<Value>, _ downstream: Downstream<Value>) {
    self.publisher = publisher
    state = UncheckedLock(State(downstream: downstream))
  }

  func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    let (isFirst, hasValue) = state.withLock { state -> (Bool, Bool) in
      state.demand += demand
      guard case .waitingForDemand = state.phase else { return (false, state.value != nil) }
      state.phase = .observing(nil)
      return (true, false)
    }
    if isFirst { start() }
    if hasValue { publisher.scheduler.schedule { self.publish() } }
  }

  func cancel() {
    // Released outside of the lock: the subscriber may hold another subscription.
    let (phase, downstream) = end()
    if case .observing(let cancellable) = phase { cancellable?.cancel() }
    withExtendedLifetime(downstream) {}
  }

  private func start() {
    let cancellable = publisher.start { error in
      self.state.withLock { $0.error = error }
      self.publish()
    } _: { value in
      self.state.withLock { $0.value = value }
      self.publish()
    }
    let isObserving = state.withLock { state in
      guard case .observing = state.phase else { return false }
      state.phase = .observing(cancellable)
      return true
    }
    // The first value has ended the subscription.
    if !isObserving { cancellable.cancel() }
  }

  private func end() -> (Phase, Downstream<Value>?) {
    state.withLock { state in
      defer {
        state.phase = .over
        state.downstream = nil
        state.value = nil
        state.error = nil
      }
      return (state.phase, state.downstream)
    }
  }

  /// Publishes what there is and what is wanted, unless another thread is about it.
  private func publish() {
    while let step = next() {
      switch step {
      case .publish(let value, let downstream):
        let more = downstream.receive(value)
        state.withLock { state in
          state.demand += more
          state.isPublishing = false
        }
      case .fail(let error, let downstream):
        _ = end()
        downstream.complete(.failure(error))
        return
      }
    }
  }

  private func next() -> Step? {
    state.withLock { state in
      guard !state.isPublishing, let downstream = state.downstream else { return nil }
      if let value = state.value, state.demand > .none {
        state.value = nil
        state.demand -= 1
        state.isPublishing = true
        return .publish(value, downstream)
      }
      guard let error = state.error else { return nil }
      return .fail(error, downstream)
    }
  }
}
#endif
