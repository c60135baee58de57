import StrataSchema

// Columns that are there, and that SQL does not see where they are written.
extension SQLMistake {
  func unseen(_ column: String, of parts: [String], at place: SourceRange) -> Diagnostic? {
    let message: String
    if parts.count == 2 {
      guard follows("returning", place) else { return nil }
      message =
        "no '\(parts.joined(separator: "."))' here: RETURNING sees only the columns of the row that was"
        + " written, without an alias (https://sqlite.org/lang_returning.html)"
    } else {
      let name = SQLTokenizer.fold(column)
      guard scope.columnNames.contains(where: { SQLTokenizer.fold($0) == name }) else {
        return nil
      }
      message =
        "column '\(column)' cannot be read at this place: LIMIT, OFFSET and VALUES read no columns,"
        + " and those of a subquery are not seen outside it"
    }
    return Diagnostic(.error, "unknown-column", message, at: place)
  }

  /// Whether a word of SQL stands before a place.
  private func follows(_ word: String, _ place: SourceRange) -> Bool {
    (fragment.map { [$0] } ?? text.fragments).contains { candidate in
      var isBehind = false
      for token in SQLTokenizer.tokens(of: candidate.text) {
        if candidate.range(ofUTF8: token.range).start == place.start { return isBehind }
        isBehind = isBehind || token.isWord(word)
      }
      return false
    }
  }
}
