import Foundation

extension String {
  /// The text itself, or for one that is not in Unicode's normal form C another that stands for it alone.
  ///
  /// Swift takes texts for equal that differ in their normal form only, and SQLite compares bytes
  /// (https://sqlite.org/datatype3.html#collating_sequences): what stands for both must not.
  var bytewise: String {
    if utf8.allSatisfy({ $0 < 0x80 }) || isNormal { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      text += scalar.isASCII ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
    }
  }

  /// Whether the text is in normal form C.
  var isNormal: Bool { precomposedStringWithCanonicalMapping.utf8.elementsEqual(utf8) }

  /// The text without what would end a line.
  var onOneLine: String {
    guard unicodeScalars.contains(where: \.endsLine) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      text += scalar.endsLine ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
    }
  }
}

extension Unicode.Scalar {
  fileprivate var endsLine: Bool { value < 0x20 || Character(self).isNewline }
}
