/// `status IN ('open', 'closed')`: what makes a column an enum.
struct EnumOffer {
  /// The folded name of the column.
  var column: String
  var values: [String]
  var areNumbers: Bool

  /// Reads a condition; nil where it is any other one.
  init?(_ tokens: [SQLToken]) {
    var tokens = SQLMeaning.withoutBrackets(tokens)[...]
    if let name = Self.leadingNullTest(tokens) { tokens = tokens.dropFirst(name) }
    if let count = Self.trailingNullTest(tokens) { tokens = tokens.dropLast(count) }
    tokens = SQLMeaning.withoutBrackets(Array(tokens))[...]
    guard let column = tokens.popFirst(), column.name != nil,
      tokens.popFirst()?.isWord("in") == true,
      tokens.popFirst()?.isSymbol("(") == true, tokens.popLast()?.isSymbol(")") == true
    else { return nil }
    self.column = column.folded
    values = []
    areNumbers = false
    for (index, part) in tokens.split(whereSeparator: { $0.isSymbol(",") }).enumerated() {
      if part.count == 1, part.first?.isWord("null") == true { continue }
      guard let last = part.last, let value = Self.value(part),
        index == 0 || areNumbers == (last.kind == .number) || values.isEmpty
      else { return nil }
      areNumbers = last.kind == .number
      if values.contains(value) { return nil }
      values.append(value)
    }
    if values.count < 2 { return nil }
  }

  private static func value(_ part: ArraySlice<SQLToken>) -> String? {
    guard let last = part.last else { return nil }
    if part.count == 1, last.kind == .string { return SQLToken.unquote(last.text) }
    let text = part.map(\.text).joined()
    guard last.kind == .number, part.dropLast().allSatisfy({ $0.isSymbol("-") }),
      let number = Int64(text), "\(number)" == text
    else { return nil }
    return text
  }

  /// The length of `x IS NULL OR` in front.
  private static func leadingNullTest(_ tokens: ArraySlice<SQLToken>) -> Int? {
    let first = Array(tokens.prefix(4))
    return first.count == 4 && first[1].isWord("is") && first[2].isWord("null")
      && first[3].isWord("or") ? 4 : nil
  }

  /// The length of `OR x IS NULL` at the end.
  private static func trailingNullTest(_ tokens: ArraySlice<SQLToken>) -> Int? {
    let last = Array(tokens.suffix(4))
    return last.count == 4 && last[0].isWord("or") && last[2].isWord("is") && last[3].isWord("null")
      ? 4 : nil
  }
}
