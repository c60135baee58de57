extension SyntaxReader {
  static let defaultKeys = ["sql"]
  private static let typeInstead = "a type, such as String or Int?"

  mutating func type(_ node: YAMLNode, _ what: String) -> TypeSyntax? {
    if case .sequence(let items) = node.content {
      guard items.count == 1, let item = items.first else {
        reportNoType(node.range)
        return nil
      }
      return collection(of: item, what, at: node.range)
    }
    guard let text = text(node, what, instead: Self.typeInstead) else { return nil }
    return type(in: text)
  }

  private static let maximumDepth = 32

  /// The type that is written in one text.
  private mutating func type(in text: Located<String>) -> TypeSyntax? {
    var depth = 0
    var deepest = 0
    for byte in text.value.utf8 {
      if byte == UInt8(ascii: "[") { depth += 1 }
      if byte == UInt8(ascii: "]") { depth -= 1 }
      deepest = max(deepest, depth)
    }
    guard deepest <= Self.maximumDepth else {
      diagnostics.error(
        .tooDeep,
        "lists are nested at most \(Self.maximumDepth) deep in a type; write a value under 'values:'"
          + " for what is further in",
        at: text.range
      )
      return nil
    }
    guard let type = Self.type(text.value, at: text.range) else {
      reportNoType(text.range, text.value)
      return nil
    }
    return type
  }

  /// `[Element]`, or `[String: Element]`, which YAML reads as a list of one mapping.
  private mutating func collection(
    of item: YAMLNode,
    _ what: String,
    at range: SourceRange
  ) -> TypeSyntax? {
    var result = TypeSyntax(name: "", isID: false, isOptional: false, range: range)
    guard case .mapping(let pairs) = item.content else {
      // `[String:Int]` has no space, so that YAML reads a text.
      if case .scalar(let scalar) = item.content, scalar.text.contains(":") {
        return type(in: Located("[\(scalar.text)]", at: range))
      }
      return type(item, what).map { element in
        result.collection = .array(element)
        return result
      }
    }
    guard pairs.count == 1, let pair = pairs.first else {
      reportNoType(range)
      return nil
    }
    guard pair.key.value == "String" else {
      reportKey(pair.key)
      return nil
    }
    return type(pair.value, what).map { element in
      result.collection = .dictionary(element)
      return result
    }
  }

  /// A type in one text: `Int?`, `Team.ID`, `[String: Int]?`.
  private static func type(_ text: String, at range: SourceRange) -> TypeSyntax? {
    var name = text[...]
    let isOptional = name.hasSuffix("?")
    if isOptional { name = name.dropLast() }
    var result = TypeSyntax(name: "", isID: false, isOptional: isOptional, range: range)
    if name.hasPrefix("["), name.hasSuffix("]") {
      let content = String(name.dropFirst().dropLast())
      if let colon = content.firstIndex(of: ":"), content[..<colon].allSatisfy({ $0 != "[" }) {
        guard String(content[..<colon]).trimmed == "String" else { return nil }
        let element = String(content[content.index(after: colon)...]).trimmed
        guard let type = type(element, at: range) else { return nil }
        result.collection = .dictionary(type)
      } else {
        guard let type = type(content.trimmed, at: range) else { return nil }
        result.collection = .array(type)
      }
      return result
    }
    result.isID = name.hasSuffix(".ID")
    if result.isID { name = name.dropLast(3) }
    guard Identifier.isValid(String(name)) else { return nil }
    result.name = String(name)
    return result
  }

  private mutating func reportKey(_ key: Located<String>) {
    diagnostics.error(
      .notAType,
      "a dictionary has keys of type String, because JSON has no others; write 'String' instead of"
        + " '\(key.value)'",
      at: key.range,
      fixIts: [.init("write 'String'", replacing: key.range, with: "String")]
    )
  }

  private mutating func reportNoType(_ range: SourceRange, _ text: String? = nil) {
    diagnostics.error(
      .notAType,
      (text.map { "'\($0.prefix(60))' is" } ?? "this is")
        + " no type; write one such as String, Int?, Team.ID, [Int] or [String: Int]",
      at: range
    )
  }

  // MARK: Defaults

  mutating func defaultValue(_ node: YAMLNode?, _ what: String) -> DefaultSyntax? {
    guard let node else { return nil }
    let instead = "a value, or {sql: …}"
    switch node.content {
    case .mapping(let pairs) where pairs.count == 1 && pairs[0].key.value == "sql":
      let mapping = mapping(node, what, keys: Self.defaultKeys, instead: instead)
      guard let mapping, let sql = sql(mapping["sql"], mapping.what("sql")) else { return nil }
      return .sql(sql)
    case .mapping, .sequence:
      return json(node, what).map { .json($0) }
    case .scalar, .invalid: break
    }
    guard let scalar = scalar(node, what, instead: instead) else { return nil }
    if scalar.style == .plain, ["null", "~"].contains(scalar.text.lowercased()) {
      diagnostics.error(
        .nullDefault,
        "a column without a default is NULL already; remove 'default', or quote the text"
          + " \"\(scalar.text)\"",
        at: node.range
      )
      return nil
    }
    return .literal(Located(scalar.text, at: node.range), isPlain: scalar.style == .plain)
  }

  private mutating func json(_ node: YAMLNode, _ what: String) -> JSONSyntax? {
    switch node.content {
    case .invalid: return nil
    case .scalar:
      return scalar(node, "an entry of \(what)", instead: "a value").map {
        JSONSyntax(.scalar($0.text, isPlain: $0.style == .plain), at: node.range)
      }
    case .sequence(let items):
      let values = items.compactMap { json($0, what) }
      return values.count == items.count ? JSONSyntax(.list(values), at: node.range) : nil
    case .mapping(let pairs):
      let entries = pairs.compactMap { pair in
        json(pair.value, what).map { JSONSyntax.Entry(key: pair.key, value: $0) }
      }
      return entries.count == pairs.count ? JSONSyntax(.object(entries), at: node.range) : nil
    }
  }
}
