/// How far a backup has come.
public struct DatabaseBackupProgress: Hashable, Sendable {
  /// The pages that are still to be copied.
  public let remainingPageCount: Int
  /// All pages of the source.
  public let totalPageCount: Int
  /// The pages that are copied.
  public var completedPageCount: Int { totalPageCount - remainingPageCount }
  /// Whether the backup has ended; an error that is thrown then no longer undoes it.
  public let isCompleted: Bool
}

extension Database {
  /// Copies all of this database over another one.
  ///
  /// - Parameters:
  ///   - destDb: a connection to the other database, outside of a transaction.
  ///   - pagesPerStep: the pages that are copied between two calls of `progress`, all where it is
  ///     negative.
  ///   - progress: called after each step; what it throws ends the backup and leaves the other
  ///     database as it was.
  /// - Throws: `DatabaseError`, or what `progress` throws.
  public func backup(
    to destDb: Database,
    pagesPerStep: CInt = -1,
    progress: ((DatabaseBackupProgress) throws -> Void)? = nil
  ) throws {
    checkConfinement()
    destDb.checkConfinement()
    try sqlite.backup(to: destDb.sqlite, pagesPerStep: pagesPerStep) { state in
      try progress?(
        DatabaseBackupProgress(
          remainingPageCount: state.remainingPageCount,
          totalPageCount: state.totalPageCount,
          isCompleted: state.isDone
        )
      )
    }
    destDb.didReplaceContent()
  }

  /// Forgets what was known of the tables, and has all observers fetch.
  private func didReplaceContent() {
    schemaCache = SchemaCache()
    observationBroker.forgetSchema()
    observationBroker.publishChangesOfOthers(self)
  }
}

extension DatabaseReader {
  /// Copies all of this database over another one.
  ///
  /// A pool goes on reading and writing meanwhile, and the copy is its state at the begin. Do not call
  /// it in an access of either database.
  ///
  /// - Parameters:
  ///   - writer: the other database, which nobody else uses until the end.
  ///   - pagesPerStep: the pages that are copied between two calls of `progress`, all where it is
  ///     negative.
  ///   - progress: called after each step; what it throws ends the backup and leaves the other
  ///     database as it was.
  /// - Throws: `DatabaseError`, or what `progress` throws.
  public func backup(
    to writer: some DatabaseWriter,
    pagesPerStep: CInt = -1,
    progress: ((DatabaseBackupProgress) throws -> Void)? = nil
  ) throws {
    try writer.barrierWriteWithoutTransaction { destination in
      try read { source in
        try source.pinSnapshot()
        try source.backup(to: destination, pagesPerStep: pagesPerStep, progress: progress)
      }
    }
  }
}

extension DatabaseQueue {
  /// A database in memory with the content of a file.
  ///
  /// - Parameters:
  ///   - path: the file, which is only read.
  ///   - configuration: how the database in memory is used.
  /// - Returns: the copy.
  /// - Throws: `DatabaseError`.
  public static func inMemoryCopy(
    fromPath path: String,
    configuration: Configuration = Configuration()
  ) throws -> DatabaseQueue {
    try copy(of: path, to: DatabaseQueue(configuration: configuration), configuration)
  }

  /// A database in a temporary file, which is removed with it, with the content of a file.
  ///
  /// - Parameters:
  ///   - path: the file, which is only read.
  ///   - configuration: how the temporary database is used.
  /// - Returns: the copy.
  /// - Throws: `DatabaseError`.
  public static func temporaryCopy(
    fromPath path: String,
    configuration: Configuration = Configuration()
  ) throws -> DatabaseQueue {
    try copy(of: path, to: DatabaseQueue(path: "", configuration: configuration), configuration)
  }

  private static func copy(
    of path: String,
    to copy: DatabaseQueue,
    _ configuration: Configuration
  ) throws -> DatabaseQueue {
    var configuration = configuration
    configuration.readonly = true
    let source = try DatabaseQueue(path: path, configuration: configuration)
    try source.backup(to: copy)
    try source.close()
    return copy
  }
}
