/// What a database can be written through, one access at a time.
public protocol DatabaseWriter: DatabaseReader {
  /// Writes without a transaction: each statement is its own, unless the closure begins one.
  @_disfavoredOverload
  func writeWithoutTransaction<T>(_ updates: (Database) throws -> T) throws -> T

  /// Writes without a transaction: each statement is its own, unless the closure begins one.
  func writeWithoutTransaction<T: Sendable>(
    _ updates: @escaping @Sendable (Database) throws -> T
  ) async throws -> T

  /// Writes while nobody reads or writes through this object.
  @_disfavoredOverload
  func barrierWriteWithoutTransaction<T>(_ updates: (Database) throws -> T) throws -> T

  /// Writes while nobody reads or writes through this object.
  func barrierWriteWithoutTransaction<T: Sendable>(
    _ updates: @escaping @Sendable (Database) throws -> T
  ) async throws -> T

  /// Schedules a write without a transaction.
  func asyncWriteWithoutTransaction(_ updates: @escaping @Sendable (Database) -> Void)

  /// Schedules a write while nobody reads or writes through this object.
  func asyncBarrierWriteWithoutTransaction(
    _ updates: @escaping @Sendable (Result<Database, any Error>) -> Void
  )

  /// The same as the synchronous `writeWithoutTransaction`, also inside another access of the same
  /// thread.
  func unsafeReentrantWrite<T>(_ updates: (Database) throws -> T) throws -> T

  /// Reads the state of this moment, beside the writes that follow.
  ///
  /// Call it in a write, outside of a transaction: the read sees what is committed now.
  func spawnConcurrentRead(_ value: @escaping @Sendable (Result<Database, any Error>) -> Void)
}

extension DatabaseWriter {
  /// Writes in one transaction, which an error rolls back.
  ///
  /// - Parameter updates: what reads and writes; its value is the value of the access.
  /// - Returns: the value of `updates`, once it is committed.
  /// - Throws: what `updates` throws, or the error of the transaction.
  @_disfavoredOverload
  public func write<T>(_ updates: (Database) throws -> T) throws -> T {
    try writeWithoutTransaction { db in try db.writing(updates) }
  }

  /// Writes in one transaction, which an error or a cancellation rolls back.
  ///
  /// - Parameter updates: what reads and writes; its value is the value of the access.
  /// - Returns: the value of `updates`, once it is committed.
  /// - Throws: what `updates` throws, the error of the transaction, or `CancellationError`.
  public func write<T: Sendable>(
    _ updates: @escaping @Sendable (Database) throws -> T
  ) async throws -> T {
    try await writeWithoutTransaction { db in try db.writing(updates) }
  }

  /// Schedules a write in one transaction.
  ///
  /// - Parameters:
  ///   - updates: what reads and writes.
  ///   - completion: gets the connection after the transaction, with the value or the error.
  public func asyncWrite<T>(
    _ updates: @escaping @Sendable (Database) throws -> T,
    completion: @escaping @Sendable (Database, Result<T, any Error>) -> Void
  ) {
    asyncWriteWithoutTransaction { db in completion(db, Result { try db.writing(updates) }) }
  }

  /// Rewrites the file so that it takes the least space.
  ///
  /// - Throws: `DatabaseError`.
  public func vacuum() throws {
    try writeWithoutTransaction { try $0.execute(sql: "VACUUM") }
  }

  /// Writes a copy of the database into a new file.
  ///
  /// - Parameter path: where no file is yet.
  /// - Throws: `DatabaseError`.
  public func vacuum(into path: String) throws {
    try writeWithoutTransaction { try $0.execute(sql: "VACUUM INTO ?", arguments: [path]) }
  }
}
