extension SQLFragment {
  /// A replacement of a part of the text, written as the YAML around it wants.
  ///
  /// `offsets` are UTF-8 offsets into the text. Nil where the text would have to be quoted anew and is
  /// too long for that.
  package func fixIt(
    _ message: String,
    replacing offsets: Range<Int>,
    with sql: String
  ) -> Diagnostic.FixIt? {
    let bytes = Array(text.utf8)
    guard offsets.lowerBound >= 0, offsets.upperBound <= bytes.count else { return nil }
    let place = SourceRange(
      file: range.file,
      start: position(atUTF8Offset: offsets.lowerBound),
      end: position(atUTF8Offset: offsets.upperBound)
    )
    switch style {
    case .literal, .folded: return .init(message, replacing: place, with: sql)
    case .singleQuoted: return .init(message, replacing: place, with: sql.doubling("'"))
    case .doubleQuoted:
      let escaped = sql.unicodeScalars.reduce(into: "") { text, scalar in
        text += (scalar == "\"" || scalar == "\\" ? "\\" : "") + String(scalar)
      }
      return .init(message, replacing: place, with: escaped)
    case .plain:
      let isWord = sql.utf8.allSatisfy {
        $0 == UInt8(ascii: "_") || (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF)
      }
      if isWord { return .init(message, replacing: place, with: sql) }
      guard range.start.line == range.end.line, bytes.count < 4000 else { return nil }
      let whole =
        String(decoding: bytes[..<offsets.lowerBound], as: UTF8.self) + sql
        + String(decoding: bytes[offsets.upperBound...], as: UTF8.self)
      return .init(message, replacing: range, with: YAMLQuoting.quoted(whole))
    }
  }
}
