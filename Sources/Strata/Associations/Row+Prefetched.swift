extension Row {
  /// The records that were fetched for this row by `including(all:)`.
  ///
  ///     init(row: Row) throws {
  ///       team = try Team(row: row)
  ///       players = row["players"]
  ///     }
  ///
  /// Where no rows of that name were fetched, or one cannot be decoded, the fetch that decodes this row
  /// throws a `RowDecodingError`; outside of a fetch the subscript stops the program, unlike
  /// `decode(_:forKey:)`.
  public subscript<Records: RangeReplaceableCollection>(_ key: String) -> Records
  where Records.Element: FetchableRecord {
    decoded(orInsideFetch: Records()) { try decode(Records.self, forKey: key) }
  }

  /// The records that were fetched for this row by `including(all:)`.
  ///
  /// - Parameters:
  ///   - type: the type of the collection.
  ///   - key: the name of the association.
  /// - Returns: the records.
  /// - Throws: `RowDecodingError` where no rows of that name were fetched, or what a record throws.
  public func decode<Records: RangeReplaceableCollection>(
    _ type: Records.Type = Records.self,
    forKey key: String
  ) throws -> Records where Records.Element: FetchableRecord {
    guard let rows = prefetchedRows[key] else { throw missing(Records.self, key) }
    var records = Records()
    for row in rows { records.append(try row.record(Records.Element.self)) }
    return records
  }
}
