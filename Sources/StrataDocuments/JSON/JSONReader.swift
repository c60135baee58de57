/// Parses JSON text (RFC 8259).
struct JSONReader {
  /// What is wrong with a text, and where.
  struct Failure: Error, Equatable {
    var problem: String
    var offset: Int
  }

  /// How deep values may be nested; deeper ones could end the program instead of the parse.
  private static let maximumDepth = 500

  private let bytes: [UInt8]
  private var offset = 0
  private var depth = 0

  /// Parses the text of one value.
  ///
  /// - Throws: `Failure` where it is no JSON.
  static func value(_ text: String) throws(Failure) -> JSONValue {
    var reader = JSONReader(bytes: Array(text.utf8))
    let value = try reader.readValue()
    reader.skipSpace()
    if reader.next != nil { throw reader.failure("more text after the value") }
    return value
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private func failure(_ problem: String) -> Failure { Failure(problem: problem, offset: offset) }

  private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func skipSpace() {
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x20, 0x0A, 0x0D, 0x09: offset += 1
      default: return
      }
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    offset += 1
    return true
  }

  private mutating func take(_ word: String) throws(Failure) {
    guard bytes[offset...].starts(with: word.utf8) else { throw failure("no JSON value") }
    offset += word.utf8.count
  }

  private mutating func readValue() throws(Failure) -> JSONValue {
    skipSpace()
    switch next {
    case UInt8(ascii: "{"):
      return try nested { (reader) throws(Failure) in try reader.readObject() }
    case UInt8(ascii: "["): return try nested { (reader) throws(Failure) in try reader.readArray() }
    case UInt8(ascii: "\""): return .string(try readString())
    case UInt8(ascii: "t"):
      try take("true")
      return .bool(true)
    case UInt8(ascii: "f"):
      try take("false")
      return .bool(false)
    case UInt8(ascii: "n"):
      try take("null")
      return .null
    default: return try readNumber()
    }
  }

  private mutating func nested(
    _ read: (inout JSONReader) throws(Failure) -> JSONValue
  ) throws(Failure) -> JSONValue {
    if depth == Self.maximumDepth { throw failure("values are nested too deep") }
    depth += 1
    defer { depth -= 1 }
    return try read(&self)
  }

  private mutating func readObject() throws(Failure) -> JSONValue {
    offset += 1
    let fields = JSONFields()
    skipSpace()
    if take(UInt8(ascii: "}")) { return .object(fields) }
    repeat {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw failure("no name of a field") }
      let key = try readString()
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw failure("no colon after the name of a field") }
      fields[key] = try readValue()
      skipSpace()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { throw failure("no end of an object") }
    return .object(fields)
  }

  private mutating func readArray() throws(Failure) -> JSONValue {
    offset += 1
    let elements = JSONElements()
    skipSpace()
    if take(UInt8(ascii: "]")) { return .array(elements) }
    repeat {
      elements.values.append(try readValue())
      skipSpace()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "]")) else { throw failure("no end of an array") }
    return .array(elements)
  }

  // MARK: - Numbers

  private mutating func readNumber() throws(Failure) -> JSONValue {
    let start = offset
    _ = take(UInt8(ascii: "-"))
    let digits = skipDigits()
    guard digits > 0 else { throw failure("no JSON value") }
    var isInteger = true
    if take(UInt8(ascii: ".")) {
      isInteger = false
      guard skipDigits() > 0 else { throw failure("no digit after the point") }
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      isInteger = false
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      guard skipDigits() > 0 else { throw failure("no digit in the exponent") }
    }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    if isInteger { return Int64(text).map { .int($0) } ?? .number(text) }
    // 15 digits stand for one number only, so that nothing is lost.
    if offset - start <= 16, let number = Double(text), number.isFinite { return .double(number) }
    return .number(text)
  }

  private mutating func skipDigits() -> Int {
    let start = offset
    while let byte = next, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { offset += 1 }
    return offset - start
  }

  // MARK: - Texts

  private mutating func readString() throws(Failure) -> String {
    offset += 1
    let start = offset
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "\""):
        let text = String(decoding: bytes[start..<offset], as: UTF8.self)
        offset += 1
        return text
      case UInt8(ascii: "\\"): return try readEscapedString(from: start)
      default: offset += 1
      }
    }
    throw failure("no end of a text")
  }

  private mutating func readEscapedString(from start: Int) throws(Failure) -> String {
    var utf8 = Array(bytes[start..<offset])
    while let byte = next {
      offset += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: utf8, as: UTF8.self)
      case UInt8(ascii: "\\"): try readEscape(&utf8)
      default: utf8.append(byte)
      }
    }
    throw failure("no end of a text")
  }

  private mutating func readEscape(_ utf8: inout [UInt8]) throws(Failure) {
    guard let byte = next else { throw failure("no end of a text") }
    offset += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): utf8.append(byte)
    case UInt8(ascii: "n"): utf8.append(0x0A)
    case UInt8(ascii: "r"): utf8.append(0x0D)
    case UInt8(ascii: "t"): utf8.append(0x09)
    case UInt8(ascii: "b"): utf8.append(0x08)
    case UInt8(ascii: "f"): utf8.append(0x0C)
    case UInt8(ascii: "u"): utf8.append(contentsOf: Character(try readScalar()).utf8)
    default: throw failure("no such escape")
    }
  }

  private mutating func readScalar() throws(Failure) -> Unicode.Scalar {
    let first = try readCodeUnit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard UTF16.isLeadSurrogate(first), take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
      return "\u{FFFD}"
    }
    let second = try readCodeUnit()
    guard UTF16.isTrailSurrogate(second) else { return "\u{FFFD}" }
    let pair = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
    return Unicode.Scalar(pair) ?? "\u{FFFD}"
  }

  private mutating func readCodeUnit() throws(Failure) -> UInt16 {
    guard offset + 4 <= bytes.count else { throw failure("no end of a text") }
    let text = String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
    guard let unit = UInt16(text, radix: 16), !text.hasPrefix("+") else {
      throw failure("no such escape")
    }
    offset += 4
    return unit
  }
}
