import StrataSchema

/// Texts as YAML spells them, so that they are read back as they are.
enum YAMLText {
  /// A text on one line, in quotation marks where it needs them.
  static func scalar(_ text: String) -> String {
    isPlain(text) ? text : quoted(text)
  }

  /// A text in quotation marks.
  static func quoted(_ text: String) -> String {
    if text.unicodeScalars.allSatisfy(\.isPrintableInYAML),
      text.utf8.contains(where: { [0x22, 0x5C].contains($0) })
    {
      return "'" + text.doubling("'") + "'"
    }
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      case _ where scalar.isPrintableInYAML: result.unicodeScalars.append(scalar)
      case _ where scalar.value <= 0xFF: result += "\\x" + hexadecimal(scalar.value, digits: 2)
      case _ where scalar.value <= 0xFFFF: result += "\\u" + hexadecimal(scalar.value, digits: 4)
      default: result += "\\U" + hexadecimal(scalar.value, digits: 8)
      }
    }
    return result + "\""
  }

  /// The lines of a `|` block below a key, without their indentation; nil where a block would not keep
  /// the text.
  static func block(_ text: String) -> [String]? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let first = lines.first, !first.isEmpty, !first.hasPrefix(" "), !first.hasPrefix("\t"),
      text.unicodeScalars.allSatisfy({ $0.isPrintableInYAML || $0 == "\n" || $0 == "\t" })
    else { return nil }
    return lines
  }

  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, isLetter(first) || first == UInt8(ascii: "_") else {
      return false
    }
    let marks = Set("_ .()+-*/?=<>".utf8)
    return text.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || marks.contains($0) }
      && text.utf8.last != UInt8(ascii: " ")
      && !["null", "now", "true", "false", "yes", "no", "on", "off"].contains(text.lowercased())
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  private static func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: digits - text.count) + text
  }
}
