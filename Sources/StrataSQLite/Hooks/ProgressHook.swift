internal import CSQLite

extension SQLiteConnection {
  /// Interrupts statements that run for about that many steps of SQLite's virtual machine; nil lets
  /// them run as long as they like (https://sqlite.org/c3ref/progress_handler.html).
  ///
  /// - Parameter limit: more than 0; the steps of all runs of a statement are counted together.
  package func interruptStatements(afterSteps limit: Int32?) {
    guard let limit else {
      sqlite3_progress_handler(handle, 0, nil, nil)
      return
    }
    sqlite3_progress_handler(handle, limit, { _ in 1 }, nil)
  }

  /// Refuses texts, blobs and rows that are longer (https://sqlite.org/limits.html).
  ///
  /// - Parameter bytes: at most what the library was built for.
  package func limitLength(to bytes: Int32) {
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, bytes)
  }
}
