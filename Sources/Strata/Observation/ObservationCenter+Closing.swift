// The end of the database, which nothing can be told of after it.

extension ObservationCenter {
  /// What is called when the database is closed.
  struct Closing {
    var isClosed = false
    var actions: [Int: @Sendable () -> Void] = [:]
    var count = 0
  }

  /// Calls an action once the database is closed, at once where it is.
  ///
  /// - Parameter action: may be called on any thread, outside of accesses.
  /// - Returns: what has it not be called.
  package func whenClosed(_ action: @escaping @Sendable () -> Void) -> AnyDatabaseCancellable {
    let number = state.withLock { state -> Int? in
      if state.closing.isClosed { return nil }
      state.closing.count += 1
      state.closing.actions[state.closing.count] = action
      return state.closing.count
    }
    guard let number else {
      action()
      return AnyDatabaseCancellable {}
    }
    return AnyDatabaseCancellable { [weak self] in
      let action = self?.state.withLock { $0.closing.actions.removeValue(forKey: number) }
      // Released outside of the lock.
      withExtendedLifetime(action) {}
    }
  }

  /// Tells that the database is closed; the second time does nothing.
  func didClose() {
    let actions = state.withLock { state in
      state.closing.isClosed = true
      defer { state.closing.actions = [:] }
      return state.closing.actions
    }
    for (_, action) in actions.sorted(by: { $0.key < $1.key }) { action() }
  }
}
