import StrataSchema

/// Cuts SQL into tokens as SQLite's own tokenizer does (https://sqlite.org/lang_keywords.html,
/// tokenize.c): bytes from 0x80 on belong to words.
struct SQLTokenizer {
  private let bytes: [UInt8]
  private var offset = 0

  private init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// The tokens of `text`, comments among them.
  static func tokens(of text: String) -> [SQLToken] {
    var tokenizer = SQLTokenizer(text)
    var tokens: [SQLToken] = []
    while let token = tokenizer.next() { tokens.append(token) }
    return tokens
  }

  private func byte(_ ahead: Int = 0) -> UInt8? {
    offset + ahead < bytes.count ? bytes[offset + ahead] : nil
  }

  private mutating func next() -> SQLToken? {
    while let byte = byte(), SQLTokenizer.isSpace(byte) { offset += 1 }
    guard let first = byte() else { return nil }
    let start = offset
    let kind = scan(first)
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    let folded =
      switch kind {
      case .word: SQLTokenizer.fold(text)
      case .quotedName: SQLTokenizer.fold(SQLToken.unquote(text))
      default: text
      }
    return SQLToken(kind: kind, text: text, folded: folded, range: start..<offset)
  }

  /// Moves past the token that begins with `first`.
  private mutating func scan(_ first: UInt8) -> SQLToken.Kind {
    switch first {
    case UInt8(ascii: "'"): quoted(by: first) ? .string : .illegal
    case UInt8(ascii: "\""), UInt8(ascii: "`"): quoted(by: first) ? .quotedName : .illegal
    case UInt8(ascii: "["): bracketed() ? .quotedName : .illegal
    case UInt8(ascii: "-") where byte(1) == UInt8(ascii: "-"): lineComment()
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"): blockComment()
    case UInt8(ascii: "x"), UInt8(ascii: "X"): blobOrWord()
    case UInt8(ascii: "?"): parameter { $0 >= 0x30 && $0 <= 0x39 }
    case UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "$"):
      parameter(SQLTokenizer.isWordByte)
    case UInt8(ascii: "."): SQLTokenizer.isDigit(byte(1) ?? 0) ? number() : symbol(1)
    case _ where SQLTokenizer.isDigit(first): number()
    case _ where SQLTokenizer.isWordByte(first): word()
    default: symbol(symbolLength(first))
    }
  }

  private mutating func quoted(by quote: UInt8) -> Bool {
    offset += 1
    while let byte = byte() {
      offset += 1
      guard byte == quote else { continue }
      guard self.byte() == quote else { return true }
      offset += 1
    }
    return false
  }

  private mutating func bracketed() -> Bool {
    while let byte = byte() {
      offset += 1
      if byte == UInt8(ascii: "]") { return true }
    }
    return false
  }

  private mutating func lineComment() -> SQLToken.Kind {
    while let byte = byte(), byte != 0x0A { offset += 1 }
    return .comment
  }

  private mutating func blockComment() -> SQLToken.Kind {
    offset += 2
    while let byte = byte() {
      offset += 1
      if byte == UInt8(ascii: "*"), self.byte() == UInt8(ascii: "/") {
        offset += 1
        return .comment
      }
    }
    return .illegal
  }

  private mutating func blobOrWord() -> SQLToken.Kind {
    guard byte(1) == UInt8(ascii: "'") else { return word() }
    offset += 1
    return quoted(by: UInt8(ascii: "'")) ? .blob : .illegal
  }

  private mutating func parameter(_ continues: (UInt8) -> Bool) -> SQLToken.Kind {
    let mark = byte()
    offset += 1
    let start = offset
    while let byte = byte(), continues(byte) { offset += 1 }
    return offset > start || mark == UInt8(ascii: "?") ? .parameter : .illegal
  }

  private mutating func number() -> SQLToken.Kind {
    var previous: UInt8 = 0
    while let byte = byte() {
      let isSign = byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
      let isExponent = previous | 0x20 == UInt8(ascii: "e")
      let belongs =
        SQLTokenizer.isWordByte(byte) || byte == UInt8(ascii: ".")
        || (isSign && isExponent && !isHexadecimal(from: offset))
      guard belongs else { break }
      previous = byte
      offset += 1
    }
    return .number
  }

  /// Whether the number that ends at `end` began with `0x`, in which an `e` is a digit.
  private func isHexadecimal(from end: Int) -> Bool {
    var start = end
    while start > 0, SQLTokenizer.isWordByte(bytes[start - 1]) { start -= 1 }
    return start + 1 < end && bytes[start] == 0x30 && bytes[start + 1] | 0x20 == UInt8(ascii: "x")
  }

  private mutating func word() -> SQLToken.Kind {
    while let byte = byte(), SQLTokenizer.isWordByte(byte) { offset += 1 }
    return .word
  }

  private mutating func symbol(_ length: Int) -> SQLToken.Kind {
    let first = bytes[offset]
    offset += length
    return SQLTokenizer.symbols.contains(first) ? .symbol : .illegal
  }

  private func symbolLength(_ first: UInt8) -> Int {
    let second = byte(1) ?? 0
    switch (first, second) {
    case (UInt8(ascii: "-"), UInt8(ascii: ">")): return byte(2) == UInt8(ascii: ">") ? 3 : 2
    case (UInt8(ascii: "|"), UInt8(ascii: "|")),
      (UInt8(ascii: "<"), UInt8(ascii: "=")), (UInt8(ascii: "<"), UInt8(ascii: ">")),
      (UInt8(ascii: "<"), UInt8(ascii: "<")), (UInt8(ascii: ">"), UInt8(ascii: "=")),
      (UInt8(ascii: ">"), UInt8(ascii: ">")), (UInt8(ascii: "="), UInt8(ascii: "=")),
      (UInt8(ascii: "!"), UInt8(ascii: "=")):
      return 2
    default: return 1
    }
  }

  private static let symbols = Set("(),;.=<>!+-*/%&|~".utf8)

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) }

  static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  static func isWordByte(_ byte: UInt8) -> Bool {
    let lower = byte | 0x20
    return (lower >= 0x61 && lower <= 0x7A) || isDigit(byte) || byte == 0x5F || byte == 0x24
      || byte >= 0x80
  }

  /// The name as SQLite compares it: ASCII letters in lower case.
  static func fold(_ name: String) -> String { name.sqlLowercased.bytewise }
}
