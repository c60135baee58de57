internal import CSQLite

/// How far a backup has come.
package struct SQLiteBackupState: Sendable {
  package var remainingPageCount: Int
  package var totalPageCount: Int
  package var isDone: Bool
}

extension SQLiteConnection {
  /// Copies the main database over that of another connection (https://sqlite.org/backup.html).
  ///
  /// - Parameters:
  ///   - destination: its content is replaced; it is locked until the end.
  ///   - pagesPerStep: the pages that are copied between two calls of `progress`; all where it is
  ///     negative.
  ///   - progress: called after each step; what it throws ends the backup, unless that was complete.
  /// - Throws: `DatabaseError`, or what `progress` throws.
  package func backup(
    to destination: SQLiteConnection,
    pagesPerStep: Int32,
    progress: (SQLiteBackupState) throws -> Void
  ) throws {
    guard let backup = sqlite3_backup_init(destination.handle, "main", handle, "main") else {
      throw destination.error(sqlite3_extended_errcode(destination.handle))
    }
    var failure: (any Error)?
    do { try run(backup, pagesPerStep, progress) } catch { failure = error }
    let code = sqlite3_backup_finish(backup)
    if let failure { throw failure }
    guard code == SQLITE_OK else { throw destination.error(code) }
  }

  private func run(
    _ backup: OpaquePointer,
    _ pagesPerStep: Int32,
    _ progress: (SQLiteBackupState) throws -> Void
  ) throws {
    while true {
      // 0 pages would never come to an end.
      let code = sqlite3_backup_step(backup, pagesPerStep == 0 ? -1 : pagesPerStep)
      guard code == SQLITE_OK || code == SQLITE_DONE else {
        throw DatabaseError(
          resultCode: ResultCode(rawValue: code),
          message: String(cString: sqlite3_errstr(code))
        )
      }
      let state = SQLiteBackupState(
        remainingPageCount: Int(sqlite3_backup_remaining(backup)),
        totalPageCount: Int(sqlite3_backup_pagecount(backup)),
        isDone: code == SQLITE_DONE
      )
      try progress(state)
      if state.isDone { return }
    }
  }
}
