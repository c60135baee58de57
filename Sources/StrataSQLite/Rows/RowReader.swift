internal import CSQLite
internal import Foundation

/// Reads the columns of one row at their indexes, each as a type that the caller knows.
///
/// Generated records read themselves through it, without names and without boxed values. A value
/// of another storage class, NULL where none may be, or a value that the type does not have throws a
/// `RowDecodingError` that names table, column, value and SQL.
///
/// A reader is good only while its row is; do not keep it.
@frozen public struct RowReader {
  /// The statement on its row; nil where the row was copied.
  let statement: OpaquePointer?
  /// The index in the row of each index that is asked for; nil where they are the same.
  let map: UnsafePointer<Int32>?
  /// The copied row; nil where there is a statement.
  let copy: Unmanaged<CopiedRow>?

  /// Reads the statement's current row.
  ///
  /// The map has the index in the row for each index that will be asked for, and lives as long as the
  /// reader is used.
  package init(_ statement: SQLiteStatement, map: UnsafePointer<Int32>? = nil) {
    self.statement = statement.handle
    self.map = map
    copy = nil
  }

  /// Reads a row that was copied; it lives as long as the reader is used.
  package init(_ row: CopiedRow, map: UnsafePointer<Int32>? = nil) {
    statement = nil
    self.map = map
    copy = Unmanaged.passUnretained(row)
  }

  init(statement: OpaquePointer?, map: UnsafePointer<Int32>?) {
    self.statement = statement
    self.map = map
    copy = nil
  }

  init(copy: Unmanaged<CopiedRow>, map: UnsafePointer<Int32>?) {
    statement = nil
    self.map = map
    self.copy = copy
  }

  /// The index in the row.
  @inline(__always)
  func position(_ index: Int) -> Int32 {
    guard let map else { return Int32(truncatingIfNeeded: index) }
    return map[index]
  }

  /// The value of SQLite at an index, nil where the row was copied.
  ///
  /// Its class and its content are read by `sqlite3_value_…`, which costs less than asking
  /// `sqlite3_column_…` twice. Such values may be read only where no other thread uses the
  /// connection (https://sqlite.org/c3ref/column_blob.html), which confinement guarantees.
  @inline(__always)
  func value(_ index: Int) -> OpaquePointer? {
    guard let statement else { return nil }
    return sqlite3_column_value(statement, position(index))
  }

  /// The value of a statement's row at an index, nil where the row was copied.
  @inline(__always)
  func column(_ index: Int) -> LiveColumn? {
    guard let statement else { return nil }
    let position = position(index)
    return LiveColumn(
      statement: statement,
      position: position,
      value: sqlite3_column_value(statement, position)
    )
  }

  /// A copy of the value at an index.
  package func databaseValue(_ index: Int) -> DatabaseValue {
    if let value = value(index) { return DatabaseValue(copying: value) }
    guard let copy else { return .null }
    return copy._withUnsafeGuaranteedRef { row in
      let position = Int(position(index))
      return row.values.indices.contains(position) ? row.values[position] : .null
    }
  }

  /// Whether the value at an index is NULL.
  public func isNull(_ index: Int) -> Bool {
    if let column = column(index) { return column.type == SQLITE_NULL }
    return databaseValue(index).isNull
  }

  /// The error that says what is at the index instead of the type.
  @inline(never)
  package func mismatch(_ index: Int, _ type: Any.Type) -> RowDecodingError {
    let value = databaseValue(index)
    let position = Int(position(index))
    var error = RowDecodingError(
      reason: value.isNull ? .unexpectedNull : .valueMismatch,
      expectedType: "\(type)",
      columnIndex: position,
      value: value
    )
    if let statement {
      error.sql = sqlite3_sql(statement).map { String(cString: $0) }
      error.column = sqlite3_column_name(statement, Int32(position)).map { String(cString: $0) }
      error.table = SQLiteSymbols.columnOrigin?.table(statement, Int32(position))
        .map { String(cString: $0) }
      if position < 0 || position >= Int(sqlite3_column_count(statement)) {
        error.reason = .columnNotFound
      }
    } else if let copy {
      copy._withUnsafeGuaranteedRef { row in
        error.sql = row.sql
        if row.columnNames.indices.contains(position) {
          error.column = row.columnNames[position]
        } else {
          error.reason = .columnNotFound
        }
      }
    }
    return error
  }
}

/// A value of a statement's row, and where it is.
///
/// Whoever reads it keeps this, and no reader, until it is known whether the value is as expected: it is
/// so little that the processor need not put it aside meanwhile.
struct LiveColumn {
  let statement: OpaquePointer
  let position: Int32
  let value: OpaquePointer?

  /// The class in which the value is stored.
  var type: Int32 { sqlite3_value_type(value) }
  /// What reads the value as anything else, at `index`.
  var reader: RowReader { RowReader(statement: statement, map: nil) }
  var index: Int { Int(position) }
}

/// A row that was copied from its statement.
@usableFromInline
package final class CopiedRow: Sendable {
  package let columnNames: [String]
  package let values: [DatabaseValue]
  package let sql: String?

  package init(columnNames: [String], values: [DatabaseValue], sql: String?) {
    self.columnNames = columnNames
    self.values = values
    self.sql = sql
  }
}
