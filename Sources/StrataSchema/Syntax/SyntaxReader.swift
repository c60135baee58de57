/// Turns YAML into syntax: what stands at each place, typed by the place.
///
/// Every reader of a value takes words for it, such as `'doc' of table 'Team'`, and gives nil for
/// what it has reported.
struct SyntaxReader {
  let source: SourceText
  var diagnostics = Diagnostics()

  init(_ source: SourceText) {
    self.source = source
  }

  /// The keys of a mapping, each known to the place where it stands.
  struct Mapping {
    let place: String
    let range: SourceRange
    fileprivate var pairs: [String: YAMLPair] = [:]

    subscript(key: String) -> YAMLNode? { pairs[key]?.value }

    func keyRange(_ key: String) -> SourceRange? { pairs[key]?.key.range }

    /// How messages call the value of a key.
    func what(_ key: String) -> String { "'\(key)' of \(place)" }
  }

  /// Reads a mapping with a closed set of keys.
  ///
  /// `place` is words such as `table 'Team'`, `hints` what to write instead of keys that other tools
  /// have, and `instead` what to write where something else stands.
  mutating func mapping(
    _ node: YAMLNode,
    _ place: String,
    keys: [String],
    hints: [String: String] = [:],
    instead: String
  ) -> Mapping? {
    guard let pairs = pairs(node, place, instead: instead) else { return nil }
    var mapping = Mapping(place: place, range: node.range)
    for pair in pairs where keys.contains(pair.key.value) {
      mapping.pairs[pair.key.value] = pair
    }
    for pair in pairs where !keys.contains(pair.key.value) {
      if let hint = hints[pair.key.value.lowercased()] {
        diagnostics.error(
          .unknownKey,
          "unknown key '\(pair.key.value)' in \(place); \(hint)",
          at: pair.key.range
        )
      } else if let known = reportUnknown(pair.key, place, keys), mapping.pairs[known] == nil {
        // Read as what it is meant to be, so that nothing is missed that is there.
        mapping.pairs[known] = pair
      }
    }
    return mapping
  }

  /// Reads a mapping whose keys the author chooses.
  mutating func pairs(_ node: YAMLNode, _ place: String, instead: String) -> [YAMLPair]? {
    switch node.content {
    case .mapping(let pairs): return pairs
    case .invalid: return nil
    case .scalar(let scalar) where scalar.isAbsent:
      diagnostics.error(.emptyValue, "\(place) has no value; write \(instead)", at: node.range)
    case .scalar, .sequence:
      diagnostics.error(.wrongShape, "\(place) is \(instead)", at: node.range)
    }
    return nil
  }

  /// Reports a key, and gives the one that it is likely meant to be.
  private mutating func reportUnknown(
    _ key: Located<String>,
    _ place: String,
    _ keys: [String]
  ) -> String? {
    let known = nearest(to: key.value, in: keys)
    diagnostics.error(
      .unknownKey,
      "unknown key '\(key.value)' in \(place)"
        + (known.map { "; did you mean '\($0)'?" }
          ?? "; the keys here are \(keys.sorted().joined(separator: ", "))"),
      at: key.range,
      fixIts: known.map { [.init("write '\($0)'", replacing: key.range, with: $0)] } ?? []
    )
    return known
  }

  // MARK: Values

  /// A text on one line that a comment may follow.
  mutating func scalar(_ node: YAMLNode?, _ what: String, instead: String) -> YAMLScalar? {
    guard let node else { return nil }
    switch node.content {
    case .scalar(let scalar) where scalar.isAbsent:
      diagnostics.error(.emptyValue, "\(what) has no value; write \(instead)", at: node.range)
    case .scalar(let scalar): return scalar
    case .invalid: break
    case .sequence, .mapping:
      diagnostics.error(.wrongShape, "\(what) is \(instead)", at: node.range)
    }
    return nil
  }

  mutating func text(_ node: YAMLNode?, _ what: String, instead: String) -> Located<String>? {
    guard let node, let scalar = scalar(node, what, instead: instead) else { return nil }
    let text = scalar.text.trimmed
    guard !text.isEmpty else {
      diagnostics.error(.emptyValue, "\(what) is empty; write \(instead)", at: node.range)
      return nil
    }
    guard !text.utf8.contains(0x0A), !text.utf8.contains(0) else {
      diagnostics.error(.wrongShape, "\(what) is one line: \(instead)", at: node.range)
      return nil
    }
    return Located(text, at: node.range)
  }

