import Foundation

/// How a typed column stores its values, where its type has several ways.
///
/// A value that is compared with such a column is bound in the column's format.
public enum ColumnFormat: Hashable, Sendable {
  /// As the type's `databaseValue`: dates and decimals as text, UUIDs as 16 bytes.
  case standard
  /// A date as seconds since 1970.
  case unixSeconds
  /// A date as whole milliseconds since 1970.
  case unixMilliseconds
  /// A date as a Julian day.
  case julianDay
  /// The day of a date in UTC as text, as SQL's `date()` gives it.
  case dayText
  /// A date as text in UTC without a fraction of a second, as SQL's `datetime()` gives it.
  case secondText
  /// A UUID as text.
  case uuidText
  /// A decimal as the nearest real number.
  case decimalReal

  /// The value as the column stores it; one of another type, and nil, as it always is.
  public func databaseValue(_ value: some DatabaseValueConvertible) -> DatabaseValue {
    if self == .standard { return value.databaseValue }
    let arena = BindingArena()
    let binder = ValueBinder(collecting: arena, count: 1)
    let content: Any = (value as? any RecordID)?.rawValue ?? value
    switch (self, content) {
    case (.unixSeconds, let date as Date): binder.unixSeconds(0, date)
    case (.unixMilliseconds, let date as Date): binder.unixMilliseconds(0, date)
    case (.julianDay, let date as Date): binder.julianDay(0, date)
    case (.dayText, let date as Date): binder.dayText(0, date)
    case (.secondText, let date as Date): binder.secondText(0, date)
    case (.uuidText, let uuid as UUID): binder.uuidText(0, uuid)
    case (.decimalReal, let decimal as Decimal): binder.decimalReal(0, decimal)
    default: return value.databaseValue
    }
    return arena.collected.first ?? .null
  }
}
