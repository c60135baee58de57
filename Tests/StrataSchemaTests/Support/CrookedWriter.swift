import TestSupport

@testable import StrataSchema

/// Writes YAML as nobody would: every free choice of the layout is made at random.
struct CrookedWriter {
  var random: SeededGenerator
  /// The comments that were strewn in.
  private(set) var comments: [String] = []
  private var lines = ""
  /// Whether blank lines would be part of the text above.
  private var keepsBlanks = false

  init(random: SeededGenerator) {
    self.random = random
  }

  mutating func write(_ root: YAMLNode) -> String {
    lines = ""
    strew(0)
    if chance(6) { lines += "---\n" }
    block(root, 0)
    strew(0)
    if chance(3) {
      lines = lines.split(separator: "\n", omittingEmptySubsequences: false).joined(
        separator: "\r\n"
      )
    }
    return (chance(4) ? "\u{FEFF}" : "") + lines
  }

  private mutating func chance(_ count: Int) -> Bool {
    Int.random(in: 0..<count, using: &random) == 0
  }

  private mutating func blanks(_ least: Int = 0) -> String {
    String(repeating: " ", count: Int.random(in: least...least + 2, using: &random))
  }

  private mutating func comment() -> String {
    let text = "# remark \(comments.count), \"'{[|é"
    comments.append(text)
    return text
  }

  /// Comments and blank lines before an entry.
  private mutating func strew(_ column: Int) {
    while chance(5) {
      if chance(2), !keepsBlanks { lines += blanks() + "\n" }
      lines += spaces(column) + comment() + blanks() + "\n"
      keepsBlanks = false
    }
    if chance(6), !keepsBlanks { lines += "\n\n" }
  }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

  private mutating func endLine(commentable: Bool, mayHaveTab: Bool = true) {
    if commentable, chance(6) { lines += blanks(1) + comment() }
    lines += mayHaveTab && chance(8) ? "\t\n" : blanks() + "\n"
  }

  /// Writes the entries of a collection, the first of them where the line is.
  private mutating func block(_ node: YAMLNode, _ column: Int, continuing: Bool = false) {
    var isFirst = continuing
    switch node.content {
    case .mapping(let pairs):
      for pair in pairs {
        if !isFirst {
          strew(column)
          lines += spaces(column)
        }
        isFirst = false
        lines += key(pair.key.value) + (chance(8) ? " " : "") + ":"
        value(pair.value, column, isInMapping: true)
      }
    case .sequence(let items):
      for item in items {
        if !isFirst {
          strew(column)
          lines += spaces(column)
        }
        isFirst = false
        lines += "-"
        value(item, column, isInMapping: false)
      }
    default: value(node, column, isInMapping: false)
    }
  }

  private func key(_ text: String) -> String {
    Identifier.isValid(text) ? text : "\"" + escaped(text) + "\""
  }

  private mutating func value(_ node: YAMLNode, _ column: Int, isInMapping: Bool) {
    keepsBlanks = false
    if case .scalar(let scalar) = node.content {
      guard scalar.style != .literal else { return literal(scalar, column) }
      if scalar.isAbsent { return endLine(commentable: isInMapping, mayHaveTab: isInMapping) }
      if isInMapping, chance(8) {
        endLine(commentable: true)
        lines += spaces(column + 1) + blanks()
      } else {
        lines += isInMapping && chance(8) ? " \t" : blanks(1)
      }
      lines += text(scalar, column)
      return endLine(commentable: scalar.style != .plain)
    }
    guard !node.isEmpty, !isFlowable(node) || chance(2) else {
      lines += blanks(1) + flow(node, column)
      return endLine(commentable: true)
    }
    if !isInMapping, chance(2) {
      let gap = blanks(1)
      lines += gap
      return block(node, column + 1 + gap.utf8.count, continuing: true)
    }
    endLine(commentable: isInMapping, mayHaveTab: isInMapping)
    let isSequence = if case .sequence = node.content { true } else { false }
    let step = isSequence && isInMapping && chance(2) ? 0 : Int.random(in: 1...4, using: &random)
    block(node, column + step)
  }

  // MARK: Text

  private mutating func text(_ scalar: YAMLScalar, _ column: Int) -> String {
    switch scalar.style {
    case .plain:
      return scalar.text.split(separator: "\n", omittingEmptySubsequences: false)
        .joined(separator: "\n\n" + spaces(column + 1))
    default:
      let isSimple = scalar.text.unicodeScalars.allSatisfy { $0.value >= 0x20 }
      guard isSimple, chance(2) else { return "\"\(escaped(scalar.text))\"" }
      return "'\(scalar.text.replacing("'", with: "''"))'"
    }
  }

  private func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\", "\"": "\\\(scalar)"
      case "\n": "\\n"
      case "\t": "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        "\\x" + (scalar.value < 0x10 ? "0" : "") + String(scalar.value, radix: 16)
      default: String(scalar)
      }
    }.joined()
  }

  private mutating func literal(_ scalar: YAMLScalar, _ column: Int) {
    var texts = scalar.text.split(separator: "\n", omittingEmptySubsequences: false)
    let endings = scalar.text.reversed().prefix { $0 == "\n" }.count
    if endings > 0 { texts.removeLast() }
    let step = Int.random(in: 1...5, using: &random)
    let needsIndicator = texts.first { !$0.isEmpty }?.hasPrefix(" ") ?? true
    lines += blanks(1) + "|" + (needsIndicator || chance(3) ? "\(step)" : "")
    lines += endings == 0 ? "-" : endings > 1 ? "+" : ""
    endLine(commentable: true)
    for text in texts { lines += text.isEmpty ? "\n" : spaces(column + step) + text + "\n" }
    keepsBlanks = endings > 1
  }

  // MARK: Flow

  /// Whether a collection can stand between braces.
  private func isFlowable(_ node: YAMLNode) -> Bool {
    switch node.content {
    case .scalar(let scalar):
      !scalar.isAbsent && scalar.style != .literal && scalar.style != .folded
        && (scalar.style != .plain || !scalar.text.contains { ",[]{}\n:#()".contains($0) })
    case .sequence(let items): items.allSatisfy(isFlowable)
    case .mapping(let pairs): pairs.allSatisfy { isFlowable($0.value) }
    case .invalid: false
    }
  }

  private mutating func flow(_ node: YAMLNode, _ column: Int) -> String {
    switch node.content {
    case .scalar(let scalar): return text(scalar, column)
    case .sequence(let items):
      let texts = items.map { gap(column) + flow($0, column) + gap(column, commentable: false) }
      return "[" + texts.joined(separator: ",") + (!texts.isEmpty && chance(5) ? ", " : "") + "]"
    case .mapping(let pairs):
      let texts = pairs.map { pair in
        gap(column) + key(pair.key.value) + ":" + blanks(1) + flow(pair.value, column)
          + gap(column, commentable: false)
      }
      return "{" + texts.joined(separator: ",") + (!texts.isEmpty && chance(5) ? "," : "") + "}"
    case .invalid: return ""
    }
  }

  /// Blanks, or a new line, in a collection between braces.
  private mutating func gap(_ column: Int, commentable: Bool = true) -> String {
    guard chance(12) else { return blanks() }
    return blanks(1) + (commentable && chance(2) ? comment() : "") + "\n" + spaces(column + 1)
      + blanks()
  }
}

extension YAMLNode {
  fileprivate var isEmpty: Bool {
    switch content {
    case .sequence(let items): items.isEmpty
    case .mapping(let pairs): pairs.isEmpty
    default: false
    }
  }
}
