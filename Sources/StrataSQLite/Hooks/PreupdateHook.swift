internal import CSQLite
internal import Foundation

/// A row that is about to change, with its old and new values; good only inside the hook.
///
/// Unlike the update hook it also tells of rows that REPLACE deletes, of WITHOUT ROWID tables, and
/// of each row of an unqualified DELETE (https://sqlite.org/c3ref/preupdate_blobwrite.html).
package struct SQLitePreupdate: ~Copyable {
  let handle: OpaquePointer
  let functions: SQLiteSymbols.Preupdate
  package let kind: SQLiteChangeKind
  let databaseName: UnsafePointer<CChar>
  let tableName: UnsafePointer<CChar>
  /// The rowid before; for an insert the same as `newRowID`; 0 in WITHOUT ROWID tables.
  package let oldRowID: Int64
  /// The rowid after; for a delete the same as `oldRowID`; 0 in WITHOUT ROWID tables.
  package let newRowID: Int64

  package var database: String { String(cString: databaseName) }
  package var table: String { String(cString: tableName) }
  /// The address of the table's name; equal addresses are the same table as long as the schema does
  /// not change.
  package var tableIdentity: UnsafeRawPointer { UnsafeRawPointer(tableName) }
  /// The columns of the table.
  package var columnCount: Int { Int(functions.count(handle)) }
  /// 0 for a change by the statement itself, more for one by its triggers.
  package var depth: Int { Int(functions.depth(handle)) }

  /// The value of a column before; nil for an insert.
  package func oldValue(_ column: Int) -> DatabaseValue? {
    if kind == .insert { return nil }
    return copy(functions.old, column)
  }

  /// The value of a column after; nil for a delete.
  package func newValue(_ column: Int) -> DatabaseValue? {
    if kind == .delete { return nil }
    return copy(functions.new, column)
  }

  /// Compares the values of a column before and after an update, without copying them.
  package func comparison(_ column: Int) -> ColumnComparison {
    var old: OpaquePointer?
    var new: OpaquePointer?
    guard functions.old(handle, Int32(clamping: column), &old) == SQLITE_OK,
      functions.new(handle, Int32(clamping: column), &new) == SQLITE_OK
    else { return .different }
    let type = sqlite3_value_type(old)
    guard type == sqlite3_value_type(new) else { return .different }
    let isSame: Bool
    switch type {
    case SQLITE_NULL: return .bothNull
    case SQLITE_INTEGER: isSame = sqlite3_value_int64(old) == sqlite3_value_int64(new)
    case SQLITE_FLOAT:
      isSame = sqlite3_value_double(old).bitPattern == sqlite3_value_double(new).bitPattern
    default:
      // The bytes of a text or a blob are asked for before their number, so that none is converted.
      let oldBytes = sqlite3_value_blob(old)
      let newBytes = sqlite3_value_blob(new)
      let count = Int(sqlite3_value_bytes(old))
      if count != Int(sqlite3_value_bytes(new)) { return .different }
      guard let oldBytes, let newBytes else { return count == 0 ? .same : .different }
      isSame = memcmp(oldBytes, newBytes, count) == 0
    }
    return isSame ? .same : .different
  }

  private func copy(_ read: SQLiteSymbols.PreupdateValue, _ column: Int) -> DatabaseValue? {
    var value: OpaquePointer?
    guard read(handle, Int32(clamping: column), &value) == SQLITE_OK else { return nil }
    return DatabaseValue(copying: value)
  }
}

/// What an update does to the value of a column.
package enum ColumnComparison: Sendable {
  case same
  /// Both values are NULL, or a default that the library shows as NULL.
  case bothNull
  case different
}

extension SQLiteConnection {
  /// Whether the hook calls its body.
  ///
  /// The hook itself must stay: SQLite compiles a DELETE of all rows so that a hook which is set later
  /// is not called.
  package var isPreupdateHookOn: Bool {
    get { hooks.isPreupdateOn }
    set { hooks.isPreupdateOn = newValue }
  }

  /// Calls `body` before each change of a row; nil stops that.
  ///
  /// - Returns: false where the library has no such hook.
  @discardableResult
  package func setPreupdateHook(_ body: ((borrowing SQLitePreupdate) -> Void)?) -> Bool {
    guard let functions = SQLiteSymbols.preupdate else { return false }
    hooks.preupdate = body
    guard body != nil else {
      _ = functions.hook(handle, nil, nil)
      return true
    }
    _ = functions.hook(
      handle,
      { pointer, handle, kind, database, table, oldRowID, newRowID in
        guard let hooks = SQLiteHooks.from(pointer), hooks.isPreupdateOn,
          let body = hooks.preupdate,
          let functions = SQLiteSymbols.preupdate,
          let kind = SQLiteChangeKind(rawValue: kind), let handle, let database, let table
        else { return }
        body(
          SQLitePreupdate(
            handle: handle,
            functions: functions,
            kind: kind,
            databaseName: database,
            tableName: table,
            oldRowID: oldRowID,
            newRowID: newRowID
          )
        )
      },
      hooks.pointer
    )
    return true
  }
}
