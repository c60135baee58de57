/// A Swift type that is stored in one column.
public protocol DatabaseValueConvertible: DatabaseKey {
  /// The value as SQLite stores it.
  var databaseValue: DatabaseValue { get }

  /// The Swift value of a stored one; nil where it is not one of this type.
  static func fromDatabaseValue(_ value: DatabaseValue) -> Self?
}

extension DatabaseValue: DatabaseValueConvertible {
  /// Itself.
  public var databaseValue: DatabaseValue { self }

  /// Itself.
  public static func fromDatabaseValue(_ value: DatabaseValue) -> DatabaseValue? { value }
}

extension Optional: DatabaseKey where Wrapped: DatabaseValueConvertible {}

extension Optional: DatabaseValueConvertible where Wrapped: DatabaseValueConvertible {
  /// The wrapped value, or NULL.
  public var databaseValue: DatabaseValue { self?.databaseValue ?? .null }

  /// Nil for NULL, else the wrapped value.
  public static func fromDatabaseValue(_ value: DatabaseValue) -> Wrapped?? {
    value.isNull ? .some(nil) : Wrapped.fromDatabaseValue(value).map(Optional.some)
  }
}

extension DatabaseValueConvertible
where Self: RawRepresentable, RawValue: DatabaseValueConvertible {
  /// The raw value.
  public var databaseValue: DatabaseValue { rawValue.databaseValue }

  /// The case or value with that raw value.
  public static func fromDatabaseValue(_ value: DatabaseValue) -> Self? {
    RawValue.fromDatabaseValue(value).flatMap(Self.init(rawValue:))
  }
}
