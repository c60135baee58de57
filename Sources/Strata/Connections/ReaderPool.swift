internal import Foundation
internal import Synchronization

/// The readers of a pool: each is used by one access at a time, and made when it is first needed.
final class ReaderPool: Sendable {
  private struct State {
    var idle: [Reader] = []
    var inUse: [Reader] = []
    /// Readers that are being made.
    var pending = 0
    /// Who waits, first come first served.
    var waiters: [@Sendable (Turn) -> Void] = []
    /// Idle readers of an older number are closed instead of used.
    var generation = 0
    var isClosed = false
    /// Whether an access wants to be alone: no reader is given out.
    var isBarred = false
    /// Who waits until no reader is in use any more.
    var quietWaiters: [@Sendable () -> Void] = []

    var count: Int { idle.count + inUse.count + pending }
    var isQuiet: Bool { inUse.isEmpty && pending == 0 }

    /// A reader, or the room for one; nil where its turn has not come.
    mutating func nextTurn(limit: Int) -> Turn? {
      if isClosed { return .closed }
      if isBarred { return nil }
      if let reader = idle.popLast() {
        inUse.append(reader)
        return .reader(reader)
      }
      if count < limit {
        pending += 1
        return .room
      }
      return nil
    }

    /// What is to be called after readers have become free.
    mutating func nextCalls(limit: Int) -> [@Sendable () -> Void] {
      var calls: [@Sendable () -> Void] = []
      while let waiter = waiters.first, let turn = nextTurn(limit: limit) {
        waiters.removeFirst()
        calls.append { waiter(turn) }
      }
      if isQuiet {
        calls += quietWaiters
        quietWaiters = []
      }
      return calls
    }
  }

  /// What someone who waited gets.
  enum Turn: Sendable {
    case reader(Reader)
    /// There is room for another reader.
    case room
    case closed
  }

  /// A connection that reads.
  ///
  /// `@unchecked Sendable`: it is used only by the access to which the pool has given it.
  final class Reader: @unchecked Sendable {
    let database: Database
    let generation: Int
    /// The thread that uses the reader, 0 for none.
    let holder = Atomic<UInt>(0)

    init(_ database: sending Database, generation: Int) {
      self.database = database
      self.generation = generation
    }
  }

  private let state = Lock(State())
  private let limit: Int
  private let make: @Sendable () throws -> Database
  private let queue: DispatchQueue

  init(limit: Int, qos: DispatchQoS, make: @escaping @Sendable () throws -> Database) {
    self.limit = max(limit, 1)
    self.make = make
    queue = DispatchQueue(label: "strata.readers", qos: qos, attributes: .concurrent)
  }

  /// Whether the calling thread uses one of the readers now.
  var isHeldByCurrentThread: Bool { heldReader != nil }

  /// The reader that the calling thread uses now.
  var heldReader: Reader? {
    let thread = currentThread()
    return state.withLock { state in
      state.inUse.first { $0.holder.load(ordering: .relaxed) == thread }
    }
  }

  // MARK: - Taking and giving back

  /// A reader at once where one is free or may be made; else `waiter` is called when it is its turn.
  private func take(orWait waiter: @escaping @Sendable (Turn) -> Void) -> Turn? {
    state.withLock { state in
      if let turn = state.nextTurn(limit: limit) { return turn }
      state.waiters.append(waiter)
      return nil
    }
  }

  /// A reader that is free.
  private func takeIdle() -> Reader? {
    state.withLock { state in
      guard !state.isBarred, !state.isClosed, let reader = state.idle.popLast() else { return nil }
      state.inUse.append(reader)
      return reader
    }
  }

  private func reader(_ turn: Turn) throws -> Reader {
    switch turn {
    case .reader(let reader): return reader
    case .closed: throw SerializedDatabase.closed
    case .room:
      let generation = state.withLock { $0.generation }
      do {
        let reader = Reader(try make(), generation: generation)
        state.withLock { state in
          state.pending -= 1
          state.inUse.append(reader)
        }
        return reader
      } catch {
        change { $0.pending -= 1 }
        throw error
      }
    }
  }

  /// Changes the state, and tells those whose turn has come.
  private func change(_ change: (inout State) -> Void) {
    let calls = state.withLock { state in
      change(&state)
      return state.nextCalls(limit: limit)
    }
    for call in calls { call() }
  }

