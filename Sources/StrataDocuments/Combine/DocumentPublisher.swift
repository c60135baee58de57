#if canImport(Combine)
public import Combine
internal import Dispatch
internal import Strata

/// Publishes changes of documents, queries or replicators.
///
/// Each subscriber has a subscription of its own, which begins when it subscribes. What comes before it
/// asks for it is kept; of the rows of a query, the newest ones.
public struct DocumentPublisher<Output: Sendable>: Publisher {
  /// Changes come without an end.
  public typealias Failure = Never

  let queue: DispatchQueue
  /// Whether a value makes those before it, which nobody has asked for yet, needless.
  var keepsNewestOnly = false
  let observe:
    @Sendable (_ observer: @escaping @Sendable (Output) -> Void) -> AnyDatabaseCancellable

  /// Subscribes.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    let subscription = DocumentSubscription<Output>(queue, keepsNewestOnly) {
      subscriber.receive($0)
    }
    subscriber.receive(subscription: subscription)
    subscription.start(observe)
  }
}

/// The subscription of one subscriber.
///
/// `@unchecked Sendable`: the subscriber is called on the queue by one block at a time, and all else is in
/// the lock.
private final class DocumentSubscription<Output: Sendable>: Subscription, @unchecked Sendable {
  private struct State {
    var values: [Output] = []
    var demand = Subscribers.Demand.none
    var isDelivering = false
    var isOver = false
    var cancellable: AnyDatabaseCancellable?
  }

  private let queue: DispatchQueue
  private let keepsNewestOnly: Bool
  private let receive: (Output) -> Subscribers.Demand
  private let state = Lock(State())

  init(
    _ queue: DispatchQueue,
    _ keepsNewestOnly: Bool,
    receive: @escaping (Output) -> Subscribers.Demand
  ) {
    self.queue = queue
    self.keepsNewestOnly = keepsNewestOnly
    self.receive = receive
  }

  func start(
    _ observe:
      @Sendable (_ observer: @escaping @Sendable (Output) -> Void) -> AnyDatabaseCancellable
  ) {
    let cancellable = observe { [weak self] in self?.add($0) }
    let isOver = state.withLock { state -> Bool in
      if !state.isOver { state.cancellable = cancellable }
      return state.isOver
    }
    if isOver { cancellable.cancel() }
  }

  func request(_ demand: Subscribers.Demand) {
    state.withLock { $0.demand += demand }
    deliver()
  }

  func cancel() {
    let cancellable = state.withLock { state in
      state.isOver = true
      state.values = []
      return state.cancellable.take()
    }
    cancellable?.cancel()
  }

  private func add(_ value: Output) {
    state.withLock { state in
      if state.isOver { return }
      if keepsNewestOnly { state.values = [] }
      state.values.append(value)
    }
    deliver()
  }

  private func deliver() {
    let isNeeded = state.withLock { state -> Bool in
      guard !state.isDelivering, state.demand > .none, !state.values.isEmpty else { return false }
      state.isDelivering = true
      return true
    }
    if isNeeded { queue.async { self.deliverAll() } }
  }

  private func deliverAll() {
    while let value = nextValue() {
      let more = receive(value)
      state.withLock { $0.demand += more }
    }
  }

  private func nextValue() -> Output? {
    state.withLock { state in
      guard !state.isOver, state.demand > .none, !state.values.isEmpty else {
        state.isDelivering = false
        return nil
      }
      state.demand -= 1
      return state.values.removeFirst()
    }
  }
}
#endif
