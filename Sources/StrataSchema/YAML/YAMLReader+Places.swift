// The places of what libyaml marks.
extension YAMLReader {
  func range(_ start: YAMLMark, _ end: YAMLMark) -> SourceRange {
    SourceRange(file: source.path, start: position(start), end: position(end))
  }

  /// The range of a collection; that of a block ends with its last part, not with the next key.
  func range(_ start: YAMLMark, _ end: YAMLMark?, last: SourceRange?) -> SourceRange {
    let end = end.map(position) ?? last?.end ?? position(start)
    return SourceRange(file: source.path, start: position(start), end: end)
  }

  func range(_ start: YAMLMark, length: Int) -> SourceRange {
    var end = position(start)
    end.column += length
    return SourceRange(file: source.path, start: position(start), end: end)
  }

  func lineRange(_ line: Int) -> SourceRange {
    SourceRange(
      file: source.path,
      start: SourcePosition(line: line + 1, column: 1),
      end: SourcePosition(
        line: line + 1,
        column: source.text(ofLine: line).unicodeScalars.count + 1
      )
    )
  }

  func position(_ mark: YAMLMark) -> SourcePosition { source.position(of: mark) }
}
