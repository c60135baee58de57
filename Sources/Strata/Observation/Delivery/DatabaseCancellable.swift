/// What can be told to stop, such as a running observation.
public protocol DatabaseCancellable: Sendable {
  /// Stops; the second time does nothing.
  func cancel()
}

/// Stops something, at the latest when it goes.
///
/// Keep it as long as the values are wanted: an observation whose cancellable is gone is over.
public final class AnyDatabaseCancellable: DatabaseCancellable {
  private let action: Lock<(@Sendable () -> Void)?>

  /// A cancellable that runs `cancel` once.
  public init(cancel: @escaping @Sendable () -> Void) {
    action = Lock(cancel)
  }

  /// A cancellable that cancels another one.
  public convenience init(_ base: some DatabaseCancellable) {
    self.init { base.cancel() }
  }

  deinit { cancel() }

  /// Stops; the second time does nothing.
  public func cancel() {
    let action = action.withLock { action in
      defer { action = nil }
      return action
    }
    action?()
  }
}
