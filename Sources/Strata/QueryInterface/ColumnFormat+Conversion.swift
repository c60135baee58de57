import Foundation

extension ColumnFormat {
  /// What turns a stored value into one that the type reads by itself; nil where it does so anyway.
  ///
  /// A date reads a number as seconds since 1970, so only milliseconds and Julian days need it. A
  /// type that is no date gets the number as it is stored.
  func reading<Value: DatabaseValueConvertible>(_ type: Value.Type) -> StoredValueConversion? {
    guard self == .unixMilliseconds || self == .julianDay, Self.isDate(type) else { return nil }
    return standardValue
  }

  private func standardValue(_ stored: DatabaseValue) -> DatabaseValue {
    guard let number = stored.number else { return stored }
    let row = CopiedRow(columnNames: [""], values: [number.databaseValue], sql: nil)
    return withExtendedLifetime(row) {
      let reader = RowReader(row)
      let date = self == .julianDay ? try? reader.julianDay(0) : try? reader.unixMilliseconds(0)
      return date?.databaseValue ?? stored
    }
  }

  private static func isDate(_ type: any DatabaseValueConvertible.Type) -> Bool {
    if type is any DateValue.Type { return true }
    guard let type = type as? any RecordID.Type else { return false }
    return isDate(rawType(type))
  }

  private static func rawType<ID: RecordID>(
    _ type: ID.Type
  ) -> any DatabaseValueConvertible.Type {
    ID.RawValue.self
  }
}

/// A date, or an optional one.
private protocol DateValue {}
extension Date: DateValue {}
extension Optional: DateValue where Wrapped: DateValue {}

extension DatabaseValue {
  fileprivate var number: Double? {
    switch storage {
    case .int64(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }
}

// MARK: In SQL

extension ColumnFormat {
  /// A value of this format as one of another; nil where SQLite cannot compute it.
  ///
  /// Dates go by way of whole milliseconds, which is what SQLite's own date functions count
  /// (https://sqlite.org/lang_datefunc.html).
  func converting(_ value: SQLExpression, to format: ColumnFormat) -> SQLExpression {
    switch (self, format) {
    case (let from, let to) where from == to: value
    case (.uuidText, .standard):
      .template("unhex(replace(", value, ", '-', ''))")
    case (.standard, .uuidText): .uuidText(value)
    case (.decimalReal, .standard): .template("CAST(", value, " AS TEXT)")
    case (.standard, .decimalReal): .template("CAST(", value, " AS REAL)")
    default: format.date(milliseconds: milliseconds(value))
    }
  }

  /// What two values of these formats are compared in.
  func common(with other: ColumnFormat) -> ColumnFormat {
    if self == other { return self }
    if self == .uuidText || other == .uuidText { return .uuidText }
    if self == .decimalReal || other == .decimalReal { return .decimalReal }
    return .unixMilliseconds
  }

  private func milliseconds(_ value: SQLExpression) -> SQLExpression {
    switch self {
    case .unixSeconds: .template("CAST(round(", value, " * 1000.0) AS INTEGER)")
    case .julianDay:
      .template("CAST(round((", value, " - 2440587.5) * 86400000.0) AS INTEGER)")
    case .standard, .dayText, .secondText:
      .template("CAST(round((julianday(", value, ") - 2440587.5) * 86400000.0) AS INTEGER)")
    case .unixMilliseconds, .uuidText, .decimalReal: value
    }
  }

  private func date(milliseconds: SQLExpression) -> SQLExpression {
    switch self {
    case .unixSeconds: .template("(", milliseconds, " / 1000.0)")
    case .julianDay: .template("(", milliseconds, " / 86400000.0 + 2440587.5)")
    case .standard:
      .template("strftime('%Y-%m-%d %H:%M:%f', ", milliseconds, " / 1000.0, 'unixepoch')")
    case .dayText: .template("date(", milliseconds, " / 1000.0, 'unixepoch')")
    case .secondText: .template("datetime(", milliseconds, " / 1000.0, 'unixepoch')")
    case .unixMilliseconds, .uuidText, .decimalReal: milliseconds
    }
  }
}

extension SQLExpression {
  fileprivate static func template(
    _ before: String,
    _ value: SQLExpression,
    _ after: String
  ) -> SQLExpression {
    SQLExpression(.text(before) + value.operand + .text(after), .atom)
  }

  /// The text form of a blob of 16 bytes, in capitals as it is stored.
  fileprivate static func uuidText(_ value: SQLExpression) -> SQLExpression {
    let groups = [(1, 8), (9, 4), (13, 4), (17, 4), (21, 12)].map { start, length in
      SQL.text("substr(hex(") + value.sql + .text("), \(start), \(length))")
    }
    return SQLExpression(.text("(") + groups.joined(separator: " || '-' || ") + .text(")"), .atom)
  }

  /// A comparison of two expressions of one type, however each is stored.
  static func comparison(
    _ lhs: some TypedSQLExpressible,
    _ text: String,
    _ rhs: some TypedSQLExpressible
  ) -> SQLExpression {
    let format = lhs.format.common(with: rhs.format)
    return binary(
      lhs.format.converting(lhs.sqlExpression, to: format),
      text,
      rhs.format.converting(rhs.sqlExpression, to: format)
    )
  }
}
