/// The lines of a formatted file.
struct FormattedText {
  private struct Line {
    var text: String
    /// A comment after the text, and the column that it stood in.
    var comment: LayoutComment?
    /// Whether a blank line below would separate it from what it opens.
    var opensBlock = false
  }

  private var lines: [Line] = []

  mutating func add(_ text: String, _ comment: LayoutComment? = nil, opensBlock: Bool = false) {
    lines.append(Line(text: text, comment: comment, opensBlock: opensBlock))
  }

  /// Adds a blank line, unless there is one, or nothing to separate.
  mutating func addBlank() {
    guard let last = lines.last, !last.opensBlock, !(last.text.isEmpty && last.comment == nil)
    else { return }
    add("")
  }

  /// The text, in which comments of neighbouring lines stand below each other.
  var text: String {
    var result = ""
    var index = 0
    while index < lines.count {
      let group = lines[index...].prefix { $0.comment != nil }
      let width = (group.map(\.text.unicodeScalars.count).max() ?? 0) + 2
      let columns = Set(group.compactMap(\.comment?.column))
      let isColumn = group.count > 1 && columns.count == 1
      let column = isColumn ? max(width, columns.first ?? 0) : width
      for line in group {
        let gap = column - line.text.unicodeScalars.count
        result += line.text + String(repeating: " ", count: gap) + (line.comment?.text ?? "") + "\n"
      }
      index += group.count
      guard group.isEmpty else { continue }
      result += lines[index].text + "\n"
      index += 1
    }
    return result
  }
}
