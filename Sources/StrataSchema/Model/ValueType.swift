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
  /// A type of the app, by its key, with the type as which it is stored.
  indirect case app(String, stored: ValueType)
  /// A struct of the schema, by its key; stored as JSON.
  case structure(String)
  /// `[Element]`, stored as JSON.
  indirect case array(ValueType, isOptional: Bool)
  /// `[String: Element]`, stored as JSON.
  indirect case dictionary(ValueType, isOptional: Bool)

  /// Whether the type is stored as JSON.
  package var isJSON: Bool {
    switch self {
    case .structure, .array, .dictionary: true
    default: false
    }
  }

  /// The types that stand in the type: the elements of a collection, the value of an identity.
  package var parts: [ValueType] {
    switch self {
    case .array(let element, _), .dictionary(let element, _): [element]
    case .id(_, let rawValue): [rawValue]
    default: []
    }
  }

  /// Whether a condition holds for the type or for one that stands in it.
  package func contains(_ condition: (ValueType) -> Bool) -> Bool {
    condition(self) || parts.contains { $0.contains(condition) }
  }
}

/// How a value is stored in its column.
package enum ColumnStorage: String, Hashable, Sendable {
  case integer, real, text, blob, any
  /// A date as `yyyy-MM-dd HH:mm:ss.SSS` in UTC.
  case dateText
  /// A date as `yyyy-MM-dd` in UTC, as a parameter beside what gives days.
  case dayText
  /// A date as `yyyy-MM-dd HH:mm:ss` in UTC, as a parameter beside what gives such text.
  case secondText
  /// A date as seconds since 1970; integer or real.
  case unixSeconds
  /// A date as whole milliseconds since 1970.
  case unixMilliseconds
  /// A date as a Julian day number.
  case julian
}
