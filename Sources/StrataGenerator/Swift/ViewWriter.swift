import StrataPlanner
import StrataSchema

/// Writes the record of a view, which is only read.
struct ViewWriter {
  var types: SwiftTypes
  var access: SwiftCode
  var view: ProvedView
  var generatesStandardRequests: Bool

  var declarations: [SwiftDeclaration] {
    [record, conformance]
  }

  private var keyColumns: [ProvedColumn] {
    view.model.primaryKey.compactMap { key in view.columns.first { $0.name == key.value } }
  }

  /// Whether `id` is the key: a column of another meaning may have taken the name.
  private var isIdentifiable: Bool {
    let key = keyColumns.map(\.name)
    return !key.isEmpty && (key == ["id"] || !view.columns.contains { $0.name == "id" })
  }

  private var properties: [SwiftProperty] {
    view.columns.map { column in
      SwiftProperty(
        name: column.name,
        type: types.type(column.type, isOptional: column.isOptional),
        isOptional: column.isOptional,
        isConstant: true
      )
    }
  }

  private var record: SwiftDeclaration {
    var members = properties.map { $0.declaration(access) }
    if isIdentifiable, !keyColumns.contains(where: { $0.name == "id" }) {
      members.append(contentsOf: computedID)
    }
    if access != "" { members.append(SwiftProperty.initializer(access, properties)) }
    members.append(ColumnsWriter(types: types, access: access).declaration(view))
    var conformances = isIdentifiable ? [types.standard("Identifiable")] : []
    conformances += [types.standard("Hashable"), types.standard("Sendable")]
    return SwiftDeclaration(
      .conforming("\(access)struct \(name: view.model.name)", conformances),
      documentation: SwiftDocumentation(
        view.model.doc,
        else: "A row of the view `\(view.model.sqlName)`."
      ),
      members: members
    )
  }

  /// `id` where no column has that name, with a type of its own for a key of several columns.
  private var computedID: [SwiftDeclaration] {
    let columns = keyColumns
    let properties = properties.filter { property in columns.contains { $0.name == property.name } }
    if let key = columns.first, columns.count == 1 {
      let type = types.type(key.type, isOptional: key.isOptional)
      return [
        SwiftDeclaration("\(access)var id: \(type)", body: .expression(properties[0].expression))
      ]
    }
    let arguments: [SwiftCode] = properties.map {
      "\(label: $0.name):" + .softBreak + $0.expression
    }
    return [
      SwiftDeclaration(
        "\(access)var id: ID",
        body: .expression("ID\(arguments: arguments)")
      ),
      SwiftDeclaration(
        .conforming(
          "\(access)struct ID",
          [types.standard("Hashable"), types.standard("Sendable")]
        ),
        documentation: SwiftDocumentation(nil, else: "The key of a row."),
        members: properties.map { $0.declaration(access) }
      ),
    ]
  }

  private var conformance: SwiftDeclaration {
    var conformances = [RuntimeNames.generatedView]
    if generatesStandardRequests { conformances.append(RuntimeNames.standardRequests) }
    let arguments: [SwiftCode] = [
      "name: \(literal: view.model.sqlName)",
      "columns: " + .array(ofLiterals: view.columns.map(\.sqlName)),
      "primaryKey: " + .array(ofLiterals: keyColumns.map(\.sqlName)),
    ]
    let properties = properties
    return SwiftDeclaration(
      .conforming("extension \(name: view.model.name)", conformances),
      members: [
        SwiftDeclaration(
          "\(access)static let \(RuntimeNames.table): \(RuntimeNames.tableDefinition) = .init\(arguments: arguments)"
        ),
        SwiftDeclaration(
          "\(access)init(reading row: \(RuntimeNames.rowReader)) throws",
          statements: view.columns.enumerated().map { index, column in
            "\(properties[index].expression) =" + .softBreak + column.access.reading(index)
          }
        ),
      ]
    )
  }
}
