/// The lock around an ``AsyncValueStateMachine``, and the observation that feeds it.
final class AsyncValueStorage<Element: Sendable>: Sendable {
  private let state: Lock<AsyncValueStateMachine<Element>>
  private let cancellable = Lock<AnyDatabaseCancellable?>(nil)

  init(
    bufferingPolicy: AsyncValueObservation<Element>.BufferingPolicy,
    start: AsyncValueObservation<Element>.Start
  ) {
    state = Lock(AsyncValueStateMachine(bufferingPolicy: bufferingPolicy))
    // Weak: the observation must not keep alive who ends it.
    let cancellable = start(
      { [weak self] error in self?.perform { $0.fail(error) } },
      { [weak self] value in self?.perform { $0.receive(value) } }
    )
    self.cancellable.withLock { $0 = cancellable }
  }

  /// The next value; nil once the iteration is over.
  func next() async throws -> Element? {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        perform { $0.next(continuation) }
      }
    } onCancel: {
      cancel()
    }
  }

  /// Ends the observation and the iteration.
  func cancel() {
    perform { $0.cancel() }
  }

  private func perform(
    _ transition: (inout AsyncValueStateMachine<Element>) -> AsyncValueStateMachine<Element>.Action
  ) {
    switch state.withLock({ transition(&$0) }) {
    case .none: break
    case .resume(let continuation, let result): continuation.resume(with: result)
    case .cancel(let continuation):
      cancellable.withLock { $0.take() }?.cancel()
      continuation?.resume(returning: nil)
    }
  }
}
