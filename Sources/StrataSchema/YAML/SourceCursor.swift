extension SourceText {
  /// The place of a mark of libyaml, which has a further line after a last one without an end.
  func position(of mark: YAMLMark) -> SourcePosition {
    guard lineStarts.indices.contains(mark.line) else { return position(ofByte: bytes.endIndex) }
    return SourcePosition(line: mark.line + 1, column: mark.column + 1)
  }
}

/// Finds the byte at which a mark of libyaml stands.
///
/// libyaml counts characters. The cursor remembers where it was, so that
/// going through a file with it takes linear time.
struct SourceCursor {
  private let source: SourceText
  private var character = 0
  private var byte: Int

  init(_ source: SourceText) {
    self.source = source
    byte = source.bytes.startIndex
  }

  /// The index into the source's bytes of a mark.
  mutating func byteIndex(of mark: YAMLMark) -> Int {
    source.bytes.withUnsafeBufferPointer { bytes in
      let base = source.bytes.startIndex
      var index = byte - base
      while character < mark.index, index < bytes.count {
        index += 1
        while index < bytes.count, bytes[index] & 0xC0 == 0x80 { index += 1 }
        character += 1
      }
      while character > mark.index, index > 0 {
        index -= 1
        while index > 0, bytes[index] & 0xC0 == 0x80 { index -= 1 }
        character -= 1
      }
      byte = base + index
    }
    return byte
  }
}
