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
    members.append(reading(collection))
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
  private func reading(_ collection: CollectionModel) -> SwiftDeclaration {
    let reads: [SwiftCode] = collection.model.properties.map { property in
      let isMissable = property.isOptional || property.defaultValue != nil
      let accessor = DocumentAccess(
        type: property.type,
        isBlob: collection.blobs.contains(property.name),
        isOptional: isMissable
      ).accessor
      var value: SwiftCode =
        "try \(RuntimeNames.fields).\(accessor)(\(literal: property.name))"
      if let defaultValue = property.defaultValue {
        value.append(" ??" + .softBreak + types.code(of: defaultValue.value))
      }
      return "self.\(name: property.name) =" + .softBreak + value
    }
    return SwiftDeclaration(
      "\(access)init(reading \(RuntimeNames.fields): \(RuntimeNames.documentFields)) throws",
      statements: ["self._id = try \(RuntimeNames.fields).id()"] + reads
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

/// How a value gets out of a document.
private struct DocumentAccess {
  var type: ValueType
  var isBlob: Bool
  var isOptional: Bool

  /// What reads it from the fields.
  var accessor: SwiftCode {
    isOptional
      ? SwiftCode(verbatim: "optional\(name.prefix(1).uppercased())\(name.dropFirst())")
      : SwiftCode(verbatim: name)
  }

  private var name: String {
    if isBlob { return "value" }
    return switch type {
    case .bool: "bool"
    case .int: "int"
    case .double: "double"
    case .string: "string"
    case .date: "date"
    case .enumeration: "enumeration"
    case .int64, .int32, .data, .uuid, .decimal, .url, .any, .app, .id, .structure, .array,
      .dictionary:
      "value"
    }
  }
}
