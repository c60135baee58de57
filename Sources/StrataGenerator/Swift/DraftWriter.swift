import StrataPlanner
import StrataSchema

/// Writes the draft of a record: a row that is not inserted yet.
///
/// There is one only where the database fills something in (a key that it numbers, a generated
/// column, a default that is SQL), because elsewhere the record itself says the same. A draft has
/// every column except the first two; nil in one with an SQL default leaves it to the database.
struct DraftWriter {
  var types: SwiftTypes
  var access: SwiftCode
  var table: TableModel

  var declaration: SwiftDeclaration? {
    guard
      table.rowIDColumn != nil
        || table.columns.contains(where: { $0.generated != nil || $0.hasDatabaseDefault })
    else { return nil }

    let rowID = table.rowIDColumn?.name
    let columns = table.columns.enumerated()
      .filter { $0.element.generated == nil && $0.element.name != rowID }
    let properties = columns.map { property($0.element) }
    var members: [SwiftDeclaration] = [
      SwiftDeclaration("\(access)typealias Record =" + .softBreak + types.reference(table.name))
    ]
    members += properties.map { $0.declaration(access) }
    if access != "" { members.append(SwiftProperty.initializer(access, properties)) }
    if let omitted = omittedColumns(columns.map { ($0.offset, $0.element) }) {
      members.append(omitted)
    }
    members.append(
      SwiftDeclaration(
        "\(access)func \(RuntimeNames.bind)",
        statements: zip(columns, properties).map { column, property in
          var value = column.element.access
          value.isOptional = property.isOptional
          return value.binding(column.offset, property.expression)
        }
      )
    )
    return SwiftDeclaration(
      "\(access)struct Draft: \(RuntimeNames.recordDraft)",
      documentation: SwiftDocumentation(
        nil,
        else: "A row of the table `\(table.sqlName)` that is not inserted yet."
      ),
      members: members
    )
  }

  private func property(_ column: ColumnModel) -> SwiftProperty {
    let isOptional = column.isOptional || column.hasDatabaseDefault
    return SwiftProperty(
      name: column.name,
      type: types.type(column.type, isOptional: isOptional),
      isOptional: isOptional,
      defaultValue: types.defaultValue(
        column.defaultValue,
        of: column.type,
        isOptional: column.isOptional
      ),
      doc: column.doc
    )
  }

  private func omittedColumns(_ columns: [(index: Int, column: ColumnModel)]) -> SwiftDeclaration? {
    let optional = columns.filter(\.column.hasDatabaseDefault)
    guard !optional.isEmpty else { return nil }
    var statements: [SwiftCode] = ["var columns: \(RuntimeNames.columnSet) = []"]
    for (index, column) in optional {
      statements.append("if self.\(name: column.name) == nil { columns.insert(\(index)) }")
    }
    statements.append("return columns")
    return SwiftDeclaration(
      "\(access)var \(RuntimeNames.omittedColumns): \(RuntimeNames.columnSet)",
      statements: statements
    )
  }
}

extension ColumnModel {
  /// Whether only the database can evaluate the default.
  var hasDatabaseDefault: Bool {
    switch defaultValue {
    case .now?, .sql?: true
    case .literal?, .json?, nil: false
    }
  }
}
