internal import CSQLite
internal import Foundation

/// The column of a table that a result column shows.
package struct ColumnOrigin: Hashable, Sendable {
  /// `main`, `temp`, or the name of an attached database.
  package var database: String
  package var table: String
  package var column: String
}

extension SQLiteStatement {
  /// The columns of a row.
  package var columnCount: Int { Int(sqlite3_column_count(handle)) }

  package func columnName(_ index: Int) -> String {
    sqlite3_column_name(handle, Int32(clamping: index)).map { String(cString: $0) } ?? ""
  }

  package var columnNames: [String] { (0..<columnCount).map(columnName) }

  /// The column of a table that is shown as it is; nil for an expression, and where the library
  /// does not know (https://sqlite.org/c3ref/column_database_name.html).
  package func columnOrigin(_ index: Int) -> ColumnOrigin? {
    guard let origin = SQLiteSymbols.columnOrigin,
      let database = origin.database(handle, Int32(clamping: index)),
      let table = origin.table(handle, Int32(clamping: index)),
      let column = origin.column(handle, Int32(clamping: index))
    else { return nil }
    return ColumnOrigin(
      database: String(cString: database),
      table: String(cString: table),
      column: String(cString: column)
    )
  }

  /// The declared type of a column of a table; nil for an expression.
  package func columnDeclaredType(_ index: Int) -> String? {
    sqlite3_column_decltype(handle, Int32(clamping: index)).map { String(cString: $0) }
  }

  /// A copy of a value of the current row.
  package func value(_ index: Int) -> DatabaseValue {
    DatabaseValue(copying: sqlite3_column_value(handle, Int32(clamping: index)))
  }

  /// Copies of all values of the current row.
  package var values: [DatabaseValue] { (0..<columnCount).map(value) }
}

extension DatabaseValue {
  /// A copy of a value that SQLite owns.
  init(copying value: OpaquePointer?) {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: self.init(storage: .int64(sqlite3_value_int64(value)))
    case SQLITE_FLOAT: self.init(storage: .double(sqlite3_value_double(value)))
    case SQLITE_TEXT:
      // A text that is not UTF-8 is its bytes, which nothing else in Swift holds.
      if let text = String(copying: value) {
        self.init(storage: .string(text))
      } else {
        self.init(storage: .blob(Data(copying: value)))
      }
    case SQLITE_BLOB: self.init(storage: .blob(Data(copying: value)))
    default: self = .null
    }
  }
}

extension String {
  /// A copy of a text that SQLite owns, nil where it is not UTF-8; a NUL inside does not end it.
  @inline(__always)
  init?(copying value: OpaquePointer?) {
    guard let text = sqlite3_value_text(value) else {
      self = ""
      return
    }
    let bytes = UnsafeRawBufferPointer(start: text, count: Int(sqlite3_value_bytes(value)))
    self.init(decoding: bytes, as: UTF8.self)
    // Decoding repairs what is not UTF-8, which changes its bytes; it is several times faster than the
    // standard library's validation.
    if !bytes.isASCII, !consists(of: bytes) { return nil }
  }

  @inline(never)
  fileprivate func consists(of bytes: UnsafeRawBufferPointer) -> Bool {
    var copy = self
    return copy.withUTF8 { own in
      guard own.count == bytes.count, let start = own.baseAddress, let other = bytes.baseAddress
      else { return own.count == bytes.count }
      return memcmp(start, other, own.count) == 0
    }
  }
}

extension Data {
  /// A copy of a blob that SQLite owns.
  @inline(__always)
  init(copying value: OpaquePointer?) {
    guard let bytes = sqlite3_value_blob(value) else {
      self.init()
      return
    }
    self.init(bytes: bytes, count: Int(sqlite3_value_bytes(value)))
  }
}

extension UnsafeRawBufferPointer {
  /// Whether it is UTF-8.
  var isUTF8: Bool { isASCII || String(decoding: self, as: UTF8.self).consists(of: self) }

  /// Whether no byte is above 127.
  ///
  /// Most texts are short, so the end is read in one piece that overlaps what was read before, and not
  /// byte by byte.
  @inline(__always)
  var isASCII: Bool {
    if count >= 8 {
      var bits = loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
      var offset = 0
      while offset < count - 8 {
        bits |= loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        offset += 8
      }
      return bits & 0x8080_8080_8080_8080 == 0
    }
    if count >= 4 {
      let start = loadUnaligned(as: UInt32.self)
      return (start | loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)) & 0x8080_8080 == 0
    }
    return allSatisfy { $0 < 0x80 }
  }
}
