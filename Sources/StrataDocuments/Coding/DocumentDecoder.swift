internal import Foundation
internal import StrataSQLite

/// Decodes a model from the fields of a document.
final class DocumentDecoder: Decoder {
  private(set) var run: DecodingRun
  let path: CodingPath?
  /// Whether its fields are those of the document.
  let isWhole: Bool
  /// Whether somebody wants to know what the model asks for.
  private let takesNotes: Bool
  private let isObject: Bool
  /// The value, where it is no object.
  private let other: JSONValue
  /// The fields of the value, or of the object that its text is.
  private(set) var fields: JSONFields?

  var value: JSONValue {
    if isObject, let fields { .object(fields) } else { other }
  }
  var codingPath: [any CodingKey] { path?.keys ?? [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ run: DecodingRun, _ value: JSONValue, path: CodingPath? = nil, isWhole: Bool = false) {
    self.run = run
    self.path = path
    self.isWhole = isWhole
    takesNotes = isWhole && run.wantsNotes
    if case .object(let fields) = value {
      isObject = true
      other = .null
      self.fields = fields
    } else {
      isObject = false
      other = value
    }
  }

  /// Takes another document, if nobody has kept anything of the one before.
  ///
  /// - Returns: whether it did; if not, the decoder has no use any more.
  /// - Throws: `DecodingError` where the text is no JSON.
  func reopen(_ body: ArraySlice<UInt8>, _ documentID: DocumentID?) throws -> Bool {
    guard isObject, isKnownUniquelyReferenced(&run), isKnownUniquelyReferenced(&fields),
      let fields
    else { return false }
    do {
      guard try fields.reopen(body) else { return false }
    } catch { throw error.decodingError }
    run.restart(documentID)
    return true
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try openFields()
    return KeyedDecodingContainer(FieldsDecoder<Key>(decoder: self))
  }

  /// Opens the value as an object.
  func openFields() throws {
    if fields != nil { return }
    guard case .object(let fields) = opened(other) else {
      throw mismatch([String: Any].self, "an object was expected and \(other.kind) found", nil)
    }
    self.fields = fields
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = opened(value) else {
      throw mismatch([Any].self, "an array was expected and \(value.kind) found", nil)
    }
    return ElementsDecoder(decoder: self, elements: elements)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  /// The object or the array that the text of a column is.
  func opened(_ value: JSONValue) -> JSONValue {
    guard run.isRow, case .string(let text) = value else { return value }
    return (try? JSONReader.value(text)) ?? value
  }
}

extension DocumentDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { Self.isNil(value) }
  func decode(_ type: Bool.Type) throws -> Bool { try bool(value, nil) }
  func decode(_ type: String.Type) throws -> String { try string(value, nil) }
  func decode(_ type: Double.Type) throws -> Double { try double(value, nil) }
  func decode(_ type: Float.Type) throws -> Float { try float(value, nil) }
  func decode(_ type: Int.Type) throws -> Int { try integer(value, nil) }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer(value, nil) }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer(value, nil) }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer(value, nil) }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer(value, nil) }
  func decode(_ type: UInt.Type) throws -> UInt { try integer(value, nil) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(value, nil) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(value, nil) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(value, nil) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(value, nil) }
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try decoded(type, value, nil) }
}

// MARK: - Fields

extension DocumentDecoder {
  func contains(_ name: String) -> Bool {
    let isThere = fields?.contains(name) ?? false
    if takesNotes { note(name, isThere) }
    return isThere
  }

  func field(_ name: String) -> JSONValue? {
    let value = fields?[name]
    if takesNotes { note(name, value != nil) }
    return value
  }

  func field(_ name: StaticString) -> JSONValue? {
    takesNotes ? field(name.description) : fields?[name]
  }

  /// The date that a field is, where that can be told in a short way.
  func printedDate(_ name: String) -> Date? { takesNotes ? nil : fields?.date(name) }

  /// The date that a field is, where that can be told in a short way.
  func printedDate(_ name: StaticString) -> Date? { takesNotes ? nil : fields?.date(name) }

  /// Notes that the model has asked for a field.
  private func note(_ name: String, _ isThere: Bool) {
    if !isThere { run.missingFields.insert(name) }
    run.askedFields?.insert(name)
  }

