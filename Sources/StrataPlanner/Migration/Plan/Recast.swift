import StrataSchema

/// The columns of a table whose SQL type stays and whose values become others by `cast:`.
struct Recast {
  let table: TableDifference
  private let columns: [(name: String, value: String)]

  /// The tables that have such columns.
  static func all(of planner: MigrationPlanner) -> [Recast] {
    planner.commonTables.compactMap { table in
      let columns = table.new.columns.compactMap { column -> (String, String)? in
        guard column.generated == nil,
          table.old.column(column.foldedName)?.type == column.type,
          planner.changesType(of: column, in: table),
          let cast = planner.tables.column(column.foldedName, of: table.new.foldedName)?.cast
        else { return nil }
        return (column.name, SQLText(expression: cast).sql)
      }
      return columns.isEmpty ? nil : Recast(table: table, columns: columns)
    }
  }

  /// Whether a column that tells rows apart is among them.
  ///
  /// SQLite looks for the same value at each row that UPDATE changes, and not when it is done.
  func collides(_ planner: MigrationPlanner) -> Bool {
    columns.contains { planner.isUnique(SQLTokenizer.fold($0.name), in: table.new) }
  }

  /// All columns at once, so that each sees the values that there were.
  var update: MigrationPlan.Statement {
    let values = columns.map { "\(SQLText.quote($0.name)) = (\($0.value))" }
    return .init(
      "UPDATE \(table.new.sql.orAbort)\(SQLText.quote(table.new.name)) SET"
        + " \(values.joined(separator: ", "))"
    )
  }
}
