extension Row {
  /// The records that were fetched for this row by `including(all:)`.
  ///
  ///     init(row: Row) throws {
  ///       team = try Team(row: row)
  ///       players = try row["players"]
  ///     }
  ///
  /// - Throws: `RowDecodingError` where no rows of that name were fetched.
  public subscript<Records: RangeReplaceableCollection>(_ key: String) -> Records
  where Records.Element: FetchableRecord {
    get throws {
      guard let rows = prefetchedRows[key] else { throw missing(Records.self, key) }
      var records = Records()
      for row in rows { records.append(try row.record(Records.Element.self)) }
      return records
    }
  }
}
