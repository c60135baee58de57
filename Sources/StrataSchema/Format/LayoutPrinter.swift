/// Prints a YAML file in the canonical layout.
///
/// Every level is indented by two spaces, and text keeps the style that its author chose. A collection
/// between braces or brackets stays on one line; where it has no room there, or a comment inside, it
/// becomes a block.
struct LayoutPrinter {
  /// How long a line with a collection may be.
  static let width = 100

  let source: SourceText
  private let comments: [LayoutComment]
  /// Which of the comments have been printed, and the first that has not.
  private var isPrinted: [Bool]
  private var nextComment = 0
  /// What stands in place of the indentation of the next line: the dash of an entry.
  private var dash: String?
  private var result = FormattedText()

  init(_ source: SourceText, _ comments: [LayoutComment]) {
    self.source = source
    self.comments = comments
    isPrinted = Array(repeating: false, count: comments.count)
  }

  /// The text of the file whose document is `root`.
  mutating func print(_ root: LayoutNode) -> String {
    if root.isEmptyCollection || root.entries == nil {
      printComments(before: root.bytes.upperBound, 0)
      value(root, after: "", 0)
    } else {
      block(root, 0, until: .max)
    }
    printComments(before: .max, 0)
    return result.text
  }

  // MARK: Collections

  /// Prints the entries of a collection below each other; `limit` is the byte of what follows it.
  private mutating func block(
    _ node: LayoutNode,
    _ indentation: Int,
    until limit: Int,
    below keyColumn: Int = -1
  ) {
    let entries = node.entries ?? []
    for (index, entry) in entries.enumerated() {
      let next = index + 1 < entries.count ? entries[index + 1].start : limit
      printComments(before: entry.start, indentation)
      if source.startsLine(entry.start), source.isBlank(entry.line - 1), dash == nil {
        result.addBlank()
      }
      let column = entry.key?.column ?? -1
      value(entry.value, after: entry.head(self), indentation, until: next, below: column)
    }
    guard let first = entries.first else { return }
    // Comments below the last entry that are indented as the entries are belong to them.
    // The dashes of a list may stand right below its key, as what follows the list does.
    let listColumn = max(node.column, keyColumn + 1)
    let column = node.isFlow ? 0 : node.isSequence ? listColumn : first.column
    while let comment = pending, comment.byte < limit, comment.column >= column {
      printAlone(comment, indentation)
    }
  }

  /// Prints a value after its key or dash.
  private mutating func value(
    _ node: LayoutNode,
    after head: String,
    _ indentation: Int,
    until limit: Int = .max,
    below keyColumn: Int = -1
  ) {
    if case .scalar(let text, let style) = node.content {
      scalar(node, text, style, after: head, indentation)
      return
    }
    // What is empty has no room for a comment, which then stands above it.
    if node.isFlow || node.isEmptyCollection,
      let text = node.isEmptyCollection ? flow(node) : oneLine(node),
      node.isEmptyCollection
        || indentation + head.unicodeScalars.count + 1 + text.unicodeScalars.count <= Self.width
    {
      printComments(before: node.bytes.upperBound, indentation)
      liftComment(after: node, indentation)
      line(head.isEmpty ? text : "\(head) \(text)", indentation, endingAt: node)
      return
    }
    if node.isFlow, let index = trailingComment(after: node) {
      // It is about all of what now takes several lines.
      printAlone(at: index, indentation)
    }
    let inner = node.isFlow ? node.bytes.upperBound : limit
    if head == "-" {
      dash = (dash ?? spaces(indentation)) + "- "
    } else {
      line(head, indentation, before: node.entries?.first?.start ?? 0, opensBlock: true)
    }
    block(node, indentation + 2, until: inner, below: keyColumn)
  }

  /// A collection on one line; nil where it holds a comment or text on several lines.
  private func oneLine(_ node: LayoutNode) -> String? {
    guard !comments.contains(where: { node.bytes.contains($0.byte) }) else { return nil }
    return flow(node)
  }

  private func flow(_ node: LayoutNode) -> String? {
    switch node.content {
    case .scalar(let text, let style):
      return node.isMultilineText ? nil : source.text(of: node, text, style)
    case .sequence(let items, _):
      let texts = items.compactMap(flow)
      return texts.count == items.count ? "[\(texts.joined(separator: ", "))]" : nil
    case .mapping(let pairs, _, let isBare):
      let texts = pairs.compactMap { pair -> String? in
        guard let key = flow(pair.key), let value = flow(pair.value) else { return nil }
        return "\(key): \(value)"
      }
      guard texts.count == pairs.count else { return nil }
      return isBare ? texts.joined(separator: ", ") : "{\(texts.joined(separator: ", "))}"
    }
  }

