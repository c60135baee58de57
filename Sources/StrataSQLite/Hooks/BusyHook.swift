internal import CSQLite

extension SQLiteConnection {
  /// Waits up to so many milliseconds for other connections; 0 does not wait.
  package func setBusyTimeout(milliseconds: Int) {
    hooks.busy = nil
    sqlite3_busy_timeout(handle, Int32(clamping: milliseconds))
  }

  /// Asks `body` whether to try again while another connection holds the lock, with the number of
  /// times it was asked before (https://sqlite.org/c3ref/busy_handler.html).
  package func setBusyHandler(_ body: @escaping (Int) -> Bool) {
    hooks.busy = body
    sqlite3_busy_handler(
      handle,
      { pointer, attempts in
        guard let body = SQLiteHooks.from(pointer)?.busy else { return 0 }
        return body(Int(attempts)) ? 1 : 0
      },
      hooks.pointer
    )
  }
}