  mutating func bool(_ node: YAMLNode?, _ what: String) -> Located<Bool>? {
    guard let text = text(node, what, instead: "true or false") else { return nil }
    switch text.value {
    case "true": return Located(true, at: text.range)
    case "false": return Located(false, at: text.range)
    default:
      let meant = [
        "yes": "true", "on": "true", "1": "true", "y": "true",
        "no": "false", "off": "false", "0": "false", "n": "false",
      ]
      let known = meant[text.value.lowercased()] ?? nearest(to: text.value, in: ["true", "false"])
      diagnostics.error(
        .notABool,
        "\(what) is true or false, not '\(text.value)'",
        at: text.range,
        fixIts: known.map { [.init("write '\($0)'", replacing: text.range, with: $0)] } ?? []
      )
      return nil
    }
  }

  /// One of a few words.
  mutating func word<Word: RawRepresentable & CaseIterable>(
    _ node: YAMLNode?,
    _ what: String,
    _ type: Word.Type
  ) -> Located<Word>? where Word.RawValue == String {
    let words = type.allCases.map(\.rawValue)
    let list = words.joined(separator: ", ")
    guard let text = text(node, what, instead: "one of \(list)") else { return nil }
    if let word = Word(rawValue: text.value) { return Located(word, at: text.range) }
    reportUnknownWord(text, what, words)
    return nil
  }

  mutating func reportUnknownWord(_ text: Located<String>, _ what: String, _ words: [String]) {
    let known = nearest(to: text.value, in: words)
    diagnostics.error(
      .unknownWord,
      "\(what) is one of \(words.joined(separator: ", ")), not '\(text.value)'"
        + (known.map { "; did you mean '\($0)'?" } ?? ""),
      at: text.range,
      fixIts: known.map { [.init("write '\($0)'", replacing: text.range, with: $0)] } ?? []
    )
  }

  /// Text that becomes documentation; it may take several lines.
  mutating func doc(_ node: YAMLNode?, _ what: String) -> String? {
    guard let node, let scalar = scalar(node, what, instead: "a sentence") else { return nil }
    if scalar.isCutByComment { reportComment(what, at: node.range) }
    return scalar.text.trimmed
  }

  mutating func list(_ node: YAMLNode?, _ what: String, instead: String) -> [YAMLNode]? {
    guard let node else { return nil }
    switch node.content {
    case .sequence(let items): return items
    case .scalar(let scalar) where !scalar.isAbsent: return [node]
    case .invalid: return nil
    case .scalar:
      diagnostics.error(.emptyValue, "\(what) has no value; write \(instead)", at: node.range)
    case .mapping:
      diagnostics.error(.wrongShape, "\(what) is \(instead)", at: node.range)
    }
    return nil
  }

  mutating func names(_ node: YAMLNode?, _ what: String) -> [Located<String>]? {
    list(node, what, instead: "a list of columns")?.compactMap {
      text($0, "an entry of \(what)", instead: "the name of a column")
    }
  }

  // MARK: Names

  /// Reports a key that Swift could not use as a name, and tells whether it is a good one.
  mutating func checkName(
    _ name: Located<String>,
    _ what: String,
    remedy: String = "choose another key, and say with 'sql:' how SQL spells it"
  ) -> Bool {
    let taken: Set<String> =
      switch what {
      case "a column": Identifier.recordMembers
      case "a property": ["CodingKeys", "self"]
      case "a field": Identifier.recordMembers
      case "an accessor": Identifier.recordTypes.union(["self"])
      case "a parameter": ["self"]
      default: []
      }
    guard taken.contains(name.value) || !Identifier.isValid(name.value) else { return true }
    diagnostics.error(
      .notAnIdentifier,
      "'\(name.value)' cannot be the name of \(what) in Swift; \(remedy)",
      at: name.range
    )
    return false
  }
}

extension String {
  /// Without white space at either end.
  package var trimmed: String {
    let utf8 = self.utf8
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    guard let first = utf8.firstIndex(where: { !isSpace($0) }),
      let last = utf8.lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(self[first...last])
  }
}