  // MARK: Text

  private mutating func scalar(
    _ node: LayoutNode,
    _ text: String,
    _ style: YAMLScalar.Style,
    after head: String,
    _ indentation: Int
  ) {
    let head = head.isEmpty ? "" : node.isAbsent ? head : head + " "
    let isBlock = style == .literal || style == .folded
    if !isBlock { printComments(before: node.bytes.upperBound, indentation) }
    guard isBlock else {
      liftComment(after: node, indentation)
      guard node.isMultilineText else {
        line(head + source.text(of: node, text, style), indentation, endingAt: node)
        return
      }
      let lines = source.lines(of: node)
      line(head + (lines.first ?? ""), indentation)
      for text in lines.dropFirst().dropLast() { add(text, indentation + 2) }
      line(lines.last ?? "", indentation + 2, endingAt: node)
      return
    }
    printComments(before: node.bytes.lowerBound, indentation)
    let (indicators, lines) = source.block(node, text)
    let mark = style == .literal ? "|" : ">"
    line(head + mark + indicators, indentation, before: node.bytes.upperBound)
    for text in lines { add(text, indentation + 2) }
  }

  private mutating func add(_ text: String, _ indentation: Int) {
    result.add(text.isEmpty ? "" : spaces(indentation) + text)
  }

  // MARK: Lines

  /// Prints a line, and after it the comment that follows its last value.
  private mutating func line(_ text: String, _ indentation: Int, endingAt node: LayoutNode) {
    guard let index = trailingComment(after: node) else {
      line(text, indentation)
      return
    }
    isPrinted[index] = true
    line(text, indentation, comments[index])
  }

  /// Prints a line, and after it the comment that stands on it before the byte `end`.
  private mutating func line(
    _ text: String,
    _ indentation: Int,
    before end: Int,
    opensBlock: Bool = false
  ) {
    var comment: LayoutComment?
    if let next = pending, next.byte < end, !next.isAlone {
      comment = next
      isPrinted[nextComment] = true
    }
    line(text, indentation, comment, opensBlock: opensBlock)
  }

  private mutating func line(
    _ text: String,
    _ indentation: Int,
    _ comment: LayoutComment? = nil,
    opensBlock: Bool = false
  ) {
    result.add((dash ?? spaces(indentation)) + text, comment, opensBlock: opensBlock)
    dash = nil
  }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

  // MARK: Comments

  /// The first comment that has not been printed.
  private var pending: LayoutComment? {
    mutating get {
      while nextComment < comments.count, isPrinted[nextComment] { nextComment += 1 }
      return nextComment < comments.count ? comments[nextComment] : nil
    }
  }

  /// Prints the comments before a byte on lines of their own.
  private mutating func printComments(before byte: Int, _ indentation: Int) {
    while let comment = pending, comment.byte < byte { printAlone(comment, indentation) }
  }

  private mutating func printAlone(_ comment: LayoutComment, _ indentation: Int) {
    if comment.isAlone, source.isBlank(comment.line - 1) { result.addBlank() }
    printAlone(at: nextComment, indentation)
  }

  private mutating func printAlone(at index: Int, _ indentation: Int) {
    isPrinted[index] = true
    // Above an entry whose dash is still to come, it stands where the dash will.
    let column = dash.map { $0.prefix { $0 == " " }.count } ?? indentation
    result.add(spaces(column) + comments[index].text)
  }

  /// Prints a comment that follows a value after a comma: there is none in a block, and the comment
  /// would cut the text.
  private mutating func liftComment(after node: LayoutNode, _ indentation: Int) {
    if let index = trailingComment(after: node, allowing: [0x20, 0x09, UInt8(ascii: ",")]),
      comments[index].byte > node.bytes.upperBound,
      source.bytes[node.bytes.upperBound..<comments[index].byte].contains(UInt8(ascii: ","))
    {
      printAlone(at: index, indentation)
    }
  }

  /// The comment on the line that a value ends on, with nothing between but blanks.
  private mutating func trailingComment(
    after node: LayoutNode,
    allowing between: Set<UInt8> = [0x20, 0x09]
  ) -> Int? {
    let end = node.bytes.upperBound
    _ = pending
    guard let index = comments[nextComment...].firstIndex(where: { $0.byte >= end }),
      !isPrinted[index], comments[index].line == node.endLine,
      source.bytes[end..<comments[index].byte].allSatisfy(between.contains)
    else { return nil }
    return index
  }
}
