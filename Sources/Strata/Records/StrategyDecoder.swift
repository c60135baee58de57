internal import Foundation

/// Decodes a row into a type that has a say in how its columns are named and read.
struct StrategyDecoder: Decoder {
  let row: Row
  let strategy: RecordDecoding
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { strategy.userInfo }

  /// What decodes as all other types are decoded.
  private var base: RowDecoder { RowDecoder(row: row, codingPath: []) }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(
      StrategyContainer(
        row: row,
        strategy: strategy,
        base: try base.container(keyedBy: RowCodingKey.self)
      )
    )
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try base.unkeyedContainer() }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    try base.singleValueContainer()
  }
}

private struct StrategyContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let row: Row
  let strategy: RecordDecoding
  let base: KeyedDecodingContainer<RowCodingKey>

  var codingPath: [any CodingKey] { base.codingPath }

  var allKeys: [Key] {
    base.allKeys.compactMap { key in
      let name = strategy.type.databaseColumnDecodingStrategy.key(key.stringValue)
      return Key(stringValue: name ?? key.stringValue)
    }
  }

  private func column(_ key: Key) -> RowCodingKey { RowCodingKey(strategy.name(key)) }

  func contains(_ key: Key) -> Bool { base.contains(column(key)) }
  func decodeNil(forKey key: Key) throws -> Bool { try base.decodeNil(forKey: column(key)) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    let column = column(key)
    guard let stored = row.databaseValue(forColumn: column.stringValue) else {
      return try base.decode(type, forKey: column)
    }
    let name = column.stringValue
    let value: Any?
    if type == Date.self {
      value = strategy.type.databaseDateDecodingStrategy(for: name).date(stored)
    } else if type == Data.self {
      value = strategy.type.databaseDataDecodingStrategy(for: name).data(stored)
    } else if type is any DatabaseValueConvertible.Type {
      return try base.decode(type, forKey: column)
    } else {
      return try decodeJSON(type, stored, column)
    }
    guard let value = value as? Value else { throw row.mismatch(type, forColumn: name) }
    return value
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    guard contains(key), try !decodeNil(forKey: key) else { return nil }
    return try decode(type, forKey: key)
  }

  private func decodeJSON<Value: Decodable>(
    _ type: Value.Type,
    _ stored: DatabaseValue,
    _ column: RowCodingKey
  ) throws -> Value {
    let decoder = strategy.type.databaseJSONDecoder(for: column.stringValue)
    guard decoder !== DatabaseCoding.decoder, let data = Data.fromDatabaseValue(stored) else {
      return try base.decode(type, forKey: column)
    }
    // A type of one value, such as an enum with raw values, is no JSON.
    let single = ColumnDecoder(row: row, name: column.stringValue, codingPath: [column])
    do { return try Value(from: single) } catch is ColumnDecoder.NotSingle {
    } catch is DecodingError {
      throw row.mismatch(type, forColumn: column.stringValue)
    }
    do { return try decoder.decode(type, from: data) } catch is DecodingError {
      throw row.mismatch(type, forColumn: column.stringValue)
    }
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try base.nestedContainer(keyedBy: type, forKey: column(key))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try base.nestedUnkeyedContainer(forKey: column(key))
  }

  func superDecoder() throws -> any Decoder { try base.superDecoder() }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    try base.superDecoder(forKey: column(key))
  }
}

extension Row {
  /// What a type says of its decoding, asked once for all rows of a statement; nil where it says
  /// nothing.
  func decoding(of type: any FetchableRecord.Type) -> RecordDecoding? {
    for known in decodings where known.type == ObjectIdentifier(type) { return known.decoding }
    let decoding = RecordDecoding(type, columns: columnNames)
    decodings.append((ObjectIdentifier(type), decoding))
    return decoding
  }
}
