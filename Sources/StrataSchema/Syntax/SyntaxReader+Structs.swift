extension SyntaxReader {
  static let structKeys = ["doc", "properties"]
  static let propertyKeys = ["type", "default", "doc"]
  static let appTypeKeys = ["stored", "module"]

  /// A struct: a mapping from its properties to their types, or `{doc, properties}`.
  mutating func structure(_ name: Located<String>, _ node: YAMLNode) -> StructSyntax? {
    let place = "value '\(name.value)'"
    let instead = "a mapping from properties to types, such as {street: String, zip: String?}"
    var result = StructSyntax(name: name)
    guard let pairs = pairs(node, place, instead: instead) else { return result }
    var properties = node
    if let long = pairs.first(where: { $0.key.value == "properties" }),
      case .mapping = long.value.content
    {
      let mapping = mapping(node, place, keys: Self.structKeys, instead: instead)
      if let mapping { result.doc = doc(mapping["doc"], mapping.what("doc")) }
      properties = long.value
    }
    result.properties = typedNames(
      properties,
      place,
      "a property",
      keys: Self.propertyKeys
    )
    if case .mapping(let pairs) = properties.content, pairs.isEmpty {
      diagnostics.error(
        .emptyValue,
        "\(place) has no properties; write at least one, such as {street: String}",
        at: properties.range
      )
    }
    return result
  }

  /// A type that the app declares.
  mutating func appType(_ name: Located<String>, _ node: YAMLNode) -> AppTypeSyntax? {
    let place = "type '\(name.value)'"
    var result = AppTypeSyntax(name: name)
    guard
      let mapping = mapping(
        node,
        place,
        keys: Self.appTypeKeys,
        instead: "a mapping such as {stored: Int}"
      )
    else { return result }
    result.stored = text(mapping["stored"], mapping.what("stored"), instead: "a type such as Int")
    result.module = text(mapping["module"], mapping.what("module"), instead: "a module's name")
    if mapping["stored"] == nil {
      diagnostics.error(
        .missingKey,
        "\(place) does not say how it is stored; write 'stored:' with a type such as Int or String",
        at: name.range
      )
    }
    if let module = result.module {
      _ = checkName(module, "a module", remedy: "write the name after 'import'")
    }
    return result
  }
}
