/// The Swift type of a column, a parameter or a value, without its optionality.
package enum ValueType: Hashable, Sendable {
  case bool, int, int64, int32, double, string, data, date, uuid, decimal, url
  /// A `DatabaseValue`.
  case any
  /// An enum of the schema, by its key.
  case enumeration(String)
  /// The `ID` of a table whose key is a type of its own (`newtype: true`), by the table's key, with
  /// the type of its raw value.
  indirect case id(table: String, rawValue: ValueType)
}

/// How a value is stored in its column.
package enum ColumnStorage: String, Hashable, Sendable {
  case integer, real, text, blob, any
  /// A date as `yyyy-MM-dd HH:mm:ss.SSS` in UTC.
  case dateText
  /// A date as seconds since 1970; integer or real.
  case unixSeconds
  /// A date as whole milliseconds since 1970.
  case unixMilliseconds
  /// A date as a Julian day number.
  case julian
}
