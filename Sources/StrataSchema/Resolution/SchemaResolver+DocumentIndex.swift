extension SchemaResolver {
  /// An index of a collection, over what JSON has at fields and paths.
  mutating func index(
    _ syntax: CollectionIndexSyntax,
    of collection: CollectionSyntax,
    _ fields: [CollectionField]
  ) -> IndexModel? {
    let entries = syntax.entries.compactMap { entry($0, of: collection, fields) }
    guard entries.count == syntax.entries.count else { return nil }
    return IndexModel(
      name: syntax.name,
      sqlName: syntax.sqlIndexName(in: collection),
      entries: entries,
      condition: .made("body IS NOT NULL", at: syntax.name.range),
      isUnique: false
    )
  }

  /// The expression of a field or a path in it, as the view and the queries of an app have it.
  private mutating func entry(
    _ entry: Located<String>,
    of collection: CollectionSyntax,
    _ fields: [CollectionField]
  ) -> SQLFragment? {
    let words = entry.value.split(separator: " ").map(String.init)
    let direction = words.count == 2 ? words[1].sqlLowercased : ""
    guard words.count == 1 || ["asc", "desc"].contains(direction),
      let path = DocumentPath(words[0])
    else {
      diagnostics.error(
        .wrongShape,
        "an entry of an index of a collection is a field, or a path in one such as home.city or"
          + " lines[0].price, and 'desc' may follow; '\(entry.value)' is none",
        at: entry.range
      )
      return nil
    }
    guard let field = fields.first(where: { $0.property.name == path.field }) else {
      let isKnown = collection.fields.contains { $0.name.value == path.field }
      if !isKnown, !collection.fields.isEmpty {
        reportUnknownField(path.field, at: entry.range, collection)
      }
      return nil
    }
    let expression: String
    if path.isWhole {
      expression = field.expression
    } else {
      guard follow(path, in: field, at: entry.range) else { return nil }
      expression = path.expression
    }
    let order = direction == "desc" ? " DESC" : ""
    return .made("(\(expression))\(order)", at: entry.range)
  }

  /// Whether documents can have something at a path; what they cannot have is reported.
  private mutating func follow(
    _ path: DocumentPath,
    in field: CollectionField,
    at range: SourceRange
  ) -> Bool {
    var type = field.property.type
    var way = path.field
    for step in path.steps {
      let remedy: String
      switch (type, step) {
      // Only the app knows what a type of its own is in JSON.
      case (.app, _): return true
      case (.dictionary(let element, _), .name), (.array(let element, _), .index):
        type = element
        way += "\(step)"
        continue
      case (.structure(let structure), .name(let name)):
        guard let model = structs[structure], !faults.types.contains(structure) else { return true }
        if let property = model.properties.first(where: { $0.name == name }) {
          type = property.type
          way += "\(step)"
          continue
        }
        let names = model.properties.map(\.name)
        remedy =
          nearest(to: name, in: names).map { "did you mean '\(way).\($0)'?" }
          ?? "the properties of '\(structure)' are \(names.prefix(12).joined(separator: ", "))"
      case (.array, .name): remedy = "write a number of an element, as in '\(way)[0]'"
      case (.dictionary, .index), (.structure, .index): remedy = "write a name, as in '\(way).name'"
      default: remedy = "'\(way)' has no parts; write '\(way)'"
      }
      diagnostics.error(
        .unknownColumn,
        "no document has anything at '\(way)\(step)'; \(remedy)",
        at: range
      )
      return false
    }
    return true
  }

  private mutating func reportUnknownField(
    _ name: String,
    at range: SourceRange,
    _ collection: CollectionSyntax
  ) {
    let names = collection.fields.map(\.name.value)
    let known = nearest(to: name, in: names)
    diagnostics.error(
      .unknownColumn,
      "'\(name)' is no field of collection '\(collection.name.value)'"
        + (known.map { "; did you mean '\($0)'?" }
          ?? "; the fields are \(names.prefix(12).joined(separator: ", "))"),
      at: range
    )
  }
}
