import StrataPlanner
import StrataSchema

/// Writes the record of a table.
struct RecordWriter {
  var types: SwiftTypes
  var access: SwiftCode
  var table: TableModel

  var isPublic: Bool { access != "" }

  /// The record, then how it is read and bound.
  var declarations: [SwiftDeclaration] {
    [record, columns]
  }

  // The protocols stand on the type itself, not on the extension with what they ask for: Swift compiles
  // nothing of an internal type that nobody uses, except a conformance that an extension declares.

  private var record: SwiftDeclaration {
    let properties = table.columns.map(property)
    var members: [SwiftDeclaration] = []
    if let key { members.append(key.type) }
    members += properties.map { $0.declaration(access) }
    if let id = key?.computedID { members.append(id) }
    if isPublic { members.append(SwiftProperty.initializer(access, properties)) }
    members += SwiftProperty.hashing(access, properties, types)
    if let draft = DraftWriter(types: types, access: access, table: table).declaration {
      members.append(draft)
    }
    members.append(ColumnsWriter(types: types, access: access).declaration(table))

    var conformances = table.isIdentifiable ? [types.standard("Identifiable")] : []
    conformances += [types.standard("Hashable"), types.standard("Sendable")]
    if table.isCodable { conformances.append(types.standard("Codable")) }
    conformances.append(RuntimeNames.generatedRecord)
    if table.generatesStandardRequests { conformances.append(RuntimeNames.standardRequests) }
    return SwiftDeclaration(
      .conforming("\(access)struct \(name: table.name)", conformances),
      documentation: SwiftDocumentation(table.doc, else: "A row of the table `\(table.sqlName)`."),
      members: members
    )
  }

  private func property(_ column: ColumnModel) -> SwiftProperty {
    SwiftProperty(
      name: column.name,
      type: types.type(column.type, isOptional: column.isOptional),
      isOptional: column.isOptional,
      isConstant: column.generated != nil,
      defaultValue: types.defaultValue(
        column.defaultValue,
        of: column.type,
        isOptional: column.isOptional
      ),
      doc: column.doc
    )
  }

  /// The key, where it identifies the record.
  private var key: KeyWriter? {
    guard table.isIdentifiable else { return nil }
    return KeyWriter(
      types: types,
      access: access,
      record: table.name,
      columns: table.keyColumns.map { column in
        .init(property: property(column), type: column.type, access: column.access)
      },
      isCodable: table.isCodable
    )
  }

  private var columns: SwiftDeclaration {
    let reading = SwiftProperty.reader(
      access,
      table.columns.map { (property($0), $0.access) }
    )
    let binding = SwiftDeclaration(
      "\(access)func \(RuntimeNames.bind)",
      statements: table.columns.enumerated().compactMap { index, column in
        guard column.generated == nil else { return nil }
        return column.access.binding(index, property(column).expression)
      }
    )
    return SwiftDeclaration(
      "extension \(name: table.name)",
      members: [definition, reading, binding]
    )
  }

  private var definition: SwiftDeclaration {
    let generated = table.columns.filter { $0.generated != nil }.map(\.sqlName)
    var arguments: [SwiftCode] = [
      "name: \(literal: table.sqlName)",
      "columns: " + .names(table.columns.map(\.sqlName)),
      "primaryKey: " + .names(table.keyColumns.map(\.sqlName)),
    ]
    if table.keyColumns.count == 1, let format = table.keyColumns[0].access.columnFormat {
      arguments.append("keyFormat: .\(SwiftCode(verbatim: format))")
    }
    if let rowID = table.rowIDColumn { arguments.append("rowID: \(literal: rowID.sqlName)") }
    if !generated.isEmpty { arguments.append("generated: " + .names(generated)) }
    if table.isWithoutRowID { arguments.append("isWithoutRowID: true") }
    return SwiftDeclaration(
      "\(access)static let \(RuntimeNames.table): \(RuntimeNames.tableDefinition) = .init\(arguments: arguments)"
    )
  }
}

extension TableModel {
  /// The columns of the primary key, in its order.
  var keyColumns: [ColumnModel] { primaryKey.compactMap(column(named:)) }

  /// Whether `id` is the key: a column of another meaning may have taken the name.
  var isIdentifiable: Bool {
    !primaryKey.isEmpty && (primaryKey == ["id"] || column(named: "id") == nil)
  }
}
