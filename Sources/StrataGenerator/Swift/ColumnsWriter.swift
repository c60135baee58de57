import StrataPlanner
import StrataSchema

/// Writes the typed columns of a record.
struct ColumnsWriter {
  var types: SwiftTypes
  var access: SwiftCode

  func declaration(_ table: TableModel) -> SwiftDeclaration {
    declaration(
      record: table.name,
      sqlName: table.sqlName,
      columns: table.columns.map { column in
        (column.name, column.sqlName, column.access)
      }
    )
  }

  func declaration(_ view: ProvedView) -> SwiftDeclaration {
    declaration(
      record: view.model.name,
      sqlName: view.model.sqlName,
      columns: view.columns.map { column in
        (column.name, column.sqlName, column.access)
      }
    )
  }

  private func declaration(
    record: String,
    sqlName: String,
    columns: [(name: String, sqlName: String, access: ValueAccess)]
  ) -> SwiftDeclaration {
    // Computed, which costs the compiler less than a stored property with its lazy initialiser.
    let members = columns.map { column in
      let type = types.type(column.access.type, isOptional: column.access.isOptional)
      let parameters = SwiftCode.list("<", [types.reference(record), type], ">", .onePerLine)
      var arguments: [SwiftCode] = ["\(literal: column.sqlName)"]
      if let format = column.access.columnFormat {
        arguments.append("stored: .\(SwiftCode(verbatim: format))")
      }
      return SwiftDeclaration(
        "\(access)static var \(name: column.name):" + .softBreak
          + "\(RuntimeNames.typedColumn)\(parameters)",
        body: .expression(".init\(arguments: arguments)")
      )
    }
    return SwiftDeclaration(
      "\(access)enum Columns",
      documentation: SwiftDocumentation(nil, else: "The columns of `\(sqlName)`."),
      members: members
    )
  }
}
