internal import Foundation
internal import StrataSQLite

/// Reads the fields of an object.
struct FieldsDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  /// Has opened its value as an object.
  let decoder: DocumentDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { (decoder.fields?.all ?? []).compactMap { Key(stringValue: $0.key) } }

  func contains(_ key: Key) -> Bool { decoder.contains(key.stringValue) }

  private func field(_ key: Key) -> JSONValue? { decoder.field(key.stringValue) }

  private func required(_ key: Key) throws -> JSONValue {
    if let value = field(key) { return value }
    throw decoder.missing(key)
  }

  /// The value of a field; nil where it is missing or null.
  private func present(_ key: Key) -> JSONValue? {
    guard let value = field(key), !DocumentDecoder.isNil(value) else { return nil }
    return value
  }

  func decodeNil(forKey key: Key) throws -> Bool { DocumentDecoder.isNil(try required(key)) }

  // What is there as it should be needs no key for errors, which would have to be boxed.

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    if case .bool(let value)? = field(key) { return value }
    return try decoder.bool(required(key), key)
  }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    if case .string(let text)? = field(key) { return text }
    return try decoder.string(required(key), key)
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    if case .double(let number)? = field(key) { return number }
    return try decoder.double(required(key), key)
  }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try decoder.float(required(key), key)
  }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    if case .int(let number)? = field(key), let number = Int(exactly: number) { return number }
    return try decoder.integer(required(key), key)
  }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
    try decoder.integer(required(key), key)
  }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    try decoder.integer(required(key), key)
  }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    try decoder.integer(required(key), key)
  }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try decoder.integer(required(key), key)
  }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
    try decoder.integer(required(key), key)
  }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    try decoder.integer(required(key), key)
  }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try decoder.integer(required(key), key)
  }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try decoder.integer(required(key), key)
  }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try decoder.integer(required(key), key)
  }
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    let name = key.stringValue
    if type == Date.self, let date = decoder.printedDate(name) { return same(date, as: type) }
    if decoder.isWhole, type == DocumentID.self { return same(decoder.id(name), as: type) }
    return try decoder.decoded(type, required(key), key)
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try present(key).map { try decoder.bool($0, key) }
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try present(key).map { try decoder.string($0, key) }
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try present(key).map { try decoder.double($0, key) }
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try present(key).map { try decoder.integer($0, key) }
  }
  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    let name = key.stringValue
    if type == Date.self, let date = decoder.printedDate(name) { return same(date, as: type) }
    if decoder.isWhole, type == DocumentID.self { return same(decoder.id(name), as: type) }
    return try present(key).map { try decoder.decoded(type, $0, key) }
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try decoder.nested(try required(key), key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder.nested(try required(key), key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    let key = FieldKey.superclass
    return decoder.nested(decoder.fields?[key.stringValue] ?? .null, key)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    decoder.nested(field(key) ?? .null, key)
  }
}
