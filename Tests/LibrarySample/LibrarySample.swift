import Strata

// The generated files of the schemas are the rest of this module. These are the types of the app that
// they name.

/// An amount of money, stored as its cents.
struct Money: DatabaseValueConvertible, Codable, Hashable, Sendable {
  var cents: Int

  var databaseValue: DatabaseValue { cents.databaseValue }

  /// Nil for an amount below zero, which no shelf has.
  static func fromDatabaseValue(_ value: DatabaseValue) -> Money? {
    Int.fromDatabaseValue(value).flatMap { $0 < 0 ? nil : Money(cents: $0) }
  }
}

/// The number on the back of a book, stored as its digits.
struct ISBN: RawRepresentable, DatabaseValueConvertible, Codable, Hashable, Sendable {
  var rawValue: String
}

/// The state of a page, an enum of the app.
enum Condition: String, DatabaseValueConvertible, Hashable, Sendable {
  case fresh, worn
}
