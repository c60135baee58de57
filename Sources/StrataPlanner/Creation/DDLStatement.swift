package import StrataSchema

/// A statement that creates a table, an index or a view.
package struct DDLStatement: Hashable, Sendable {
  package enum Kind: Hashable, Sendable { case table, index, view }

  package var kind: Kind
  /// The name in SQL of what is created.
  package var name: String
  /// The place in the schema of what is created.
  package var range: SourceRange
  package var text: SQLText

  package var sql: String { text.sql }
}

/// The statements that create the database of `schema`: tables in the schema's order, their indexes,
/// and each view after those that it reads.
///
/// Nothing is checked here; `prove` tells what SQLite thinks of them.
package func createStatements(_ schema: SchemaModel) -> [DDLStatement] {
  let tables = TableIndex(schema)
  return schema.tables.map { TableWriter(table: $0, tables: tables).statement() }
    + schema.tables.flatMap { table in table.indexes.map { indexStatement($0, on: table) } }
    + viewsInOrder(schema).map(viewStatement)
}

/// The tables of a schema by their keys.
struct TableIndex {
  private let tables: [String: TableModel]

  init(_ schema: SchemaModel) {
    tables = Dictionary(schema.tables.map { ($0.name, $0) }) { first, _ in first }
  }

  subscript(key: String) -> TableModel? { tables[key] }
}
