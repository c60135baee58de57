internal import Foundation

/// A database file in WAL mode with one connection that writes and several that read beside it.
///
/// Each read sees the state that was committed at its begin, and never waits for a write
/// (https://sqlite.org/wal.html#concurrency).
public final class DatabasePool: DatabaseWriter {
  private let writer: SerializedDatabase
  private let readers: ReaderPool
  package let observationCenter: ObservationCenter
  private let monitor: ExternalChangeMonitor?

  /// The path of the database file.
  public let path: String

  /// How the database was opened.
  public var configuration: Configuration { writer.configuration }

  /// Opens a database file, and makes it where there is none.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - configuration: how it is opened and used.
  /// - Throws: `DatabaseError`, also where the file is no database or cannot be in WAL mode.
  public init(path: String, configuration: Configuration = Configuration()) throws {
    self.path = path
    let center = ObservationCenter()
    observationCenter = center
    let description = configuration.label ?? "the database at \(path)"
    writer = try SerializedDatabase(
      Database(
        path: path,
        flags: configuration.readonly ? .readOnly : [.readWrite, .create],
        configuration: configuration,
        description: description,
        observationCenter: center
      ),
      role: .writer(needsWAL: true)
    )
    monitor = ExternalChangeMonitor.start(writer, center)
    readers = ReaderPool(limit: configuration.maximumReaderCount, qos: configuration.qos) {
      let database = try Self.openReader(path, configuration, "a reader of \(description)", center)
      try database.setUp(.reader)
      return database
    }
  }

  private static func openReader(
    _ path: String,
    _ configuration: Configuration,
    _ description: String,
    _ center: ObservationCenter
  ) throws -> Database {
    var configuration = configuration
    configuration.readonly = true
    return try Database(
      path: path,
      flags: .readOnly,
      configuration: configuration,
      description: description,
      observationCenter: center
    )
  }

  /// Closes all connections, once the accesses that run have ended; those that wait, and later ones,
  /// throw.
  ///
  /// - Throws: `DatabaseError` with SQLITE_BUSY where a statement outlives its access.
  public func close() throws {
    checkReentrancy()
    try readers.close()
    monitor?.end()
    try writer.close()
    observationCenter.didClose()
  }

  /// Stops the SQL that runs now; it fails with SQLITE_INTERRUPT.
  public func interrupt() {
    writer.interrupt()
    readers.interrupt()
  }

  /// Ends the connections that read, when their accesses have ended; new ones are made where needed.
  public func invalidateReadOnlyConnections() { readers.invalidate() }
}

// MARK: - Reading

extension DatabasePool {
  private func checkReentrancy() {
    if readers.isHeldByCurrentThread {
      preconditionFailure(
        "Database methods are not reentrant: use the Database that the closure got."
      )
    }
  }

  /// Reads in one transaction: all of it sees one state of the database.
  @_disfavoredOverload
  public func read<T>(_ value: (Database) throws -> T) throws -> T {
    checkReentrancy()
    return try readers.sync { db in try db.reading(value) }
  }

  /// Reads in one transaction: all of it sees one state of the database.
  public func read<T: Sendable>(
    _ value: @escaping @Sendable (Database) throws -> T
  ) async throws -> T {
    try await reading { db in try db.reading(value) }
  }

  /// Schedules a read in one transaction.
  public func asyncRead(_ value: @escaping @Sendable (Result<Database, any Error>) -> Void) {
    readers.async { $0.reading(value) }
  }

  /// Reads without a transaction: each statement sees the state of its own moment.
  @_disfavoredOverload
  public func unsafeRead<T>(_ value: (Database) throws -> T) throws -> T {
    checkReentrancy()
    return try readers.sync(value)
  }

  /// Reads without a transaction: each statement sees the state of its own moment.
  public func unsafeRead<T: Sendable>(
    _ value: @escaping @Sendable (Database) throws -> T
  ) async throws -> T {
    try await reading(value)
  }

  /// Schedules a read without a transaction.
  public func asyncUnsafeRead(_ value: @escaping @Sendable (Result<Database, any Error>) -> Void) {
    readers.async(value)
  }

  /// The same as `unsafeRead`, also inside another access of the same thread.
  public func unsafeReentrantRead<T>(_ value: (Database) throws -> T) throws -> T {
    if let reader = readers.heldReader { return try value(reader.database) }
    return try readers.sync(value)
  }

  private func reading<T: Sendable>(
    _ value: @escaping @Sendable (Database) throws -> T
  ) async throws -> T {
    try await AsyncAccess.value { [readers] access in
      readers.async { result in
        switch result {
        case .success(let database): access.run(database, value)
        case .failure(let error): access.fail(error)
        }
      }
    }
  }

