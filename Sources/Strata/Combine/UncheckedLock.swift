#if canImport(Combine)
/// A value that one thread at a time may use, and that cannot be sent to another one otherwise.
///
/// `@unchecked Sendable`: the value is touched in the lock only. Combine's protocols say nothing of
/// threads; whoever takes a subscriber out of the lock calls it as Combine wants it to be called.
final class UncheckedLock<Value>: @unchecked Sendable {
  private let lock = Lock<Void>(())
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.unsafeLock()
    defer { lock.unsafeUnlock() }
    return body(&value)
  }
}
#endif
