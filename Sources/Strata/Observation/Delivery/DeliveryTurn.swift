internal import Dispatch

/// What several observations hand over after one fetch, gathered so that each queue runs all of it in
/// one turn: a screen shows the values of one commit together.
final class DeliveryTurn: Sendable {
  private struct Part {
    let queue: DispatchQueue
    let isMain: Bool
    var actions: [@Sendable () -> Void]
  }

  private struct State {
    var isOpen = true
    var parts: [Part] = []
  }

  @TaskLocal private static var current: DeliveryTurn?

  private let state = Lock(State())

  /// Gathers what `deliver` schedules, and schedules it then.
  static func gathering(_ deliver: () -> Void) {
    let turn = DeliveryTurn()
    $current.withValue(turn, operation: deliver)
    turn.end()
  }

  /// Runs an action on a serial queue, with the others of the present turn.
  static func run(on queue: DispatchQueue, _ action: @escaping @Sendable () -> Void) {
    // A task that was begun in a turn inherits it beyond its end.
    if current?.add(queue, action) != true { queue.async(execute: action) }
  }

  private func add(_ queue: DispatchQueue, _ action: @escaping @Sendable () -> Void) -> Bool {
    let isMain = MainActorQueue.isSame(as: queue)
    return state.withLock { state in
      guard state.isOpen else { return false }
      if let index = state.parts.firstIndex(where: { $0.queue === queue || $0.isMain && isMain }) {
        state.parts[index].actions.append(action)
      } else {
        state.parts.append(Part(queue: queue, isMain: isMain, actions: [action]))
      }
      return true
    }
  }

  private func end() {
    let parts = state.withLock { state in
      state.isOpen = false
      return state.parts
    }
    for part in parts { part.queue.async { for action in part.actions { action() } } }
  }
}
