/// The states of an iteration over the values of an observation.
struct AsyncValueStateMachine<Element: Sendable> {
  typealias Continuation = CheckedContinuation<Element?, any Error>

  /// What is to be done after a transition, outside of the lock.
  enum Action {
    case none
    case resume(Continuation, Result<Element?, any Error>)
    /// Ends the observation, and the `next()` that waits, if any.
    case cancel(Continuation?)
  }

  private enum State {
    /// Values are there, or none.
    case buffering([Element])
    /// `next()` waits for a value.
    case waiting(Continuation)
    /// The observation has failed; its values come before its error.
    case failed([Element], any Error)
    case finished
  }

  private let bufferingPolicy: AsyncValueObservation<Element>.BufferingPolicy
  private var state = State.buffering([])

  init(bufferingPolicy: AsyncValueObservation<Element>.BufferingPolicy) {
    self.bufferingPolicy = bufferingPolicy
  }

  /// The observation gives a value.
  mutating func receive(_ value: Element) -> Action {
    switch state {
    case .buffering(var values):
      state = .finished
      append(value, to: &values)
      state = .buffering(values)
      return .none
    case .waiting(let continuation):
      state = .buffering([])
      return .resume(continuation, .success(value))
    case .failed, .finished:
      return .none
    }
  }

  /// The observation fails.
  mutating func fail(_ error: any Error) -> Action {
    switch state {
    case .buffering(let values):
      state = .failed(values, error)
      return .none
    case .waiting(let continuation):
      state = .finished
      return .resume(continuation, .failure(error))
    case .failed, .finished:
      return .none
    }
  }

  /// The iteration wants a value.
  mutating func next(_ continuation: Continuation) -> Action {
    switch state {
    case .buffering(var values):
      if values.isEmpty {
        state = .waiting(continuation)
        return .none
      }
      state = .finished
      let value = values.removeFirst()
      state = .buffering(values)
      return .resume(continuation, .success(value))
    case .waiting:
      // Two tasks share an iterator, which only one may use.
      return .resume(continuation, .success(nil))
    case .failed(var values, let error):
      if values.isEmpty {
        state = .finished
        return .resume(continuation, .failure(error))
      }
      let value = values.removeFirst()
      state = .failed(values, error)
      return .resume(continuation, .success(value))
    case .finished:
      return .resume(continuation, .success(nil))
    }
  }

  /// The iteration's task is cancelled, or its iterator is gone.
  mutating func cancel() -> Action {
    defer { state = .finished }
    switch state {
    case .waiting(let continuation): return .cancel(continuation)
    case .buffering, .failed: return .cancel(nil)
    case .finished: return .none
    }
  }

  private func append(_ value: Element, to values: inout [Element]) {
    switch bufferingPolicy {
    case .unbounded:
      values.append(value)
    case .bufferingOldest(let limit):
      if values.count < limit { values.append(value) }
    case .bufferingNewest(let limit):
      values.append(value)
      if values.count > limit { values.removeFirst(values.count - limit) }
    }
  }
}
