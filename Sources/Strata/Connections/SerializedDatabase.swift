internal import Foundation
internal import Synchronization

/// A connection that one access at a time may use.
///
/// A synchronous access takes an uncontended lock, not a hop between queues. An asynchronous one waits
/// for the lock on a thread of its own queue, so that it never blocks a thread of Swift's pool.
///
/// `@unchecked Sendable`: the connection is used only by the thread that holds `gate`.
final class SerializedDatabase: @unchecked Sendable {
  private let database: Database
  private let gate = Lock(())
  /// The thread that holds the gate, 0 for none.
  private let holder = Atomic<UInt>(0)
  private let queue: DispatchQueue
  /// What interrupts the connection; nil where it is closed.
  private let interrupter: ConnectionInterrupter
  private let isClosed = Atomic<Bool>(false)
  private let suspensionObserver: SuspensionObserver?
  let configuration: Configuration

  init(_ database: sending Database, role: Database.Role) throws {
    try database.setUp(role)
    configuration = database.configuration
    let interrupter = ConnectionInterrupter(database.sqlite)
    self.interrupter = interrupter
    suspensionObserver = database.confinement.suspension.map { suspension in
      SuspensionObserver { isSuspended in
        suspension.set(isSuspended)
        if isSuspended { interrupter.interrupt() }
      }
    }
    queue = DispatchQueue(
      label: database.configuration.label ?? "strata.database",
      qos: database.configuration.qos
    )
    self.database = database
  }

  /// Whether the calling thread uses the connection now.
  var isHeldByCurrentThread: Bool { holder.load(ordering: .relaxed) == currentThread() }

  // MARK: - Accesses

  /// Runs `body` when no other access runs.
  func sync<T>(_ body: (Database) throws -> T) throws -> T {
    if isHeldByCurrentThread {
      preconditionFailure(
        "Database methods are not reentrant: use the Database that the closure got."
      )
    }
    return try enter(body)
  }

  /// The same, also inside an access of the same thread.
  func reentrantSync<T>(_ body: (Database) throws -> T) throws -> T {
    if isHeldByCurrentThread { return try body(database) }
    return try enter(body)
  }

  /// Runs `body` if no other access runs now.
  func syncIfAvailable(_ body: (Database) -> Void) {
    if isHeldByCurrentThread { return }
    _ = gate.withLockIfAvailable { _ in
      guard !isClosed.load(ordering: .relaxed) else { return }
      holder.store(currentThread(), ordering: .relaxed)
      database.confined(body)
      holder.store(0, ordering: .relaxed)
    }
  }

  @inline(__always)
  private func enter<T>(_ body: (Database) throws -> T) throws -> T {
    // Not `withLock`, through which the value, of any type, would pass in a box.
    gate.unsafeLock()
    holder.store(currentThread(), ordering: .relaxed)
    defer {
      holder.store(0, ordering: .relaxed)
      gate.unsafeUnlock()
    }
    if isClosed.load(ordering: .relaxed) { throw Self.closed }
    return try database.confined(body)
  }

  /// Runs `body` when no other access runs, after those that were asked for before.
  func async(_ body: @escaping @Sendable (Result<Database, any Error>) -> Void) {
    queue.async {
      do {
        try self.sync { body(.success($0)) }
      } catch {
        body(.failure(error))
      }
    }
  }

  /// The value of `body`, which runs when no other access runs.
  func value<T: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> T
  ) async throws -> T {
    try await AsyncAccess.value { access in
      self.async { result in
        switch result {
        case .success(let database): access.run(database, body)
        case .failure(let error): access.fail(error)
        }
      }
    }
  }

  // MARK: - End

  /// Stops the SQL that runs now.
  func interrupt() { interrupter.interrupt() }

  /// Closes the connection; later accesses throw, and the second time does nothing.
  func close() throws {
    if isClosed.load(ordering: .relaxed) { return }
    try sync { database in
      database.removeStatements()
      try interrupter.end { try database.sqlite.close() }
      isClosed.store(true, ordering: .relaxed)
    }
  }

  static var closed: DatabaseError { .closedDatabase }
}

extension DatabaseError {
  /// The error of each access of a database that was closed.
  package static let closedDatabase = DatabaseError(
    resultCode: .SQLITE_MISUSE,
    message: "the connection is closed"
  )
}

/// Interrupts a connection from any thread, as long as that is open.
final class ConnectionInterrupter: Sendable {
  private let interrupter: Lock<SQLiteInterrupter?>

  init(_ connection: SQLiteConnection) { interrupter = Lock(SQLiteInterrupter(connection)) }

  func interrupt() { interrupter.withLock { $0?.interrupt() } }

  /// Closes the connection while nobody interrupts it.
  func end(_ close: () throws -> Void) throws {
    try interrupter.withLock { interrupter in
      try close()
      interrupter = nil
    }
  }
}
