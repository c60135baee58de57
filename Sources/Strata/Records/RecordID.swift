internal import Foundation

/// The identity of a record as a type of its own, so that no other number or text is taken for it.
public protocol RecordID:
  RawRepresentable, Hashable, Sendable, DatabaseValueConvertible, Codable
where RawValue: DatabaseValueConvertible & Hashable & Sendable & Codable {
  /// The identity with that raw value.
  init(rawValue: RawValue)
}

extension RecordID {
  /// The raw value.
  public var databaseValue: DatabaseValue { rawValue.databaseValue }

  /// Binds the raw value.
  public func bindKey(to values: ValueBinder) { rawValue.bindKey(to: values) }

  /// The identity with that raw value.
  public static func fromDatabaseValue(_ value: DatabaseValue) -> Self? {
    RawValue.fromDatabaseValue(value).map { Self(rawValue: $0) }
  }

  /// The raw value alone, without a key.
  public init(from decoder: any Decoder) throws {
    self.init(rawValue: try decoder.singleValueContainer().decode(RawValue.self))
  }

  /// The raw value alone, without a key.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

/// The identity of a record whose primary key has several columns.
public protocol CompositeID: DatabaseKey, Hashable, Sendable {
  /// Binds the columns of the primary key, in the order of `TableDefinition.primaryKey`.
  func bind(to values: ValueBinder)
}

extension CompositeID {
  /// Binds the columns of the primary key.
  public func bindKey(to values: ValueBinder) { bind(to: values) }
}