  /// The property that is the id of the document.
  func id(_ name: String) -> DocumentID { run.makeID(fields, name) }

  func missing(_ key: some CodingKey) -> DecodingError {
    .keyNotFound(key, context("the document has no such field", nil))
  }
}

// MARK: - Values

extension DocumentDecoder {
  static func isNil(_ value: JSONValue) -> Bool {
    switch value {
    case .null, .absent: true
    default: false
    }
  }

  func bool(_ value: JSONValue, _ key: (any CodingKey)?) throws -> Bool {
    switch value {
    case .bool(let value): return value
    case .int(0) where run.isRow: return false
    case .int(1) where run.isRow: return true
    default: throw unexpected(Bool.self, "a boolean", value, key)
    }
  }

  func string(_ value: JSONValue, _ key: (any CodingKey)?) throws -> String {
    if case .string(let text) = value { return text }
    throw unexpected(String.self, "a text", value, key)
  }

  func double(_ value: JSONValue, _ key: (any CodingKey)?) throws -> Double {
    switch value {
    case .double(let number): return number
    case .int(let number): return Double(number)
    case .number(let text):
      if let number = Double(text), number.isFinite { return number }
      throw mismatch(Double.self, "the number \(text) does not fit Double", key)
    default: throw unexpected(Double.self, "a number", value, key)
    }
  }

  func float(_ value: JSONValue, _ key: (any CodingKey)?) throws -> Float {
    let number = try double(value, key)
    let float = Float(number)
    if float.isFinite { return float }
    throw mismatch(Float.self, "the number \(number) does not fit Float", key)
  }

  func integer<T: FixedWidthInteger>(_ value: JSONValue, _ key: (any CodingKey)?) throws -> T {
    switch value {
    case .int(let number):
      if let number = T(exactly: number) { return number }
      throw mismatch(T.self, "the number \(number) does not fit \(T.self)", key)
    case .double(let number):
      if let number = T(exactly: number) { return number }
      throw mismatch(T.self, "the number \(number) does not fit \(T.self)", key)
    case .number(let text):
      if let number = T(text) { return number }
      throw mismatch(T.self, "the number \(text) does not fit \(T.self)", key)
    default: throw unexpected(T.self, "a number", value, key)
    }
  }

  /// The value of a field or an element; some types are written in the way of documents.
  func decoded<T: Decodable>(
    _ type: T.Type,
    _ value: JSONValue,
    _ key: (any CodingKey)?
  ) throws -> T {
    // Types are compared, which costs less than casts.
    if type == Date.self { return same(try date(value, key), as: type) }
    // Generic code, such as that of generated models, asks for these in this way too.
    if type == String.self { return same(try string(value, key), as: type) }
    if type == Int.self { return same(try integer(value, key) as Int, as: type) }
    if type == Bool.self { return same(try bool(value, key), as: type) }
    if type == Double.self { return same(try double(value, key), as: type) }
    if type == Decimal.self { return same(try decimal(value, key), as: type) }
    if type == Data.self { return same(try data(value, key), as: type) }
    if type == URL.self { return same(try url(value, key), as: type) }
    if type == Blob.self { return same(try blob(value, key), as: type) }
    let decoder = DocumentDecoder(run, value, path: key.map { CodingPath(path, $0) } ?? path)
    return try T(from: decoder)
  }

  /// A decoder of a field or an element.
  func nested(_ value: JSONValue, _ key: any CodingKey) -> DocumentDecoder {
    DocumentDecoder(run, value, path: CodingPath(path, key))
  }

  // MARK: - Errors

  func unexpected(
    _ type: any Any.Type,
    _ expected: String,
    _ value: JSONValue,
    _ key: (any CodingKey)?
  ) -> DecodingError {
    let context = context("\(expected) was expected and \(value.kind) found", key)
    return Self.isNil(value)
      ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  func mismatch(
    _ type: any Any.Type,
    _ problem: String,
    _ key: (any CodingKey)?
  ) -> DecodingError {
    .typeMismatch(type, context(problem, key))
  }

  func context(_ problem: String, _ key: (any CodingKey)?) -> DecodingError.Context {
    DecodingError.Context(
      codingPath: codingPath + (key.map { [$0] } ?? []),
      debugDescription: problem
    )
  }
}
