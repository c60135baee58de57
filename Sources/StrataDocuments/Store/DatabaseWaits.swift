internal import Strata

/// The queues that threads wait for while they are in an access of another one.
///
/// A queue has one connection: whoever is in an access of it keeps all others waiting. Two threads, each of
/// which waits for the queue that the other one is in, would wait for ever; the second one is told.
enum DatabaseWaits {
  private struct Known {
    weak var queue: DatabaseQueue?
  }

  /// Whoever is in an access of the one queue waits for, or is in, the other one.
  private struct Wait {
    var held: ObjectIdentifier
    var wanted: ObjectIdentifier
  }

  private struct State {
    var known: [ObjectIdentifier: Known] = [:]
    var waits: [Int: [Wait]] = [:]
    var count = 0

    /// Whether the thread that is in a queue waits, also by way of others, for one of some queues.
    func waits(_ queue: ObjectIdentifier, for held: Set<ObjectIdentifier>) -> Bool {
      var reached: Set<ObjectIdentifier> = []
      var next = [queue]
      while let queue = next.popLast() {
        if held.contains(queue) { return true }
        guard reached.insert(queue).inserted else { continue }
        for wait in waits.values.joined() where wait.held == queue { next.append(wait.wanted) }
      }
      return false
    }
  }

  private static let state = Lock(State())

  /// Has a database be known.
  static func add(_ writer: any DatabaseWriter) {
    guard let queue = writer as? DatabaseQueue else { return }
    state.withLock { state in
      state.known = state.known.filter { $0.value.queue != nil }
      state.known[ObjectIdentifier(queue)] = Known(queue: queue)
    }
  }

  /// The queues in which the calling thread is.
  private static var held: Set<ObjectIdentifier> {
    let queues = state.withLock { $0.known.values.compactMap(\.queue) }
    return Set(queues.filter(\.isWriting).map { ObjectIdentifier($0) })
  }

  /// Whether the calling thread keeps nobody waiting.
  static var isThreadFree: Bool { held.isEmpty }

  /// Reads another database, unless that would be waited for in vain.
  ///
  /// - Throws: `DatabaseError` with SQLITE_BUSY where whoever is in it waits for this thread; or what
  ///   `body` throws.
  static func reading<Value>(
    _ writer: any DatabaseWriter,
    _ body: () throws -> Value
  ) throws -> Value {
    guard let queue = writer as? DatabaseQueue, !queue.isWriting else { return try body() }
    let held = held
    if held.isEmpty { return try body() }
    let wanted = ObjectIdentifier(queue)
    let number = try state.withLock { state -> Int in
      if state.waits(wanted, for: held) {
        throw DatabaseError(
          resultCode: .SQLITE_BUSY,
          message: """
            another thread saves a blob of this database in a transaction of that whose blob is saved \
            here; end the transaction, and try again
            """
        )
      }
      state.count += 1
      state.waits[state.count] = held.map { Wait(held: $0, wanted: wanted) }
      return state.count
    }
    defer { state.withLock { _ = $0.waits.removeValue(forKey: number) } }
    return try body()
  }
}
