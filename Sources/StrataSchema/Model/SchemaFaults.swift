/// What of a schema could not be read or bound, so that nothing is said of what depends on it.
///
/// A schema with a fault is never generated from. Its other parts are still checked, so that one run
/// shows all that is wrong.
package struct SchemaFaults: Hashable, Sendable {
  /// Whether tables, views or types may be missing: what nobody declares may stand in a part that
  /// could not be read.
  package var isOpen = false
  /// Whether the version of SQLite could not be read.
  package var hasUnknownVersion = false
  /// Whether it could not be read that tables are STRICT or not.
  package var hasUnknownStrictness = false
  /// The keys of tables and views that may have columns which could not be read.
  package var open: Set<String> = []
  /// The keys of tables with any fault; SQLite may refuse one for no other reason.
  package var tables: Set<String> = []
  /// The keys of tables of which it could not be read whether they are STRICT.
  package var strictness: Set<String> = []
  /// The keys of tables whose primary key is not certain.
  package var keys: Set<String> = []
  /// The columns without a certain type, by the key of their table or view.
  package var columns: [String: Set<String>] = [:]
  /// The keys of views whose declared columns could not all be read.
  package var views: Set<String> = []
  /// The keys of enums and other types of the schema with a fault.
  package var types: Set<String> = []
  /// The properties whose type or default could not be read, by the key of their value.
  package var properties: [String: Set<String>] = [:]
  /// The places of the names of requests with a fault.
  package var requests: Set<SourceRange> = []

  package init() {}

  mutating func formUnion(_ other: SchemaFaults) {
    isOpen = isOpen || other.isOpen
    hasUnknownVersion = hasUnknownVersion || other.hasUnknownVersion
    hasUnknownStrictness = hasUnknownStrictness || other.hasUnknownStrictness
    open.formUnion(other.open)
    tables.formUnion(other.tables)
    strictness.formUnion(other.strictness)
    keys.formUnion(other.keys)
    columns.merge(other.columns) { $0.union($1) }
    views.formUnion(other.views)
    types.formUnion(other.types)
    properties.merge(other.properties) { $0.union($1) }
    requests.formUnion(other.requests)
  }

  package var isEmpty: Bool { self == SchemaFaults() }

  /// Whether a type of the schema has a fault.
  package func concern(_ type: ValueType) -> Bool {
    type.contains { part in
      switch part {
      case .enumeration(let name), .structure(let name), .app(let name, _): types.contains(name)
      default: false
      }
    }
  }

  /// Whether it is known that a table is STRICT or not.
  func knowsStrictness(of table: TableSyntax) -> Bool {
    !strictness.contains(table.name.value) && (table.isStrict != nil || !hasUnknownStrictness)
  }

  /// Whether the type of a column is certain.
  package func isCertain(_ column: ColumnModel, of table: TableModel) -> Bool {
    columns[table.name]?.contains(column.name) != true && !concern(column.type)
  }
}
