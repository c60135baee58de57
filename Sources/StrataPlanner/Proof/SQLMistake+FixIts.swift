import StrataSchema

extension SQLMistake {
  /// The name under which FROM has the table or view; nil where that is its own.
  func alias(of table: String) -> String? {
    let name = SQLTokenizer.fold(table)
    guard scope.catalog[name] != nil else { return nil }
    for candidate in fragment.map({ [$0] }) ?? text.fragments {
      let tokens = SQLTokenizer.tokens(of: candidate.text).filter { $0.kind != .comment }
      for index in tokens.indices.dropFirst() {
        let before = tokens[index - 1]
        let isSource =
          before.isSymbol(",") || ["from", "join", "update", "into"].contains(before.folded)
        guard isSource, tokens[index].folded == name, index + 1 < tokens.count else { continue }
        let isNamed = tokens[index + 1].isWord("as")
        guard isNamed ? index + 2 < tokens.count : true else { continue }
        let token = tokens[isNamed ? index + 2 : index + 1]
        guard let alias = token.name, isNamed || !SQLMistake.isClause(token) else { continue }
        return alias
      }
    }
    return nil
  }

  /// Whether a word goes on after a table and is no name of it.
  private static func isClause(_ token: SQLToken) -> Bool {
    guard token.kind == .word else { return false }
    return reservedWords.contains(token.folded)
      || ["where", "left", "right", "full", "inner", "cross", "natural", "indexed", "window"]
        .contains(token.folded)
  }

  /// The replacement of the name at a place, if one is known and the place is that of a name.
  func fixIts(
    _ message: String,
    at place: SourceRange,
    _ replacement: String?
  ) -> [Diagnostic.FixIt] {
    guard let replacement, let (fragment, token) = written(at: place) else { return [] }
    return [fragment.fixIt(message, replacing: token.range, with: replacement)].compactMap(\.self)
  }

  /// The token of a fragment that has this place.
  func written(at place: SourceRange) -> (fragment: SQLFragment, token: SQLToken)? {
    for candidate in fragment.map({ [$0] }) ?? text.fragments {
      for token in SQLTokenizer.tokens(of: candidate.text)
      where candidate.range(ofUTF8: token.range) == place { return (candidate, token) }
    }
    return nil
  }
}
