internal import Foundation

/// Decodes the keys of a type from the columns of a row.
///
/// What Swift's synthesised decoding asks for most has a method of its own that finds the column once
/// and reads it where it is stored as it is asked for; everything else goes the general way.
struct RowContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: RowDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  private var row: Row { get throws { try decoder.row } }

  var allKeys: [Key] {
    guard let row = try? row else { return [] }
    return row.columnNames.compactMap { Key(stringValue: $0) }
      + row.scopes.keys.sorted().compactMap { Key(stringValue: $0) }
  }

  func contains(_ key: Key) -> Bool {
    let name = key.stringValue
    guard let row = try? row else { return false }
    return row.hasColumn(name) || row.hasScope(name) || row.prefetch(name) != nil
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    let name = key.stringValue
    if let index = try decoder.index(of: name) { return decoder.reader.isNull(index) }
    let row = try row
    if let scope = row.scope(name) { return !scope.containsNonNullValue }
    return row.prefetch(name) == nil
  }

  // MARK: - Any type

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    guard let index = try decoder.index(of: key.stringValue) else {
      return try decodeAssociated(type, key)
    }
    return try decode(type, at: index, key)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    if let index = try decoder.index(of: key.stringValue) {
      return decoder.reader.isNull(index) ? nil : try decode(type, at: index, key)
    }
    guard contains(key), try !decodeNil(forKey: key) else { return nil }
    return try decodeAssociated(type, key)
  }

  private func decode<Value: Decodable>(
    _ type: Value.Type,
    at index: Int,
    _ key: Key
  ) throws -> Value {
    if type == Date.self {
      if let value = decoder.reader.storedDate(index) as? Value { return value }
    } else if type == Data.self {
      if let value = decoder.reader.storedBlob(index) as? Value { return value }
    }
    if let type = type as? any DatabaseValueConvertible.Type {
      if let value = try row.value(type, at: index) as? Value { return value }
    }
    return try decodeJSON(type, decoder.reader.databaseValue(index), key)
  }

  /// A key that is no column is the row beside this one, the rows that were fetched for it, or a record
  /// that is the row itself.
  private func decodeAssociated<Value: Decodable>(
    _ type: Value.Type,
    _ key: Key
  ) throws -> Value {
    let name = key.stringValue
    let row = try row
    if let scope = row.scope(name) {
      if let type = type as? any FetchableRecord.Type,
        let record = try type.init(row: scope) as? Value
      {
        return record
      }
      return try type.init(from: RowDecoder(row: scope, codingPath: codingPath + [key]))
    }
    if let prefetch = row.prefetch(name) {
      if let type = type as? any RecordList.Type,
        let records = try type.records(of: prefetch) as? Value
      {
        return records
      }
      let rows = try prefetch.rows.rows(prefetch.key)
      return try type.init(
        from: PrefetchedRowsDecoder(rows: rows, codingPath: codingPath + [key])
      )
    }
    return try decodeWhole(type, key)
  }

  /// A record under a key of its own is the row itself, beside the rows of its associations.
  private func decodeWhole<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
    let row = try row
    if let record = try (type as? any FetchableRecord.Type)?.init(row: row) as? Value {
      return record
    }
    guard row.scopeLayout != nil || !row.prefetches.isEmpty,
      !(type is any DatabaseValueConvertible.Type)
    else { throw row.missing(type, key.stringValue) }
    return try type.init(from: RowDecoder(row: row, codingPath: codingPath + [key]))
  }

  private func decodeJSON<Value: Decodable>(
    _ type: Value.Type,
    _ value: DatabaseValue,
    _ key: Key
  ) throws -> Value {
    // A type of one value, such as an enum with raw values, is tried as that value first.
    let single = ColumnDecoder(row: try row, name: key.stringValue, codingPath: codingPath + [key])
    do { return try Value(from: single) } catch is ColumnDecoder.NotSingle {
    } catch is DecodingError {
      // Such as that of an enum without such a case.
      throw try row.mismatch(type, forColumn: key.stringValue)
    }
    guard let data = Data.fromDatabaseValue(value) else {
      throw try row.mismatch(type, forColumn: key.stringValue)
    }
    do { return try DatabaseCoding.decoder.decode(type, from: data) } catch is DecodingError {
      throw try row.mismatch(type, forColumn: key.stringValue)
    }
  }

  // MARK: - Inside

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let row = try row
    guard let scope = row.scope(key.stringValue) else {
      throw row.missing(type, key.stringValue)
    }
    let decoder = RowDecoder(row: scope, codingPath: codingPath)
    return KeyedDecodingContainer(RowContainer<NestedKey>(decoder: decoder))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try superDecoder(forKey: key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { decoder }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    ColumnDecoder(row: try row, name: key.stringValue, codingPath: codingPath + [key])
  }
}

// MARK: - The types of most columns

extension RowContainer {
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try decoder.int(key.stringValue)
  }

  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try decoder.int64(key.stringValue)
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try decoder.bool(key.stringValue)
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try decoder.double(key.stringValue)
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try decoder.string(key.stringValue)
  }

  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try decoder.optionalInt(key.stringValue)
  }

  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try decoder.optionalInt64(key.stringValue)
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try decoder.optionalBool(key.stringValue)
  }

  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try decoder.optionalDouble(key.stringValue)
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try decoder.optionalString(key.stringValue)
  }
}

extension Row {
  /// The value of a column, by its place in the statement's row.
  func value<Value: DatabaseValueConvertible>(_ type: Value.Type, at index: Int) throws -> Value {
    try decode(type, atIndex: index - range.lowerBound)
  }
}

/// An array of records, which is decoded from the rows of an association at once.
private protocol RecordList {
  static func records(of prefetch: Row.Prefetch) throws -> Any
}

extension Array: RecordList where Element: FetchableRecord {
  fileprivate static func records(of prefetch: Row.Prefetch) throws -> Any {
    try prefetch.rows.records(Element.self, prefetch.key)
  }
}
