internal import CSQLite

extension SQLiteConnection {
  /// Calls `body` before each commit of changes; where it returns false the transaction is rolled
  /// back (https://sqlite.org/c3ref/commit_hook.html).
  package func setCommitHook(_ body: (() -> Bool)?) {
    hooks.commit = body
    guard body != nil else {
      sqlite3_commit_hook(handle, nil, nil)
      return
    }
    sqlite3_commit_hook(
      handle,
      { pointer in
        guard let body = SQLiteHooks.from(pointer)?.commit else { return 0 }
        return body() ? 0 : 1
      },
      hooks.pointer
    )
  }

  /// Calls `body` at each rollback of a transaction, also at those that SQLite decides.
  package func setRollbackHook(_ body: (() -> Void)?) {
    hooks.rollback = body
    guard body != nil else {
      sqlite3_rollback_hook(handle, nil, nil)
      return
    }
    sqlite3_rollback_hook(
      handle,
      { pointer in SQLiteHooks.from(pointer)?.rollback?() },
      hooks.pointer
    )
  }
}
