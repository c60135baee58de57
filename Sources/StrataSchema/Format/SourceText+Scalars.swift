// Scalars as they are written again.
extension SourceText {
  /// Text on one line; in quotation marks where it has some, in the kind that needs no escapes.
  func text(of node: LayoutNode, _ text: String, _ style: YAMLScalar.Style) -> String {
    let written = String(decoding: bytes[node.bytes], as: UTF8.self)
    switch style {
    case .singleQuoted: return YAMLQuoting.quoted(text)
    case .doubleQuoted:
      let isPlain = text.unicodeScalars.count + 2 == written.unicodeScalars.count
      return isPlain || Self.escapesOnlyMarks(written) ? YAMLQuoting.quoted(text) : written
    case .plain, .literal, .folded: return written
    }
  }

  private static func escapesOnlyMarks(_ written: String) -> Bool {
    var isEscape = false
    for byte in written.utf8 {
      if isEscape, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { return false }
      isEscape = byte == UInt8(ascii: "\\") && !isEscape
    }
    return true
  }

  /// The lines of text that spans several, without their indentation.
  func lines(of node: LayoutNode) -> [String] {
    (node.line...node.endLine).map { number in
      let line = line(number)
      let start = number == node.line ? node.bytes.lowerBound : line.startIndex
      let end = number == node.endLine ? node.bytes.upperBound : line.endIndex
      let text = line[start..<end].drop { number > node.line && ($0 == 0x20 || $0 == 0x09) }
      let isLast = number == node.endLine
      let blanks = text.reversed().prefix { !isLast && ($0 == 0x20 || $0 == 0x09) }.count
      let kept = text.dropLast(blanks)
      // A blank after an odd backslash is text.
      let backslashes = kept.reversed().prefix { $0 == UInt8(ascii: "\\") }.count
      return String(
        decoding: backslashes.isMultiple(of: 2) ? kept : text.prefix(kept.count + min(1, blanks)),
        as: UTF8.self
      )
    }
  }

  /// The indicators in the head of a block scalar and its lines without their indentation.
  func block(_ node: LayoutNode, _ text: String) -> (indicators: String, lines: [String]) {
    let isText: (UInt8) -> Bool = { $0 != 0x20 && $0 != 0x09 }
    let first = node.blockLines.first { !isBlank($0) }
    // What the first line begins with besides the indentation.
    let own =
      text.utf8.split(separator: 0x0A).first { $0.contains(where: isText) }?
      .prefix { $0 == 0x20 }.count ?? 0
    let indentation = first.map { max(0, margin($0) - own) } ?? 0
    var lines = node.blockLines.map { line($0) }
    let chomping = indicator(ofBlockAt: node.bytes.lowerBound, in: 0x2B...0x2D)
    let keepsEnd = chomping == UInt8(ascii: "+")
    if !keepsEnd {
      while let last = lines.last, last.allSatisfy({ $0 == 0x20 }),
        first == nil || last.count <= indentation
      {
        lines.removeLast()
      }
    }
    let texts = lines.map {
      String(decoding: $0.dropFirst(min(indentation, $0.count)), as: UTF8.self)
    }
    var indicators = texts.first { !$0.isEmpty }?.hasPrefix(" ") ?? false ? "2" : ""
    if keepsEnd {
      indicators += "+"
    } else if chomping != nil || !texts.isEmpty && !text.hasSuffix("\n") {
      indicators += "-"
    }
    return (indicators, texts)
  }

  /// Whether nothing but blanks stands before a byte on its line.
  func startsLine(_ index: Int) -> Bool {
    var before = index
    while before > bytes.startIndex, bytes[before - 1] == 0x20 || bytes[before - 1] == 0x2D {
      before -= 1
    }
    return before == bytes.startIndex || bytes[before - 1] == 0x0A || bytes[before - 1] == 0x0D
  }
}
