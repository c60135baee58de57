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
        (column.name, column.sqlName, types.type(column.type, isOptional: column.isOptional))
      }
    )
  }

  func declaration(_ view: ProvedView) -> SwiftDeclaration {
    declaration(
      record: view.model.name,
      sqlName: view.model.sqlName,
      columns: view.columns.map { column in
        (column.name, column.sqlName, types.type(column.type, isOptional: column.isOptional))
      }
    )
  }

  private func declaration(
    record: String,
    sqlName: String,
    columns: [(name: String, sqlName: String, type: SwiftCode)]
  ) -> SwiftDeclaration {
    // Computed, which costs the compiler less than a stored property with its lazy initialiser.
    let members = columns.map { column in
      let arguments = SwiftCode.list("<", [types.reference(record), column.type], ">", .onePerLine)
      return SwiftDeclaration(
        "\(access)static var \(name: column.name):" + .softBreak
          + "\(RuntimeNames.typedColumn)\(arguments)",
        body: .expression(".init(\(literal: column.sqlName))")
      )
    }
    return SwiftDeclaration(
      "\(access)enum Columns",
      documentation: SwiftDocumentation(nil, else: "The columns of `\(sqlName)`."),
      members: members
    )
  }
}
