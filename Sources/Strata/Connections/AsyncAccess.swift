/// One asynchronous access: it waits for its turn, runs, and may be cancelled all the while.
///
/// Cancelled while it waits, it ends at once; while it runs, its SQL is interrupted and what it wrote
/// is rolled back. Either way it throws `CancellationError`.
final class AsyncAccess<Value: Sendable>: CancellableAccess {
  private enum State {
    case new
    case waiting(CheckedContinuation<Value, any Error>)
    case running(CheckedContinuation<Value, any Error>, SQLiteInterrupter)
    case ended
  }

  private struct Status {
    var state = State.new
    var isCancelled = false
  }

  private let status = Lock(Status())

  /// Waits for the value that `start` gets by running this access on another thread.
  static func value(
    _ start: @escaping @Sendable (AsyncAccess<Value>) -> Void
  ) async throws -> Value {
    let access = AsyncAccess()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        if access.wait(continuation) { start(access) }
      }
    } onCancel: {
      access.cancel()
    }
  }

  private func wait(_ continuation: CheckedContinuation<Value, any Error>) -> Bool {
    let isCancelled = status.withLock { status in
      if !status.isCancelled { status.state = .waiting(continuation) }
      return status.isCancelled
    }
    if isCancelled { continuation.resume(throwing: CancellationError()) }
    return !isCancelled
  }

  private func cancel() {
    let waiting: CheckedContinuation<Value, any Error>? = status.withLock { status in
      status.isCancelled = true
      switch status.state {
      case .new, .ended: return nil
      case .waiting(let continuation):
        status.state = .ended
        return continuation
      case .running(_, let interrupter):
        // Inside the lock: once the access has ended, another one may use the connection.
        interrupter.interrupt()
        return nil
      }
    }
    waiting?.resume(throwing: CancellationError())
  }

  func checkCancellation() throws {
    if status.withLock({ $0.isCancelled }) { throw CancellationError() }
  }

  /// Runs `body` on the connection, unless the access was cancelled while it waited.
  func run(_ database: Database, _ body: (Database) throws -> Value) {
    let interrupter = SQLiteInterrupter(database.sqlite)
    let isAlive = status.withLock { status in
      guard case .waiting(let continuation) = status.state else { return false }
      status.state = .running(continuation, interrupter)
      return true
    }
    guard isAlive else { return }
    let previous = database.confinement.cancellation
    database.confinement.cancellation = self
    let result = Result { try body(database) }
    database.confinement.cancellation = previous
    end(result)
  }

  /// Ends the access that could not run.
  func fail(_ error: any Error) { end(.failure(error)) }

  private func end(_ result: Result<Value, any Error>) {
    let (continuation, isCancelled) = status.withLock { status in
      defer { status.state = .ended }
      switch status.state {
      case .waiting(let continuation), .running(let continuation, _):
        return (Optional(continuation), status.isCancelled)
      case .new, .ended: return (nil, status.isCancelled)
      }
    }
    switch result {
    case .success(let value): continuation?.resume(returning: value)
    case .failure(let error):
      let isInterruption = (error as? DatabaseError)?.isInterruption ?? false
      continuation?.resume(throwing: isCancelled && isInterruption ? CancellationError() : error)
    }
  }
}
