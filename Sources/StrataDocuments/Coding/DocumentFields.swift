public import Foundation
internal import StrataSQLite

/// The fields of a document, from which the code of a generated model reads itself.
///
/// The names stand in the generated code, so that a field is found and read without the containers of
/// `Codable`, and as these would read it: a field that is missing, or is not what it should be, throws
/// a `DecodingError` that names it.
public struct DocumentFields {
  private enum Source {
    case document(DocumentDecoder)
    case other(ForeignObject)
  }

  /// The object of somebody else's decoder.
  private final class ForeignObject {
    let container: KeyedDecodingContainer<FieldKey>

    init(_ decoder: some Decoder) throws {
      container = try decoder.container(keyedBy: FieldKey.self)
    }
  }

  private let source: Source

  /// Opens the object that a decoder has.
  ///
  /// - Throws: `DecodingError` where it has none.
  public init(_ decoder: any Decoder) throws { source = try Self.source(decoder) }

  private static func source<D: Decoder>(_ decoder: D) throws -> Source {
    guard D.self == DocumentDecoder.self else { return .other(try ForeignObject(decoder)) }
    let decoder = same(decoder, as: DocumentDecoder.self)
    try decoder.openFields()
    return .document(decoder)
  }

  /// A field of a document: absent where it is missing; nil where only another decoder knows.
  private func field(_ name: StaticString) -> JSONValue? {
    guard case .document(let decoder) = source else { return nil }
    return decoder.field(name) ?? .absent
  }

  private func key(_ name: StaticString) -> FieldKey { FieldKey(stringValue: name.description) }

  // MARK: - Any type

  /// The value of a field.
  public func value<Value: Decodable>(_ name: StaticString) throws -> Value {
    let key = key(name)
    switch source {
    case .document(let decoder):
      guard let value = decoder.field(name) else { throw decoder.missing(key) }
      return try decoder.decoded(Value.self, value, key)
    case .other(let object): return try object.container.decode(Value.self, forKey: key)
    }
  }

  /// The value of a field; nil where there is none, or null.
  public func optionalValue<Value: Decodable>(_ name: StaticString) throws -> Value? {
    switch source {
    case .document(let decoder):
      guard let value = decoder.field(name), !DocumentDecoder.isNil(value) else { return nil }
      return try decoder.decoded(Value.self, value, key(name))
    case .other(let object):
      return try object.container.decodeIfPresent(Value.self, forKey: key(name))
    }
  }

  /// The property that is the id of the document.
  public func id() throws -> DocumentID {
    if case .document(let decoder) = source, decoder.isWhole { return decoder.id("id") }
    return try value("id")
  }

  private func printedDate(_ name: StaticString) -> Date? {
    guard case .document(let decoder) = source else { return nil }
    return decoder.printedDate(name)
  }

  // MARK: - Types with a short way
  //
  // Whatever is not simply there as it should be is left to the general way, and its errors.

  /// The text that a field is.
  public func string(_ name: StaticString) throws -> String {
    if case .string(let text)? = field(name) { return text }
    return try value(name)
  }

  /// The text that a field is; nil where there is none, or null.
  public func optionalString(_ name: StaticString) throws -> String? {
    switch field(name) {
    case .string(let text): text
    case .absent: nil
    default: try optionalValue(name)
    }
  }

  /// The boolean that a field is.
  public func bool(_ name: StaticString) throws -> Bool {
    if case .bool(let value)? = field(name) { return value }
    return try value(name)
  }

  /// The boolean that a field is; nil where there is none, or null.
  public func optionalBool(_ name: StaticString) throws -> Bool? {
    switch field(name) {
    case .bool(let value): value
    case .absent: nil
    default: try optionalValue(name)
    }
  }

  /// The integer that a field is.
  public func int(_ name: StaticString) throws -> Int {
    if case .int(let number)? = field(name), let number = Int(exactly: number) { return number }
    return try value(name)
  }

  /// The integer that a field is; nil where there is none, or null.
  public func optionalInt(_ name: StaticString) throws -> Int? {
    switch field(name) {
    case .int(let number): try Int(exactly: number) ?? value(name)
    case .absent: nil
    default: try optionalValue(name)
    }
  }

  /// The number that a field is.
  public func double(_ name: StaticString) throws -> Double {
    if case .double(let number)? = field(name) { return number }
    return try value(name)
  }

  /// The number that a field is; nil where there is none, or null.
  public func optionalDouble(_ name: StaticString) throws -> Double? {
    switch field(name) {
    case .double(let number): number
    case .absent: nil
    default: try optionalValue(name)
    }
  }

  /// The date that a field is, in ISO 8601.
  public func date(_ name: StaticString) throws -> Date {
    if let date = printedDate(name) { return date }
    return try value(name)
  }

  /// The date that a field is, in ISO 8601; nil where there is none, or null.
  public func optionalDate(_ name: StaticString) throws -> Date? {
    if let date = printedDate(name) { return date }
    return try optionalValue(name)
  }

  // MARK: - Enumerations

  /// The case whose raw value is the text that a field is.
  public func enumeration<Value>(_ name: StaticString) throws -> Value
  where Value: RawRepresentable & Decodable, Value.RawValue == String {
    if case .string(let text)? = field(name), let value = Value(rawValue: text) { return value }
    return try value(name)
  }

  /// The case whose raw value is the text that a field is; nil where there is none, or null.
  public func optionalEnumeration<Value>(_ name: StaticString) throws -> Value?
  where Value: RawRepresentable & Decodable, Value.RawValue == String {
    if case .string(let text)? = field(name), let value = Value(rawValue: text) { return value }
    return try optionalValue(name)
  }

  /// The case whose raw value is the integer that a field is.
  public func enumeration<Value>(_ name: StaticString) throws -> Value
  where Value: RawRepresentable & Decodable, Value.RawValue == Int {
    if case .int(let number)? = field(name), let rawValue = Int(exactly: number),
      let value = Value(rawValue: rawValue)
    {
      return value
    }
    return try value(name)
  }

  /// The case whose raw value is the integer that a field is; nil where there is none, or null.
  public func optionalEnumeration<Value>(_ name: StaticString) throws -> Value?
  where Value: RawRepresentable & Decodable, Value.RawValue == Int {
    if case .int(let number)? = field(name), let rawValue = Int(exactly: number),
      let value = Value(rawValue: rawValue)
    {
      return value
    }
    return try optionalValue(name)
  }
}
