import StrataPlanner
import StrataSchema

/// Writes the record of a table.
struct RecordWriter {
  var types: SwiftTypes
  var access: SwiftCode
  var table: TableModel

  var isPublic: Bool { access != "" }

  /// The record, then its extensions.
  var declarations: [SwiftDeclaration] {
    [record, conformance]
  }

  private var record: SwiftDeclaration {
    let properties = table.columns.map(property)
    var members: [SwiftDeclaration] = []
    if let identifier { members.append(identifier) }
    members += properties.map { $0.declaration(access) }
    if let computedID { members.append(computedID) }
    if isPublic { members.append(SwiftProperty.initializer(access, properties)) }
    if let draft = DraftWriter(types: types, access: access, table: table).declaration {
      members.append(draft)
    }
    members.append(ColumnsWriter(types: types, access: access).declaration(table))

    var conformances = table.isIdentifiable ? [types.standard("Identifiable")] : []
    conformances += [types.standard("Hashable"), types.standard("Sendable")]
    if table.isCodable { conformances.append(types.standard("Codable")) }
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

  /// The type of the record's key, where it is one of its own.
  private var identifier: SwiftDeclaration? {
    let columns = table.keyColumns
    if let key = columns.first, columns.count == 1, case .id(table.name, let rawValue) = key.type {
      let property = SwiftProperty(
        name: "rawValue",
        type: types.type(rawValue, isOptional: false),
        isOptional: false
      )
      var members = [property.declaration(access)]
      if isPublic { members.append(SwiftProperty.initializer(access, [property])) }
      return SwiftDeclaration(
        "\(access)struct ID: \(RuntimeNames.recordID)",
        documentation: SwiftDocumentation(nil, else: "The key of a row."),
        members: members
      )
    }
    guard columns.count > 1, table.isIdentifiable else { return nil }
    let properties = columns.map { column in
      SwiftProperty(
        name: column.name,
        type: types.type(column.type, isOptional: column.isOptional),
        isOptional: column.isOptional
      )
    }
    var members = properties.map { $0.declaration(access) }
    if isPublic { members.append(SwiftProperty.initializer(access, properties)) }
    members.append(
      SwiftDeclaration(
        "\(access)func \(RuntimeNames.bind)",
        statements: columns.indices.map { index in
          columns[index].access.binding(index, properties[index].expression)
        }
      )
    )
    var conformances = [types.standard("Hashable"), types.standard("Sendable")]
    if table.isCodable { conformances.append(types.standard("Codable")) }
    conformances.append(RuntimeNames.compositeID)
    return SwiftDeclaration(
      .conforming("\(access)struct ID", conformances),
      documentation: SwiftDocumentation(nil, else: "The key of a row."),
      members: members
    )
  }

  /// `id` where no column has that name.
  private var computedID: SwiftDeclaration? {
    let columns = table.keyColumns
    guard table.isIdentifiable, table.column(named: "id") == nil else { return nil }
    if let key = columns.first, columns.count == 1 {
      let type = types.type(key.type, isOptional: key.isOptional)
      return SwiftDeclaration(
        "\(access)var id: \(type)",
        body: .expression(property(key).expression)
      )
    }
    let arguments: [SwiftCode] = columns.map { column in
      let property = property(column)
      return "\(label: column.name):" + .softBreak + property.expression
    }
    return SwiftDeclaration(
      "\(access)var id: ID",
      body: .expression("ID\(arguments: arguments)")
    )
  }

  private var conformance: SwiftDeclaration {
    var conformances = [RuntimeNames.generatedRecord]
    if table.generatesStandardRequests { conformances.append(RuntimeNames.standardRequests) }
    let reading = SwiftDeclaration(
      "\(access)init(reading row: \(RuntimeNames.rowReader)) throws",
      statements: table.columns.enumerated().map { index, column in
        "\(property(column).expression) =" + .softBreak + column.access.reading(index)
      }
    )
    let binding = SwiftDeclaration(
      "\(access)func \(RuntimeNames.bind)",
      statements: table.columns.enumerated().compactMap { index, column in
        guard column.generated == nil else { return nil }
        return column.access.binding(index, property(column).expression)
      }
    )
    return SwiftDeclaration(
      .conforming("extension \(name: table.name)", conformances),
      members: [definition, reading, binding]
    )
  }

  private var definition: SwiftDeclaration {
    let generated = table.columns.filter { $0.generated != nil }.map(\.sqlName)
    var arguments: [SwiftCode] = [
      "name: \(literal: table.sqlName)",
      "columns: " + .array(ofLiterals: table.columns.map(\.sqlName)),
      "primaryKey: " + .array(ofLiterals: table.keyColumns.map(\.sqlName)),
    ]
    if let rowID = table.rowIDColumn { arguments.append("rowID: \(literal: rowID.sqlName)") }
    if !generated.isEmpty { arguments.append("generated: " + .array(ofLiterals: generated)) }
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
