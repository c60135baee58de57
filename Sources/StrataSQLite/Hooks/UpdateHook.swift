internal import CSQLite

/// What happens to a row.
package enum SQLiteChangeKind: Int32, Sendable {
  case delete = 9
  case insert = 18
  case update = 23
}

/// A row of a rowid table that was inserted, updated or deleted.
package struct SQLiteUpdate {
  package var kind: SQLiteChangeKind
  package var database: String
  package var table: String
  package var rowID: Int64
}

extension SQLiteConnection {
  /// Calls `body` for each changed row of a rowid table; nil stops that.
  ///
  /// It says nothing of rows that REPLACE deletes, of WITHOUT ROWID tables, and of a DELETE of
  /// all rows (https://sqlite.org/c3ref/update_hook.html).
  package func setUpdateHook(_ body: ((SQLiteUpdate) -> Void)?) {
    hooks.update = body
    guard body != nil else {
      sqlite3_update_hook(handle, nil, nil)
      return
    }
    sqlite3_update_hook(
      handle,
      { pointer, kind, database, table, rowID in
        guard let body = SQLiteHooks.from(pointer)?.update,
          let kind = SQLiteChangeKind(rawValue: kind), let database, let table
        else { return }
        body(
          SQLiteUpdate(
            kind: kind,
            database: String(cString: database),
            table: String(cString: table),
            rowID: rowID
          )
        )
      },
      hooks.pointer
    )
  }
}
