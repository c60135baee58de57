extension PreparedRequest {
  /// All rows, with their associated rows.
  func rows(_ db: Database) throws -> [Row] {
    let rows = try Row.fetchAll(statement)
    try fetchAssociatedRows(of: rows, db)
    return rows
  }

  /// The first row, with its associated rows.
  func row(_ db: Database) throws -> Row? {
    guard let row = try Row.fetchOne(statement) else { return nil }
    try fetchAssociatedRows(of: [row], db)
    return row
  }

  private func fetchAssociatedRows(of rows: [Row], _ db: Database) throws {
    guard let origin else { return }
    for prefetch in prefetches { try prefetch.fetch(for: rows, of: origin, db) }
  }
}

extension Relation.Prefetch {
  /// Fetches the associated rows of all rows by one query, and gives each row its own.
  fileprivate func fetch(for rows: [Row], of origin: TableReference, _ db: Database) throws {
    let pairs = try condition.resolved(origin: origin, destination: relation.table, in: db)
    let keys = try rows.map { row in try pairs.map { try value(of: $0.origin, in: row) } }
    let groups = try associatedRows(pairs.map(\.destination), Set(keys), db)
    for inner in relation.prefetches {
      try inner.fetch(for: groups.values.flatMap { $0 }, of: relation.table, db)
    }
    for (row, key) in zip(rows, keys) {
      row.prefetchedRows[self.key] = groups[key] ?? []
    }
  }

  private func value(of column: String, in row: Row) throws -> DatabaseValue {
    guard let value = row.databaseValue(forColumn: column) else {
      throw DatabaseError(
        message: "column \(column) is not selected, by which association '\(key)' finds its rows"
      )
    }
    return value
  }

  /// The associated rows, grouped by the values by which they belong to others.
  private func associatedRows(
    _ columns: [String],
    _ keys: Set<[DatabaseValue]>,
    _ db: Database
  ) throws -> [[DatabaseValue]: [Row]] {
    let keys = keys.filter { !$0.contains(where: \.isNull) }
    guard !keys.isEmpty else { return [:] }
    var relation = relation
    relation.predicates.insert(.expression(.contains(Array(keys), columns)), at: 0)
    var writer = SQLWriter(db)
    let layout = try writer.writeSelect(relation, keys: columns)
    let statement = try writer.statement()
    statement.rowScopes = layout?.rowScopes
    defer { statement.finish() }
    var groups: [[DatabaseValue]: [Row]] = [:]
    while try statement.step() {
      let key = (layout?.keys ?? 0..<0).map(statement.sqlite.value)
      groups[key, default: []].append(statement.row.copy())
    }
    return groups
  }
}
