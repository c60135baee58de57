/// Decodes a type from one column, where it is stored in one value.
struct ColumnDecoder: Decoder, SingleValueDecodingContainer {
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