  /// Waits on this thread for a reader.
  func take() throws -> Reader {
    if let reader = takeIdle() { return reader }
    let box = TurnBox()
    if let turn = take(orWait: { box.set($0) }) { return try reader(turn) }
    return try reader(box.wait())
  }

  /// Gives a reader to whoever waits longest, or keeps it.
  func giveBack(_ reader: Reader) {
    change { state in
      state.inUse.removeAll { $0 === reader }
      // Those that are to be closed keep their place until then.
      if state.isClosed || reader.generation == state.generation { state.idle.append(reader) }
    }
  }

  // MARK: - Accesses

  /// Runs `body` with a reader, on this thread.
  func sync<T>(_ body: (Database) throws -> T) throws -> T {
    let reader = try take()
    defer { giveBack(reader) }
    return try use(reader, body)
  }

  /// Runs `body` with a reader that the calling thread has taken.
  func use<T>(_ reader: Reader, _ body: (Database) throws -> T) throws -> T {
    reader.holder.store(currentThread(), ordering: .relaxed)
    defer { reader.holder.store(0, ordering: .relaxed) }
    return try reader.database.confined(body)
  }

  /// Runs `body` with a reader on another thread; no thread waits for the reader.
  func async(_ body: @escaping @Sendable (Result<Database, any Error>) -> Void) {
    let run: @Sendable (Turn) -> Void = { turn in self.queue.async { self.run(turn, body) } }
    if let turn = take(orWait: run) { run(turn) }
  }

  private func run(_ turn: Turn, _ body: @Sendable (Result<Database, any Error>) -> Void) {
    let reader: Reader
    do { reader = try self.reader(turn) } catch { return body(.failure(error)) }
    continueAccess(reader, body)
  }

  /// Runs `body` with a reader that was taken before, on another thread.
  func asyncContinue(
    _ reader: Reader,
    _ body: @escaping @Sendable (Result<Database, any Error>) -> Void
  ) {
    queue.async { self.continueAccess(reader, body) }
  }

  private func continueAccess(
    _ reader: Reader,
    _ body: @Sendable (Result<Database, any Error>) -> Void
  ) {
    defer { giveBack(reader) }
    do { try use(reader) { body(.success($0)) } } catch { body(.failure(error)) }
  }

  // MARK: - All readers

  /// Runs `body` while no reader is used: it waits for those that are, and later reads wait for it.
  ///
  /// One at a time may do so: whoever has the writer.
  func withoutReaders<T>(_ body: () throws -> T) throws -> T {
    try state.withLock { state in
      if state.isClosed { throw SerializedDatabase.closed }
      state.isBarred = true
    }
    defer { change { $0.isBarred = false } }
    waitUntilQuiet()
    return try body()
  }

  /// Waits on this thread until no reader is in use, when no more are given out.
  private func waitUntilQuiet() {
    let quiet = DispatchSemaphore(value: 0)
    change { $0.quietWaiters.append { quiet.signal() } }
    quiet.wait()
  }

  /// Lets the present readers end; new ones are made where needed.
  func invalidate() {
    let idle = state.withLock { state in
      state.generation += 1
      defer { state.idle.removeAll() }
      return state.idle
    }
    // They are closed here, outside of the lock.
    _ = idle
  }

  /// Stops the SQL of all readers.
  func interrupt() {
    // Inside the lock: a reader that is in use is not closed.
    state.withLock { state in
      for reader in state.inUse { SQLiteInterrupter(reader.database.sqlite).interrupt() }
    }
  }

  /// Throws where the pool is closed.
  func checkOpen() throws {
    if state.withLock(\.isClosed) { throw SerializedDatabase.closed }
  }

  /// Ends all accesses that wait, waits for those that run, and closes the readers; the second time
  /// does nothing.
  func close() throws {
    change { $0.isClosed = true }
    waitUntilQuiet()
    let idle = state.withLock { state in
      defer { state.idle.removeAll() }
      return state.idle
    }
    for reader in idle {
      reader.database.removeStatements()
      try reader.database.sqlite.close()
    }
  }
}

/// A turn that one thread waits for.
private final class TurnBox: Sendable {
  private let turn = Lock<ReaderPool.Turn?>(nil)
  private let semaphore = DispatchSemaphore(value: 0)

  func set(_ turn: ReaderPool.Turn) {
    self.turn.withLock { $0 = turn }
    semaphore.signal()
  }

  func wait() -> ReaderPool.Turn {
    semaphore.wait()
    return turn.withLock { $0 } ?? .closed
  }
}
