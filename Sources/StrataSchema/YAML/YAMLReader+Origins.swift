// Where the text of a scalar and the file part: at each line of a block, and after each escape.
extension YAMLReader {
  /// Lines of a block stand in the file as in the text, moved right by the block's indentation.
  func originsOfBlock(_ event: YAMLEvent, _ text: String) -> [TextOrigin] {
    let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    let firstLine = event.start.line + 1
    var indentation = 0
    if let index = lines.firstIndex(where: { !$0.isEmpty }) {
      let inFile = source.line(firstLine + index).prefix { $0 == 0x20 }.count
      indentation = max(0, inFile - lines[index].prefix { $0 == 0x20 }.count)
    }
    var origins: [TextOrigin] = []
    var offset = 0
    for (index, line) in lines.enumerated() where offset < text.utf8.count || index == 0 {
      // An empty line may be shorter than the indentation.
      let column = min(indentation, source.line(firstLine + index).count) + 1
      let position = SourcePosition(line: firstLine + index + 1, column: column)
      origins.append(TextOrigin(utf8Offset: offset, position: position))
      offset += line.count + 1
    }
    return origins
  }

  /// A new origin after each escape, which is longer in the file than in the text.
  mutating func originsOfQuoted(_ event: YAMLEvent, _ text: String) -> [TextOrigin] {
    var byte = cursor.byteIndex(of: event.start) + 1
    var position = SourcePosition(line: event.start.line + 1, column: event.start.column + 2)
    var origins = [TextOrigin(utf8Offset: 0, position: position)]
    var offset = 0
    for scalar in text.unicodeScalars {
      guard byte < source.bytes.endIndex else { break }
      var length = 1
      if source.bytes[byte] == UInt8(ascii: "'"), scalar == "'" {
        let next = byte + 1
        let isSingle = event.kindIsSingleQuoted
        if isSingle, next < source.bytes.endIndex, source.bytes[next] == UInt8(ascii: "'") {
          length = 2
        }
      } else if source.bytes[byte] == UInt8(ascii: "\\"), !event.kindIsSingleQuoted {
        let letter = byte + 1 < source.bytes.endIndex ? source.bytes[byte + 1] : 0
        length =
          switch letter {
          case UInt8(ascii: "x"): 4
          case UInt8(ascii: "u"): 6
          case UInt8(ascii: "U"): 10
          default: 2
          }
      }
      offset += UTF8.width(scalar)
      position.column += length
      byte += 1
      if length > 1 {
        byte += length - 1
        origins.append(TextOrigin(utf8Offset: offset, position: position))
      } else {
        while byte < source.bytes.endIndex, source.bytes[byte] & 0xC0 == 0x80 { byte += 1 }
      }
    }
    return origins
  }
}

extension YAMLEvent {
  fileprivate var kindIsSingleQuoted: Bool {
    if case .scalar(_, .singleQuoted) = kind { true } else { false }
  }
}
