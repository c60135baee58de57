/// Text as Markdown (https://github.github.com/gfm/) that cannot break out of the place where it stands.
enum MarkdownText {
  /// An author's text on one line; what stands between backticks stays code.
  static func line(_ text: String) -> String {
    var result = ""
    var rest = words(text)[...]
    while let character = rest.first {
      guard character == "`" else {
        result += escaped(character)
        rest.removeFirst()
        continue
      }
      let ticks = rest.prefix { $0 == "`" }
      rest.removeFirst(ticks.count)
      // The span ends with as many as it began with.
      if let length = spanLength(in: rest, closedBy: ticks.count) {
        result += code(String(rest.prefix(length)))
        rest.removeFirst(length + ticks.count)
      } else {
        result += ticks.map(escaped).joined()
      }
    }
    return result
  }

  /// An author's text with its paragraphs.
  static func paragraphs(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.allSatisfy(\.isWhitespace) ? "" : String($0) }
      .split(separator: "").map { line($0.joined(separator: " ")) }.joined(separator: "\n\n")
  }

  /// A name or SQL between backticks, on one line.
  static func code(_ text: String) -> String {
    let text = words(text)
    guard !text.isEmpty else { return "" }
    let fence = String(repeating: "`", count: longestRun(in: text) + 1)
    let space = text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
    return fence + space + text + space + fence
  }

  /// Lines of code.
  static func block(_ text: String, _ language: String) -> String {
    let fence = String(repeating: "`", count: max(3, longestRun(in: text) + 1))
    let end = text.hasSuffix("\n") ? "" : "\n"
    return "\(fence)\(language)\n\(text)\(end)\(fence)\n"
  }

  /// A table; nothing where it has no rows.
  static func table(_ heads: [String], _ rows: [[String]]) -> String {
    guard !rows.isEmpty else { return "" }
    // A column without a word in it says nothing.
    let shown = heads.indices.filter { index in rows.contains { !$0[index].isEmpty } }
    let lines =
      [shown.map { heads[$0] }, shown.map { _ in "---" }]
      // A bar would end a cell, also where it stands between backticks.
      + rows.map { row in shown.map { row[$0].replacing("|", with: "\\|") } }
    return lines.map { "| \($0.joined(separator: " | ")) |\n" }.joined()
  }

  /// The text with single spaces in place of white space of any kind.
  private static func words(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func escaped(_ character: Character) -> String {
    switch character {
    case "<": "&lt;"
    case ">": "&gt;"
    case "&": "&amp;"
    case _ where "\\`*_{}[]#+-!~".contains(character): "\\\(character)"
    default: String(character)
    }
  }

  private static func longestRun(in text: String) -> Int {
    text.split { $0 != "`" }.map(\.count).max() ?? 0
  }

  private static func spanLength(in text: Substring, closedBy count: Int) -> Int? {
    var length = 0
    var rest = text
    while !rest.isEmpty {
      let other = rest.prefix { $0 != "`" }
      length += other.count
      rest = rest.dropFirst(other.count)
      let ticks = rest.prefix { $0 == "`" }
      if ticks.count == count { return length }
      length += ticks.count
      rest = rest.dropFirst(ticks.count)
    }
    return nil
  }
}
