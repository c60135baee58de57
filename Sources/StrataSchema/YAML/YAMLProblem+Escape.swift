/// Says what is wrong with an escape of a double-quoted text.
///
/// - Returns: Whether the problem is one of an escape.
func reportEscape(
  _ problem: YAMLProblem,
  in source: SourceText,
  _ diagnostics: inout Diagnostics
) -> Bool {
  guard problem.isAboutEscape, let escape = Escape(at: problem.mark, in: source) else {
    return false
  }
  var fixIts: [Diagnostic.FixIt] = []
  func replace(by text: String) {
    fixIts = [.init("write '\(text)'", replacing: escape.range, with: text)]
  }
  let message: String
  if let character = escape.pair {
    message =
      "YAML has no pairs of escapes, as JSON has; write '\(character)' itself, or"
      + " '\\U\(String(character.value, radix: 16, uppercase: true).leftPadded(to: 8))'"
    replace(by: String(character))
  } else if let length = escape.length, escape.digits.count < length {
    message =
      "'\\\(escape.letter)' is followed by \(length) hexadecimal digits; write '\\\\' for a backslash"
    replace(by: "\\" + escape.text)
  } else if escape.length != nil {
    message = "'\(escape.text)' is no character of Unicode; write the character itself"
  } else {
    message = "'\(escape.text)' is no escape of a double-quoted text; write '\\\\' for a backslash"
    replace(by: "\\" + escape.text)
  }
  diagnostics.error(.yamlSyntax, message, at: escape.range, fixIts: fixIts)
  return true
}

extension YAMLProblem {
  /// Whether libyaml could not read an escape of a double-quoted text.
  var isAboutEscape: Bool {
    context.contains("quoted scalar")
      && (message.contains("escape") || message.contains("hexdecimal"))
  }
}

/// An escape as it is written.
private struct Escape {
  let range: SourceRange
  /// What stands in the range.
  let text: String
  let letter: String
  /// How many hexadecimal digits there have to be; nil for an escape without a number.
  let length: Int?
  let digits: String
  /// The character that this escape and the next one are in JSON.
  let pair: Unicode.Scalar?

  /// libyaml marks the backslash or what follows the letter.
  init?(at mark: YAMLMark, in source: SourceText) {
    let line = Array(source.text(ofLine: mark.line).unicodeScalars)
    guard
      let start = (max(0, mark.column - 2)...mark.column).reversed().first(where: {
        line.indices.contains($0) && line[$0] == "\\"
      }), start + 1 < line.count
    else { return nil }
    letter = String(line[start + 1])
    length = ["x": 2, "u": 4, "U": 8][letter]
    func hexadecimals(from index: Int, atMost count: Int) -> String {
      let found = line[min(index, line.count)...].prefix(count).prefix {
        $0.properties.isASCIIHexDigit
      }
      return String(String.UnicodeScalarView(found))
    }
    digits = hexadecimals(from: start + 2, atMost: length ?? 0)
    var end = start + 2 + digits.count
    var pair: Unicode.Scalar?
    if letter == "u", end + 1 < line.count, line[end] == "\\", line[end + 1] == "u" {
      let low = hexadecimals(from: end + 2, atMost: 4)
      let units = [digits, low].compactMap { UInt16($0, radix: 16) }
      let characters = String(decoding: units, as: UTF16.self).unicodeScalars
      if units.count == 2, characters.count == 1 {
        pair = characters.first
        end += 2 + low.count
      }
    }
    self.pair = pair
    text = String(String.UnicodeScalarView(line[start..<end]))
    range = SourceRange(
      file: source.path,
      start: SourcePosition(line: mark.line + 1, column: start + 1),
      end: SourcePosition(line: mark.line + 1, column: end + 1)
    )
  }
}

extension String {
  fileprivate func leftPadded(to length: Int) -> String {
    String(repeating: "0", count: max(0, length - count)) + self
  }
}