  /// A reader that reads for good what is committed now.
  ///
  /// It has a connection of its own, which does not count among the readers of the pool.
  ///
  /// - Returns: the snapshot; not inside a transaction of the same thread.
  /// - Throws: `DatabaseError`.
  public func makeSnapshot() throws -> DatabaseSnapshot {
    try checkNoTransaction("a snapshot must not be made inside a transaction")
    try readers.checkOpen()
    return try DatabaseSnapshot(
      Self.openReader(
        path,
        configuration,
        "a snapshot of \(configuration.label ?? path)",
        ObservationCenter()
      ),
      path: path
    )
  }

  private func checkNoTransaction(_ message: @autoclosure () -> String) throws {
    guard writer.isHeldByCurrentThread else { return }
    try writer.reentrantSync { db in precondition(!db.isInsideTransaction, message()) }
  }

  /// Reads the state of this moment on another thread, beside the writes that follow.
  public func spawnConcurrentRead(
    _ value: @escaping @Sendable (Result<Database, any Error>) -> Void
  ) {
    let reader: ReaderPool.Reader
    do {
      try checkNoTransaction("a concurrent read must not begin inside a transaction")
      reader = try readers.take()
    } catch {
      return value(.failure(error))
    }
    do {
      try readers.use(reader) { try $0.beginSnapshot() }
    } catch {
      readers.giveBack(reader)
      return value(.failure(error))
    }
    readers.asyncContinue(reader) { result in
      guard case .success(let db) = result else { return value(result) }
      db.endingSnapshot { value(.success(db)) }
    }
  }
}

// MARK: - Writing

extension DatabasePool {
  /// Writes without a transaction.
  @_disfavoredOverload
  public func writeWithoutTransaction<T>(_ updates: (Database) throws -> T) throws -> T {
    try writer.sync { db in try db.writingWithoutTransaction(updates) }
  }

  /// Writes without a transaction.
  public func writeWithoutTransaction<T: Sendable>(
    _ updates: @escaping @Sendable (Database) throws -> T
  ) async throws -> T {
    try await writer.value { db in try db.writingWithoutTransaction(updates) }
  }

  /// Writes while nobody reads or writes through the pool.
  @_disfavoredOverload
  public func barrierWriteWithoutTransaction<T>(_ updates: (Database) throws -> T) throws -> T {
    checkReentrancy()
    return try writer.sync { db in
      try readers.withoutReaders { try db.writingWithoutTransaction(updates) }
    }
  }

  /// Writes while nobody reads or writes through the pool.
  public func barrierWriteWithoutTransaction<T: Sendable>(
    _ updates: @escaping @Sendable (Database) throws -> T
  ) async throws -> T {
    let readers = readers
    return try await writer.value { db in
      try readers.withoutReaders { try db.writingWithoutTransaction(updates) }
    }
  }

  /// Schedules a write without a transaction; does nothing where the pool is closed.
  public func asyncWriteWithoutTransaction(_ updates: @escaping @Sendable (Database) -> Void) {
    writer.async { result in
      guard case .success(let db) = result else { return }
      try? db.writingWithoutTransaction(updates)
    }
  }

  /// Schedules a write while nobody reads or writes through the pool.
  public func asyncBarrierWriteWithoutTransaction(
    _ updates: @escaping @Sendable (Result<Database, any Error>) -> Void
  ) {
    let readers = readers
    writer.async { result in
      do {
        try readers.withoutReaders { updates(result) }
      } catch {
        updates(.failure(error))
      }
    }
  }

  /// The same as `writeWithoutTransaction`, also inside another access of the same thread.
  public func unsafeReentrantWrite<T>(_ updates: (Database) throws -> T) throws -> T {
    try writer.reentrantSync(updates)
  }

  /// Whether the calling thread is in an access that writes.
  package var isWriting: Bool { writer.isHeldByCurrentThread }

  /// Copies the write-ahead log into the database file.
  ///
  /// - Parameter mode: how far, and who is waited for.
  /// - Throws: `DatabaseError`, such as SQLITE_BUSY where a reader stands in the way.
  public func checkpoint(_ mode: Database.CheckpointMode = .passive) throws {
    try writer.sync { db in
      let busy = try db.makeStatement(sql: "PRAGMA wal_checkpoint(\(mode.rawValue))")
      defer { busy.finish() }
      if try busy.step(), try busy.reader.int64(0) != 0 {
        throw DatabaseError(resultCode: .SQLITE_BUSY, message: "the checkpoint is not complete")
      }
    }
  }
}

extension Database {
  /// How a checkpoint copies the write-ahead log (https://sqlite.org/c3ref/wal_checkpoint_v2.html).
  public enum CheckpointMode: String, Sendable {
    /// As much as is possible without waiting.
    case passive = "PASSIVE"
    /// All of it, waiting for writers and readers.
    case full = "FULL"
    /// All of it, and the log starts anew.
    case restart = "RESTART"
    /// All of it, and the log is emptied.
    case truncate = "TRUNCATE"
  }
}

extension DatabasePool: ObservedReader {
  package var readsBesideWrites: Bool { true }
}
