internal import CSQLite
public import Foundation

extension RowReader {
  /// The date at an index: TEXT in a form of SQLite's date functions, or the number of seconds since
  /// 1970.
  public func date(_ index: Int) throws -> Date {
    guard let column = column(index) else { return try otherDate(index) }
    if column.type == SQLITE_TEXT, let bytes = sqlite3_value_text(column.value),
      let date = DateText.parse(
        UnsafeBufferPointer(start: bytes, count: Int(sqlite3_value_bytes(column.value)))
      )
    {
      return date
    }
    return try column.reader.otherDate(column.index)
  }

  @inline(never)
  private func otherDate(_ index: Int) throws -> Date {
    try number(index) { Date.fromDatabaseValue($0) }
  }

  /// The date at an index, nil for NULL.
  public func optionalDate(_ index: Int) throws -> Date? {
    isNull(index) ? nil : try date(index)
  }

  /// The date at an index, stored as seconds since 1970.
  public func unixSeconds(_ index: Int) throws -> Date {
    Date(timeIntervalSince1970: try seconds(index))
  }

  /// The date at an index, stored as seconds since 1970, nil for NULL.
  public func optionalUnixSeconds(_ index: Int) throws -> Date? {
    isNull(index) ? nil : try unixSeconds(index)
  }

  /// The date at an index, stored as milliseconds since 1970.
  public func unixMilliseconds(_ index: Int) throws -> Date {
    // Counted from Foundation's reference date, so that no millisecond is lost to rounding.
    Date(timeIntervalSinceReferenceDate: (try seconds(index) - 978_307_200_000) / 1000)
  }

  /// The date at an index, stored as milliseconds since 1970, nil for NULL.
  public func optionalUnixMilliseconds(_ index: Int) throws -> Date? {
    isNull(index) ? nil : try unixMilliseconds(index)
  }

  /// The date at an index, stored as a Julian day.
  public func julianDay(_ index: Int) throws -> Date {
    let day = try seconds(index)
    // A Julian day as a Double holds about 0.05 ms; SQLite rounds it to milliseconds, too.
    let milliseconds = ((day - 2_451_910.5) * 86_400_000).rounded()
    return Date(timeIntervalSinceReferenceDate: milliseconds / 1000)
  }

  /// The date at an index, stored as a Julian day, nil for NULL.
  public func optionalJulianDay(_ index: Int) throws -> Date? {
    isNull(index) ? nil : try julianDay(index)
  }

  @inline(__always)
  private func seconds(_ index: Int) throws -> Double {
    guard let column = column(index) else { return try otherSeconds(index) }
    let type = column.type
    if type == SQLITE_FLOAT || type == SQLITE_INTEGER { return sqlite3_value_double(column.value) }
    return try column.reader.otherSeconds(column.index)
  }

  @inline(never)
  private func otherSeconds(_ index: Int) throws -> Double {
    try number(index) { Double.fromDatabaseValue($0) }
  }

  @inline(never)
  private func number<Value>(_ index: Int, _ read: (DatabaseValue) -> Value?) throws -> Value {
    guard let value = read(databaseValue(index)) else { throw mismatch(index, Date.self) }
    return value
  }
}
