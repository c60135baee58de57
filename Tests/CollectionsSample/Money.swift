public import Strata

/// A type of the app in documents.
public struct Money: Codable, Hashable, Sendable, DatabaseValueConvertible {
  /// The amount.
  public var cents: Int

  /// An amount.
  public init(cents: Int) { self.cents = cents }

  /// The cents.
  public var databaseValue: DatabaseValue { cents.databaseValue }

  /// An amount of whole cents.
  public static func fromDatabaseValue(_ value: DatabaseValue) -> Money? {
    Int.fromDatabaseValue(value).map { Money(cents: $0) }
  }
}
