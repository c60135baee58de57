internal import Foundation

/// Decodes the keys of a type from the columns of a row.
///
/// What Swift's synthesised decoding asks for most has a method of its own that finds the column once
/// and reads it where it is stored as it is asked for; everything else goes the general way.
struct RowContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let keys: RowKeys

  init(_ keys: RowKeys) { self.keys = keys }

  private var decoder: RowDecoder { keys.decoder }
  private var row: Row { get throws { try decoder.row } }

  var codingPath: [any CodingKey] { decoder.codingPath }

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
    if let place = try keys.place(of: key) { return decoder.reader.isNull(place) }
    let name = key.stringValue
    let row = try row
    if let part = row.scopeLayout?.children[name] {
      return !row.containsNonNullValue(in: part.range)
    }
    return row.prefetch(name) == nil
  }

  // MARK: - Any type

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    guard let place = try keys.place(of: key) else { return try decodeAssociated(type, key) }
    return try decode(type, at: place, key)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    if let place = try keys.place(of: key) {
      return decoder.reader.isNull(place) ? nil : try decode(type, at: place, key)
    }
    return try decodeAssociatedIfPresent(type, key)
  }

  private func decode<Value: Decodable>(
    _ type: Value.Type,
    at place: Int,
    _ key: Key
  ) throws -> Value {
    if type == Date.self {
      if let date = decoder.reader.storedDate(place) { return identical(date, type) }
    } else if type == Data.self {
      if let data = decoder.reader.storedBlob(place) { return identical(data, type) }
    }
    if let convertible = type as? any DatabaseValueConvertible.Type {
      return try decode(convertible, as: type, at: place)
    }
    return try decodeJSON(type, decoder.reader.databaseValue(place), key)
  }

  private func decode<Stored: DatabaseValueConvertible, Value>(
    _ stored: Stored.Type,
    as type: Value.Type,
    at place: Int
  ) throws -> Value {
    identical(try row.value(stored, at: place), type)
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

  // MARK: - Keys that are no columns

  /// A key that is no column is the row beside this one, the rows that were fetched for it, or a record
  /// that is the row itself.
  private func decodeAssociated<Value: Decodable>(
    _ type: Value.Type,
    _ key: Key
  ) throws -> Value {
    let row = try row
    let association = try keys.association(of: key, type)
    if let part = association.part {
      return try row.withPart(part) { try decode(type, association.record, $0, key) }
    }
    if !row.prefetches.isEmpty, let prefetch = row.prefetch(key.stringValue) {
      return try decode(type, prefetch, key)
    }
    // A record under a key of its own is the row itself, beside the rows of its associations.
    guard
      association.record != nil
        || (row.scopeLayout != nil || !row.prefetches.isEmpty)
          && !(type is any DatabaseValueConvertible.Type)
    else { throw row.missing(type, key.stringValue) }
    return try decode(type, association.record, row, key)
  }

  private func decodeAssociatedIfPresent<Value: Decodable>(
    _ type: Value.Type,
    _ key: Key
  ) throws -> Value? {
    let row = try row
    let association = try keys.association(of: key, type)
    if let part = association.part {
      guard row.containsNonNullValue(in: part.range) else { return nil }
    } else if row.prefetch(key.stringValue) == nil {
      return nil
    }
    return try decodeAssociated(type, key)
  }

  private func decode<Value: Decodable>(
    _ type: Value.Type,
    _ prefetch: Row.Prefetch,
    _ key: Key
  ) throws -> Value {
    if let type = type as? any RecordList.Type,
      let records = try type.records(of: prefetch) as? Value
    {
      return records
    }
    let rows = try prefetch.rows.rows(prefetch.key)
    return try type.init(from: PrefetchedRowsDecoder(rows: rows, codingPath: codingPath + [key]))
  }

  private func decode<Value: Decodable>(
    _ type: Value.Type,
    _ record: (any FetchableRecord.Type)?,
    _ row: Row,
    _ key: Key
  ) throws -> Value {
    if let record { return try decode(record, as: type, row) }
    return try type.init(from: RowDecoder(row: row, codingPath: codingPath + [key]))
  }

  private func decode<Record: FetchableRecord, Value>(
    _ record: Record.Type,
    as type: Value.Type,
    _ row: Row
  ) throws -> Value {
    identical(try Record(row: row), type)
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
    return try RowDecoder(row: scope, codingPath: codingPath).container(keyedBy: type)
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
  @inline(__always)
  private func place(of key: Key, _ type: Any.Type) throws -> Int {
    guard let place = try keys.place(of: key) else { throw try missing(type, key) }
    return place
  }

  @inline(never)
  private func missing(_ type: Any.Type, _ key: Key) throws -> any Error {
    try row.missing(type, key.stringValue)
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    let place = try place(of: key, type)
    if let number = decoder.reader.storedInteger(place), let int = Int(exactly: number) {
      return int
    }
    return try row.value(type, at: place)
  }

  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    let place = try place(of: key, type)
    return try decoder.reader.storedInteger(place) ?? row.value(type, at: place)
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    let place = try place(of: key, type)
    if let number = decoder.reader.storedInteger(place) { return number != 0 }
    return try row.value(type, at: place)
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    let place = try place(of: key, type)
    return try decoder.reader.storedReal(place) ?? row.value(type, at: place)
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    let place = try place(of: key, type)
    return try decoder.reader.storedText(place) ?? row.value(type, at: place)
  }

  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    guard let place = try keys.place(of: key) else { return nil }
    if let number = decoder.reader.storedInteger(place), let int = Int(exactly: number) {
      return int
    }
    return decoder.reader.isNull(place) ? nil : try row.value(type, at: place)
  }

  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    guard let place = try keys.place(of: key) else { return nil }
    if let number = decoder.reader.storedInteger(place) { return number }
    return decoder.reader.isNull(place) ? nil : try row.value(type, at: place)
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    guard let place = try keys.place(of: key) else { return nil }
    if let number = decoder.reader.storedInteger(place) { return number != 0 }
    return decoder.reader.isNull(place) ? nil : try row.value(type, at: place)
  }

  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    guard let place = try keys.place(of: key) else { return nil }
    if let number = decoder.reader.storedReal(place) { return number }
    return decoder.reader.isNull(place) ? nil : try row.value(type, at: place)
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    guard let place = try keys.place(of: key) else { return nil }
    if let text = decoder.reader.storedText(place) { return text }
    return decoder.reader.isNull(place) ? nil : try row.value(type, at: place)
  }
}

extension Row {
  /// The value of a column, by its place in the statement's row.
  func value<Value: DatabaseValueConvertible>(_ type: Value.Type, at index: Int) throws -> Value {
    try decode(type, atIndex: index - range.lowerBound)
  }
}

/// A value as the type that it is of, where only the caller knows that both are the same.
@inline(__always)
private func identical<Value, Same>(_ value: Value, _ type: Same.Type) -> Same {
  precondition(Value.self == type)
  return unsafeBitCast(value, to: type)
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
