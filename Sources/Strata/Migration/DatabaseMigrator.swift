public import Foundation

/// Brings a database to the schema that the program needs, one registered step after the other.
///
/// ```swift
/// var migrator = DatabaseMigrator()
/// migrator.registerMigration("create") { db in try db.execute(sql: "CREATE TABLE player (…)") }
/// try migrator.migrate(queue)
/// ```
///
/// Each step runs in a transaction of its own, in which it is also noted in the ledger, the table
/// `grdb_migrations` that GRDB's databases have: after a crash a step was done or was not begun. Of two
/// processes that migrate at once, one waits and finds the steps done.
public struct DatabaseMigrator: Sendable {
  /// When the foreign keys of a step are checked.
  public enum ForeignKeyChecks: Sendable {
    /// Not while it runs, but before it is committed: those of the tables that it has touched, and of
    /// the tables that refer to them. A step that makes tables anew needs that.
    case deferred
    /// By each of its statements.
    case immediate
  }

  /// Whether a database whose steps were made differently is erased and made anew; for development.
  ///
  /// It is so where the ledger has a step that is not registered, or where the registered steps would
  /// make another schema.
  public var eraseDatabaseOnSchemaChange = false

  /// Told, on the thread that migrates, how far it has come; it must not use the database.
  public var onProgress: (@Sendable (MigrationProgress) -> Void)?

  /// Where a copy of the database is put before it is migrated; nil for none.
  ///
  /// What is there is replaced, when the copy is whole. Nothing is copied where there is nothing to do,
  /// and of a database that is new.
  public var backupURL: URL?

  private(set) var migrations: [Migration] = []
  var defersForeignKeyChecks = true

  /// No steps.
  public init() {}

  /// A migrator whose deferred steps do not check foreign keys; they are not enforced either.
  ///
  /// A large database migrates faster; that the steps break no foreign key is the caller's matter.
  ///
  /// - Returns: the migrator.
  public func disablingDeferredForeignKeyChecks() -> DatabaseMigrator {
    var migrator = self
    migrator.defersForeignKeyChecks = false
    return migrator
  }

  /// Registers a step.
  ///
  /// - Parameters:
  ///   - identifier: its name, kept in the ledger; unique in the migrator.
  ///   - foreignKeyChecks: when its foreign keys are checked.
  ///   - migrate: changes the schema and the content.
  public mutating func registerMigration(
    _ identifier: String,
    foreignKeyChecks: ForeignKeyChecks = .deferred,
    migrate: @escaping @Sendable (Database) throws -> Void
  ) {
    register(
      Migration(
        identifier: identifier,
        foreignKeyChecks: foreignKeyChecks,
        hash: nil,
        isPrototype: false,
        migrate: migrate
      )
    )
  }

  mutating func register(_ migration: Migration) {
    precondition(
      !migrations.contains { $0.identifier == migration.identifier },
      "the migration \(migration.identifier) is registered twice"
    )
    migrations.append(migration)
  }
}

/// A registered step.
struct Migration: Sendable {
  var identifier: String
  var foreignKeyChecks: DatabaseMigrator.ForeignKeyChecks
  /// What its statements mean, where they are frozen.
  var hash: String?
  /// Whether it is the only step of a schema without a history.
  var isPrototype: Bool
  /// The statements of a recorded step, which has nothing else.
  var sql: [String] = []
  /// The steps of other histories that it stands for.
  var replaces: [String] = []
  /// The tables with their columns that a database has that was there before.
  var baseline: [String: [String]] = [:]
  var migrate: @Sendable (Database) throws -> Void
}

// MARK: - Migrating

extension DatabaseMigrator {
  /// Runs the steps that the database lacks.
  ///
  /// - Parameter writer: the database.
  /// - Throws: what a step throws, `MigrationError`, or `DatabaseError`; the steps before it are done.
  public func migrate(_ writer: any DatabaseWriter) throws {
    try migrate(writer, to: migrations.count)
  }

  /// Runs the steps that the database lacks, up to and with one of them.
  ///
  /// - Parameters:
  ///   - writer: the database.
  ///   - identifier: the last step; a registered one.
  /// - Throws: what a step throws, `MigrationError`, or `DatabaseError`; the steps before it are done.
  public func migrate(_ writer: any DatabaseWriter, upTo identifier: String) throws {
    guard let index = migrations.firstIndex(where: { $0.identifier == identifier }) else {
      preconditionFailure("undefined migration: \(identifier)")
    }
    try migrate(writer, to: index + 1)
  }

  /// Runs the steps that the database lacks, on another thread.
  ///
  /// - Parameters:
  ///   - writer: the database.
  ///   - completion: gets the connection after the last step, or the error.
  public func asyncMigrate(
    _ writer: any DatabaseWriter,
    completion: @escaping @Sendable (Result<Database, any Error>) -> Void
  ) {
    writer.asyncBarrierWriteWithoutTransaction { result in
      completion(
        result.flatMap { db in
          Result {
            try migrate(db, to: migrations.count)
            return db
          }
        }
      )
    }
  }

  private func migrate(_ writer: any DatabaseWriter, to end: Int) throws {
    try writer.barrierWriteWithoutTransaction { db in try migrate(db, to: end) }
  }

  private func migrate(_ db: Database, to end: Int) throws {
    if eraseDatabaseOnSchemaChange, try needsErasure(db) { try db.erase() }
    // What is wrong is found before anything is touched.
    var run = try MigrationRun(self, db)
    try run(migrations[..<end])
  }
}
