/// Reads the elements of an array.
struct ElementsDecoder: UnkeyedDecodingContainer {
  let decoder: DocumentDecoder
  let elements: JSONElements
  private(set) var currentIndex = 0

  init(decoder: DocumentDecoder, elements: JSONElements) {
    self.decoder = decoder
    self.elements = elements
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.values.count }
  var isAtEnd: Bool { currentIndex >= elements.values.count }

  private var key: FieldKey { FieldKey(intValue: currentIndex) }

  /// Reads an element, and goes on to the next one where that works.
  private mutating func next<T>(
    _ type: T.Type,
    _ read: (JSONValue, FieldKey) throws -> T
  ) throws -> T {
    if isAtEnd {
      throw DecodingError.valueNotFound(
        type,
        decoder.context("the array has no further element", key)
      )
    }
    let value = try read(elements.values[currentIndex], key)
    currentIndex += 1
    return value
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, DocumentDecoder.isNil(elements.values[currentIndex]) else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool { try next(type, decoder.bool) }
  mutating func decode(_ type: String.Type) throws -> String { try next(type, decoder.string) }
  mutating func decode(_ type: Double.Type) throws -> Double { try next(type, decoder.double) }
  mutating func decode(_ type: Float.Type) throws -> Float { try next(type, decoder.float) }
  mutating func decode(_ type: Int.Type) throws -> Int { try next(type, decoder.integer) }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try next(type, decoder.integer) }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try next(type, decoder.integer) }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try next(type, decoder.integer) }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try next(type, decoder.integer) }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try next(type, decoder.integer) }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try next(type, decoder.integer) }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try next(type, decoder.integer) }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try next(type, decoder.integer) }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try next(type, decoder.integer) }
  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try next(type) { [decoder] value, key in try decoder.decoded(type, value, key) }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try next(KeyedDecodingContainer<NestedKey>.self) { [decoder] value, key in
      try decoder.nested(value, key).container(keyedBy: type)
    }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next((any UnkeyedDecodingContainer).self) { [decoder] value, key in
      try decoder.nested(value, key).unkeyedContainer()
    }
  }

  mutating func superDecoder() throws -> any Decoder {
    try next((any Decoder).self) { [decoder] value, key in decoder.nested(value, key) }
  }
}
