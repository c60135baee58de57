/// Hands values to the closures of an observer: in order, one at a time, and none after the end.
///
/// Schedulers need not keep order: `.task` may run any of its tasks first. Each scheduled action
/// therefore hands over whatever is next.
final class ValueDelivery<Value: Sendable>: Sendable {
  private enum Item {
    case value(Value)
    case error(any Error, isLast: Bool)
    case action(@Sendable () -> Void)
  }

  private struct Callbacks {
    var onError: @Sendable (any Error) -> Void
    var onChange: @Sendable (Value) -> Void
  }

  private struct State {
    /// Nil once the observation is over, so that what the closures hold is released.
    var callbacks: Callbacks?
    var items: [Item] = []
    var isHandingOver = false
  }

  private let schedule: @Sendable (@escaping @Sendable () -> Void) -> Void
  private let state: Lock<State>

  init(
    schedule: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
    onError: @escaping @Sendable (any Error) -> Void,
    onChange: @escaping @Sendable (Value) -> Void
  ) {
    self.schedule = schedule
    state = Lock(State(callbacks: Callbacks(onError: onError, onChange: onChange)))
  }

  /// Hands a value over soon, or at once.
  func send(_ value: Value, immediately: Bool) {
    if add(.value(value)) { run(immediately) }
  }

  /// Hands an error over soon, or at once.
  func send(_ error: any Error, isLast: Bool, immediately: Bool) {
    if add(.error(error, isLast: isLast)) { run(immediately) }
  }

  /// Runs an action soon, after what was sent before.
  func send(_ action: @escaping @Sendable () -> Void) {
    if add(.action(action)) { run(false) }
  }

  /// Keeps a value or an error until ``run(_:)``.
  ///
  /// - Returns: whether the observation is not over.
  @discardableResult func add(_ result: Result<Value, any Error>, isLast: Bool = false) -> Bool {
    switch result {
    case .success(let value): add(.value(value))
    case .failure(let error): add(.error(error, isLast: isLast))
    }
  }

  /// Hands over soon, or at once, what was kept.
  func run(_ immediately: Bool) {
    if immediately {
      handOver()
    } else {
      schedule { self.handOver() }
    }
  }

  /// Hands nothing over any more.
  ///
  /// - Returns: whether it might have.
  @discardableResult func end() -> Bool {
    let callbacks = state.withLock { state in
      state.items = []
      return state.callbacks.take()
    }
    return callbacks != nil
  }

  private func add(_ item: Item) -> Bool {
    state.withLock { state in
      if state.callbacks != nil { state.items.append(item) }
      return state.callbacks != nil
    }
  }

  private func handOver() {
    while let (item, callbacks) = next() {
      switch item {
      case .value(let value):
        callbacks.onChange(value)
      case .error(let error, let isLast):
        if isLast { end() }
        callbacks.onError(error)
      case .action(let action):
        action()
      }
      state.withLock { $0.isHandingOver = false }
    }
  }

  private func next() -> (Item, Callbacks)? {
    state.withLock { state in
      guard !state.isHandingOver, !state.items.isEmpty, let callbacks = state.callbacks else {
        return nil
      }
      state.isHandingOver = true
      return (state.items.removeFirst(), callbacks)
    }
  }
}
