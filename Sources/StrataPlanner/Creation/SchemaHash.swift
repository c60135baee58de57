import StrataSchema

/// A hash of what SQL means: comments, white space and the case of words do not count.
///
/// 64-bit FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv) over the tokens; it tells two schemas
/// apart and guards against nobody.
func schemaHash(of statements: [String]) -> String {
  var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  func add(_ text: String) {
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    hash = (hash ^ 0xFF) &* 0x0000_0100_0000_01B3
  }
  for statement in statements {
    let tokens = SQLTokenizer.tokens(of: statement).withoutLineEndsInTexts
    for token in tokens where token.kind != .comment {
      // Only ASCII letters have a case in SQL.
      add(token.kind == .word || token.kind == .number ? token.text.sqlLowercased : token.text)
    }
    add(";")
  }
  let digits = String(hash, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}
