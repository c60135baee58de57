/// What SQL means, however it is written.
///
/// White space, comments, the case and the quotes of names and keywords, and brackets around the whole
/// make no difference; each literal does, and so does each keyword. A text with line ends of CR and LF
/// means what the expression means that a step writes for it.
struct SQLMeaning {
  /// A name whose qualifier says nothing, because the SQL stands in this table.
  var table: String?

  /// One text for all SQL that means the same.
  func text(of tokens: some Collection<SQLToken>) -> String {
    words(of: tokens).joined(separator: " ")
  }

  /// One text for all SQL that means the same.
  func text(of sql: String) -> String { text(of: SQLTokenizer.tokens(of: sql)) }

  private func words(of tokens: some Collection<SQLToken>) -> [String] {
    let known = tokens.filter { $0.kind != .comment }
    let tokens = SQLMeaning.withoutBrackets(known.withoutLineEndsInTexts)
    var words: [String] = []
    var index = tokens.startIndex
    while index < tokens.endIndex {
      let token = tokens[index]
      if let table, token.name != nil, token.folded == table, index + 2 < tokens.endIndex,
        tokens[index + 1].isSymbol("."), tokens[index + 2].name != nil
      {
        index += 2
        continue
      }
      words.append(SQLMeaning.word(token))
      index += 1
    }
    while words.last == ";" { words.removeLast() }
    return words
  }

  private static func word(_ token: SQLToken) -> String {
    switch token.kind {
    case .word: token.folded
    // A name that is also a keyword means another thing without its quotes.
    case .quotedName:
      keywords.contains(token.folded) ? SQLText.quote(token.folded) : token.folded
    case .number: token.text.lowercased()
    case .blob: token.text.uppercased()
    case .symbol where token.text == "==": "="
    case .symbol where token.text == "<>": "!="
    default: token.text.bytewise
    }
  }

  /// The tokens without brackets around the whole.
  static func withoutBrackets(_ tokens: [SQLToken]) -> [SQLToken] {
    var tokens = tokens[...]
    while let first = tokens.first, first.isSymbol("("),
      closingBracket(of: tokens.startIndex, in: tokens) == tokens.endIndex - 1
    {
      tokens = tokens.dropFirst().dropLast()
    }
    return Array(tokens)
  }

  /// The index of the bracket that closes the one at `start`.
  static func closingBracket(of start: Int, in tokens: some RandomAccessCollection<SQLToken>)
    -> Int?
  {
    var depth = 0
    for (offset, token) in tokens.enumerated() {
      if token.isSymbol("(") { depth += 1 }
      if token.isSymbol(")") {
        depth -= 1
        if depth == 0 { return start + offset }
      }
    }
    return nil
  }

  /// Words that may stand in SQL where a name may stand too.
  static let keywords = SQLMistake.reservedWords.union([
    "asc", "cast", "cross", "current_date", "current_time", "current_timestamp", "desc", "end",
    "false", "filter", "full", "glob", "inner", "left", "like", "match", "natural", "nulls",
    "outer",
    "over", "partition", "raise", "recursive", "regexp", "right", "true", "window", "with",
  ])
}
