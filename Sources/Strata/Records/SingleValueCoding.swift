internal import Foundation

// Codable types in one column: as their one value where they are encoded as one, else as JSON.

extension DatabaseValueConvertible where Self: Encodable {
  /// The one value that the type is encoded as, else JSON.
  public var databaseValue: DatabaseValue { DatabaseCoding.databaseValue(self) }
}

extension DatabaseValueConvertible where Self: Decodable {
  /// The value that is decoded from the stored one, or from JSON.
  public static func fromDatabaseValue(_ value: DatabaseValue) -> Self? {
    DatabaseCoding.value(Self.self, value)
  }
}

extension DatabaseValueConvertible
where Self: Encodable & RawRepresentable, RawValue: DatabaseValueConvertible {
  /// The raw value.
  public var databaseValue: DatabaseValue { rawValue.databaseValue }
}

extension DatabaseValueConvertible
where Self: Decodable & RawRepresentable, RawValue: DatabaseValueConvertible {
  /// The case or value with that raw value.
  public static func fromDatabaseValue(_ value: DatabaseValue) -> Self? {
    RawValue.fromDatabaseValue(value).flatMap(Self.init(rawValue:))
  }
}

extension DatabaseCoding {
  /// What a type without a conversion of its own is stored as.
  static func databaseValue(_ value: some Encodable) -> DatabaseValue {
    let single = SingleValue()
    do {
      try value.encode(to: SingleValueEncoder(single))
      if let value = single.value, !single.isStructured { return value }
      return try text(value).databaseValue
    } catch {
      preconditionFailure("\(type(of: value)) cannot be encoded for a column: \(error)")
    }
  }

  /// What a stored value is of a type without a conversion of its own; nil where it is none.
  static func value<Value: Decodable>(_ type: Value.Type, _ stored: DatabaseValue) -> Value? {
    do { return try Value(from: SingleValueDecoder(stored: stored)) } catch is SingleValueDecoder
      .NotSingle
    {
      return Data.fromDatabaseValue(stored).flatMap { try? decoder.decode(type, from: $0) }
    } catch {
      return nil
    }
  }
}

/// What a type has been encoded as.
private final class SingleValue {
  var value: DatabaseValue?
  /// Whether it has asked for keys or for a list.
  var isStructured = false
}

/// Finds out whether a type is encoded as one value, and as which.
private struct SingleValueEncoder: Encoder, SingleValueEncodingContainer {
  let single: SingleValue
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ single: SingleValue) { self.single = single }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    single.isStructured = true
    return KeyedEncodingContainer(Parts<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    single.isStructured = true
    return Parts<RowCodingKey>(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() { single.value = .null }

  func encode<Value: Encodable>(_ value: Value) throws {
    if let value = value as? any DatabaseValueConvertible {
      single.value = value.databaseValue
    } else {
      try value.encode(to: self)
    }
  }
}

/// Passes over the parts of a type that is not one value.
private struct Parts<Key: CodingKey>: KeyedEncodingContainerProtocol, UnkeyedEncodingContainer {
  let encoder: SingleValueEncoder
  var codingPath: [any CodingKey] { [] }
  var count: Int { 0 }

  func encodeNil(forKey key: Key) {}
  func encodeNil() {}
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) {}
  func encode<Value: Encodable>(_ value: Value) {}

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> { encoder.container(keyedBy: type) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> { encoder.container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.unkeyedContainer()
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder.unkeyedContainer() }
  func superEncoder() -> any Encoder { encoder }
  func superEncoder(forKey key: Key) -> any Encoder { encoder }
}

/// Decodes a type from one stored value.
private struct SingleValueDecoder: Decoder, SingleValueDecodingContainer {
  /// The type is stored in more than one value.
  struct NotSingle: Error {}

  let stored: DatabaseValue
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw NotSingle()
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw NotSingle() }
  func singleValueContainer() -> any SingleValueDecodingContainer { self }
  func decodeNil() -> Bool { stored.isNull }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard let convertible = type as? any DatabaseValueConvertible.Type else {
      return try Value(from: self)
    }
    guard let value = convertible.fromDatabaseValue(stored) as? Value else {
      throw DecodingError.typeMismatch(
        type,
        DecodingError.Context(codingPath: [], debugDescription: "\(stored) is no \(type)")
      )
    }
    return value
  }
}
