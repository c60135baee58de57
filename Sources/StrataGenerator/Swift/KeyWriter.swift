import StrataSchema

/// Writes the key of a record: its type `ID`, and `id` where no column has that name.
struct KeyWriter {
  /// A column of the key.
  struct Column {
    var property: SwiftProperty
    var type: ValueType
    var access: ValueAccess
  }

  var types: SwiftTypes
  var access: SwiftCode
  /// The record's key in the schema.
  var record: String
  /// In the order of the key.
  var columns: [Column]
  var isCodable: Bool

  /// The type of the key, named for the compiler even where it is a type of the library: inferring
  /// it costs time, and what stands beside a default may not be found.
  var type: SwiftDeclaration {
    guard columns.count == 1, let key = columns.first else { return composite }
    guard case .id(record, let rawValue) = key.type else {
      return SwiftDeclaration("\(access)typealias ID =" + .softBreak + key.property.type)
    }
    let property = SwiftProperty(
      name: "rawValue",
      type: types.type(rawValue, isOptional: false),
      isOptional: false
    )
    var members = [property.declaration(access)]
    if access != "" { members.append(SwiftProperty.initializer(access, [property])) }
    return SwiftDeclaration(
      "\(access)struct ID: \(RuntimeNames.recordID)",
      documentation: SwiftDocumentation(nil, else: "The key of a row."),
      members: members
    )
  }

  private var composite: SwiftDeclaration {
    let properties = columns.map { column in
      SwiftProperty(
        name: column.property.name,
        type: column.property.type,
        isOptional: column.property.isOptional
      )
    }
    var members = properties.map { $0.declaration(access) }
    if access != "" { members.append(SwiftProperty.initializer(access, properties)) }
    members.append(
      SwiftDeclaration(
        "\(access)func \(RuntimeNames.bind)",
        statements: columns.indices.map { index in
          columns[index].access.binding(index, properties[index].expression)
        }
      )
    )
    var conformances = [types.standard("Hashable"), types.standard("Sendable")]
    if isCodable { conformances.append(types.standard("Codable")) }
    conformances.append(RuntimeNames.compositeID)
    return SwiftDeclaration(
      .conforming("\(access)struct ID", conformances),
      documentation: SwiftDocumentation(nil, else: "The key of a row."),
      members: members
    )
  }

  /// `id`, computed from the columns of the key; nil where it is a column itself.
  var computedID: SwiftDeclaration? {
    guard !columns.contains(where: { $0.property.name == "id" }) else { return nil }
    if columns.count == 1, let key = columns.first {
      return SwiftDeclaration("\(access)var id: ID", body: .expression(key.property.expression))
    }
    let arguments: [SwiftCode] = columns.map { column in
      "\(label: column.property.name):" + .softBreak + column.property.expression
    }
    return SwiftDeclaration(
      "\(access)var id: ID",
      body: .expression("ID\(arguments: arguments)")
    )
  }
}
