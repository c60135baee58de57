internal import Foundation

/// What is learned of a model while it is encoded.
final class EncodingRun {
  /// The property that is the id.
  var documentID: DocumentID?
  /// The blobs, which are stored aside.
  var blobs: [Blob] = []
  /// Whether values that no document can have are passed over, because only the id is wanted.
  var isForID = false
  /// An object or array that is nested so deep that it could not be read again.
  var tooDeep: EncodingError?
}

/// Encodes a model as the fields of a document.
final class DocumentEncoder: Encoder {
  let run: EncodingRun
  let path: CodingPath?
  /// Whether its fields are those of the document.
  let isWhole: Bool
  private(set) var value: JSONValue?

  var codingPath: [any CodingKey] { path?.keys ?? [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ run: EncodingRun, path: CodingPath? = nil, isWhole: Bool = false) {
    self.run = run
    self.path = path
    self.isWhole = isWhole
  }

  /// The fields of a model.
  ///
  /// - Throws: `EncodingError` where it is no object or has values that no document can have.
  static func fields<Model: Encodable>(_ model: Model, _ run: EncodingRun) throws -> JSONFields {
    let encoder = DocumentEncoder(run, isWhole: true)
    try model.encode(to: encoder)
    if let error = run.tooDeep { throw error }
    switch encoder.value {
    case .object(let fields): return fields
    case nil: return JSONFields()
    default:
      throw EncodingError.invalidValue(
        model,
        EncodingError.Context(codingPath: [], debugDescription: "a document is an object of fields")
      )
    }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(FieldsEncoder<Key>(encoder: self, fields: fields()))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .array(let elements) = value {
      return ElementsEncoder(encoder: self, elements: elements)
    }
    checkDepth()
    let elements = JSONElements()
    value = .array(elements)
    return ElementsEncoder(encoder: self, elements: elements)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  private func fields() -> JSONFields {
    // A subclass and its superclass fill the same object.
    if case .object(let fields) = value { return fields }
    checkDepth()
    let fields = JSONFields()
    value = .object(fields)
    return fields
  }

  /// Notes an object or array that a reader would refuse, since containers cannot throw.
  private func checkDepth() {
    guard let path, path.count >= JSONReader.maximumDepth, run.tooDeep == nil else { return }
    run.tooDeep = .invalidValue(
      JSONReader.maximumDepth,
      EncodingError.Context(codingPath: path.keys, debugDescription: "values are nested too deep")
    )
  }
}

extension DocumentEncoder: SingleValueEncodingContainer {
  func encodeNil() { value = .null }
  func encode(_ value: Bool) { self.value = .bool(value) }
  func encode(_ value: String) { self.value = .string(value) }
  func encode(_ value: Double) throws { self.value = try number(value, nil) }
  func encode(_ value: Float) throws { self.value = try number(value, nil) }
  func encode(_ value: Int) { self.value = .int(Int64(value)) }
  func encode(_ value: Int8) { self.value = .int(Int64(value)) }
  func encode(_ value: Int16) { self.value = .int(Int64(value)) }
  func encode(_ value: Int32) { self.value = .int(Int64(value)) }
  func encode(_ value: Int64) { self.value = .int(value) }
  func encode(_ value: UInt) { self.value = .integer(value) }
  func encode(_ value: UInt8) { self.value = .int(Int64(value)) }
  func encode(_ value: UInt16) { self.value = .int(Int64(value)) }
  func encode(_ value: UInt32) { self.value = .int(Int64(value)) }
  func encode(_ value: UInt64) { self.value = .integer(value) }
  func encode<T: Encodable>(_ value: T) throws { self.value = try encoded(value, nil) }
}

extension DocumentEncoder {
  /// The value of a field, an element, or of the encoder itself.
  func encoded<T: Encodable>(_ value: T, _ key: (any CodingKey)?) throws -> JSONValue {
    if let special = try special(value, key) { return special }
    // Before the stack ends.
    if let error = run.tooDeep { throw error }
    let encoder = DocumentEncoder(run, path: key.map { CodingPath(path, $0) } ?? path)
    try value.encode(to: encoder)
    if case .object(let fields) = encoder.value, value is any KeyedByText {
      fields.isDictionary = true
    }
    return encoder.value ?? .object(JSONFields())
  }

  /// The value of a type that documents write in their own way; nil for other types.
  private func special<T: Encodable>(_ value: T, _ key: (any CodingKey)?) throws -> JSONValue? {
    // Types are compared first, which costs less than casts.
    if T.self == Date.self, let date = value as? Date {
      if let text = DocumentDate.text(date) { return .string(text) }
      return try refuse(value, key, "a date is in one of the years 0 to 9999")
    }
    if T.self == Decimal.self, let decimal = value as? Decimal {
      if decimal.isNaN { return try refuse(value, key, "a number that is none") }
      let text = decimal.description
      return Int64(text).map { .int($0) } ?? .number(text)
    }
    if T.self == Data.self, let data = value as? Data { return .string(data.base64EncodedString()) }
    if T.self == URL.self, let url = value as? URL { return .string(url.absoluteString) }
    if T.self == Blob.self, let blob = value as? Blob {
      run.blobs.append(blob)
      return .object(try blob.fields())
    }
    return nil
  }

  func number(_ value: Double, _ key: (any CodingKey)?) throws -> JSONValue {
    value.isFinite ? .double(value) : try refuse(value, key, "JSON has no number \(value)")
  }

  /// A float is written as short as it reads.
  func number(_ value: Float, _ key: (any CodingKey)?) throws -> JSONValue {
    try number(Double(value.description) ?? Double(value), key)
  }

  private func refuse(_ value: Any, _ key: (any CodingKey)?, _ problem: String) throws -> JSONValue
  {
    if run.isForID { return .null }
    throw EncodingError.invalidValue(
      value,
      EncodingError.Context(
        codingPath: codingPath + (key.map { [$0] } ?? []),
        debugDescription: problem
      )
    )
  }
}

extension JSONValue {
  static func integer(_ value: some FixedWidthInteger) -> JSONValue {
    Int64(exactly: value).map { .int($0) } ?? .number(value.description)
  }
}

/// A dictionary that is encoded as an object.
private protocol KeyedByText {}

extension Dictionary: KeyedByText {}
