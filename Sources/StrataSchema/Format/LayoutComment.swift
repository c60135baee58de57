/// A comment of a YAML file, which the grammar does not see.
struct LayoutComment {
  /// From `#` on, without blanks at its end.
  var text: String
  var byte: Int
  /// Counted from 0.
  var line: Int
  var column: Int
  /// Whether nothing stands before it on its line.
  var isAlone: Bool
}

extension SourceText {
  /// The comments between the scalars of a file, in their order.
  func comments(around scalars: [LayoutNode]) -> [LayoutComment] {
    var comments: [LayoutComment] = []
    var rest = scalars[...]
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if let scalar = rest.first, index >= scalar.bytes.lowerBound {
        rest.removeFirst()
        guard case .scalar(_, let style) = scalar.content else { continue }
        guard style == .literal || style == .folded else {
          index = max(index, scalar.bytes.upperBound)
          continue
        }
        // A comment may follow the head of a block.
        let head = line(scalar.line)
        if let hash = head[max(index, head.startIndex)...].firstIndex(of: UInt8(ascii: "#")) {
          comments.append(comment(at: hash))
        }
        index = max(index, start(ofLine: scalar.blockLines.upperBound))
        continue
      }
      if bytes[index] == UInt8(ascii: "#") {
        let comment = comment(at: index)
        comments.append(comment)
        index = start(ofLine: comment.line + 1)
      } else {
        index += 1
      }
    }
    return comments
  }

  private func start(ofLine line: Int) -> Int {
    line < lineStarts.count ? lineStarts[line] : bytes.endIndex
  }

  private func comment(at index: Int) -> LayoutComment {
    let position = position(ofByte: index)
    let line = line(position.line - 1)
    var text = line[index...]
    while let last = text.last, last == 0x20 || last == 0x09 { text.removeLast() }
    return LayoutComment(
      text: String(decoding: text, as: UTF8.self),
      byte: index,
      line: position.line - 1,
      column: position.column - 1,
      isAlone: line[..<index].allSatisfy { $0 == 0x20 || $0 == 0x09 }
    )
  }
}
