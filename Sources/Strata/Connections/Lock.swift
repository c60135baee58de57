public import Synchronization

/// A value that one thread at a time may use.
///
/// It is a `Mutex`, of which the thread sanitizer is told too: what the standard library's one orders
/// on Linux is hidden from it, and each guarded access would be reported as a race. The atomic costs
/// two plain moves.
@frozen @usableFromInline
package struct Lock<Value: ~Copyable>: ~Copyable {
  @usableFromInline let mutex: Mutex<Value>
  @usableFromInline let order = Atomic(false)

  @inlinable
  package init(_ value: consuming sending Value) {
    mutex = Mutex(value)
  }

  /// Runs `body` when no other thread has the value.
  @inlinable
  package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try mutex.withLock { value throws(Failure) in
      _ = order.load(ordering: .acquiring)
      defer { order.store(true, ordering: .releasing) }
      return try body(&value)
    }
  }

  /// Runs `body` if no other thread has the value now; else it returns nil.
  @inlinable
  package borrowing func withLockIfAvailable<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result? {
    try mutex.withLockIfAvailable { value throws(Failure) in
      _ = order.load(ordering: .acquiring)
      defer { order.store(true, ordering: .releasing) }
      return try body(&value)
    }
  }
}

extension Lock where Value == Void {
  /// Waits until no other thread has the value; for the one path on which a closure costs too much.
  @inline(__always)
  func unsafeLock() {
    mutex._unsafeLock()
    _ = order.load(ordering: .acquiring)
  }

  /// Gives the value back, on the thread that has taken it.
  @inline(__always)
  func unsafeUnlock() {
    order.store(true, ordering: .releasing)
    mutex._unsafeUnlock()
  }
}

// A mutex is one, and the atomic.
extension Lock: Sendable where Value: ~Copyable {}
