import StrataSchema

/// The tables of a schema, and their columns, by their folded names in SQL.
struct TablesInSQL {
  private let tables: [String: TableModel]
  private let columns: [String: [String: ColumnModel]]

  init(_ schema: SchemaModel) {
    tables = Dictionary(
      schema.tables.map { (SQLTokenizer.fold($0.sqlName), $0) },
      uniquingKeysWith: { first, _ in first }
    )
    columns = tables.mapValues { table in
      Dictionary(
        table.columns.map { (SQLTokenizer.fold($0.sqlName), $0) },
        uniquingKeysWith: { first, _ in first }
      )
    }
  }

  subscript(table: String) -> TableModel? { tables[table] }

  func column(_ name: String, of table: String) -> ColumnModel? { columns[table]?[name] }
}
