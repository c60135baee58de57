/// Reads the YAML of one file.
///
/// Only what the language wants of YAML is let through: one document without anchors, aliases, tags
/// or directives, whose mappings have distinct keys.
struct YAMLReader {
  /// How deep collections may be nested.
  static let maximumDepth = 32

  let source: SourceText
  /// Lines, counted from 0, whose value has been found unreadable and is passed over.
  private let unreadableLines: Set<Int>
  private let events: YAMLEvents
  var cursor: SourceCursor
  private var depth = 0
  private var isStopped = false
  private(set) var problem: YAMLProblem?
  /// The lines of scalars that span several, in which a tab indents nothing.
  private var scalarLines: [ClosedRange<Int>] = []
  var diagnostics = Diagnostics()

  init(_ source: SourceText, bytes: ArraySlice<UInt8>, unreadableLines: Set<Int>) {
    self.source = source
    self.unreadableLines = unreadableLines
    events = YAMLEvents(bytes)
    cursor = SourceCursor(source)
  }

  /// The root of the only document; nil where there is none or where reading had to stop.
  mutating func readDocument() -> YAMLNode? {
    var root: YAMLNode?
    var documents = 0
    while let event = next() {
      switch event.kind {
      case .documentStart(let hasDirectives):
        documents += 1
        if documents > 1 {
          diagnostics.error(
            .severalDocuments,
            "a schema file holds one document; move this one to another file",
            at: range(event.start, length: 3)
          )
          return root
        }
        if hasDirectives {
          diagnostics.error(
            .directive,
            "a schema has no directives; remove this line",
            at: lineRange(event.start.line)
          )
        }
      case .streamStart, .documentEnd: break
      case .streamEnd:
        reportTabs()
        return root
      default:
        root = node(event)
      }
    }
    return nil
  }

  private mutating func next() -> YAMLEvent? {
    guard !isStopped else { return nil }
    do throws(YAMLProblem) {
      return try events.next()
    } catch {
      isStopped = true
      problem = error
      return nil
    }
  }

  private mutating func node(_ event: YAMLEvent) -> YAMLNode {
    let hasProperties = checkProperties(event)
    var result: YAMLNode
    switch event.kind {
    case .scalar(let text, let style):
      result = scalar(event, text, style)
    case .sequenceStart(let isFlow):
      result = collection(event) { $0.sequence(event, isFlow: isFlow) }
    case .mappingStart(let isFlow):
      result = collection(event) { $0.mapping(event, isFlow: isFlow) }
    case .alias(let name):
      let place = range(event.start, event.end)
      diagnostics.error(
        .alias,
        "a schema has no aliases; write out what '*\(name)' stands for",
        at: place
      )
      return YAMLNode(.invalid, at: place)
    default:
      return YAMLNode(.invalid, at: range(event.start, event.end))
    }
    if hasProperties { result.content = .invalid }
    return result
  }

  /// Reports an anchor or a tag.
  private mutating func checkProperties(_ event: YAMLEvent) -> Bool {
    guard event.anchor != nil || event.tag != nil else { return false }
    let byte = cursor.byteIndex(of: event.start)
    let rest = source.bytes[byte...].prefix { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D }
    let written = String(decoding: rest.prefix(64), as: UTF8.self)
    let place = range(event.start, length: written.unicodeScalars.count)
    if let anchor = event.anchor {
      diagnostics.error(
        .anchor,
        "a schema has no anchors; remove '&\(anchor)' and repeat the text where it is used",
        at: place
      )
    }
    if event.tag != nil {
      let remedy =
        written.hasPrefix("!") ? "remove '\(written)', or quote the text" : "remove it"
      diagnostics.error(.tag, "a schema has no YAML tags; \(remedy)", at: place)
    }
    return true
  }

  private mutating func collection(
    _ event: YAMLEvent,
    _ read: (inout YAMLReader) -> YAMLNode
  ) -> YAMLNode {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else {
      isStopped = true
      let place = range(event.start, length: 1)
      diagnostics.error(
        .tooDeep,
        "this is nested more than \(Self.maximumDepth) levels deep; reading stops here",
        at: place
      )
      return YAMLNode(.invalid, at: place)
    }
    return read(&self)
  }

  private mutating func sequence(_ start: YAMLEvent, isFlow: Bool) -> YAMLNode {
    var items: [YAMLNode] = []
    var end = start.end
    while let event = next() {
      if case .sequenceEnd = event.kind {
        end = event.end
        break
      }
      items.append(node(event))
    }
    let range = range(start.start, isFlow ? end : nil, last: items.last?.range)
    if isFlow { checkCommas(inSequence: &items) }
    return YAMLNode(.sequence(items), at: range)
  }

