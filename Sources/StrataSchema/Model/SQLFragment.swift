/// SQL as the author wrote it, and where each of its characters stands in the schema file.
package struct SQLFragment: Hashable, Sendable {
  package var text: String
  /// How it is written in the file.
  package var style: YAMLScalar.Style
  /// The place of the whole fragment.
  package var range: SourceRange
  /// Where each line of `text` begins in the file; one entry for a fragment of one line.
  package var lineStarts: [SourcePosition]
  /// Places in ascending order: the start of each line, the character after each escape of a quoted
  /// scalar, and in a long line one every so often, so that it is never walked from its start.
  package private(set) var origins: [TextOrigin]

  package init(text: String, range: SourceRange, lineStarts: [SourcePosition]) {
    self.text = text
    style = .plain
    self.range = range
    self.lineStarts = lineStarts
    var offsets = [0]
    if lineStarts.count > 1 {
      for (offset, byte) in text.utf8.enumerated() where byte == UInt8(ascii: "\n") {
        offsets.append(offset + 1)
      }
    }
    origins = zip(offsets, lineStarts).map { TextOrigin(utf8Offset: $0, position: $1) }
      .stepped(through: text)
  }

  package init(
    text: String,
    range: SourceRange,
    origins: [TextOrigin],
    style: YAMLScalar.Style = .plain
  ) {
    self.text = text
    self.style = style
    self.range = range
    self.origins = origins.stepped(through: text)
    lineStarts = []
    for origin in origins where lineStarts.last?.line != origin.position.line {
      lineStarts.append(origin.position)
    }
  }

  /// The place in the file of a UTF-8 offset into `text`; at most the end of the text.
  package func position(atUTF8Offset offset: Int) -> SourcePosition {
    var low = 0
    var high = origins.count
    while low < high {
      let middle = (low + high) / 2
      if origins[middle].utf8Offset <= offset { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return range.start }
    let origin = origins[low - 1]
    let utf8 = text.utf8
    guard
      let start = utf8.index(
        utf8.startIndex,
        offsetBy: origin.utf8Offset,
        limitedBy: utf8.endIndex
      )
    else { return origin.position }
    var position = origin.position
    for byte in utf8[start...].prefix(max(0, offset - origin.utf8Offset)) where byte.isColumn {
      position.column += 1
    }
    return position
  }
}

extension [TextOrigin] {
  /// These places with further ones in long stretches of text.
  fileprivate func stepped(through text: String) -> [TextOrigin] {
    let length = 256
    let utf8 = text.utf8
    guard utf8.count > length else { return self }
    var result: [TextOrigin] = []
    for (index, origin) in enumerated() {
      result.append(origin)
      let end = index + 1 < count ? self[index + 1].utf8Offset : utf8.count
      guard end - origin.utf8Offset > length else { continue }
      let start = utf8.index(utf8.startIndex, offsetBy: origin.utf8Offset)
      var place = origin
      for byte in utf8[start...].prefix(end - origin.utf8Offset) {
        if (place.utf8Offset - origin.utf8Offset) % length == 0, place != origin {
          result.append(place)
        }
        place.utf8Offset += 1
        if byte.isColumn { place.position.column += 1 }
      }
    }
    return result
  }
}

extension UInt8 {
  /// Whether a byte of UTF-8 begins a character of a line; 10xxxxxx continues one.
  fileprivate var isColumn: Bool { self & 0xC0 != 0x80 && self != UInt8(ascii: "\n") }
}

/// The place in the file from which a stretch of text runs character by character.
package struct TextOrigin: Hashable, Sendable {
  /// The offset into the text, in bytes of UTF-8.
  package var utf8Offset: Int
  package var position: SourcePosition

  package init(utf8Offset: Int, position: SourcePosition) {
    self.utf8Offset = utf8Offset
    self.position = position
  }
}
