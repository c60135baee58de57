extension SchemaResolver {
  /// Resolves the structs, each of which may hold any other.
  mutating func resolveStructs(_ syntaxes: [StructSyntax]) {
    for syntax in syntaxes where structs[syntax.name.value] == nil {
      structs[syntax.name.value] = structure(syntax)
    }
    checkCircles(syntaxes.compactMap { structs[$0.name.value] })
    readPropertyDefaults(syntaxes)
  }

  private mutating func structure(_ syntax: StructSyntax) -> StructModel {
    let name = syntax.name.value
    var properties: [StructModel.Property] = []
    for property in syntax.properties {
      guard let declared = resolve(property.type) else {
        faults.properties[name, default: []].insert(property.name.value)
        continue
      }
      if checkJSON(declared.type, at: declared.range) {
        markCodable(declared.type)
      }
      properties.append(
        StructModel.Property(
          name: property.name.value,
          range: property.name.range,
          type: declared.type,
          isOptional: declared.isOptional,
          doc: property.doc
        )
      )
    }
    return StructModel(
      name: name,
      range: syntax.name.range,
      doc: syntax.doc,
      properties: properties
    )
  }

  /// The structs with the defaults of their properties, which may be values of other structs.
  private mutating func readPropertyDefaults(_ syntaxes: [StructSyntax]) {
    let byName = Dictionary(
      syntaxes.map { ($0.name.value, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    // A default that is a value of another struct takes that one's defaults.
    for name in structsInOrder(syntaxes.map(\.name.value)) {
      guard let syntax = byName[name], var model = structs[name] else { continue }
      guard syntax.properties.contains(where: { $0.defaultValue != nil }) else { continue }
      var reader = DefaultReader(enums: enums, structs: structs, faults: faults)
      for index in model.properties.indices {
        let property = model.properties[index]
        let written = syntax.properties.first { $0.name.range == property.range }
        guard let value = written?.defaultValue else { continue }
        // Values in a circle have no defaults that end.
        if reportedCircles.isEmpty, !faults.concern(property.type) {
          model.properties[index].defaultValue = reader.propertyDefault(
            value,
            as: property.type,
            isOptional: property.isOptional,
            "'default' of property '\(property.name)' of '\(model.name)'"
          )
        }
        if model.properties[index].defaultValue == nil {
          faults.properties[name, default: []].insert(property.name)
        }
      }
      diagnostics.append(contentsOf: reader.diagnostics)
      structs[model.name] = model
    }
  }

  /// The names, each after those of the structs that its own holds.
  private func structsInOrder(_ names: [String]) -> [String] {
    var ordered: [String] = []
    var seen: Set<String> = []
    for name in names where seen.insert(name).inserted {
      var path = [(name: name, parts: parts(of: name)[...])]
      while let last = path.indices.last {
        if let part = path[last].parts.popFirst() {
          if seen.insert(part).inserted { path.append((part, parts(of: part)[...])) }
        } else {
          ordered.append(path.removeLast().name)
        }
      }
    }
    return ordered
  }

  /// The structs that stand in the types of a struct's properties.
  private func parts(of name: String) -> [String] {
    structs[name]?.properties.flatMap(\.type.structureNames) ?? []
  }

  /// The structs that a struct holds as parts of itself.
  private func held(by name: String) -> [String] {
    structs[name]?.properties.compactMap(\.type.structureName) ?? []
  }

  /// Reports structs that hold themselves, which no memory could hold.
  private mutating func checkCircles(_ models: [StructModel]) {
    var ending: Set<String> = []
    for name in structsInOrder(models.map(\.name)) where ending.isSuperset(of: held(by: name)) {
      ending.insert(name)
    }
    for model in models where !ending.contains(model.name) {
      // A circle is reported once, at the first of its structs.
      guard !reportedCircles.contains(model.name), let path = circle(from: model.name),
        reportedCircles.isDisjoint(with: path)
      else { continue }
      reportedCircles.formUnion(path)
      let property = model.properties.first { $0.type.structureName == path.dropFirst().first }
      let others = path.dropFirst().dropLast()
      let rest = others.count > 12 ? " and \(others.count - 12) more" : ""
      diagnostics.error(
        .valueCircle,
        "'\(model.name)' holds itself"
          + (others.isEmpty
            ? "" : " by way of \(others.prefix(12).joined(separator: ", "))\(rest)")
          + ", so that no value of it ends; write a list, such as '[\(path[1])]'",
        at: property?.range ?? model.range
      )
    }
  }

  /// The names from a struct through what it holds to itself.
  private func circle(from name: String) -> [String]? {
    var path = [(name: name, held: held(by: name)[...])]
    var seen: Set<String> = [name]
    while let last = path.indices.last {
      guard let next = path[last].held.popFirst() else {
        path.removeLast()
        continue
      }
      if next == name { return path.map(\.name) + [next] }
      if seen.insert(next).inserted { path.append((next, held(by: next)[...])) }
    }
    return nil
  }

  // MARK: JSON

  /// Reports a type that JSON cannot hold.
  mutating func checkJSON(_ type: ValueType, at range: SourceRange) -> Bool {
    guard type.contains({ $0 == .any }) else { return true }
    diagnostics.error(
      .unknownType,
      "'Any' is a value as SQLite stores it, which JSON cannot hold; write a type such as String",
      at: range
    )
    return false
  }

  /// Notes that the enums and the types of the app in a type have to be `Codable`.
  mutating func markCodable(_ type: ValueType) {
    switch type {
    case .enumeration(let name), .app(let name, _): codableNames.insert(name)
    default: break
    }
    for part in type.parts { markCodable(part) }
  }
}

extension ValueType {
  /// The struct that a value of the type holds as a part of itself.
  fileprivate var structureName: String? {
    if case .structure(let name) = self { name } else { nil }
  }

  /// The structs that stand in the type.
  fileprivate var structureNames: [String] {
    if case .structure(let name) = self { [name] } else { parts.flatMap(\.structureNames) }
  }
}
