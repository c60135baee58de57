extension PreparedRequest {
  /// All rows, with their associated rows.
  func rows(_ db: Database) throws -> [Row] {
    let rows = try Row.fetchAll(statement)
    try prepareAssociatedRows(of: rows, db)
    // A row may outlive the access.
    for row in rows { try row.loadPrefetchedRows() }
    return rows
  }

  /// The first row, with its associated rows.
  func row(_ db: Database) throws -> Row? {
    guard let row = try Row.fetchOne(statement) else { return nil }
    try prepareAssociatedRows(of: [row], db)
    try row.loadPrefetchedRows()
    return row
  }

  /// All records, with their associated records.
  func records<Record: FetchableRecord>(_ type: Record.Type, _ db: Database) throws -> [Record] {
    var rows = try Row.fetchAll(statement)
    try prepareAssociatedRows(of: rows, db)
    var records: [Record] = []
    records.reserveCapacity(rows.count)
    for index in rows.indices {
      records.append(try rows[index].recordReadingPrefetchedRows(type))
      // A row that its record has kept may outlive the access.
      if !isKnownUniquelyReferenced(&rows[index]) { try rows[index].loadPrefetchedRows() }
    }
    return records
  }

  /// The first record, with its associated records.
  func record<Record: FetchableRecord>(_ type: Record.Type, _ db: Database) throws -> Record? {
    guard var row = try Row.fetchOne(statement) else { return nil }
    try prepareAssociatedRows(of: [row], db)
    let record = try row.recordReadingPrefetchedRows(type)
    if !isKnownUniquelyReferenced(&row) { try row.loadPrefetchedRows() }
    return record
  }

  private func prepareAssociatedRows(of rows: [Row], _ db: Database) throws {
    guard let origin else { return }
    for prefetch in prefetches { try prefetch.prepare(for: rows, of: origin, db) }
  }
}

extension Relation.Prefetch {
  /// Gives each row its part of the associated rows of all, which one query fetches when the first of
  /// them is asked for.
  func prepare(for rows: [Row], of origin: TableReference, _ db: Database) throws {
    let pairs = try path.pairs(from: origin, db)
    let columns = pairs.map(\.origin)
    let keys = try rows.map { row in try PrefetchKey(columns.map { try value(of: $0, in: row) }) }
    let fetch = PrefetchedRows(self, columns: pairs.map(\.destination), keys: keys, db)
    for (row, key) in zip(rows, keys) {
      row.prefetches.append(Row.Prefetch(name: self.key, rows: fetch, key: key))
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
}

/// The values by which associated rows belong to a row.
enum PrefetchKey: Hashable {
  case integer(Int64)
  case values([DatabaseValue])
  /// A row with a NULL among them has no associated rows.
  case none

  init(_ values: [DatabaseValue]) {
    if values.contains(where: \.isNull) {
      self = .none
    } else if values.count == 1, case .int64(let number) = values[0].storage {
      self = .integer(number)
    } else {
      self = .values(values)
    }
  }

  var values: [DatabaseValue]? {
    switch self {
    case .integer(let number): [number.databaseValue]
    case .values(let values): values
    case .none: nil
    }
  }
}

extension AssociationPath {
  /// By which columns the origin and the first table of the way are joined.
  func pairs(from origin: TableReference, _ db: Database) throws -> [JoinCondition.Pair] {
    try firstCondition.resolved(origin: origin, destination: firstTable, in: db)
  }
}
