public import Foundation

/// How a database is opened and used.
public struct Configuration: Sendable {
  /// What happens while another connection or process holds the lock.
  public enum BusyMode: Sendable {
    /// The SQL fails at once with SQLITE_BUSY.
    case immediateError
    /// The SQL waits so many seconds before it fails with SQLITE_BUSY.
    case timeout(TimeInterval)
    /// The SQL tries again as long as the closure, which gets the number of attempts, says so.
    case callback(@Sendable (_ numberOfTries: Int) -> Bool)
  }

  /// How commits are made durable.
  public enum JournalModeConfiguration: Sendable {
    /// WAL for a pool; for a queue what the file has.
    case `default`
    /// WAL, the write-ahead log.
    case wal
  }

  /// Whether foreign keys are enforced.
  public var foreignKeysEnabled = true
  /// Whether the database cannot be written.
  public var readonly = false
  /// A name for the connections, shown in debuggers and errors.
  public var label: String?
  /// Whether `"text"` that names no column is taken for a string; a misspelt column would go unseen.
  public var acceptsDoubleQuotedStringLiterals = false
  /// What happens while another connection or process holds the lock.
  ///
  /// An immediate error surprises everyone, so the default waits 5 seconds.
  public var busyMode: BusyMode = .timeout(5)
  /// The same for the connections of a pool that only read; what `busyMode` says where nil.
  public var readonlyBusyMode: BusyMode?
  /// How commits are made durable.
  public var journalMode: JournalModeConfiguration = .default
  /// The number of readers of a pool, at least 1.
  public var maximumReaderCount = 5
  /// The urgency of asynchronous accesses.
  public var qos: DispatchQoS = .userInitiated
  /// The kind of the transactions that `write` opens.
  ///
  /// An immediate one waits for its turn at its begin; a deferred one may find at its first write
  /// that another connection was faster, and fail.
  public var defaultTransactionKind: Database.TransactionKind = .immediate
  /// What tells the date of a transaction, `Database.transactionDate`.
  public var transactionClock: any TransactionClock = .default
  /// Whether errors show the values that were bound, which may be private.
  public var publicStatementArguments = false
  /// Whether a transaction may stay open at the end of `writeWithoutTransaction`.
  public var allowsUnsafeTransactions = false

  /// Whether `Database.suspendNotification` has the database take no more locks.
  ///
  /// For a file that an app shares with its extensions, where a system ends an app that keeps a lock
  /// while it is suspended: post the notification before that, and `Database.resumeNotification` after.
  public var observesSuspensionNotifications = false

  /// Whether observers are woken by what other connections and processes write to the same file.
  ///
  /// SQLite tells a connection of its own commits only. Where this is on, and only while somebody
  /// observes, the database is asked from time to time whether others have committed, which costs some
  /// microseconds. What they have changed is not known, so that all observers fetch a value.
  public var observesExternalChanges = false
  /// The seconds between two looks for changes of others.
  public var externalChangesInterval: TimeInterval = 0.2

  /// Throws where a database file is not the one that was meant, before anything is changed.
  package var admission: (@Sendable (Database) throws -> Void)?
  /// What calls for the looks; tests do so themselves.
  package var externalChangesClock: RepeatingClock = Self.systemClock
  /// Whether changes are captured row by row, where the library can; off in tests of what other
  /// libraries can.
  package var capturesRows = true

  private(set) var setups: [@Sendable (Database) throws -> Void] = []

  /// The defaults.
  public init() {}

  /// Adds a step that prepares each new connection, such as functions, collations and pragmas.
  public mutating func prepareDatabase(_ setup: @escaping @Sendable (Database) throws -> Void) {
    setups.append(setup)
  }
}
