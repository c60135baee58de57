internal import Foundation

extension EncodableRecord where Self: Encodable {
  /// Sets a column for each key; a value that is no column of its own is stored as JSON.
  public func encode(to container: inout PersistenceContainer) throws {
    let columns = ColumnStore(Self.self)
    try encode(to: RecordEncoder(columns: columns))
    container = columns.container
  }
}

/// The columns that are being encoded.
private final class ColumnStore {
  var container = PersistenceContainer()
  let record: any EncodableRecord.Type
  let strategy: DatabaseColumnEncodingStrategy

  init(_ record: any EncodableRecord.Type) {
    self.record = record
    strategy = record.databaseColumnEncodingStrategy
  }

  func set(_ key: some CodingKey, _ value: DatabaseValue) {
    container.set(strategy.column(key), value)
  }

  func set(_ value: some Encodable, _ key: some CodingKey) throws {
    let column = strategy.column(key)
    container.set(column, try stored(value, column))
  }

  private func stored(_ value: some Encodable, _ column: String) throws -> DatabaseValue {
    if let value = value as? any DatabaseValueConvertible {
      switch value {
      case let date as Date: return record.databaseDateEncodingStrategy(for: column).value(date)
      case let data as Data: return record.databaseDataEncodingStrategy(for: column).value(data)
      case let uuid as UUID: return record.databaseUUIDEncodingStrategy(for: column).value(uuid)
      default: return value.databaseValue
      }
    }
    if let value = value as? any RawRepresentable, let stored = rawValue(value) { return stored }
    let json = try record.databaseJSONEncoder(for: column).encode(value)
    return String(decoding: json, as: UTF8.self).databaseValue
  }

  private func rawValue<Value: RawRepresentable>(_ value: Value) -> DatabaseValue? {
    (value.rawValue as? any DatabaseValueConvertible)?.databaseValue
  }
}

/// Encodes an `Encodable` type into the columns of a row.
private struct RecordEncoder: Encoder {
  let columns: ColumnStore
  var codingPath: [any CodingKey] = []
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(RecordContainer(columns: columns, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    preconditionFailure("a record is encoded with keys, which are its columns")
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    preconditionFailure("a record is encoded with keys, which are its columns")
  }
}

private struct RecordContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let columns: ColumnStore
  let codingPath: [any CodingKey]

  func encodeNil(forKey key: Key) { columns.set(key, .null) }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try columns.set(value, key)
  }

  // The optional values of a synthesised `encode(to:)`: nil is stored as NULL, not left out, so that an
  // update removes the old value.

  func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { encodeNil(forKey: key) }
  }

  func encodeIfPresent(_ value: Bool?, forKey key: Key) { set(value, key) }
  func encodeIfPresent(_ value: String?, forKey key: Key) { set(value, key) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) { set(value, key) }
  func encodeIfPresent(_ value: Float?, forKey key: Key) { set(value, key) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) { set(value, key) }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) { set(value, key) }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) { set(value, key) }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) { set(value, key) }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) { set(value, key) }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) { set(value, key) }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) { set(value, key) }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) { set(value, key) }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) { set(value, key) }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) { set(value, key) }

  private func set(_ value: (some DatabaseValueConvertible)?, _ key: Key) {
    columns.set(key, value?.databaseValue ?? .null)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    // Keys of a container that the record opens itself are columns of the same row.
    KeyedEncodingContainer(
      RecordContainer<NestedKey>(columns: columns, codingPath: codingPath + [key])
    )
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    preconditionFailure("a record is encoded with keys, which are its columns")
  }

  func superEncoder() -> any Encoder { RecordEncoder(columns: columns, codingPath: codingPath) }

  func superEncoder(forKey key: Key) -> any Encoder {
    RecordEncoder(columns: columns, codingPath: codingPath + [key])
  }
}
