import StrataSchema

// Line ends of CR and LF in texts, which a file in a repository does not keep on every machine.
extension String {
  /// SQL in which each text with such line ends is an expression that gives it, where one may stand.
  ///
  /// ALTER TABLE takes no expression for a default, RAISE none for its message, AS none for a name, and
  /// CREATE VIRTUAL TABLE takes its arguments as they are written.
  var withoutLineEndsInTexts: String {
    guard utf8.contains(0x0D) else { return self }
    let tokens = SQLTokenizer.tokens(of: self).filter { $0.kind != .comment }
    guard let first = tokens.first, !first.isWord("alter"),
      !tokens.prefix(2).contains(where: { $0.isWord("virtual") })
    else { return self }
    var bytes = Array(utf8)
    for index in tokens.indices.reversed() where tokens[index].hasLineEnd {
      let before = tokens[..<index].suffix(4)
      let isMessage =
        before.count == 4 && before.last?.isSymbol(",") == true
        && before.first?.isWord("raise") == true
      guard !isMessage, before.last?.isWord("as") != true else { continue }
      bytes.replaceSubrange(tokens[index].range, with: tokens[index].lineEndsSpelled.utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension SQLToken {
  /// Whether it is a text with a line end of CR and LF.
  fileprivate var hasLineEnd: Bool { kind == .string && text.utf8.contains("\r\n".utf8) }

  /// Texts of one line with `char(13, 10)` between them, in brackets, as a default that is an expression
  /// has to stand.
  fileprivate var lineEndsSpelled: String {
    let lines = SQLToken.unquote(text).utf8.split(
      separator: "\r\n".utf8,
      omittingEmptySubsequences: false
    )
    return "("
      + lines.map { Literal.sqlText(String(decoding: $0, as: UTF8.self)) }
      .joined(separator: " || char(13, 10) || ") + ")"
  }
}

extension [SQLToken] {
  /// The tokens with the expression that a step has in the place of each text with such line ends.
  var withoutLineEndsInTexts: [SQLToken] {
    guard contains(where: \.hasLineEnd) else { return self }
    return flatMap { $0.hasLineEnd ? SQLTokenizer.tokens(of: $0.lineEndsSpelled) : [$0] }
  }
}
