import StrataSchema

extension SQLMistake {
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