  private mutating func mapping(_ start: YAMLEvent, isFlow: Bool) -> YAMLNode {
    var pairs: [YAMLPair] = []
    var keys: [String: Located<String>] = [:]
    var entries: [FlowEntry] = []
    var end = start.end
    var last: SourceRange?
    while let event = next() {
      if case .mappingEnd = event.kind {
        end = event.end
        break
      }
      let keyNode = node(event)
      let colon = isFlow && hasColon(after: event.end)
      guard let valueEvent = next() else { break }
      let value = node(valueEvent)
      last = value.range.end > keyNode.range.end ? value.range : keyNode.range
      guard let key = key(keyNode) else { continue }
      let pair = YAMLPair(key: key, value: value)
      if isFlow {
        entries.append(FlowEntry(pair: pair, hasColon: colon))
      } else if isNew(key, in: &keys) {
        pairs.append(pair)
      }
    }
    let place = range(start.start, isFlow ? end : nil, last: last)
    if isFlow {
      guard checkCommas(inMapping: &entries) else { return YAMLNode(.invalid, at: place) }
      for entry in entries where isNew(entry.pair.key, in: &keys) { pairs.append(entry.pair) }
    }
    return YAMLNode(.mapping(pairs), at: place)
  }

  private mutating func key(_ node: YAMLNode) -> Located<String>? {
    switch node.content {
    case .scalar(let scalar):
      if scalar.text == "<<", scalar.style == .plain {
        diagnostics.error(
          .mergeKey,
          "a schema has no merge keys; write out the keys that '<<' would bring in",
          at: node.range
        )
        return nil
      }
      if scalar.text.isEmpty {
        diagnostics.error(.emptyKey, "there is a ':' without a key; write one", at: node.range)
        return nil
      }
      return Located(scalar.text, at: node.range)
    case .invalid: return nil
    case .sequence, .mapping:
      diagnostics.error(
        .collectionAsKey,
        "a key is a name, not a collection; write 'name: value'",
        at: node.range
      )
      return nil
    }
  }

  /// Whether no earlier key of the mapping is the same to SQLite or in Unicode's eyes.
  private mutating func isNew(
    _ key: Located<String>,
    in keys: inout [String: Located<String>]
  ) -> Bool {
    // Strings are equal here when they are canonically equivalent.
    let folded = key.value.sqlLowercased
    guard let first = keys[folded] else {
      keys[folded] = key
      return true
    }
    diagnostics.error(
      .duplicateKey,
      first.value == key.value
        ? "the key '\(key.value)' stands here a second time; keep one of them"
        : "the key '\(key.value)' differs only by case from one above, and SQLite knows no"
          + " case in names; choose another",
      at: key.range,
      notes: [.init("the first one is here", at: first.range)]
    )
    return false
  }

  private mutating func scalar(
    _ event: YAMLEvent,
    _ text: String,
    _ style: YAMLScalar.Style
  ) -> YAMLNode {
    let place = range(event.start, event.end)
    if unreadableLines.contains(event.start.line),
      source.valueRange(ofLine: event.start.line)?.lowerBound == cursor.byteIndex(of: event.start)
    {
      return YAMLNode(.invalid, at: place)
    }
    var scalar = YAMLScalar(text: text, style: style)
    scalar.isMultiline = event.start.line != event.end.line
    if scalar.isMultiline { scalarLines.append(event.start.line + 1...event.end.line) }
    switch style {
    case .plain:
      scalar.isCutByComment = !text.isEmpty && isFollowedByComment(event.end)
    case .singleQuoted, .doubleQuoted:
      let length = event.end.index - event.start.index - 2
      if !scalar.isMultiline, text.unicodeScalars.count != length {
        scalar.origins = originsOfQuoted(event, text)
      }
    case .literal, .folded:
      scalar.origins = originsOfBlock(event, text)
    }
    return YAMLNode(.scalar(scalar), at: place)
  }

  private mutating func isFollowedByComment(_ mark: YAMLMark) -> Bool {
    let rest = source.bytes[cursor.byteIndex(of: mark)...]
    let after = rest.drop { $0 == 0x20 || $0 == 0x09 }
    return after.first == UInt8(ascii: "#") && after.startIndex > rest.startIndex
  }

  private mutating func hasColon(after mark: YAMLMark) -> Bool {
    let rest = source.bytes[cursor.byteIndex(of: mark)...]
    return rest.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
      == UInt8(ascii: ":")
  }

  /// libyaml lets tabs indent inside of braces; nothing else does.
  private mutating func reportTabs() {
    var scalars = scalarLines[...]
    for line in source.lineStarts.indices {
      while let first = scalars.first, first.upperBound < line { scalars.removeFirst() }
      if let first = scalars.first, first.contains(line) { continue }
      let bytes = source.line(line)
      let blank = bytes.prefix { $0 == 0x20 || $0 == 0x09 }
      guard blank.count < bytes.count, let tab = blank.firstIndex(of: 0x09) else { continue }
      diagnostics.error(.tabIndentation, Self.tabMessage, at: source.range(ofByte: tab))
    }
  }

  static let tabMessage = "a tab indents nothing in YAML; indent with spaces"
}
