/// Fills the fields of an object.
///
/// An optional that is nil leaves its mark, so that a save removes the field, and not one that the model
/// does not know.
struct FieldsEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: DocumentEncoder
  let fields: JSONFields

  var codingPath: [any CodingKey] { encoder.codingPath }

  private func set(_ key: Key, _ value: JSONValue) { fields[key.stringValue] = value }

  func encodeNil(forKey key: Key) { set(key, .null) }
  func encode(_ value: Bool, forKey key: Key) { set(key, .bool(value)) }
  func encode(_ value: String, forKey key: Key) { set(key, .string(value)) }
  func encode(_ value: Double, forKey key: Key) throws { set(key, try encoder.number(value, key)) }
  func encode(_ value: Float, forKey key: Key) throws { set(key, try encoder.number(value, key)) }
  func encode(_ value: Int, forKey key: Key) { set(key, .int(Int64(value))) }
  func encode(_ value: Int8, forKey key: Key) { set(key, .int(Int64(value))) }
  func encode(_ value: Int16, forKey key: Key) { set(key, .int(Int64(value))) }
  func encode(_ value: Int32, forKey key: Key) { set(key, .int(Int64(value))) }
  func encode(_ value: Int64, forKey key: Key) { set(key, .int(value)) }
  func encode(_ value: UInt, forKey key: Key) { set(key, .integer(value)) }
  func encode(_ value: UInt8, forKey key: Key) { set(key, .int(Int64(value))) }
  func encode(_ value: UInt16, forKey key: Key) { set(key, .int(Int64(value))) }
  func encode(_ value: UInt32, forKey key: Key) { set(key, .int(Int64(value))) }
  func encode(_ value: UInt64, forKey key: Key) { set(key, .integer(value)) }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    if encoder.isWhole, T.self == DocumentID.self, let id = value as? DocumentID {
      if let other = encoder.run.documentID, other !== id {
        throw EncodingError.invalidValue(
          value,
          EncodingError.Context(
            codingPath: codingPath + [key],
            debugDescription: "a model has one property that is marked with @DocumentID"
          )
        )
      }
      encoder.run.documentID = id
    } else {
      set(key, try encoder.encoded(value, key))
    }
  }

  private func setIfPresent<T>(_ value: T?, _ key: Key, _ encode: (T) throws -> Void) rethrows {
    if let value { try encode(value) } else { set(key, .absent) }
  }

  func encodeIfPresent(_ value: Bool?, forKey key: Key) {
    setIfPresent(value, key) { encode($0, forKey: key) }
  }
  func encodeIfPresent(_ value: String?, forKey key: Key) {
    setIfPresent(value, key) { encode($0, forKey: key) }
  }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
    try setIfPresent(value, key) { try encode($0, forKey: key) }
  }
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws {
    try setIfPresent(value, key) { try encode($0, forKey: key) }
  }
  func encodeIfPresent(_ value: Int?, forKey key: Key) {
    setIfPresent(value, key) { encode($0, forKey: key) }
  }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) {
    setIfPresent(value, key) { encode($0, forKey: key) }
  }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) {
    setIfPresent(value, key) { encode($0, forKey: key) }
  }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) {
    setIfPresent(value, key) { encode($0, forKey: key) }
  }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) {
    setIfPresent(value, key) { encode($0, forKey: key) }
  }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) {
    setIfPresent(value, key) { encode($0, forKey: key) }
  }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) {
    setIfPresent(value, key) { encode($0, forKey: key) }
  }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) {
    setIfPresent(value, key) { encode($0, forKey: key) }
  }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) {
    setIfPresent(value, key) { encode($0, forKey: key) }
  }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) {
    setIfPresent(value, key) { encode($0, forKey: key) }
  }
  func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
    try setIfPresent(value, key) { try encode($0, forKey: key) }
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    let nested = DocumentEncoder(encoder.run, path: CodingPath(encoder.path, key))
    defer { place(nested, key) }
    return nested.container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    let nested = DocumentEncoder(encoder.run, path: CodingPath(encoder.path, key))
    defer { place(nested, key) }
    return nested.unkeyedContainer()
  }

  func superEncoder() -> any Encoder { superEncoder(FieldKey.superclass) }

  func superEncoder(forKey key: Key) -> any Encoder { superEncoder(key) }

  private func place(_ nested: DocumentEncoder, _ key: any CodingKey) {
    if let value = nested.value { fields[key.stringValue] = value }
  }

  /// An encoder that puts its value into its place as soon as it is known.
  private func superEncoder(_ key: any CodingKey) -> any Encoder {
    PlacedEncoder(DocumentEncoder(encoder.run, path: CodingPath(encoder.path, key))) { [fields] in
      fields[key.stringValue] = $0
    }
  }
}
