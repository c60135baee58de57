package import StrataSchema

/// A statement that creates a table, an index, a view, a search or a trigger.
package struct DDLStatement: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case table, index, view, search, trigger
    /// A virtual table that the language does not model.
    case virtualTable
  }

  package var kind: Kind
  /// The name in SQL of what is created.
  package var name: String
  /// The place in the schema of what is created.
  package var range: SourceRange
  package var text: SQLText

  package var sql: String { text.sql }
}

/// The statements that create the database of `schema`: tables in the schema's order, their indexes,
/// searches, each view after those that it reads, triggers, and last those of searches; what is created
/// in SQL of its own stands with its kind.
///
/// SQLite fires first what was created last: an index that has not yet followed one change must not
/// be told of another, which a trigger makes.
///
/// Nothing is checked here; `prove` tells what SQLite thinks of them.
package func createStatements(_ schema: SchemaModel) -> [DDLStatement] {
  let tables = TableIndex(schema)
  let stars = StarExpansions(schema)
  let objects = schema.objects.map(objectStatement)
  let others = { (kinds: Set<DDLStatement.Kind>) in objects.filter { kinds.contains($0.kind) } }
  let searches = searchWriters(schema)
  return schema.tables.map { TableWriter(table: $0, tables: tables).statement() }
    + others([.table, .virtualTable])
    + schema.tables.flatMap { table in table.indexes.map { indexStatement($0, on: table) } }
    + others([.index])
    + searches.map { $0.indexStatement() }
    + others([.view])
    + viewsInOrder(schema).map { viewStatement($0, stars) }
    + schema.triggers.map { triggerStatement($0, stars) }
    + others([.trigger])
    + searches.flatMap(\.triggerStatements)
}

/// The searches of a schema over tables that it has.
func searchWriters(_ schema: SchemaModel) -> [SearchWriter] {
  let tables = TableIndex(schema)
  return schema.searches.compactMap { search in
    tables[search.table].map { SearchWriter(search: search, table: $0) }
  }
}

/// The tables of a schema by their keys.
struct TableIndex {
  private let tables: [String: TableModel]

  init(_ schema: SchemaModel) {
    tables = Dictionary(schema.tables.map { ($0.name, $0) }) { first, _ in first }
  }

  subscript(key: String) -> TableModel? { tables[key] }
}
