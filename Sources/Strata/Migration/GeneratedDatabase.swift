public import Foundation

/// A database whose code was generated from its schema.
public protocol GeneratedDatabase {
  /// What the schema means; another meaning has another hash.
  static var schemaHash: String { get }

  /// The statements that create the database, for a schema without a recorded history.
  static var prototype: [String] { get }

  /// The recorded history of the schema; empty where there is none.
  static var migrations: [RecordedMigration] { get }

  /// The oldest SQLite that the schema runs on, such as 3037000.
  static var minimumSQLiteVersion: Int { get }

  /// What the schema needs of each connection.
  static var requirements: DatabaseRequirements { get }

  /// The steps that bring a database to the schema.
  static var migrator: DatabaseMigrator { get }
}

extension GeneratedDatabase {
  /// The oldest SQLite with STRICT tables, 3.37.
  public static var minimumSQLiteVersion: Int { 3_037_000 }

  /// Nothing beyond SQLite's own.
  public static var requirements: DatabaseRequirements { DatabaseRequirements() }

  /// Nothing: a recorded schema is made by its steps.
  public static var prototype: [String] { [] }

  /// No history: the schema is a prototype.
  public static var migrations: [RecordedMigration] { [] }

  /// The recorded steps, or else one step that creates everything.
  ///
  /// A database that another version of a schema without a history has made is refused by it. Steps
  /// written by hand can be registered to it, and run after the recorded ones.
  public static var migrator: DatabaseMigrator {
    let migrations = migrations
    guard migrations.isEmpty else { return DatabaseMigrator(migrations) }
    let statements = prototype
    var migrator = DatabaseMigrator()
    migrator.register(
      Migration(
        identifier: DatabaseMigrator.prototype,
        foreignKeyChecks: .deferred,
        hash: schemaHash,
        isPrototype: true,
        migrate: { db in
          for statement in statements { try db.execute(sql: statement) }
        }
      )
    )
    return migrator
  }

  /// Opens a database file, makes it where there is none, and brings it to the schema.
  ///
  /// - Parameters:
  ///   - url: the file.
  ///   - configuration: how it is opened and used.
  ///   - steps: the schema's `migrator`, to which other steps, what is told of progress, or a backup
  ///     were added; nil for the plain one.
  ///   - erasesOnSchemaChange: whether the content is erased where the schema has changed, instead of
  ///     an error; for development.
  /// - Returns: the database.
  /// - Throws: `MigrationError` where the file is of another schema, or where `configuration` does not
  ///   register a function or a collation that the schema declares; or `DatabaseError`.
  public static func open(
    at url: URL,
    configuration: Configuration = Configuration(),
    migrator steps: DatabaseMigrator? = nil,
    erasingOnSchemaChange erasesOnSchemaChange: Bool = false
  ) throws -> DatabasePool {
    try checkLibrary()
    var configuration = configuration
    requirements.apply(to: &configuration)
    let isComplete = Lock(false)
    var migrator = steps ?? migrator
    if erasesOnSchemaChange { migrator.eraseDatabaseOnSchemaChange = true }
    if !migrator.eraseDatabaseOnSchemaChange {
      // Before the file is put into WAL mode: a database that is refused stays as it is.
      let migrator = migrator
      configuration.admission = { db in
        let found = try migrator.admit(db)
        isComplete.withLock { $0 = found }
      }
    }
    let pool = try DatabasePool(path: url.path, configuration: configuration)
    if isComplete.withLock({ $0 }) { return pool }
    if configuration.readonly {
      try pool.read { db in try migrator.checkCompletion(db) }
      return pool
    }
    try migrator.migrate(pool)
    return pool
  }

  /// Makes a database in memory.
  ///
  /// - Parameter configuration: how it is used.
  /// - Returns: the database, empty and of the schema.
  /// - Throws: `MigrationError` where `configuration` does not register a function or a collation that
  ///   the schema declares; or `DatabaseError`.
  public static func openInMemory(
    configuration: Configuration = Configuration()
  ) throws -> DatabaseQueue {
    try checkLibrary()
    var configuration = configuration
    requirements.apply(to: &configuration)
    let queue = try DatabaseQueue(configuration: configuration)
    try migrator.migrate(queue)
    return queue
  }

  private static func checkLibrary() throws {
    let found = SQLiteLibrary.versionNumber
    guard found >= minimumSQLiteVersion else {
      throw MigrationError(
        reason: .libraryTooOld(required: minimumSQLiteVersion, found: found)
      )
    }
  }
}
