/// Hands values to the closures of an observer: in order, one at a time, and none after the end.
///
/// Schedulers need not keep order: `.task` may run any of its tasks first. Each scheduled action
/// therefore hands over whatever is next.
final class ValueDelivery<Value: Sendable>: Sendable {
  private enum Item {
    case value(Value)
    case error(any Error)
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
    send(.value(value), immediately)
  }

  /// Hands an error over soon, or at once; it is the last.
  func send(_ error: any Error, immediately: Bool) {
    send(.error(error), immediately)
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

  private func send(_ item: Item, _ immediately: Bool) {
    let isActive = state.withLock { state in
      if state.callbacks != nil { state.items.append(item) }
      return state.callbacks != nil
    }
    if !isActive { return }
    if immediately {
      handOver()
    } else {
      schedule { self.handOver() }
    }
  }

  private func handOver() {
    while let (item, callbacks) = next() {
      switch item {
      case .value(let value):
        callbacks.onChange(value)
      case .error(let error):
        end()
        callbacks.onError(error)
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
