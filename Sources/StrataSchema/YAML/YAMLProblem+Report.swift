/// Says in plain words what libyaml could not read.
func report(_ problem: YAMLProblem, in source: SourceText, _ diagnostics: inout Diagnostics) {
  let mark = problem.place
  let line = source.line(mark.line)
  let blank = line.prefix { $0 == 0x20 || $0 == 0x09 }
  if problem.message.contains("tab") || problem.message.contains("cannot start any token"),
    let tab = blank.firstIndex(of: 0x09)
  {
    reportTabs(from: mark.line, firstTab: tab, in: source, &diagnostics)
    return
  }
  if reportEscape(problem, in: source, &diagnostics) { return }
  let place = source.position(of: mark)
  let range = SourceRange(
    file: source.path,
    start: place,
    end: SourcePosition(line: place.line, column: place.column + 1)
  )
  if problem.context.contains("directive") || problem.message.contains("YAML document") {
    diagnostics.error(.directive, "a schema has no directives; remove this line", at: range)
    return
  }
  var fixIts: [Diagnostic.FixIt] = []
  if let value = source.valueRange(ofLine: mark.line),
    let first = source.bytes[value].first, !"{[|\"'".utf8.contains(first),
    source.position(ofByte: value.lowerBound) <= place
  {
    let text = String(decoding: source.bytes[value], as: UTF8.self)
    fixIts.append(
      .init(
        "quote this text",
        replacing: source.range(ofByte: value.lowerBound, length: text.unicodeScalars.count),
        with: YAMLQuoting.quoted(text)
      )
    )
  }
  diagnostics.error(
    .yamlSyntax,
    sentence(problem, in: source, canQuote: !fixIts.isEmpty),
    at: range,
    fixIts: fixIts
  )
}

/// libyaml stops at the first tab, but its author wants to know of all.
private func reportTabs(
  from line: Int,
  firstTab: Int,
  in source: SourceText,
  _ diagnostics: inout Diagnostics
) {
  let others = source.lineStarts.indices.dropFirst(line + 1).count { other in
    source.line(other).prefix { $0 == 0x20 || $0 == 0x09 }.contains(0x09)
  }
  let notes: [Diagnostic.Note] =
    others == 0
    ? [] : [.init("\(others) more \(others == 1 ? "line is" : "lines are") indented with tabs")]
  diagnostics.error(
    .tabIndentation,
    YAMLReader.tabMessage,
    at: source.range(ofByte: firstTab),
    notes: notes
  )
}

private func sentence(_ problem: YAMLProblem, in source: SourceText, canQuote: Bool) -> String {
  let message = problem.message
  let character = source.character(at: problem.mark)
  if character == "?", problem.mark.column > 0,
    source.character(at: YAMLMark(before: problem.mark)) == "]"
  {
    return "an optional collection needs quotation marks; quote this text"
  }
  if let opening = source.closedText(before: problem) {
    return "the text that begins with \(opening) ends before this; quote all of it, in quotation"
      + " marks that it does not hold"
  }
  if problem.context.contains("simple key") {
    return "'key: value' is expected here, but there is no ': '; write one"
  }
  if message.contains("mapping values are not allowed") {
    let continues =
      problem.mark.line > 0
      && source.line(problem.mark.line).prefix { $0 == 0x20 }.count
        > source.line(problem.mark.line - 1).prefix { $0 == 0x20 }.count
    return continues && source.valueRange(ofLine: problem.mark.line - 1) != nil
      && problem.mark.column == source.keyColumn(ofLine: problem.mark.line)
      ? "this line is indented more than the one above, which already has a value;"
        + " indent both alike, or quote this text"
      : "a ': ' begins a value, and here none can begin; quote this text"
  }
  if problem.context.isEmpty, message.contains("are not allowed in this context") {
    let character = message.contains("sequence") ? "- " : "? "
    return "a text cannot begin with '\(character)'; quote this text"
  }
  if message.contains("cannot start any token") {
    return "a text cannot begin with '\(character ?? " ")'; quote this text"
  }
  if problem.context.contains("alias") || problem.context.contains("anchor") {
    let character = problem.context.contains("alias") ? "*" : "&"
    return "a text cannot begin with '\(character)'; quote this text"
  }
  if problem.context.contains("block scalar") {
    return "a text cannot begin with '>' or '|', which begin a block of lines; quote this text"
  }
  if problem.context.contains("tag") {
    return "a text cannot begin with '!'; quote this text"
  }
  if problem.context.contains("quoted scalar") {
    return "this quotation mark is never closed; close it"
  }
  if problem.context.contains("flow") {
    let end =
      source.lineStarts.indices.contains(problem.mark.line)
      ? "line \(problem.mark.line + 1)" : "the end of the file"
    return problem.place == problem.contextMark
      ? "this bracket is not closed before \(end); close it, or quote this text"
      : "a ',' or the closing bracket is expected here; quote this text"
  }
  if character == "}" || character == "]" {
    return "this bracket closes nothing; remove it, or quote this text"
  }
  if message.contains("did not find expected key") || message.contains("expected '-'")
    || message.contains("could not find expected ':'")
  {
    return "'key: value' is expected here; check the indentation"
      + (canQuote ? ", or quote this text" : "")
  }
  return "YAML cannot be read here (\(message))" + (canQuote ? "; quote this text" : "")
}

extension SourceText {
  /// The quotation mark or bracket at the start of the value on a line, where a problem comes after
  /// its counterpart.
  fileprivate func closedText(before problem: YAMLProblem) -> String? {
    guard let value = valueRange(ofLine: problem.mark.line), let first = bytes[value].first,
      !problem.context.contains("flow"), !problem.context.contains("quoted")
    else { return nil }
    let closing: UInt8
    switch first {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): closing = first
    case UInt8(ascii: "{") where !isOpen(value): closing = UInt8(ascii: "}")
    case UInt8(ascii: "[") where !isOpen(value): closing = UInt8(ascii: "]")
    default: return nil
    }
    guard let end = bytes[value].dropFirst().firstIndex(of: closing),
      position(ofByte: end).column <= problem.mark.column,
      !"}]".utf8.contains(bytes[min(end + 1, bytes.endIndex - 1)])
    else { return nil }
    return first == closing ? "a quotation mark" : "a bracket"
  }

  fileprivate func character(at mark: YAMLMark) -> String? {
    let line = text(ofLine: mark.line).unicodeScalars
    return line.dropFirst(mark.column).first.map(String.init)
  }

  /// The column, from 0, of the colon after the key on a line.
  fileprivate func keyColumn(ofLine line: Int) -> Int? {
    self.line(line).firstIndex(of: UInt8(ascii: ":")).map { $0 - self.line(line).startIndex }
  }
}

extension YAMLMark {
  /// The place one character to the left.
  fileprivate init(before mark: YAMLMark) {
    self.init(index: mark.index - 1, line: mark.line, column: mark.column - 1)
  }
}
