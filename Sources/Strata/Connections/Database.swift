internal import Foundation

/// A connection to a database, inside the closure of an access.
///
/// It is given by `read`, `write` and their like and must not leave their closures: using it from
/// another thread or later stops the program with a message that says so.
public final class Database {
  /// How a transaction takes its locks (https://sqlite.org/lang_transaction.html).
  public enum TransactionKind: String, Sendable {
    /// The lock for writing is taken at the first write.
    case deferred = "DEFERRED"
    /// The lock for writing is taken at the begin.
    case immediate = "IMMEDIATE"
    /// No other connection may read, except in WAL mode.
    case exclusive = "EXCLUSIVE"
  }

  /// How a transaction or a savepoint ends.
  @frozen public enum TransactionCompletion: Sendable {
    /// Its changes are kept.
    case commit
    /// Its changes are undone.
    case rollback
  }

  /// How the database was opened.
  public let configuration: Configuration
  /// What the connection is called in messages.
  public let description: String

  let opening: DatabaseOpening
  let sqlite: SQLiteConnection
  let statementCache = StatementCache()
  let livingStatements = LivingStatements()
  /// Whether it can be read without a lock that others would wait for.
  @exclusivity(unchecked) var isInWALMode = false
  /// What the connection reads and changes is told to observations.
  let observationBroker: ObservationBroker
  /// Who may use the connection now.
  let confinement: Confinement

  // Unchecked: these are looked at for many statements, by the one thread that the connection is
  // confined to, and never for longer than it takes to read or to write them.

  /// The outcome of the transaction that the present statement ends.
  @exclusivity(unchecked) var outcome: TransactionOutcome?
  /// What waits for the end of the transaction.
  @exclusivity(unchecked) var transactionEnds: [TransactionEnd] = []
  /// The date of the present transaction, once somebody has asked for it.
  @exclusivity(unchecked) var knownTransactionDate: Date?
  /// What documents know of the present transaction, which is forgotten when it ends.
  @exclusivity(unchecked) package var transactionMemo: AnyObject?
  /// What is known of the schema.
  var schemaCache = SchemaCache()
  /// The version of the schema, where the present transaction has read it and not changed it since.
  @exclusivity(unchecked) var schemaVersionOfTransaction: Int64?
  /// What is known of the commits of others, and of their schema.
  var knownDataVersion: Int64?
  var knownSchemaVersion: Int64?

  init(
    path: String,
    flags: SQLiteConnection.OpenFlags,
    configuration: Configuration,
    description: String,
    observationCenter: ObservationCenter
  ) throws {
    opening = DatabaseOpening(path: path, isReadOnly: flags.contains(.readOnly))
    try opening { [opening] in try opening.checkFile() }
    sqlite = try opening { try SQLiteConnection(path: path, flags: flags) }
    observationBroker = ObservationBroker(
      sqlite,
      center: observationCenter,
      usesPreupdate: configuration.capturesRows
    )
    self.configuration = configuration
    self.description = description
    confinement = Confinement(
      description: description,
      suspension: configuration.observesSuspensionNotifications ? DatabaseSuspension() : nil
    )
  }

  deinit { sqlite.removeHooks() }

  // MARK: - Confinement

  /// Lets only the calling thread use the connection while `body` runs.
  @inline(__always)
  func confined<T>(_ body: (Database) throws -> T) rethrows -> T {
    let previous = confinement.enter()
    defer {
      // A cursor that somebody has kept must not hold the next access in this one's state.
      if previous == 0, sqlite.isReadingOutsideTransaction { livingStatements.abortAll() }
      confinement.leave(to: previous)
    }
    return try body(self)
  }

  /// Stops the program where the connection is used outside its access.
  @inline(__always)
  func checkConfinement() { confinement.check() }

  // MARK: - State

  /// The rowid of the last inserted row.
  public var lastInsertedRowID: Int64 {
    checkConfinement()
    return sqlite.lastInsertedRowID
  }

  /// The number of rows that the last statement changed.
  public var changesCount: Int {
    checkConfinement()
    return sqlite.changesCount
  }

  /// The number of rows that all statements of this connection changed.
  public var totalChangesCount: Int {
    checkConfinement()
    return sqlite.totalChangesCount
  }

  /// Whether a transaction or a savepoint is open.
  public var isInsideTransaction: Bool { sqlite.isInsideTransaction }

  /// The last error of SQLite, for those who call it themselves.
  public var lastErrorMessage: String? { sqlite.lastErrorMessage }

  /// Stops the SQL that runs on the connection.
  public func interrupt() { sqlite.interrupt() }
}
