/// String literals of Swift for any text.
enum SwiftLiteral {
  /// A literal on one line; raw (`#"…"#`) where that spares escapes.
  static func string(_ text: String) -> String {
    var needsEscapes = false
    var hasQuotes = false
    for scalar in text.unicodeScalars {
      if scalar == "\"" {
        hasQuotes = true
      } else if scalar == "\\" || isUnprintable(scalar) {
        needsEscapes = true
      }
    }
    if !needsEscapes && !hasQuotes { return "\"\(text)\"" }
    // A quote and a number sign would end the raw literal; two quotes would begin one of several
    // lines.
    if !needsEscapes && !text.utf8.contains("\"#".utf8) && !text.utf8.starts(with: "\"\"".utf8) {
      return "#\"\(text)\"#"
    }
    return "\"\(escaped(text, quotes: true))\""
  }

  /// The lines of a literal in three quotes for a text of several lines.
  static func lines(_ text: String) -> [String] {
    var lines: [String] = ["\"\"\""]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var escapedLine = escaped(String(line), quotes: line.utf8.contains("\"\"\"".utf8))
      if let last = escapedLine.last, last == " " {
        // White space at the end of a line would be invisible, and removed by editors.
        escapedLine.removeLast()
        escapedLine += "\\u{20}"
      }
      lines.append(escapedLine)
    }
    lines.append("\"\"\"")
    return lines
  }

  private static func escaped(_ text: String, quotes: Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case "\"": result += quotes ? "\\\"" : "\""
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\0": result += "\\0"
      default:
        if isUnprintable(scalar) {
          result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }

  /// Whether a scalar cannot be seen in a source file, or changes how others are seen: controls,
  /// line separators, and marks of writing direction.
  static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: true
    default: false
    }
  }
}
