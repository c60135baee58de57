internal import Foundation

/// A database with one connection, which accesses use one after the other.
///
/// ```swift
/// let queue = try DatabaseQueue(path: "league.sqlite")
/// try queue.write { db in try db.execute(sql: "CREATE TABLE player (…)") }
/// let count = try queue.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM player") }
/// ```
public final class DatabaseQueue: DatabaseWriter {
  private let database: SerializedDatabase
  package let observationCenter = ObservationCenter()
  private let monitor: ExternalChangeMonitor?

  /// The path of the database file, or what stands for it.
  public let path: String

  /// How the database was opened.
  public var configuration: Configuration { database.configuration }

  /// Opens a database file, and makes it where there is none.
  ///
  /// - Parameters:
  ///   - path: the file; `:memory:` for a database in memory, empty for a temporary file.
  ///   - configuration: how it is opened and used.
  /// - Throws: `DatabaseError`, also where the file is no database.
  public init(path: String, configuration: Configuration = Configuration()) throws {
    self.path = path
    let needsWAL =
      if case .wal = configuration.journalMode { true } else { false }
    database = try SerializedDatabase(
      Database(
        path: path,
        flags: configuration.readonly ? .readOnly : [.readWrite, .create],
        configuration: configuration,
        description: configuration.label ?? "the database at \(path)",
        observationCenter: observationCenter
      ),
      role: .writer(needsWAL: needsWAL)
    )
    monitor = ExternalChangeMonitor.start(database, observationCenter)
  }

  /// Opens a database in memory.
  ///
  /// - Parameters:
  ///   - name: databases of one name in one process share their content; nil for one that is this
  ///     queue's alone.
  ///   - configuration: how it is opened and used.
  /// - Throws: `DatabaseError`.
  public init(named name: String? = nil, configuration: Configuration = Configuration()) throws {
    let description = configuration.label ?? "the database in memory \(name ?? "")"
    if let name {
      let escaped = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? name
      path = "file:\(escaped)?mode=memory&cache=shared"
      database = try SerializedDatabase(
        Database(
          path: path,
          flags: [.readWrite, .create, .uri],
          configuration: configuration,
          description: description,
          observationCenter: observationCenter
        ),
        role: .writer(needsWAL: false)
      )
    } else {
      path = ":memory:"
      database = try SerializedDatabase(
        Database(
          path: path,
          flags: [.readWrite, .create],
          configuration: configuration,
          description: description,
          observationCenter: observationCenter
        ),
        role: .writer(needsWAL: false)
      )
    }
    monitor = ExternalChangeMonitor.start(database, observationCenter)
  }

  /// Closes the connection; accesses after that throw.
  public func close() throws {
    try database.close()
    monitor?.end()
    observationCenter.didClose()
  }

  /// Whether the calling thread is in an access.
  package var isWriting: Bool { database.isHeldByCurrentThread }

  /// Stops the SQL that runs now; it fails with SQLITE_INTERRUPT.
  public func interrupt() { database.interrupt() }
}

extension DatabaseQueue {
  /// Reads in one transaction: all of it sees one state of the database.
  @_disfavoredOverload
  public func read<T>(_ value: (Database) throws -> T) throws -> T {
    try database.sync { db in try db.reading(value) }
  }

  /// Reads in one transaction: all of it sees one state of the database.
  public func read<T: Sendable>(
    _ value: @escaping @Sendable (Database) throws -> T
  ) async throws -> T {
    try await database.value { db in try db.reading(value) }
  }

  /// Schedules a read in one transaction.
  public func asyncRead(_ value: @escaping @Sendable (Result<Database, any Error>) -> Void) {
    database.async { $0.reading(value) }
  }

  /// Reads without a transaction.
  @_disfavoredOverload
  public func unsafeRead<T>(_ value: (Database) throws -> T) throws -> T {
    try database.sync(value)
  }

  /// Reads without a transaction.
  public func unsafeRead<T: Sendable>(
    _ value: @escaping @Sendable (Database) throws -> T
  ) async throws -> T {
    try await database.value(value)
  }

  /// Schedules a read without a transaction.
  public func asyncUnsafeRead(_ value: @escaping @Sendable (Result<Database, any Error>) -> Void) {
    database.async(value)
  }

  /// The same as `unsafeRead`, also inside another access of the same thread.
  public func unsafeReentrantRead<T>(_ value: (Database) throws -> T) throws -> T {
    try database.reentrantSync(value)
  }

  /// Writes without a transaction.
  @_disfavoredOverload
  public func writeWithoutTransaction<T>(_ updates: (Database) throws -> T) throws -> T {
    try database.sync { db in try db.writingWithoutTransaction(updates) }
  }

  /// Writes without a transaction.
  public func writeWithoutTransaction<T: Sendable>(
    _ updates: @escaping @Sendable (Database) throws -> T
  ) async throws -> T {
    try await database.value { db in try db.writingWithoutTransaction(updates) }
  }

  /// Writes while nobody else uses the connection, which is always so.
  @_disfavoredOverload
  public func barrierWriteWithoutTransaction<T>(_ updates: (Database) throws -> T) throws -> T {
    try writeWithoutTransaction(updates)
  }

  /// Writes while nobody else uses the connection, which is always so.
  public func barrierWriteWithoutTransaction<T: Sendable>(
    _ updates: @escaping @Sendable (Database) throws -> T
  ) async throws -> T {
    try await writeWithoutTransaction(updates)
  }

  /// Schedules a write without a transaction; does nothing where the queue is closed.
  public func asyncWriteWithoutTransaction(_ updates: @escaping @Sendable (Database) -> Void) {
    database.async { result in
      guard case .success(let db) = result else { return }
      try? db.writingWithoutTransaction(updates)
    }
  }

  /// Schedules a write while nobody else uses the connection.
  public func asyncBarrierWriteWithoutTransaction(
    _ updates: @escaping @Sendable (Result<Database, any Error>) -> Void
  ) {
    database.async(updates)
  }

  /// The same as `writeWithoutTransaction`, also inside another access of the same thread.
  public func unsafeReentrantWrite<T>(_ updates: (Database) throws -> T) throws -> T {
    try database.reentrantSync(updates)
  }

  /// Reads the state of this moment: at once, since there is one connection.
  public func spawnConcurrentRead(
    _ value: @escaping @Sendable (Result<Database, any Error>) -> Void
  ) {
    do {
      try database.reentrantSync { db in
        precondition(
          !db.isInsideTransaction,
          "a concurrent read must not begin inside a transaction"
        )
        Result<Database, any Error>.success(db).reading(value)
      }
    } catch {
      value(.failure(error))
    }
  }
}

extension Result<Database, any Error> {
  /// Calls `body` in a transaction that only reads.
  func reading(_ body: (Result<Database, any Error>) -> Void) {
    switch self {
    case .failure: body(self)
    case .success(let db):
      do { try db.reading { body(.success($0)) } } catch { body(.failure(error)) }
    }
  }
}
