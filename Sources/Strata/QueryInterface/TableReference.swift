/// A table as a request names it.
struct TableReference: Sendable {
  /// The name in the database.
  let name: String
  /// What its record knows of it; nil where only the database knows.
  let definition: TableDefinition?

  /// The columns that the record reads, in its order; empty where only the database knows them.
  var columns: [String] { definition?.columns ?? [] }
  /// The columns of the primary key; empty where only the database knows them.
  var primaryKey: [String] { definition?.primaryKey ?? [] }
  /// How a primary key of one column stores its values.
  var keyFormat: ColumnFormat { definition?.keyFormat ?? .standard }
}

extension TableReference: Hashable {
  static func == (lhs: TableReference, rhs: TableReference) -> Bool {
    lhs.definition === rhs.definition && lhs.name == rhs.name
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(name)
  }
}

extension TableRecord {
  static var tableReference: TableReference {
    let definition = tableDefinition
    return TableReference(name: definition?.name ?? databaseTableName, definition: definition)
  }
}
