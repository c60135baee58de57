import StrataSchema

/// Writes the class of a collection's documents, and says which view shows them.
struct CollectionWriter {
  var types: SwiftTypes
  var access: SwiftCode

  func declarations(_ collection: CollectionModel) -> [SwiftDeclaration] {
    [model(collection), row(collection)]
  }

  private func properties(_ collection: CollectionModel) -> [SwiftProperty] {
    collection.model.properties.map { property in
      let isBlob = collection.blobs.contains(property.name)
      let blob = property.isOptional ? RuntimeNames.blob + "?" : RuntimeNames.blob
      return SwiftProperty(
        name: property.name,
        type: isBlob ? blob : types.type(property.type, isOptional: property.isOptional),
        isOptional: property.isOptional,
        defaultValue: property.defaultValue.map { types.code(of: $0.value) },
        doc: property.doc
      )
    }
  }

  private func model(_ collection: CollectionModel) -> SwiftDeclaration {
    let properties = properties(collection)
    let idType = types.standard("String") + "?"
    let id = SwiftProperty(name: "id", type: idType, isOptional: true)
    var members = [
      SwiftDeclaration(
        "\(access)static let \(RuntimeNames.collectionName): \(types.standard("String")) = \(literal: collection.sqlName)"
      ),
      SwiftDeclaration("@\(RuntimeNames.documentID) \(access)var id: \(idType)"),
    ]
    members += properties.map { property in
      // The initialisers say the default.
      var property = property
      property.defaultValue = nil
      return property.declaration(access)
    }
    members.append(SwiftProperty.initializer(access, [id] + properties))
    if collection.model.properties.contains(where: { $0.defaultValue != nil }) {
      members.append(decoding(collection))
    }
    return SwiftDeclaration(
      .conforming("\(access)final class \(name: collection.name)", [RuntimeNames.documentModel]),
      documentation: SwiftDocumentation(
        collection.model.doc,
        else: "A document of the collection `\(collection.sqlName)`."
      ),
      members: members
    )
  }

  /// The initialiser that takes a default where a document lacks the field.
  private func decoding(_ collection: CollectionModel) -> SwiftDeclaration {
    let reads: [SwiftCode] = collection.model.properties.map { property in
      let isMissable = property.isOptional || property.defaultValue != nil
      let read: SwiftCode = isMissable ? "optional" : "value"
      var value: SwiftCode = "try object.\(read)(.\(member: property.name))"
      if let defaultValue = property.defaultValue {
        value.append(" ??" + .softBreak + types.code(of: defaultValue.value))
      }
      return "self.\(name: property.name) =" + .softBreak + value
    }
    return SwiftDeclaration(
      "\(access)init(from decoder: any \(types.standard("Decoder"))) throws",
      documentation: SwiftDocumentation(
        nil,
        else: "Reads a document, which may lack a field that has a default."
      ),
      statements: [
        "let object = try \(RuntimeNames.jsonObject)<CodingKeys>(decoder)",
        "self._id = try object.value(.id)",
      ] + reads
    )
  }

  private func row(_ collection: CollectionModel) -> SwiftDeclaration {
    SwiftDeclaration(
      .conforming("extension \(name: collection.rowName)", [RuntimeNames.documentRow]),
      members: [
        SwiftDeclaration(
          "\(access)typealias Model =" + .softBreak + types.reference(collection.name)
        )
      ]
    )
  }
}
