/// Reads JSON text (https://www.rfc-editor.org/rfc/rfc8259) of a default.
package struct JSONText {
  /// What is no JSON, in words.
  struct Problem: Error {
    var message: String
  }

  private let text: [Unicode.Scalar]
  private let range: SourceRange
  private var index = 0
  private var depth = 0

  /// The value that a text is; all parts of it are at `range`.
  static func value(_ text: String, at range: SourceRange) throws(Problem) -> JSONSyntax {
    var reader = JSONText(text: Array(text.unicodeScalars), range: range)
    let value = try reader.value()
    reader.skipSpace()
    guard reader.index == reader.text.count else {
      throw Problem(message: "something follows its value")
    }
    return value
  }

  private init(text: [Unicode.Scalar], range: SourceRange) {
    self.text = text
    self.range = range
  }

  private var next: Unicode.Scalar? { index < text.count ? text[index] : nil }

  private mutating func skipSpace() {
    while let next, [" ", "\t", "\n", "\r"].contains(next) { index += 1 }
  }

  private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    skipSpace()
    guard next == scalar else { return false }
    index += 1
    return true
  }

  private mutating func value() throws(Problem) -> JSONSyntax {
    depth += 1
    defer { depth -= 1 }
    guard depth < 32 else { throw Problem(message: "it is too deep") }
    if skip("[") { return JSONSyntax(.list(try list()), at: range) }
    if skip("{") { return JSONSyntax(.object(try object()), at: range) }
    if skip("\"") { return JSONSyntax(.scalar(try string(), isPlain: false), at: range) }
    let start = index
    while let next, next.properties.isAlphabetic || "0123456789+-.".unicodeScalars.contains(next) {
      index += 1
    }
    let word = String(String.UnicodeScalarView(text[start..<index]))
    if word == "null" { return JSONSyntax(.null, at: range) }
    guard ["true", "false"].contains(word) || Self.isNumber(word) else {
      let found = word.isEmpty ? rest : word
      throw Problem(
        message: found.isEmpty ? "it ends too early" : "a value is expected, not '\(found)'"
      )
    }
    return JSONSyntax(.scalar(word, isPlain: true), at: range)
  }

  private var rest: String { String(String.UnicodeScalarView(text[index...].prefix(12))) }

  private static func isNumber(_ word: String) -> Bool {
    let digits = word.drop { $0 == "-" }
    return DecimalNumber(word) != nil && (!digits.hasPrefix("0") || !digits.dropFirst().isDigits)
  }

  private mutating func list() throws(Problem) -> [JSONSyntax] {
    var values: [JSONSyntax] = []
    if skip("]") { return values }
    repeat { values.append(try value()) } while skip(",")
    guard skip("]") else { throw Problem(message: "a ',' or ']' is expected before '\(rest)'") }
    return values
  }

  private mutating func object() throws(Problem) -> [JSONSyntax.Entry] {
    var entries: [JSONSyntax.Entry] = []
    if skip("}") { return entries }
    repeat {
      guard skip("\"") else {
        throw Problem(message: "a key in quotation marks is expected before '\(rest)'")
      }
      let key = try string()
      guard skip(":") else { throw Problem(message: "a ':' is expected after '\(key)'") }
      guard !entries.contains(where: { $0.key.value == key }) else {
        throw Problem(message: "the key '\(key)' is there twice")
      }
      entries.append(JSONSyntax.Entry(key: Located(key, at: range), value: try value()))
    } while skip(",")
    guard skip("}") else { throw Problem(message: "a ',' or '}' is expected before '\(rest)'") }
    return entries
  }

  /// The text after a quotation mark, up to the closing one.
  private mutating func string() throws(Problem) -> String {
    var result = String.UnicodeScalarView()
    while let scalar = next {
      index += 1
      switch scalar {
      case "\"": return String(result)
      case "\\": result.append(try escape())
      case _ where scalar.value < 0x20:
        throw Problem(message: "a text holds a control character; write it as an escape")
      default: result.append(scalar)
      }
    }
    throw Problem(message: "a text is not closed")
  }

  private mutating func escape() throws(Problem) -> Unicode.Scalar {
    guard let scalar = next else { throw Problem(message: "a text is not closed") }
    index += 1
    switch scalar {
    case "\"", "\\", "/": return scalar
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u":
      let unit = try codeUnit()
      if let scalar = Unicode.Scalar(unit) { return scalar }
      guard skipEscapedUnit(), (0xD800..<0xDC00).contains(unit) else {
        throw Problem(message: "an escape stands for half a character")
      }
      let low = try codeUnit()
      guard (0xDC00..<0xE000).contains(low),
        let scalar = Unicode.Scalar(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00))
      else { throw Problem(message: "an escape stands for half a character") }
      return scalar
    default: throw Problem(message: "'\\\(scalar)' is no escape of JSON")
    }
  }

  private mutating func skipEscapedUnit() -> Bool {
    guard index + 1 < text.count, text[index] == "\\", text[index + 1] == "u" else { return false }
    index += 2
    return true
  }

  private mutating func codeUnit() throws(Problem) -> UInt32 {
    let digits = String(String.UnicodeScalarView(text[index...].prefix(4)))
    guard digits.utf8.count == 4, let unit = UInt32(digits, radix: 16) else {
      throw Problem(message: "an escape has four hexadecimal digits")
    }
    index += 4
    return unit
  }
}

extension Substring {
  fileprivate var isDigits: Bool {
    first.map { $0.isASCII && $0.isNumber } ?? false
  }
}
