/// A full-text search as requests know it, with the SQL that is made from its names once.
public final class SearchDefinition: Sendable {
  /// The name in SQL of the index.
  public let name: String
  /// The table that is searched.
  public let table: TableDefinition
  /// The searched columns by their names in SQL, in the order of the index.
  public let columns: [String]

  // The first value of all of them is the pattern.
  let records: RequestDefinition
  let matches: RequestDefinition
  let count: RequestDefinition

  /// The definition of a search.
  ///
  /// - Parameters:
  ///   - name: the name in SQL of the index.
  ///   - table: the table that is searched; it has a rowid of its own.
  ///   - columns: the searched columns by their names in SQL.
  ///   - weights: how much a match in each column weighs; none where all weigh the same.
  public init(
    name: String,
    of table: TableDefinition,
    columns: NameList,
    weights: [Double] = []
  ) {
    self.name = name
    self.table = table
    self.columns = columns.names
    let index = name.quotedDatabaseIdentifier
    let source = table.name.quotedDatabaseIdentifier
    let key = (table.rowID ?? "rowid").quotedDatabaseIdentifier
    let record = table.columns.map { "\(source).\($0.quotedDatabaseIdentifier)" }
      .joined(separator: ", ")
    // The index is read first, so that it also orders the rows.
    var rows =
      " FROM \(index) CROSS JOIN \(source) ON \(source).\(key) = \(index).rowid"
      + " WHERE \(index) MATCH ?1"
    if !weights.isEmpty {
      let list = weights.map { "\($0)" }.joined(separator: ", ")
      rows += " AND \(index).rank MATCH 'bm25(\(list))'"
    }
    rows += " ORDER BY \(index).rank LIMIT ?2"
    let highlights = columns.names.indices.map { "highlight(\(index), \($0), ?3, ?4)" }
    let shown =
      ["\(index).rank", "snippet(\(index), -1, ?3, ?4, ?5, ?6)"] + highlights
    // What a record shows is in its table; the index follows that.
    let footprint = RequestFootprint(table)
    records = RequestDefinition("SELECT \(record)\(rows)", reads: footprint)
    matches = RequestDefinition(
      "SELECT \(record), \(shown.joined(separator: ", "))\(rows)",
      reads: footprint
    )
    count = RequestDefinition(
      "SELECT COUNT(*) FROM \(index) WHERE \(index) MATCH ?1",
      reads: RequestFootprint([(table.name, Set(columns.names + [table.rowID].compactMap(\.self)))])
    )
  }
}
