import StrataSchema

/// The text of a schema file, of which entries can be removed.
struct YAMLText {
  private var scalars: [Unicode.Scalar]

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  var text: String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  /// Removes the key of a mapping with its value: the whole lines of a block mapping, or an entry
  /// between the commas of a flow mapping.
  ///
  /// - Returns: whether the key was found before the value.
  mutating func removeEntry(key: String, value: SourceRange) -> Bool {
    guard var start = offset(of: value.start), var end = offset(of: value.end) else { return false }
    if let bracket = last(before: start, skipping: isSpace), scalars[bracket] == "[",
      let closing = first(from: end, skipping: isSpace), scalars[closing] == "]"
    {
      start = bracket
      end = closing + 1
    }
    guard let keyStart = self.start(ofKey: key, before: start) else { return false }
    start = keyStart
    let lineStart = (scalars[..<start].lastIndex(of: "\n") ?? -1) + 1
    let isFlow =
      !scalars[lineStart..<start].allSatisfy(isBlank) || !endsLine(end)
    if isFlow {
      extendOverComma(&start, &end)
    } else {
      start = lineStart
      end = scalars[end...].firstIndex(of: "\n").map { $0 + 1 } ?? scalars.count
    }
    scalars.removeSubrange(start..<end)
    return true
  }

  /// Where the key before a value begins, bare or in quotes.
  private func start(ofKey key: String, before value: Int) -> Int? {
    guard let colon = last(before: value, skipping: isSpace), scalars[colon] == ":",
      var end = last(before: colon, skipping: isBlank)
    else { return nil }
    let quote = scalars[end]
    let isQuoted = quote == "\"" || quote == "'"
    if isQuoted { end -= 1 }
    let name = Array(key.unicodeScalars)
    let start = end + 1 - name.count
    guard start >= 0, Array(scalars[start...end]) == name else { return nil }
    guard isQuoted else { return start }
    return start > 0 && scalars[start - 1] == quote ? start - 1 : nil
  }

  /// Whether only blanks or a comment come before the end of the line.
  private func endsLine(_ offset: Int) -> Bool {
    guard let next = first(from: offset, skipping: isBlank) else { return true }
    return scalars[next] == "\n" || scalars[next] == "\r" || (scalars[next] == "#" && next > offset)
  }

  /// The comma before an entry, or else the one after it, goes with it.
  private func extendOverComma(_ start: inout Int, _ end: inout Int) {
    if let before = last(before: start, skipping: isSpace), scalars[before] == "," {
      start = before
      return
    }
    if let after = first(from: end, skipping: isSpace), scalars[after] == "," {
      end = first(from: after + 1, skipping: isBlank) ?? scalars.count
    }
  }

  // MARK: Places

  /// The offset of a place, whose line ends with LF or CRLF.
  private func offset(of place: SourcePosition) -> Int? {
    var lineStart = 0
    for _ in 1..<place.line {
      guard let end = scalars[lineStart...].firstIndex(of: "\n") else { return nil }
      lineStart = end + 1
    }
    let offset = lineStart + place.column - 1
    return offset <= scalars.count ? offset : nil
  }

  private func first(from offset: Int, skipping isSkipped: (Unicode.Scalar) -> Bool) -> Int? {
    scalars[offset...].firstIndex { !isSkipped($0) }
  }

  private func last(before offset: Int, skipping isSkipped: (Unicode.Scalar) -> Bool) -> Int? {
    scalars[..<offset].lastIndex { !isSkipped($0) }
  }

  private func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

  private func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    isBlank(scalar) || scalar == "\n" || scalar == "\r"
  }
}
