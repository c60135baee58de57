// Waiting until observations have been given what is committed.

extension ObservationCenter {
  /// Runs an action once the last value of an observation is up to date, at once where it is; not
  /// where the observation ends before.
  func whenCurrent(_ id: ObservationID, _ action: @escaping @Sendable () -> Void) {
    let isCurrent = state.withLock { state in
      if state.index.isIdle(id) { return true }
      state.currentActions[id, default: []].append(action)
      return false
    }
    if isCurrent { action() }
  }

  func takeCurrentActions(
    _ ids: [ObservationID],
    _ state: inout State
  ) -> [@Sendable () -> Void] {
    if state.currentActions.isEmpty { return [] }
    return ids.filter(state.index.isIdle)
      .flatMap { state.currentActions.removeValue(forKey: $0) ?? [] }
  }

  /// Waits until each observation has been given what is committed.
  package func idle() async {
    await withCheckedContinuation { continuation in
      state.withLock { $0.idleContinuations.append(continuation) }
      resumeIfIdle()
    }
  }

  func resumeIfIdle() {
    let continuations = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      guard state.index.isIdle else { return [] }
      defer { state.idleContinuations = [] }
      return state.idleContinuations
    }
    for continuation in continuations { continuation.resume() }
  }
}
