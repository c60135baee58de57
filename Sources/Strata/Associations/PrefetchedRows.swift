/// The rows of an association that belong to the rows of a request, fetched by one query when they are
/// first asked for.
///
/// By then it is known what they are decoded into, so that each is decoded from the statement, and
/// copied only where somebody wants the row itself.
final class PrefetchedRows {
  private let prefetch: Relation.Prefetch
  /// The columns of the first table of the way by which the rows belong to others.
  private let columns: [String]
  private let keys: [PrefetchKey]
  private unowned let database: Database
  private var rows: Groups<Row>?
  /// The records of the type that was asked for last, `Groups` of that type.
  private var records: Any?

  init(
    _ prefetch: Relation.Prefetch,
    columns: [String],
    keys: [PrefetchKey],
    _ database: Database
  ) {
    self.prefetch = prefetch
    self.columns = columns
    self.keys = keys
    self.database = database
  }

  /// Whether the query was run.
  var isFetched: Bool { rows != nil || records != nil }

  /// The number of rows of a key, where they were fetched as rows.
  func fetchedRowCount(_ key: PrefetchKey) -> Int? { rows?[key].count }

  /// Copies of the rows of a key, with their own associated rows.
  func rows(_ key: PrefetchKey) throws -> [Row] {
    if let rows { return rows[key] }
    let rows = try fetch { statement in
      var rows: [Row] = []
      while try statement.step() { rows.append(statement.row.copy()) }
      return rows
    }
    for inner in prefetch.relation.prefetches {
      try inner.prepare(for: rows.elements, of: prefetch.relation.table, database)
    }
    for row in rows.elements { try row.loadPrefetchedRows() }
    self.rows = rows
    return rows[key]
  }

  /// The records of a key.
  func records<Record: FetchableRecord>(
    _ type: Record.Type,
    _ key: PrefetchKey
  ) throws -> [Record] {
    if let records = records as? Groups<Record> { return records[key] }
    // Rows that have associated rows of their own are needed until those are there.
    guard rows == nil, prefetch.relation.prefetches.isEmpty else {
      return try rows(key).map { try $0.record(type) }
    }
    let records = try fetch(Record.fetchAll(running:))
    self.records = records
    return records[key]
  }

  /// Runs the query; `read` reads all of its rows.
  private func fetch<Element>(_ read: (Statement) throws -> [Element]) throws -> Groups<Element> {
    let keys = Set(keys).compactMap(\.values)
    if keys.isEmpty { return Groups(elements: [], ranges: [:]) }
    let (relation, keyExpressions) = prefetch.path.rows(by: columns, in: keys)
    var writer = SQLWriter(database)
    let layout = try writer.writeSelect(relation, keys: keyExpressions)
    let statement = try writer.statement()
    statement.rowScopes = layout?.rowScopes
    let collected = PrefetchKeys(at: layout?.keys ?? 0..<0)
    statement.prefetchKeys = collected
    defer {
      statement.finish()
      statement.prefetchKeys = nil
    }
    return Groups(elements: try read(statement), ranges: collected.ranges)
  }

  /// Elements by the key of the row that they belong to.
  private struct Groups<Element> {
    let elements: [Element]
    let ranges: [PrefetchKey: [Range<Int>]]

    subscript(key: PrefetchKey) -> [Element] {
      guard let ranges = ranges[key] else { return [] }
      if ranges.count == 1 { return Array(elements[ranges[0]]) }
      return ranges.flatMap { elements[$0] }
    }
  }
}

/// The keys of the rows of a statement, collected while something else reads the rows.
final class PrefetchKeys {
  /// Where the columns of the key are.
  private let places: Range<Int>
  /// The rows of each key; those of one key mostly come one after the other.
  private(set) var ranges: [PrefetchKey: [Range<Int>]] = [:]
  private var count = 0
  private var last: PrefetchKey?
  private var start = 0

  init(at places: Range<Int>) { self.places = places }

  /// Adds the key of the row that the statement stands on.
  func addRow(of statement: Statement) {
    let key = statement.key(at: places)
    if key != last {
      endRange()
      last = key
      start = count
    }
    count += 1
  }

  /// Notes that there is no further row.
  func endRange() {
    if let last, start < count { ranges[last, default: []].append(start..<count) }
    start = count
  }
}

extension Statement {
  fileprivate func key(at places: Range<Int>) -> PrefetchKey {
    if places.count == 1, let number = reader.storedInteger(places.lowerBound) {
      return .integer(number)
    }
    return PrefetchKey(places.map(sqlite.value))
  }
}
