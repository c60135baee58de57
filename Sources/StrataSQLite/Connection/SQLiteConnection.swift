internal import CSQLite

/// One connection to a database, confined to whoever holds it.
///
/// SQLite's own mutexes are off (NOMUTEX), so that no two threads may use a connection at a time;
/// only `interrupt()` may be called from anywhere
/// (https://sqlite.org/threadsafe.html, "multi-thread").
package final class SQLiteConnection {
  /// How a database is opened.
  package struct OpenFlags: OptionSet, Sendable {
    package let rawValue: Int32
    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static let readOnly = OpenFlags(rawValue: SQLITE_OPEN_READONLY)
    package static let readWrite = OpenFlags(rawValue: SQLITE_OPEN_READWRITE)
    package static let create = OpenFlags(rawValue: SQLITE_OPEN_CREATE)
    /// The path is a URI (https://sqlite.org/uri.html).
    package static let uri = OpenFlags(rawValue: SQLITE_OPEN_URI)
  }

  package let handle: OpaquePointer
  /// What SQLite's callbacks call; filled by the extensions of this class.
  let hooks = SQLiteHooks()
  private var isClosed = false

  /// Opens a database file; `:memory:` and an empty path are databases in memory and in a temporary
  /// file.
  ///
  /// - Throws: `DatabaseError` where SQLite cannot open it. Whether a file is a database is known
  ///   only when it is first read.
  package init(path: String, flags: OpenFlags = [.readWrite, .create]) throws {
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(
      path,
      &handle,
      flags.rawValue | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE,
      nil
    )
    guard code == SQLITE_OK, let handle else {
      let message = handle.map { String(cString: sqlite3_errmsg($0)) }
      sqlite3_close_v2(handle)
      throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message)
    }
    self.handle = handle
    configureDoubleQuotes()
    addListModule()
  }

  deinit {
    if !isClosed { sqlite3_close_v2(handle) }
  }

  /// Closes the connection; the second time does nothing.
  ///
  /// - Throws: `DatabaseError` with SQLITE_BUSY while a statement of it lives.
  package func close() throws {
    if isClosed { return }
    let code = sqlite3_close(handle)
    guard code == SQLITE_OK else { throw error(code) }
    isClosed = true
  }

  /// Has nobody told of anything any more: closing a connection inside a transaction is a rollback.
  package func removeHooks() { hooks.removeAll() }

  // MARK: - Settings

  /// Whether `"text"` that names no column is a string; a misspelt column would go unnoticed
  /// (https://sqlite.org/quirks.html#double_quoted_string_literals_are_accepted).
  package var acceptsDoubleQuotedStrings = false {
    didSet { configureDoubleQuotes() }
  }

  /// Whether triggers fire (https://sqlite.org/c3ref/c_dbconfig_defensive.html).
  package var areTriggersEnabled = true {
    didSet {
      _ = strata_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, areTriggersEnabled ? 1 : 0)
    }
  }

  private func configureDoubleQuotes() {
    let value: Int32 = acceptsDoubleQuotedStrings ? 1 : 0
    _ = strata_db_config(handle, SQLITE_DBCONFIG_DQS_DDL, value)
    _ = strata_db_config(handle, SQLITE_DBCONFIG_DQS_DML, value)
  }

  // MARK: - State

  /// Whether a transaction is open.
  package var isInsideTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }
  /// Whether the main database is being read or written, so that others' commits are seen or locked out.
  package var isInsideTransactionOfMain: Bool {
    sqlite3_txn_state(handle, "main") > SQLITE_TXN_NONE
  }
  /// A number that is another one after each change of the main database that the connection has seen
  /// or made; nil where it cannot be told
  /// (https://sqlite.org/c3ref/c_fcntl_begin_atomic_write.html#sqlitefcntldataversion).
  package var dataVersion: UInt32? {
    var version: UInt32 = 0
    let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &version)
    return code == SQLITE_OK ? version : nil
  }
  /// Whether a statement that stands on a row reads, where no transaction is open.
  @inline(__always)
  package var isReadingOutsideTransaction: Bool {
    sqlite3_get_autocommit(handle) != 0 && sqlite3_txn_state(handle, nil) != SQLITE_TXN_NONE
  }
  /// The rowid of the last inserted row (https://sqlite.org/c3ref/last_insert_rowid.html).
  package var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle) }
  /// The rows that the last finished statement changed.
  package var changesCount: Int { Int(sqlite3_changes(handle)) }
  /// The rows that all statements changed since the connection was opened.
  package var totalChangesCount: Int { Int(sqlite3_total_changes(handle)) }
  /// Whether the database file cannot be written.
  package var isReadOnly: Bool { sqlite3_db_readonly(handle, nil) == 1 }

  /// What SQLite says of its last error.
  package var lastErrorMessage: String? {
    sqlite3_errcode(handle) == SQLITE_OK ? nil : String(cString: sqlite3_errmsg(handle))
  }

  /// Stops what runs on the connection; may be called from any thread.
  package func interrupt() { sqlite3_interrupt(handle) }

  /// The error that SQLite has just reported.
  package func error(
    _ code: Int32,
    sql: String? = nil,
    arguments: StatementArguments? = nil
  ) -> DatabaseError {
    let offset = sql == nil ? nil : SQLiteSymbols.errorOffset.map { Int($0(handle)) }
    return DatabaseError(
      resultCode: ResultCode(rawValue: code),
      message: code & 0xff == SQLITE_MISUSE
        ? "the statement or the connection was misused" : String(cString: sqlite3_errmsg(handle)),
      sql: sql,
      arguments: arguments,
      offset: offset.flatMap { $0 >= 0 ? $0 : nil }
    )
  }
}
