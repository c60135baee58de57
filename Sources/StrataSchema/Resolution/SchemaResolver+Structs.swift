extension SchemaResolver {
  /// Resolves the structs, each of which may hold any other.
  mutating func resolveStructs(_ syntaxes: [StructSyntax]) {
    for syntax in syntaxes where structs[syntax.name.value] == nil {
      structs[syntax.name.value] = structure(syntax)
    }
    checkCircles(syntaxes.compactMap { structs[$0.name.value] })
    if reportedCircles.isEmpty { readPropertyDefaults(syntaxes) }
  }

  private mutating func structure(_ syntax: StructSyntax) -> StructModel {
    let name = syntax.name.value
    var properties: [StructModel.Property] = []
    for property in syntax.properties {
      guard let declared = resolve(property.type) else { continue }
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
      var reader = DefaultReader(enums: enums, structs: structs)
      for index in model.properties.indices {
        let property = model.properties[index]
        let written = syntax.properties.first { $0.name.range == property.range }
        guard let value = written?.defaultValue, !faults.concern(property.type) else { continue }
        model.properties[index].defaultValue = reader.propertyDefault(
          value,
          as: property.type,
          isOptional: property.isOptional,
          "'default' of property '\(property.name)' of '\(model.name)'"
        )
      }
      diagnostics.append(contentsOf: reader.diagnostics)
      structs[model.name] = model
    }
  }

  /// The names, each after those of the structs that its own holds.
  private func structsInOrder(_ names: [String]) -> [String] {
    var ordered: [String] = []
    var seen: Set<String> = []
    func visit(_ name: String) {
      guard seen.insert(name).inserted else { return }
      for property in structs[name]?.properties ?? [] {
        for name in property.type.structureNames { visit(name) }
      }
      ordered.append(name)
    }
    for name in names { visit(name) }
    return ordered
  }

  /// Reports structs that hold themselves, which no memory could hold.
  private mutating func checkCircles(_ models: [StructModel]) {
    for model in models {
      guard let path = circle(from: model.name, through: [model.name]) else { continue }
      // A circle is reported once, at the first of its structs.
      guard path.allSatisfy({ name in !reportedCircles.contains(name) }) else { continue }
      reportedCircles.formUnion(path)
      let property = model.properties.first { $0.type.structureName == path.dropFirst().first }
      diagnostics.error(
        .valueCircle,
        "'\(model.name)' holds itself"
          + (path.count > 2
            ? " by way of \(path.dropFirst().dropLast().joined(separator: ", "))" : "")
          + ", so that no value of it ends; write a list, such as '[\(path[1])]'",
        at: property?.range ?? model.range
      )
    }
  }

  private func circle(from name: String, through path: [String]) -> [String]? {
    for property in structs[name]?.properties ?? [] {
      guard let next = property.type.structureName else { continue }
      if next == path[0] { return path + [next] }
      guard !path.contains(next) else { continue }
      if let found = circle(from: next, through: path + [next]) { return found }
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
