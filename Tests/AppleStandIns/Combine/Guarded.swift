import Synchronization

/// A value that one thread at a time may use.
///
/// `@unchecked Sendable`: the value is touched in the lock only. Combine's protocols say nothing of
/// threads, so that what is guarded need not be sendable.
final class Guarded<Value>: @unchecked Sendable {
  private let mutex = Mutex(())
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    return try body(&value)
  }

  func exchange(_ other: Value) -> Value {
    withLock { value in
      defer { value = other }
      return value
    }
  }
}

/// A value that is handed to another thread.
///
/// `@unchecked Sendable`: Combine hands values over without asking.
struct Handed<Value>: @unchecked Sendable {
  let value: Value
}
