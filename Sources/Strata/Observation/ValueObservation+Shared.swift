public import Dispatch

/// How long a ``SharedValueObservation`` observes the database.
public enum SharedValueObservationExtent: Sendable {
  /// As long as it lives, or somebody observes it; an error is its end.
  case observationLifetime
  /// While somebody observes it; whoever comes after an error or a pause starts it anew.
  case whileObserved
}

extension ValueObservation {
  /// One observation for any number of observers.
  ///
  ///     let shared = observation.shared(in: pool)
  ///
  /// Keep the shared observation: each call of this method makes another one.
  ///
  /// - Parameters:
  ///   - reader: the database.
  ///   - scheduler: where the closures of all observers are called.
  ///   - extent: how long the database is observed.
  /// - Returns: what is observed by `start` or `values`.
  public func shared(
    in reader: any DatabaseReader,
    scheduling scheduler: some ValueObservationScheduler = .async(onQueue: .main),
    extent: SharedValueObservationExtent = .whileObserved
  ) -> SharedValueObservation<Reducer.Value> {
    SharedValueObservation(
      scheduler,
      extent: extent,
      recoversFromErrors: recoversFromErrors
    ) { onError, onChange in
      let delivery = ValueDelivery(
        schedule: { scheduler.schedule($0) },
        onError: onError,
        onChange: onChange
      )
      let observer = ValueObserver(self, reader, delivery)
      return SharedValueObservation.Source(
        cancellable: observer.start(immediately: scheduler.immediateInitialValue()),
        whenCurrent: { observer.whenCurrent($0) }
      )
    }
  }
}

/// One observation for any number of observers, each of which gets the last value first.
///
/// An observer that comes later need not wait for a fetch. Where a commit has made the last value
/// wrong, it is given the next one and not the last; only with the scheduler `.immediate`, which gives
/// a value before `start` returns, that is the last one all the same.
public final class SharedValueObservation<Element: Sendable>: Sendable {
  /// The one observation.
  struct Source: Sendable {
    let cancellable: AnyDatabaseCancellable
    /// Runs an action in the scheduler once the last value is up to date.
    let whenCurrent: @Sendable (_ action: @escaping @Sendable () -> Void) -> Void
  }

  typealias Start =
    @Sendable (
      _ onError: @escaping @Sendable (any Error) -> Void,
      _ onChange: @escaping @Sendable (Element) -> Void
    ) -> Source

  private struct Client {
    let delivery: ValueDelivery<Element>
    /// Whether it was given nothing yet.
    var isNew = true
  }

  private struct State {
    var clients: [Client] = []
    /// The number of starts of the one observation.
    var run = 0
    var isObserving = false
    var source: Source?
    var lastResult: Result<Element, any Error>?

    mutating func stop() -> Source? {
      isObserving = false
      lastResult = nil
      return source.take()
    }
  }

  let scheduler: any ValueObservationScheduler
  private let extent: SharedValueObservationExtent
  let recoversFromErrors: Bool
  private let startSource: Start
  private let state = Lock(State())

  init(
    _ scheduler: any ValueObservationScheduler,
    extent: SharedValueObservationExtent,
    recoversFromErrors: Bool,
    startSource: @escaping Start
  ) {
    self.scheduler = scheduler
    self.extent = extent
    self.recoversFromErrors = recoversFromErrors
    self.startSource = startSource
  }

  /// Starts to observe.
  ///
  /// - Parameters:
  ///   - onError: is told of an error of the observation.
  ///   - onChange: is given each value.
  /// - Returns: what ends it, at the latest when it goes.
  @preconcurrency public func start(
    onError: @escaping @Sendable (any Error) -> Void,
    onChange: @escaping @Sendable (Element) -> Void
  ) -> AnyDatabaseCancellable {
    let isImmediate = scheduler.immediateInitialValue()
    let client = ValueDelivery(
      schedule: { [scheduler] in scheduler.schedule($0) },
      onError: onError,
      onChange: onChange
    )
    let run = state.withLock { state -> Int? in
      state.clients.append(Client(delivery: client))
      guard state.isObserving else {
        state.isObserving = true
        state.run += 1
        return state.run
      }
      if let result = state.lastResult, isImmediate || result.isFailure {
        greet(&state.clients[state.clients.count - 1], result)
      }
      return nil
    }
    if let run { startObserving(run) } else { client.run(isImmediate) }
    greetWhenCurrent()
    return AnyDatabaseCancellable { self.remove(client) }
  }

  /// The values as a sequence, which ends when its task is cancelled.
  ///
  /// - Parameter bufferingPolicy: which values are kept for an iteration that is slower than they come.
  /// - Returns: the sequence.
  public func values(
    bufferingPolicy: AsyncValueObservation<Element>.BufferingPolicy = .unbounded
  ) -> AsyncValueObservation<Element> {
    AsyncValueObservation(bufferingPolicy: bufferingPolicy) { onError, onChange in
      self.start(
        onError: { [recoversFromErrors = self.recoversFromErrors] error in
          if !recoversFromErrors { onError(error) }
        },
        onChange: onChange
      )
    }
  }

  // MARK: - The one observation

  private func startObserving(_ run: Int) {
    // Weak: the observation must not keep alive who ends it.
    let source = startSource(
      { [weak self] error in self?.receive(.failure(error), run) },
      { [weak self] value in self?.receive(.success(value), run) }
    )
    let unwanted = state.withLock { state in
      guard state.isObserving, state.run == run else { return Optional(source) }
      state.source = source
      return nil
    }
    unwanted?.cancellable.cancel()
  }

  private func receive(_ result: Result<Element, any Error>, _ run: Int) {
    let isEnd = result.isFailure && !recoversFromErrors
    let (clients, ended) = state.withLock { state -> ([Client], Source?) in
      guard state.run == run, state.isObserving else { return ([], nil) }
      for index in state.clients.indices {
        state.clients[index].isNew = false
        state.clients[index].delivery.add(result, isLast: isEnd)
      }
      let clients = state.clients
      if !isEnd {
        if !result.isFailure { state.lastResult = result }
        return (clients, nil)
      }
      state.clients = []
      if extent == .whileObserved { return (clients, state.stop()) }
      state.lastResult = result
      return (clients, nil)
    }
    for client in clients { client.delivery.run(true) }
    ended?.cancellable.cancel()
  }

  private func remove(_ client: ValueDelivery<Element>) {
    client.end()
    let ended = state.withLock { state -> Source? in
      state.clients.removeAll { $0.delivery === client }
      return state.clients.isEmpty && extent == .whileObserved ? state.stop() : nil
    }
    ended?.cancellable.cancel()
  }

  // MARK: - Observers that come later

  /// Gives the last value to those who have come after it, once it is certain that no other value is
  /// on its way.
  private func greetWhenCurrent() {
    let source = state.withLock { state in
      state.clients.contains(where: \.isNew) ? state.source : nil
    }
    source?.whenCurrent { [weak self] in self?.greetNewClients() }
  }

  private func greetNewClients() {
    let clients = state.withLock { state -> [Client] in
      guard let result = state.lastResult else { return [] }
      let indices = state.clients.indices.filter { state.clients[$0].isNew }
      for index in indices { greet(&state.clients[index], result) }
      return indices.map { state.clients[$0] }
    }
    for client in clients { client.delivery.run(true) }
  }

  private func greet(_ client: inout Client, _ result: Result<Element, any Error>) {
    client.isNew = false
    client.delivery.add(result, isLast: result.isFailure && !recoversFromErrors)
  }
}

extension Result {
  fileprivate var isFailure: Bool {
    if case .failure = self { true } else { false }
  }
}
