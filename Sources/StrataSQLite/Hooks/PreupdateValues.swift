/// The values of a row that is about to change, as long as the hook runs.
package final class SQLitePreupdateValues {
  /// Nil once the hook has returned.
  private var handle: OpaquePointer?
  private let functions: SQLiteSymbols.Preupdate
  private let kind: SQLiteChangeKind
  private let databaseName: UnsafePointer<CChar>
  private let tableName: UnsafePointer<CChar>

  fileprivate init(_ row: borrowing SQLitePreupdate) {
    handle = row.handle
    functions = row.functions
    kind = row.kind
    databaseName = row.databaseName
    tableName = row.tableName
  }

  /// The row; nil once the hook has returned.
  private func withRow<Result>(_ body: (borrowing SQLitePreupdate) -> Result?) -> Result? {
    guard let handle else { return nil }
    return body(
      SQLitePreupdate(
        handle: handle,
        functions: functions,
        kind: kind,
        databaseName: databaseName,
        tableName: tableName,
        oldRowID: 0,
        newRowID: 0
      )
    )
  }

  /// The value of a column before; nil for an insert, and once the hook has returned.
  package func old(_ column: Int) -> DatabaseValue? { withRow { $0.oldValue(column) } }

  /// The value of a column after; nil for a delete, and once the hook has returned.
  package func new(_ column: Int) -> DatabaseValue? { withRow { $0.newValue(column) } }

  fileprivate func end() { handle = nil }
}

extension SQLitePreupdate {
  /// Gives `body` the values of the row, which are there until it returns.
  package func withValues(_ body: (SQLitePreupdateValues) -> Void) {
    let values = SQLitePreupdateValues(self)
    defer { values.end() }
    body(values)
  }
}
