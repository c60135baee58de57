internal import CSQLite
package import Foundation

// Values that are stored as they are asked for, for those who have another way for all others.
extension RowReader {
  /// The INTEGER at an index; nil for another class, and where the row was copied.
  package func storedInteger(_ index: Int) -> Int64? {
    guard let value = value(index), sqlite3_value_type(value) == SQLITE_INTEGER else { return nil }
    return sqlite3_value_int64(value)
  }

  /// The REAL at an index; nil for another class, and where the row was copied.
  package func storedReal(_ index: Int) -> Double? {
    guard let value = value(index), sqlite3_value_type(value) == SQLITE_FLOAT else { return nil }
    return sqlite3_value_double(value)
  }

  /// The TEXT at an index; nil for another class, and where the row was copied.
  package func storedText(_ index: Int) -> String? {
    guard let value = value(index), sqlite3_value_type(value) == SQLITE_TEXT else { return nil }
    return String(copying: value)
  }

  /// The BLOB at an index; nil for another class, and where the row was copied.
  package func storedBlob(_ index: Int) -> Data? {
    guard let value = value(index), sqlite3_value_type(value) == SQLITE_BLOB else { return nil }
    return Data(copying: value)
  }

  /// The date at an index, TEXT or REAL; nil for another class, and where the row was copied.
  package func storedDate(_ index: Int) -> Date? {
    guard let value = value(index) else { return nil }
    switch sqlite3_value_type(value) {
    case SQLITE_FLOAT: return Date(timeIntervalSince1970: sqlite3_value_double(value))
    case SQLITE_TEXT:
      guard let bytes = sqlite3_value_text(value) else { return nil }
      return DateText.parse(
        UnsafeBufferPointer(start: bytes, count: Int(sqlite3_value_bytes(value)))
      )
    default: return nil
    }
  }
}
