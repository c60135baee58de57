import StrataSchema

extension [SQLToken] {
  /// The tokens with `"text"` as `'text'` where it names none of the columns, which is how SQLite reads
  /// it in tables that are there
  /// (https://sqlite.org/quirks.html#double_quoted_string_literals_are_accepted).
  func quotingTexts(besideColumns columns: Set<String>) -> [SQLToken] {
    indices.map { index in
      var token = self[index]
      guard token.kind == .quotedName, token.text.hasPrefix("\""), !columns.contains(token.folded),
        index + 1 >= count || !(self[index + 1].isSymbol("(") || self[index + 1].isSymbol(".")),
        index == 0 || !(self[index - 1].isSymbol(".") || self[index - 1].isWord("collate"))
      else { return token }
      token.text = Literal.sqlText(SQLToken.unquote(token.text))
      token.kind = .string
      token.folded = token.text
      return token
    }
  }
}

extension SQLToken {
  /// The folded names that stand first in parts of CREATE TABLE which are columns.
  static func columnNames(in parts: [ArraySlice<SQLToken>]) -> Set<String> {
    Set(
      parts.compactMap(\.first).filter { !TableReader.beginsTableConstraint($0) }.map {
        SQLTokenizer.fold($0.name ?? SQLToken.unquote($0.text))
      }
    ).union(["rowid", "oid", "_rowid_"])
  }
}

extension String {
  /// CREATE TABLE as a database has kept it, with `"text"` in its conditions as `'text'`, so that it can
  /// be run again where SQLite takes no other.
  var quotingTexts: String {
    let tokens = SQLTokenizer.tokens(of: self).filter { $0.kind != .comment }
    guard let open = tokens.firstIndex(where: { $0.isSymbol("(") }),
      let close = SQLMeaning.closingBracket(of: open, in: tokens[open...])
    else { return self }
    let columns = SQLToken.columnNames(in: TableReader.parts(of: tokens[(open + 1)..<close]))
    var bytes = Array(utf8)
    var changes: [(range: Range<Int>, text: String)] = []
    for index in (open + 1)..<close where tokens[index].isSymbol("(") {
      guard tokens[index - 1].isWord("check") || tokens[index - 1].isWord("as"),
        let end = SQLMeaning.closingBracket(of: index, in: tokens[index...])
      else { continue }
      let inner = Array(tokens[(index + 1)..<end])
      for (old, new) in zip(inner, inner.quotingTexts(besideColumns: columns))
      where old.kind != new.kind {
        changes.append((old.range, new.text))
      }
    }
    for (range, text) in changes.reversed() { bytes.replaceSubrange(range, with: Array(text.utf8)) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
