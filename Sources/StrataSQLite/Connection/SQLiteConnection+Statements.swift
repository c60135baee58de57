internal import CSQLite

extension SQLiteConnection {
  /// Ends all statements that have begun and not ended, also those of SQLite's own extensions.
  ///
  /// A full-text index keeps the blob from which it reads open until its transaction ends. As long as
  /// it is, an interruption lasts (https://sqlite.org/c3ref/interrupt.html), and not even a ROLLBACK
  /// runs. The index seeks anew before it reads again.
  package func resetStatements() {
    var statement = sqlite3_next_stmt(handle, nil)
    while let present = statement {
      if sqlite3_stmt_busy(present) != 0 { sqlite3_reset(present) }
      statement = sqlite3_next_stmt(handle, present)
    }
  }
}
