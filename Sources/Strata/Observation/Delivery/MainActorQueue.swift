internal import Dispatch

/// The queue of the main actor.
enum MainActorQueue {
  private static let key: DispatchSpecificKey<Void> = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()

  /// Whether a queue is that of the main actor, which on Linux is another object each time.
  static func isSame(as queue: DispatchQueue) -> Bool { queue.getSpecific(key: key) != nil }

  /// Runs an action on the main actor: now where this is its queue, and soon elsewhere.
  static func run(_ action: @escaping @Sendable @MainActor () -> Void) {
    // The thread says nothing: on Linux any may serve the queue.
    if DispatchQueue.getSpecific(key: key) != nil {
      MainActor.assumeIsolated(action)
    } else {
      DispatchQueue.main.async { MainActor.assumeIsolated(action) }
    }
  }
}
