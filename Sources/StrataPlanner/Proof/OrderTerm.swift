import StrataSchema

/// One term of ORDER BY (https://sqlite.org/lang_select.html#orderby).
struct OrderTerm {
  /// The expression, without comments.
  var tokens: [SQLToken]
  var fragment: SQLFragment
  var isDescending = false
  /// Whether NULLs come first; SQLite takes them for the smallest of all values.
  var areNullsFirst: Bool

  /// The expression as it is written.
  var text: String {
    let bytes = Array(fragment.text.utf8)
    guard let first = tokens.first, let last = tokens.last else { return "" }
    return String(
      decoding: bytes[first.range.lowerBound..<last.range.upperBound],
      as: UTF8.self
    )
  }

  /// The terms of a fragment; nil where one of them cannot be taken for an expression.
  static func terms(of fragment: SQLFragment) -> [OrderTerm]? {
    var depth = 0
    var parts: [[SQLToken]] = [[]]
    for token in SQLTokenizer.tokens(of: fragment.text) where token.kind != .comment {
      if token.isSymbol("(") { depth += 1 }
      if token.isSymbol(")") { depth -= 1 }
      if depth == 0, token.isSymbol(",") {
        parts.append([])
      } else {
        parts[parts.count - 1].append(token)
      }
    }
    let terms = parts.compactMap { OrderTerm($0, fragment) }
    return terms.count == parts.count ? terms : nil
  }

  private init?(_ tokens: [SQLToken], _ fragment: SQLFragment) {
    var rest = tokens[...]
    var areNullsFirst: Bool?
    if rest.count > 2, rest[rest.endIndex - 2].isWord("nulls") {
      areNullsFirst = rest.last?.isWord("first")
      rest = rest.dropLast(2)
    }
    if rest.count > 1, let last = rest.last, last.isWord("asc") || last.isWord("desc") {
      isDescending = last.isWord("desc")
      rest = rest.dropLast()
    }
    // A number alone is the place of a column.
    guard let first = rest.first, rest.count > 1 || first.kind != .number else { return nil }
    self.tokens = Array(rest)
    self.fragment = fragment
    self.areNullsFirst = areNullsFirst ?? !isDescending
  }
}
