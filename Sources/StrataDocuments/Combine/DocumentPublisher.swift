#if canImport(Combine)
public import Combine
internal import Dispatch
internal import Strata

/// Publishes changes of documents, queries or replicators.
///
/// Each subscriber has a subscription of its own, which begins when it subscribes. What comes before it
/// asks for it is kept; of the rows of a query, the newest ones. It is finished after the last one where the
/// database is closed.
public struct DocumentPublisher<Output: Sendable>: Publisher {
  /// Changes come until the database is closed.
  public typealias Failure = Never

  let queue: DispatchQueue
  /// Whether a value makes those before it, which nobody has asked for yet, needless.
  var keepsNewestOnly = false
  let observe: @Sendable (_ receiver: ChangeReceiver<Output>) -> AnyDatabaseCancellable

  /// Subscribes.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    let subscription = DocumentSubscription<Output>(
      queue,
      keepsNewestOnly,
      receive: { subscriber.receive($0) },
      finish: { subscriber.receive(completion: .finished) }
    )
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
    /// Whether nothing comes after the values.
    var isEnding = false
    var isOver = false
    var cancellable: AnyDatabaseCancellable?

    /// What is to be delivered now.
    var next: Step? {
      if isOver { return nil }
      if let value = values.first { return demand > .none ? .value(value) : nil }
      return isEnding ? .end : nil
    }
  }

  private enum Step {
    case value(Output)
    case end
  }

  private let queue: DispatchQueue
  private let keepsNewestOnly: Bool
  private let receive: (Output) -> Subscribers.Demand
  private let finish: () -> Void
  private let state = Lock(State())

  init(
    _ queue: DispatchQueue,
    _ keepsNewestOnly: Bool,
    receive: @escaping (Output) -> Subscribers.Demand,
    finish: @escaping () -> Void
  ) {
    self.queue = queue
    self.keepsNewestOnly = keepsNewestOnly
    self.receive = receive
    self.finish = finish
  }

  func start(_ observe: @Sendable (_ receiver: ChangeReceiver<Output>) -> AnyDatabaseCancellable) {
    let cancellable = observe(
      ChangeReceiver(
        receive: { [weak self] in self?.add($0) },
        finish: { [weak self] in self?.end() }
      )
    )
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
      if state.isOver || state.isEnding { return }
      if keepsNewestOnly { state.values = [] }
      state.values.append(value)
    }
    deliver()
  }

  private func end() {
    state.withLock { $0.isEnding = true }
    deliver()
  }

  private func deliver() {
    let isNeeded = state.withLock { state -> Bool in
      guard !state.isDelivering, state.next != nil else { return false }
      state.isDelivering = true
      return true
    }
    if isNeeded { queue.async { self.deliverAll() } }
  }

  private func deliverAll() {
    while let step = takeStep() {
      switch step {
      case .value(let value):
        let more = receive(value)
        state.withLock { $0.demand += more }
      case .end:
        finish()
        cancel()
      }
    }
  }

  private func takeStep() -> Step? {
    state.withLock { state in
      let step = state.next
      switch step {
      case .value:
        state.demand -= 1
        state.values.removeFirst()
      case .end: state.isOver = true
      case nil: state.isDelivering = false
      }
      return step
    }
  }
}
#endif
