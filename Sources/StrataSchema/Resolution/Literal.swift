/// A constant as SQL and as Swift spell it.
package struct Literal {
  var sql: String
  /// Nil where Swift can only make the value by an expression that may fail.
  var swift: String?
}

extension Literal {
  /// Text in SQL's quotation marks.
  package static func sqlText(_ text: String) -> String {
    "'" + text.doubling("'") + "'"
  }

  /// Text as a literal of Swift on one line, whatever it holds.
  static func swiftText(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case "\"": result += "\\\""
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        let isInvisible =
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse:
            true
          default: false
          }
        result += isInvisible ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
      }
    }
    return result + "\""
  }

  /// A whole number as the formatter wants it: in groups of three digits from seven on.
  static func swiftInteger(_ digits: some StringProtocol) -> String {
    let sign = digits.hasPrefix("-") ? "-" : ""
    let digits = Array(digits.dropFirst(sign.count))
    guard digits.count >= 7 else { return sign + String(digits) }
    var result = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { result += "_" }
      result.append(digit)
    }
    return sign + result
  }
}

extension Int64 {
  /// A whole number in decimal digits, without a sign other than `-`.
  init?(literal text: String) {
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    self.init(text)
  }
}

/// A decimal number: `-12.50e3`.
package struct DecimalNumber {
  var isNegative = false
  /// The digits before and after the point, without leading zeros.
  var digits: String
  var exponent: Int

  package init?(_ text: String) {
    var rest = text[...]
    if rest.hasPrefix("-") {
      isNegative = true
      rest = rest.dropFirst()
    }
    let isDigit: (Character) -> Bool = { ("0"..."9").contains($0) && $0.utf8.count == 1 }
    let whole = rest.prefix(while: isDigit)
    guard !whole.isEmpty else { return nil }
    rest = rest.dropFirst(whole.count)
    var fraction: Substring = ""
    if rest.first == "." {
      fraction = rest.dropFirst().prefix(while: isDigit)
      guard !fraction.isEmpty else { return nil }
      rest = rest.dropFirst(fraction.count + 1)
    }
    exponent = -fraction.count
    if let letter = rest.first {
      guard letter == "e" || letter == "E", rest.count < 6 else { return nil }
      let digits = rest.dropFirst()
      let unsigned = digits.drop { $0 == "-" || $0 == "+" }
      guard !unsigned.isEmpty, digits.count - unsigned.count < 2, unsigned.allSatisfy(isDigit),
        let power = Int(digits)
      else { return nil }
      exponent += power
    }
    let significant = (whole + fraction).drop { $0 == "0" }
    digits = significant.isEmpty ? "0" : String(significant)
  }
}
