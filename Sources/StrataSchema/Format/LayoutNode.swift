/// A value of a YAML file as it is laid out: where its bytes stand, and in which style.
struct LayoutNode {
  enum Content {
    case scalar(String, YAMLScalar.Style)
    case sequence([LayoutNode], isFlow: Bool)
    /// `isBare` where a pair between brackets has no braces of its own, as in `[String: Int]`.
    case mapping([LayoutPair], isFlow: Bool, isBare: Bool)
  }

  var content: Content
  /// From the first to after the last byte; of a block collection, only where it starts is known.
  var bytes: Range<Int>
  /// Where it starts, counted from 0.
  var line: Int
  var column: Int
  var endLine: Int
  /// The lines of a block scalar below its first; empty for all else.
  var blockLines: Range<Int> = 0..<0

  var isAbsent: Bool {
    if case .scalar(let text, .plain) = content { text.isEmpty } else { false }
  }

  var isMultilineText: Bool {
    if case .scalar = content { line != endLine } else { false }
  }
}

/// A key with its value.
struct LayoutPair {
  var key: LayoutNode
  var value: LayoutNode
}

/// Reads how a file is laid out, once `readYAML` has found nothing wrong with it.
struct LayoutReader {
  private let source: SourceText
  private let events: YAMLEvents
  private var cursor: SourceCursor
  /// All scalars in their order.
  private(set) var scalars: [LayoutNode] = []

  init(_ source: SourceText) {
    self.source = source
    events = YAMLEvents(source.bytes)
    cursor = SourceCursor(source)
  }

  /// The value of the document; nil where there is none.
  mutating func read() -> LayoutNode? {
    while let event = try? events.next() {
      switch event.kind {
      case .streamStart, .documentStart, .documentEnd: continue
      case .streamEnd: return nil
      default: return node(event, parentColumn: -1)
      }
    }
    return nil
  }

  private mutating func node(_ event: YAMLEvent, parentColumn: Int) -> LayoutNode {
    let start = cursor.byteIndex(of: event.start)
    var result = LayoutNode(
      content: .sequence([], isFlow: true),
      bytes: start..<max(start, cursor.byteIndex(of: event.end)),
      line: event.start.line,
      column: event.start.column,
      endLine: event.end.line
    )
    switch event.kind {
    case .scalar(let text, let style):
      result.content = .scalar(text, style)
      if style == .literal || style == .folded {
        result.blockLines = blockLines(below: event.start.line, start, parentColumn)
      }
      scalars.append(result)
    case .sequenceStart(let isFlow):
      var items: [LayoutNode] = []
      while let event = try? events.next() {
        if case .sequenceEnd = event.kind {
          close(&result, event, isFlow)
          break
        }
        items.append(node(event, parentColumn: isFlow ? parentColumn : result.column))
      }
      result.content = .sequence(items, isFlow: isFlow)
    case .mappingStart(let isFlow):
      var pairs: [LayoutPair] = []
      let column = isFlow ? parentColumn : result.column
      while let event = try? events.next() {
        if case .mappingEnd = event.kind {
          close(&result, event, isFlow)
          break
        }
        let key = node(event, parentColumn: column)
        guard let next = try? events.next() else { break }
        pairs.append(LayoutPair(key: key, value: node(next, parentColumn: column)))
      }
      let isBare = isFlow && source.bytes[start...].first != UInt8(ascii: "{")
      result.content = .mapping(pairs, isFlow: isFlow, isBare: isBare)
    default: break
    }
    return result
  }

  private mutating func close(_ node: inout LayoutNode, _ event: YAMLEvent, _ isFlow: Bool) {
    guard isFlow else { return }
    node.bytes = node.bytes.lowerBound..<cursor.byteIndex(of: event.end)
    node.endLine = event.end.line
  }

  /// The lines of a block scalar: those that are indented as its first one is, and blank ones.
  private func blockLines(below line: Int, _ start: Int, _ parentColumn: Int) -> Range<Int> {
    let first = line + 1
    let indentation =
      source.indicator(ofBlockAt: start, in: 0x31...0x39)
      .map { max(0, parentColumn) + Int($0 - 0x30) }
      ?? max(source.indentation(ofBlockFrom: first), parentColumn + 1, 1)
    var end = first
    while end < source.lineStarts.count, source.isBlank(end) || source.margin(end) >= indentation {
      end += 1
    }
    // After a last line feed there is a line that is none.
    if end == source.lineStarts.count, source.line(end - 1).isEmpty { end -= 1 }
    return first..<max(first, end)
  }
}

extension SourceText {
  /// Whether a line, counted from 0, has nothing but blanks.
  func isBlank(_ number: Int) -> Bool {
    line(number).allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  /// How many spaces a line, counted from 0, begins with.
  func margin(_ number: Int) -> Int { line(number).prefix { $0 == 0x20 }.count }

  /// How far a block scalar is indented whose first line, counted from 0, is `first`.
  func indentation(ofBlockFrom first: Int) -> Int {
    var line = first
    while line < lineStarts.count {
      if !isBlank(line) { return margin(line) }
      line += 1
    }
    return .max
  }

  /// The indicator in the head of a block scalar, such as the `2` and the `-` of `|2-`.
  func indicator(ofBlockAt start: Int, in values: ClosedRange<UInt8>) -> UInt8? {
    bytes[start...].dropFirst().prefix(2)
      .prefix { $0 == 0x2B || $0 == 0x2D || (0x31...0x39).contains($0) }
      .first(where: values.contains)
  }
}
