import StrataPlanner
import StrataSchema

/// Writes the record of a view, which is only read.
struct ViewWriter {
  var types: SwiftTypes
  var access: SwiftCode
  var view: ProvedView
  var generatesStandardRequests: Bool
  var isCodable: Bool

  var declarations: [SwiftDeclaration] {
    [record, columns]
  }

  private var keyColumns: [ProvedColumn] {
    view.model.primaryKey.compactMap { key in view.columns.first { $0.name == key.value } }
  }

  /// Whether `id` is the key: a column of another meaning may have taken the name.
  private var isIdentifiable: Bool {
    let key = keyColumns.map(\.name)
    return !key.isEmpty && (key == ["id"] || !view.columns.contains { $0.name == "id" })
  }

  private var properties: [SwiftProperty] { view.columns.map(property) }

  private func property(_ column: ProvedColumn) -> SwiftProperty {
    SwiftProperty(
      name: column.name,
      type: types.type(column.type, isOptional: column.isOptional),
      isOptional: column.isOptional,
      isConstant: true
    )
  }

  private var record: SwiftDeclaration {
    var members: [SwiftDeclaration] = []
    if let key { members.append(key.type) }
    members += properties.map { $0.declaration(access) }
    if let id = key?.computedID { members.append(id) }
    if access != "" { members.append(SwiftProperty.initializer(access, properties)) }
    members += SwiftProperty.hashing(access, properties, types)
    members.append(ColumnsWriter(types: types, access: access).declaration(view))
    var conformances = isIdentifiable ? [types.standard("Identifiable")] : []
    conformances += [types.standard("Hashable"), types.standard("Sendable")]
    if isCodable { conformances.append(types.standard("Codable")) }
    // As in a record of a table.
    conformances.append(RuntimeNames.generatedView)
    if generatesStandardRequests { conformances.append(RuntimeNames.standardRequests) }
    return SwiftDeclaration(
      .conforming("\(access)struct \(name: view.model.name)", conformances),
      documentation: SwiftDocumentation(
        view.model.doc,
        else: "A row of the view `\(view.model.sqlName)`."
      ),
      members: members
    )
  }

  /// The key, where it identifies the record.
  private var key: KeyWriter? {
    guard isIdentifiable else { return nil }
    return KeyWriter(
      types: types,
      access: access,
      record: view.model.name,
      columns: keyColumns.map { column in
        .init(property: property(column), type: column.type, access: column.access)
      },
      isCodable: isCodable
    )
  }

  private var columns: SwiftDeclaration {
    var arguments: [SwiftCode] = [
      "name: \(literal: view.model.sqlName)",
      "columns: " + .names(view.columns.map(\.sqlName)),
      "primaryKey: " + .names(keyColumns.map(\.sqlName)),
    ]
    if keyColumns.count == 1, let format = keyColumns[0].access.columnFormat {
      arguments.append("keyFormat: .\(SwiftCode(verbatim: format))")
    }
    let properties = properties
    return SwiftDeclaration(
      "extension \(name: view.model.name)",
      members: [
        SwiftDeclaration(
          "\(access)static let \(RuntimeNames.table): \(RuntimeNames.tableDefinition) = .init\(arguments: arguments)"
        ),
        SwiftProperty.reader(access, Array(zip(properties, view.columns.map(\.access)))),
      ]
    )
  }
}
