import StrataSchema

/// A word of SQL among the others, as far as they say which version of SQLite knows it.
struct SQLPlace {
  private let index: Int
  private let tokens: [SQLToken]

  init(_ index: Int, _ tokens: [SQLToken]) {
    self.index = index
    self.tokens = tokens
  }

  private func token(ahead: Int) -> SQLToken? {
    tokens.indices.contains(index + ahead) ? tokens[index + ahead] : nil
  }

  private func isWord(_ word: String, ahead: Int) -> Bool {
    token(ahead: ahead)?.isWord(word) == true
  }

  /// Whether a name before a parenthesis is that of a function, and not of a table that is written or
  /// named by WITH.
  var isCall: Bool {
    if let before = token(ahead: -1),
      ["into", "references", "table", "on"].contains(before.folded), before.kind == .word
    {
      return false
    }
    guard let end = closing(after: index + 1), end + 2 < tokens.count, tokens[end + 1].isWord("as")
    else { return true }
    let next = tokens[end + 2]
    return !(next.isSymbol("(") || next.isWord("materialized") || next.isWord("not"))
  }

  /// What stands at the word and came later than 3.24.
  var feature: (String, SQLiteVersion)? {
    switch tokens[index].folded {
    case "returning" where !isPartOfName && !isColumn && isInWrite:
      return ("RETURNING", .init(3, 35))
    case "from" where isInUpdate: return ("UPDATE … FROM", .init(3, 33))
    case "conflict" where isWord("on", ahead: -1):
      if isWord("do", ahead: 1), isWord("update", ahead: 2) {
        return ("DO UPDATE for every conflict", .init(3, 35))
      }
      return isSecondConflict ? ("a second ON CONFLICT", .init(3, 35)) : nil
    case "having" where !isPartOfName && !isGrouped:
      return ("HAVING without GROUP BY", .init(3, 39))
    case "sqlite_schema", "sqlite_temp_schema": return (tokens[index].folded, .init(3, 33))
    case "groups" where isFrame: return ("a frame of GROUPS", .init(3, 28))
    case "exclude" where ["no", "current", "group", "ties"].contains(token(ahead: 1)?.folded ?? ""):
      return ("EXCLUDE", .init(3, 28))
    case "range" where isFrame && hasOffset: return ("a RANGE with an offset", .init(3, 28))
    case "over" where isWindowOfAnother: return ("a window that begins with another", .init(3, 28))
    default: return nil
    }
  }

  /// A modifier of a date function that came later.
  var modifier: (String, SQLiteVersion)? {
    let versions: [String: SQLiteVersion] = [
      "auto": .init(3, 38), "subsec": .init(3, 42), "subsecond": .init(3, 42),
    ]
    let text = SQLToken.unquote(tokens[index].text)
    guard let version = versions[text.lowercased()], token(ahead: -1)?.isSymbol(",") == true,
      let opening = opening(before: index), opening > 0,
      ["date", "time", "datetime", "julianday", "unixepoch", "strftime"].contains(
        tokens[opening - 1].folded
      )
    else { return nil }
    return ("the modifier '\(text)'", version)
  }

  // MARK: What stands around

  private var isPartOfName: Bool {
    token(ahead: -1)?.isSymbol(".") == true || token(ahead: 1)?.isSymbol(".") == true
  }

  /// Whether it is the name of a column by what stands beside it.
  private var isColumn: Bool {
    let before = token(ahead: -1)
    let after = token(ahead: 1)
    return before?.isWord("set") == true || before?.isSymbol(",") == true
      || before?.isSymbol("(") == true || after == nil
      || after?.kind == .symbol && !["*", "(", "-"].contains(after?.text)
  }

  private var isFrame: Bool {
    ["between", "unbounded", "current"].contains(token(ahead: 1)?.folded ?? "")
      || isWord("preceding", ahead: 2)
  }

  private var hasOffset: Bool {
    for token in tokens[(index + 1)...].prefix(8) {
      if token.isSymbol(")") { return false }
      if token.kind == .number { return true }
    }
    return false
  }

  private var isWindowOfAnother: Bool {
    guard token(ahead: 1)?.isSymbol("(") == true, let first = token(ahead: 2), first.name != nil
    else { return false }
    return !["partition", "order", "rows", "range", "groups"].contains(first.folded)
  }

  /// The words of the statement before this one at its depth, the nearest first.
  private var words: UnfoldSequence<SQLToken, Int> {
    sequence(state: index) { position in
      var depth = 0
      while position > 0 {
        position -= 1
        let token = tokens[position]
        if token.isSymbol(")") { depth += 1 }
        if token.isSymbol("(") {
          if depth == 0 { return nil }
          depth -= 1
          continue
        }
        guard depth == 0 else { continue }
        if token.isSymbol(";") || token.isWord("begin") { return nil }
        if token.kind == .word { return token }
      }
      return nil
    }
  }

  private var isInWrite: Bool {
    opening(before: index) == nil && words.contains(where: Self.writes)
  }

  private static func writes(_ token: SQLToken) -> Bool {
    ["insert", "replace", "update", "delete"].contains(token.folded)
  }

  private var isInUpdate: Bool {
    var verb: SQLToken?
    var sets = false
    for word in words {
      if word.isWord("select") { return false }
      if word.isWord("set") { sets = true }
      if Self.writes(word) { verb = word }
    }
    return sets && verb?.isWord("update") == true && !isWord("distinct", ahead: -1)
  }

  private var isSecondConflict: Bool { words.contains { $0.isWord("conflict") } }

  private var isGrouped: Bool {
    for word in words {
      if word.isWord("group") { return true }
      if word.isWord("select") { return false }
    }
    return true
  }

  private func opening(before index: Int) -> Int? {
    var depth = 0
    for position in stride(from: index - 1, through: 0, by: -1) {
      if tokens[position].isSymbol(")") { depth += 1 }
      guard tokens[position].isSymbol("(") else { continue }
      if depth == 0 { return position }
      depth -= 1
    }
    return nil
  }

  /// The index of the parenthesis that closes the one at `index`.
  private func closing(after index: Int) -> Int? {
    var depth = 0
    for position in index..<tokens.count {
      if tokens[position].isSymbol("(") { depth += 1 }
      guard tokens[position].isSymbol(")") else { continue }
      depth -= 1
      if depth == 0 { return position }
    }
    return nil
  }
}
