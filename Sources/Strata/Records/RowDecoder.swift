internal import Foundation

extension FetchableRecord where Self: Decodable {
  /// Decodes the columns by their names; a value that is no column of its own is JSON.
  public init(row: Row) throws { self = try RowDecoder(row: row).decode(Self.self) }
}

/// Decodes a `Decodable` type from a row.
///
/// A key is a column. Where the column's type is stored in one value it is read so, else it is decoded
/// from JSON. A key that is no column may be the row beside this one of that name.
struct RowDecoder: Decoder {
  let row: Row
  var codingPath: [any CodingKey] = []
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(RowContainer(row: row, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw DecodingError.dataCorrupted(
      DecodingError.Context(codingPath: codingPath, debugDescription: "a row is no list")
    )
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    throw DecodingError.dataCorrupted(
      DecodingError.Context(codingPath: codingPath, debugDescription: "a row is no single value")
    )
  }
}

private struct RowContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let row: Row
  let codingPath: [any CodingKey]

  var allKeys: [Key] {
    row.columnNames.compactMap { Key(stringValue: $0) }
      + row.scopes.keys.sorted().compactMap { Key(stringValue: $0) }
  }

  func contains(_ key: Key) -> Bool {
    row.hasColumn(key.stringValue) || row.scope(key.stringValue) != nil
      || row.prefetchedRows[key.stringValue] != nil
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    if let value = row.databaseValue(forColumn: key.stringValue) { return value.isNull }
    if let scope = row.scope(key.stringValue) { return !scope.containsNonNullValue }
    return row.prefetchedRows[key.stringValue] == nil
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    let name = key.stringValue
    guard let value = row.databaseValue(forColumn: name) else {
      if let scope = row.scope(name) {
        if let type = type as? any FetchableRecord.Type {
          if let record = try type.init(row: scope) as? Value { return record }
        }
        return try RowDecoder(row: scope, codingPath: codingPath + [key]).decode(type)
      }
      if let rows = row.prefetchedRows[name] {
        return try type.init(
          from: PrefetchedRowsDecoder(rows: rows, codingPath: codingPath + [key])
        )
      }
      return try decodeWhole(type, key)
    }
    if let type = type as? any DatabaseValueConvertible.Type {
      if let value = try read(type, name) as? Value { return value }
    }
    return try decodeJSON(type, value, key)
  }

  /// A record under a key of its own is the row itself, beside the rows of its associations.
  private func decodeWhole<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
    if let record = try (type as? any FetchableRecord.Type)?.init(row: row) as? Value {
      return record
    }
    guard row.scopeLayout != nil || !row.prefetchedRows.isEmpty,
      !(type is any DatabaseValueConvertible.Type)
    else { throw row.missing(type, key.stringValue) }
    return try RowDecoder(row: row, codingPath: codingPath + [key]).decode(type)
  }

  private func read<Value: DatabaseValueConvertible>(
    _ type: Value.Type,
    _ name: String
  ) throws -> Any {
    try row.decode(type, forColumn: name)
  }

  private func decodeJSON<Value: Decodable>(
    _ type: Value.Type,
    _ value: DatabaseValue,
    _ key: Key
  ) throws -> Value {
    // A type of one value, such as an enum with raw values, is tried as that value first.
    let single = ColumnDecoder(row: row, name: key.stringValue, codingPath: codingPath + [key])
    do { return try Value(from: single) } catch is ColumnDecoder.NotSingle {
    } catch is DecodingError {
      // Such as that of an enum without such a case.
      throw row.mismatch(type, forColumn: key.stringValue)
    }
    guard let data = Data.fromDatabaseValue(value) else {
      throw row.mismatch(type, forColumn: key.stringValue)
    }
    do { return try DatabaseCoding.decoder().decode(type, from: data) } catch is DecodingError {
      throw row.mismatch(type, forColumn: key.stringValue)
    }
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    guard let scope = row.scope(key.stringValue) else {
      throw row.missing(type, key.stringValue)
    }
    return KeyedDecodingContainer(RowContainer<NestedKey>(row: scope, codingPath: codingPath))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try superDecoder(forKey: key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { RowDecoder(row: row, codingPath: codingPath) }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    ColumnDecoder(row: row, name: key.stringValue, codingPath: codingPath + [key])
  }
}

/// Decodes a type from one column, where it is stored in one value.
private struct ColumnDecoder: Decoder, SingleValueDecodingContainer {
  /// The type is stored in more than one value.
  struct NotSingle: Error {}

  let row: Row
  let name: String
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw NotSingle()
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw NotSingle() }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { row.databaseValue(forColumn: name)?.isNull ?? true }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let type = type as? any DatabaseValueConvertible.Type {
      if let value = try read(type) as? Value { return value }
    }
    return try Value(from: self)
  }

  private func read<Value: DatabaseValueConvertible>(_ type: Value.Type) throws -> Any {
    try row.decode(type, forColumn: name)
  }
}
