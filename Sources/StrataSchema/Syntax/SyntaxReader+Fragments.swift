// SQL as text: its style keeps or moves its lines, and says where its characters stand.
extension SyntaxReader {
  mutating func sql(_ node: YAMLNode?, _ what: String) -> SQLFragment? {
    let instead = "SQL, as text on one line or a '|' block"
    guard let node, let scalar = scalar(node, what, instead: instead) else { return nil }
    switch scalar.style {
    case .folded:
      let mark = SourceRange(
        file: node.range.file,
        start: node.range.start,
        end: SourcePosition(line: node.range.start.line, column: node.range.start.column + 1)
      )
      diagnostics.error(
        .foldedSQL,
        "a '>' block joins lines, which moves comments; write the SQL of \(what) as a '|' block",
        at: mark,
        fixIts: [.init("keep the lines", replacing: mark, with: "|")]
      )
      return nil
    case .literal: break
    case .plain, .singleQuoted, .doubleQuoted:
      guard !scalar.isMultiline, !scalar.text.utf8.contains(0x0A) || scalar.needsEscapes else {
        diagnostics.error(
          .multilineSQL,
          "SQL on several lines is a '|' block; write \(what) as one",
          at: node.range
        )
        return nil
      }
      if scalar.isCutByComment {
        reportComment(what, at: node.range)
        return nil
      }
    }
    let text = scalar.text.droppingTrailingSpace
    guard !text.allSatisfy(\.isWhitespace) else {
      diagnostics.error(.emptyValue, "\(what) is empty; write \(instead)", at: node.range)
      return nil
    }
    guard !text.utf8.contains(0) else {
      diagnostics.error(.nulCharacter, "\(what) holds a NUL character; remove it", at: node.range)
      return nil
    }
    var start = node.range.start
    if scalar.style != .plain { start.column += 1 }
    let origins =
      scalar.origins.isEmpty ? [TextOrigin(utf8Offset: 0, position: start)] : scalar.origins
    return SQLFragment(text: text, range: node.range, origins: origins, style: scalar.style)
  }

  mutating func sqlList(_ node: YAMLNode?, _ what: String) -> [SQLFragment]? {
    list(node, what, instead: "SQL or a list of SQL")?.compactMap { sql($0, "an entry of \(what)") }
  }

  mutating func reportComment(_ what: String, at range: SourceRange) {
    var fixIts: [Diagnostic.FixIt] = []
    if range.start.line == range.end.line, source.isShort(line: range.start.line) {
      let scalars = source.text(ofLine: range.start.line - 1).unicodeScalars
        .dropFirst(range.start.column - 1)
      var whole = range
      whole.end.column = range.start.column + scalars.count
      let text = String(String.UnicodeScalarView(scalars))
      fixIts.append(
        .init("quote this text", replacing: whole, with: YAMLQuoting.quoted(text.trimmed))
      )
    }
    diagnostics.error(
      .cutText,
      "\(what) ends before ' #', which begins a comment; quote this text, or move the comment to a"
        + " line of its own",
      at: range,
      fixIts: fixIts
    )
  }
}

extension String {
  fileprivate var droppingTrailingSpace: String {
    let last = utf8.lastIndex { $0 != 0x20 && !(0x09...0x0D).contains($0) }
    return last.map { String(self[...$0]) } ?? ""
  }
}
