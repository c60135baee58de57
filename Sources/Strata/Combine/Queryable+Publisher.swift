#if canImport(Combine)
public import Combine

// A request implements `start(in:onCompletion:onChange:)` or `publisher(in:)`; each of them has the
// other one as its default.

extension Queryable {
  /// The values as a publisher, which obtains them on the main actor.
  ///
  /// - Parameter context: what holds the database.
  /// - Returns: a publisher that completes with the error where there cannot be any value.
  @MainActor public func publisher(in context: Context) -> AnyPublisher<Value, any Error> {
    AnyPublisher(RequestPublisher(request: self, context: context))
  }

  /// Subscribes to the publisher of the request.
  @MainActor public func start(
    in context: Context,
    onCompletion: @escaping @MainActor (QueryableCompletion) -> Void,
    onChange: @escaping @MainActor (Value) -> Void
  ) throws -> AnyDatabaseCancellable {
    precondition(
      RequestStart.current != ObjectIdentifier(Self.self),
      "\(Self.self) is a Queryable without values: it needs publisher(in:), or start"
    )
    let publisher = try publisher(in: context)
    let subscriber = RequestSubscriber<ValuePublisher>(onCompletion, onChange)
    publisher.subscribe(subscriber)
    return AnyDatabaseCancellable(subscriber)
  }
}

/// The request that a publisher starts.
private enum RequestStart {
  @TaskLocal static var current: ObjectIdentifier?
}

/// Publishes the values that a request is started for.
private struct RequestPublisher<Request: Queryable>: Publisher {
  typealias Output = Request.Value
  typealias Failure = any Error

  let request: Request
  let context: Request.Context

  func receive<S>(subscriber: S)
  where S: Subscriber, S.Failure == any Error, S.Input == Request.Value {
    subscriber.receive(subscription: RequestSubscription(self, Downstream(subscriber)))
  }
}

/// The subscription to a request.
///
/// `@unchecked Sendable`: the request, its context and the subscriber are used on the main actor, and
/// all else is in the lock.
private final class RequestSubscription<Request: Queryable>: Subscription, @unchecked Sendable {
  private struct State {
    var downstream: Downstream<Request.Value>?
    var demand = Subscribers.Demand.none
    var isStarted = false
    /// What is still to be published.
    var value: Request.Value?
    var completion: QueryableCompletion?
    var cancellable: AnyDatabaseCancellable?
  }

  private let publisher: RequestPublisher<Request>
  private let state: UncheckedLock<State>

  init(_ publisher: RequestPublisher<Request>, _ downstream: Downstream<Request.Value>) {
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
    MainActorQueue.run { [self] in if isFirst { start() } else { publish() } }
  }

  func cancel() {
    let (cancellable, downstream) = end()
    cancellable?.cancel()
    withExtendedLifetime(downstream) {}
  }

  @MainActor private func start() {
    if state.withLock({ $0.downstream == nil }) { return }
    do {
      let cancellable = try RequestStart.$current.withValue(ObjectIdentifier(Request.self)) {
        try publisher.request.start(in: publisher.context) { completion in
          self.state.withLock { $0.completion = completion }
          self.publish()
        } onChange: { value in
          self.state.withLock { $0.value = value }
          RequestStart.$current.withValue(nil) { self.publish() }
        }
      }
      let isOver = state.withLock { state in
        if state.downstream != nil { state.cancellable = cancellable }
        return state.downstream == nil
      }
      if isOver { cancellable.cancel() }
    } catch {
      state.withLock { $0.completion = .failure(error) }
      publish()
    }
  }

  private func end() -> (AnyDatabaseCancellable?, Downstream<Request.Value>?) {
    state.withLock { state in
      state.value = nil
      return (state.cancellable.take(), state.downstream.take())
    }
  }

  /// Publishes what there is and what is wanted.
  @MainActor private func publish() {
    let (value, downstream) = state.withLock {
      state -> (Request.Value?, Downstream<Request.Value>?) in
      guard state.demand > .none, state.value != nil else { return (nil, state.downstream) }
      state.demand -= 1
      return (state.value.take(), state.downstream)
    }
    if let value, let more = downstream?.receive(value) {
      state.withLock { $0.demand += more }
    }
    let completion = state.withLock { state in
      // A value comes before the end, also where it is not wanted yet.
      state.value == nil ? state.completion.take() : nil
    }
    switch completion {
    case nil: break
    case .finished: end().1?.complete(.finished)
    case .failure(let error): end().1?.complete(.failure(error))
    }
  }
}

/// The subscriber that gives a request's values to closures on the main actor, in order.
///
/// `@unchecked Sendable`: all is in the lock, or used on the main actor.
private final class RequestSubscriber<Source: Publisher>: Subscriber, DatabaseCancellable,
  @unchecked Sendable
{
  private enum Item {
    case value(Source.Output)
    case completion(QueryableCompletion)
  }

  private struct State {
    var subscription: (any Subscription)?
    var items: [Item] = []
    var isOver = false
  }

  private let onCompletion: @MainActor (QueryableCompletion) -> Void
  private let onChange: @MainActor (Source.Output) -> Void
  private let state = UncheckedLock(State())

  init(
    _ onCompletion: @escaping @MainActor (QueryableCompletion) -> Void,
    _ onChange: @escaping @MainActor (Source.Output) -> Void
  ) {
    self.onCompletion = onCompletion
    self.onChange = onChange
  }

  func receive(subscription: any Subscription) {
    let isWanted = state.withLock { state in
      guard state.subscription == nil, !state.isOver else { return false }
      state.subscription = subscription
      return true
    }
    if isWanted { subscription.request(.unlimited) } else { subscription.cancel() }
  }

  func receive(_ input: Source.Output) -> Subscribers.Demand {
    add(.value(input))
    return .none
  }

  func receive(completion: Subscribers.Completion<Source.Failure>) {
    switch completion {
    case .finished: add(.completion(.finished))
    case .failure(let error): add(.completion(.failure(error)))
    }
  }

  func cancel() {
    let subscription = state.withLock { state in
      state.isOver = true
      state.items = []
      return state.subscription.take()
    }
    subscription?.cancel()
  }

  private func add(_ item: Item) {
    state.withLock { if !$0.isOver { $0.items.append(item) } }
    MainActorQueue.run { self.handOver() }
  }

  @MainActor private func handOver() {
    while let item = state.withLock({ $0.items.isEmpty ? nil : $0.items.removeFirst() }) {
      switch item {
      case .value(let value): onChange(value)
      case .completion(let completion): onCompletion(completion)
      }
    }
  }
}
#endif
