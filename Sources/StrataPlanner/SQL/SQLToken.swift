/// A word, name, literal or symbol of SQL, with its place.
struct SQLToken: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// A keyword or a name that is not quoted.
    case word
    /// A name in double quotes, backticks or brackets.
    case quotedName
    case string, blob, number, parameter, symbol, comment
    /// A string, quoted name or comment that does not end, or a byte that SQL has no use for.
    case illegal
  }

  var kind: Kind
  /// The token as it was written.
  var text: String
  /// What the token means whatever the case: the name without quotes, in lower case.
  var folded: String
  /// UTF-8 offsets into the text.
  var range: Range<Int>

  /// Whether the token is the given keyword, which is written in lower case.
  func isWord(_ keyword: String) -> Bool { kind == .word && folded == keyword }

  func isSymbol(_ symbol: String) -> Bool { kind == .symbol && text == symbol }

  /// The name that the token spells, without quotes; nil where it cannot be a name.
  var name: String? {
    switch kind {
    case .word: text
    case .quotedName: SQLToken.unquote(text)
    default: nil
    }
  }

  /// The name of a parameter without its mark; empty for `?`.
  var parameterName: String { String(text.dropFirst()) }

  static func unquote(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard let quote = bytes.first, bytes.count >= 2 else { return text }
    let inner = bytes[1..<(bytes.count - 1)]
    guard quote != UInt8(ascii: "["), inner.contains(quote) else {
      return String(decoding: inner, as: UTF8.self)
    }
    var isSecond = false
    let single = inner.filter { byte in
      isSecond = byte == quote && !isSecond
      return !(byte == quote && isSecond)
    }
    return String(decoding: single, as: UTF8.self)
  }
}
