/// Reads a schema file as YAML; nil where nothing can be said about what it holds.
///
/// Where a line cannot be read, its value is passed over, so that what follows is still checked.
func readYAML(_ source: SourceText, _ diagnostics: inout Diagnostics) -> YAMLNode? {
  guard source.checkCharacters(&diagnostics) else { return nil }
  var bytes = source.bytes
  var unreadable: Set<Int> = []
  var lastLine = -1
  while true {
    var reader = YAMLReader(source, bytes: bytes, unreadableLines: unreadable)
    let root = reader.readDocument()
    guard let problem = reader.problem else {
      diagnostics.append(contentsOf: reader.diagnostics)
      if root == nil, !reader.diagnostics.hasErrors {
        diagnostics.error(
          .emptyFile,
          "this file is empty; a schema begins with 'strata: 1' and 'database:'",
          at: source.range(ofByte: source.bytes.startIndex, length: 0)
        )
      }
      return root
    }
    let line = problem.place.line
    guard line > lastLine else {
      diagnostics.append(contentsOf: reader.diagnostics)
      return nil
    }
    report(problem, in: source, &diagnostics)
    lastLine = line
    guard unreadable.count < 20, let patched = source.passingOverValue(ofLine: line, in: bytes)
    else {
      diagnostics.append(contentsOf: reader.diagnostics)
      return nil
    }
    unreadable.insert(line)
    bytes = patched
  }
}

extension YAMLProblem {
  /// Where its author should look: where the text that went wrong begins, or where it ends.
  var place: YAMLMark {
    let isAboutStart =
      context.contains("alias") || context.contains("anchor") || context.contains("tag")
      || context.contains("block scalar") && !message.contains("tab")
      || context.contains("quoted scalar") && !isAboutEscape
      || context.contains("simple key")
      || context.contains("flow") && mark.line > contextMark.line
    return isAboutStart ? contextMark : mark
  }
}

extension SourceText {
  /// The bytes with `x` in place of the value on a line, if that is surely all that is wrong.
  fileprivate func passingOverValue(
    ofLine line: Int,
    in bytes: ArraySlice<UInt8>
  ) -> ArraySlice<UInt8>? {
    guard let value = valueRange(ofLine: line), !isOpen(value) else { return nil }
    // As long as the value was, so that every other place stays.
    var result = bytes
    for index in value { result[index] = UInt8(ascii: " ") }
    result[value.lowerBound] = UInt8(ascii: "x")
    return result
  }

  /// Whether a value goes on after its line: a bracket or a quotation mark is not closed on it.
  func isOpen(_ value: Range<Int>) -> Bool {
    let text = bytes[value]
    func count(_ character: Unicode.Scalar) -> Int {
      text.count { $0 == UInt8(ascii: character) }
    }
    switch text.first {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      return count("{") + count("[") != count("}") + count("]")
    case UInt8(ascii: "\""): return !count("\"").isMultiple(of: 2)
    case UInt8(ascii: "'"): return !count("'").isMultiple(of: 2)
    case UInt8(ascii: "|"): return true
    default: return false
    }
  }

  /// Where the value stands on a line that reads `key: value` or `- key: value`.
  func valueRange(ofLine line: Int) -> Range<Int>? {
    let bytes = self.line(line)
    var index = bytes.startIndex
    func at(_ character: Unicode.Scalar) -> Bool {
      index < bytes.endIndex && bytes[index] == UInt8(ascii: character)
    }
    while at(" ") || at("-") { index += 1 }
    guard !at("{"), !at("["), !at("\""), !at("'"),
      let colon = bytes[index...].firstIndex(of: UInt8(ascii: ":")), colon > index,
      !bytes[index..<colon].contains(where: { $0 == 0x20 || $0 == 0x09 })
    else { return nil }
    index = colon + 1
    guard at(" ") else { return nil }
    while at(" ") { index += 1 }
    var end = bytes.endIndex
    while end > index, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    return index < end ? index..<end : nil
  }

  /// The key on a line that reads `key: value`.
  func key(ofLine line: Int) -> String? {
    guard let value = valueRange(ofLine: line) else { return nil }
    let bytes = self.bytes[self.line(line).startIndex..<value.lowerBound]
    let key = bytes.filter { $0 != 0x20 && $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ":") }
    return String(decoding: key, as: UTF8.self)
  }
}
