/// What a database can be read through.
///
/// Each access gives its closure a `Database` and is there twice: synchronous, which waits on its
/// thread, and asynchronous, which throws `CancellationError` where its task is cancelled.
public protocol DatabaseReader: AnyObject, Sendable {
  /// How the database was opened.
  var configuration: Configuration { get }

  /// The path of the database file, or what stands for it.
  var path: String { get }

  /// Closes the connections, once the accesses that run have ended; accesses after that throw.
  ///
  /// - Throws: `DatabaseError` with SQLITE_BUSY where a statement outlives its access.
  func close() throws

  /// Stops the SQL that runs now; it fails with SQLITE_INTERRUPT.
  func interrupt()

  /// Reads in one transaction: all of it sees one state of the database.
  @_disfavoredOverload
  func read<T>(_ value: (Database) throws -> T) throws -> T

  /// Reads in one transaction: all of it sees one state of the database.
  func read<T: Sendable>(_ value: @escaping @Sendable (Database) throws -> T) async throws -> T

  /// Schedules a read in one transaction.
  func asyncRead(_ value: @escaping @Sendable (Result<Database, any Error>) -> Void)

  /// Reads without a transaction: each statement sees the state of its own moment.
  @_disfavoredOverload
  func unsafeRead<T>(_ value: (Database) throws -> T) throws -> T

  /// Reads without a transaction: each statement sees the state of its own moment.
  func unsafeRead<T: Sendable>(
    _ value: @escaping @Sendable (Database) throws -> T
  ) async throws -> T

  /// Schedules a read without a transaction.
  func asyncUnsafeRead(_ value: @escaping @Sendable (Result<Database, any Error>) -> Void)

  /// The same as the synchronous `unsafeRead`, also inside another access of the same thread.
  func unsafeReentrantRead<T>(_ value: (Database) throws -> T) throws -> T
}
