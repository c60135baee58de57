internal import Foundation

/// A reader that never changes: it reads for good what was committed when it was made.
///
/// It is made by ``DatabasePool/makeSnapshot()``, and has a connection of its own, with a read
/// transaction that stays open. As long as it lives, the write-ahead log cannot start anew and grows
/// with each commit (https://sqlite.org/wal.html#avoiding_excessively_large_wal_files), so that a
/// snapshot should be let go or closed when it is not needed any more.
public final class DatabaseSnapshot: DatabaseReader {
  private let database: SerializedDatabase

  /// The path of the database file.
  public let path: String

  /// How the database was opened.
  public var configuration: Configuration { database.configuration }

  init(_ database: sending Database, path: String) throws {
    self.path = path
    self.database = try SerializedDatabase(database, role: .reader)
    try self.database.sync { db in try db.beginSnapshot() }
  }

  /// Closes the connection; accesses after that throw.
  public func close() throws { try database.close() }

  /// Stops the SQL that runs now; it fails with SQLITE_INTERRUPT.
  public func interrupt() { database.interrupt() }

  /// Reads the state of the snapshot.
  @_disfavoredOverload
  public func read<T>(_ value: (Database) throws -> T) throws -> T {
    try database.sync { db in try db.readingSnapshot(value) }
  }

  /// Reads the state of the snapshot.
  public func read<T: Sendable>(
    _ value: @escaping @Sendable (Database) throws -> T
  ) async throws -> T {
    try await database.value { db in try db.readingSnapshot(value) }
  }

  /// Schedules a read of the state of the snapshot.
  public func asyncRead(_ value: @escaping @Sendable (Result<Database, any Error>) -> Void) {
    database.async { result in
      do {
        try result.get().readingSnapshot { value(.success($0)) }
      } catch {
        value(.failure(error))
      }
    }
  }

  /// The same as `read`.
  @_disfavoredOverload
  public func unsafeRead<T>(_ value: (Database) throws -> T) throws -> T { try read(value) }

  /// The same as `read`.
  public func unsafeRead<T: Sendable>(
    _ value: @escaping @Sendable (Database) throws -> T
  ) async throws -> T {
    try await read(value)
  }

  /// The same as `asyncRead`.
  public func asyncUnsafeRead(_ value: @escaping @Sendable (Result<Database, any Error>) -> Void) {
    asyncRead(value)
  }

  /// The same as `read`, also inside another access of the same thread.
  public func unsafeReentrantRead<T>(_ value: (Database) throws -> T) throws -> T {
    try database.reentrantSync { db in try db.readingSnapshot(value) }
  }
}

extension Database {
  /// Runs `body` in the transaction that `beginSnapshot()` began.
  ///
  /// - Throws: what `body` throws, or `DatabaseError` with SQLITE_ABORT where it was ended by SQL.
  fileprivate func readingSnapshot<T>(_ body: (Database) throws -> T) throws -> T {
    guard isInsideTransaction else {
      throw DatabaseError(
        resultCode: .SQLITE_ABORT,
        message: "the snapshot is lost: its transaction was ended"
      )
    }
    return try readOnly { try body(self) }
  }
}
