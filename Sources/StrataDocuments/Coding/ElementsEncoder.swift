/// Fills the elements of an array.
struct ElementsEncoder: UnkeyedEncodingContainer {
  let encoder: DocumentEncoder
  let elements: JSONElements

  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { elements.values.count }

  private var key: FieldKey { FieldKey(intValue: count) }

  private func add(_ value: JSONValue) { elements.values.append(value) }

  func encodeNil() { add(.null) }
  func encode(_ value: Bool) { add(.bool(value)) }
  func encode(_ value: String) { add(.string(value)) }
  func encode(_ value: Double) throws { add(try encoder.number(value, key)) }
  func encode(_ value: Float) throws { add(try encoder.number(value, key)) }
  func encode(_ value: Int) { add(.int(Int64(value))) }
  func encode(_ value: Int8) { add(.int(Int64(value))) }
  func encode(_ value: Int16) { add(.int(Int64(value))) }
  func encode(_ value: Int32) { add(.int(Int64(value))) }
  func encode(_ value: Int64) { add(.int(value)) }
  func encode(_ value: UInt) { add(.integer(value)) }
  func encode(_ value: UInt8) { add(.int(Int64(value))) }
  func encode(_ value: UInt16) { add(.int(Int64(value))) }
  func encode(_ value: UInt32) { add(.int(Int64(value))) }
  func encode(_ value: UInt64) { add(.integer(value)) }
  func encode<T: Encodable>(_ value: T) throws { add(try encoder.encoded(value, key)) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    let nested = DocumentEncoder(encoder.run, path: CodingPath(encoder.path, key))
    defer { nested.value.map(add) }
    return nested.container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    let nested = DocumentEncoder(encoder.run, path: CodingPath(encoder.path, key))
    defer { nested.value.map(add) }
    return nested.unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    let index = count
    let nested = DocumentEncoder(encoder.run, path: CodingPath(encoder.path, key))
    add(.null)
    return PlacedEncoder(nested) { [elements] in elements.values[index] = $0 }
  }
}

/// An encoder whose value has its place elsewhere.
struct PlacedEncoder: Encoder {
  private let encoder: DocumentEncoder
  private let place: (JSONValue) -> Void

  init(_ encoder: DocumentEncoder, place: @escaping (JSONValue) -> Void) {
    self.encoder = encoder
    self.place = place
  }

  var codingPath: [any CodingKey] { encoder.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { encoder.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    defer { encoder.value.map(place) }
    return encoder.container(keyedBy: type)
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    defer { encoder.value.map(place) }
    return encoder.unkeyedContainer()
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }

  private struct Single: SingleValueEncodingContainer {
    let encoder: PlacedEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil() { encoder.place(.null) }

    func encode<T: Encodable>(_ value: T) throws {
      encoder.place(try encoder.encoder.encoded(value, nil))
    }
  }
}
