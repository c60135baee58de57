import StrataSchema

/// Writes the structs of a schema, which are stored as JSON.
struct StructWriter {
  var types: SwiftTypes
  var access: SwiftCode

  /// The struct, then what Swift cannot make by itself.
  func declarations(_ model: StructModel) -> [SwiftDeclaration] {
    let properties = model.properties.map(property)
    var members = properties.map { $0.declaration(access) }
    if access != "" { members.append(SwiftProperty.initializer(access, properties)) }
    members += SwiftProperty.hashing(access, properties, types)
    let conformances = [
      types.standard("Codable"), types.standard("Hashable"), types.standard("Sendable"),
      RuntimeNames.databaseValueConvertible,
    ]
    let structure = SwiftDeclaration(
      .conforming("\(access)struct \(name: model.name)", conformances),
      documentation: SwiftDocumentation(model.doc, else: "A value of `\(model.name)`."),
      members: members
    )
    guard model.properties.contains(where: { $0.defaultValue != nil }) else { return [structure] }
    return [structure, decoding(model)]
  }

  private func property(_ property: StructModel.Property) -> SwiftProperty {
    SwiftProperty(
      name: property.name,
      type: types.type(property.type, isOptional: property.isOptional),
      isOptional: property.isOptional,
      defaultValue: property.defaultValue.map { types.code(of: $0.value) },
      doc: property.doc
    )
  }

  /// The initialiser that takes a default where JSON lacks the key: the text may be older than the
  /// property.
  private func decoding(_ model: StructModel) -> SwiftDeclaration {
    let arguments: [SwiftCode] = model.properties.map { property in
      let isMissable = property.isOptional || property.defaultValue != nil
      let read: SwiftCode = isMissable ? "optional" : "value"
      var value: SwiftCode = "try object.\(read)(.\(member: property.name))"
      if let defaultValue = property.defaultValue {
        value.append(" ??" + .softBreak + types.code(of: defaultValue.value))
      }
      return "\(label: property.name):" + .softBreak + value
    }
    return SwiftDeclaration(
      "extension \(name: model.name)",
      members: [
        SwiftDeclaration(
          "\(access)init(from decoder: any \(types.standard("Decoder"))) throws",
          documentation: SwiftDocumentation(
            nil,
            else: "Reads JSON, which may lack a property that has a default."
          ),
          statements: [
            "let object = try \(RuntimeNames.jsonObject)<CodingKeys>(decoder)",
            "self.init\(arguments: arguments)",
          ]
        )
      ]
    )
  }
}
