extension Row {
  /// The rows that were, or will be, fetched for this row by an association.
  struct Prefetch {
    /// The name of the association.
    var name: String
    var rows: PrefetchedRows
    /// Which of the rows belong to this one.
    var key: PrefetchKey
  }

  func prefetch(_ name: String) -> Prefetch? { prefetches.first { $0.name == name } }

  /// The rows that were fetched for this row by `including(all:)`; nil where there are none of that
  /// name.
  func prefetchedRows(_ name: String) throws -> [Row]? {
    guard let prefetch = prefetch(name) else { return nil }
    return try prefetch.rows.rows(prefetch.key)
  }

  /// Fetches what was not fetched yet, as rows.
  func loadPrefetchedRows() throws {
    for prefetch in prefetches { _ = try prefetch.rows.rows(prefetch.key) }
  }

  /// The record of the row; what it has not asked for is fetched all the same, so that errors are
  /// seen and observations know what the request reads.
  func recordReadingPrefetchedRows<Record: FetchableRecord>(_ type: Record.Type) throws -> Record {
    let record = try record(type)
    for prefetch in prefetches where !prefetch.rows.isFetched {
      _ = try prefetch.rows.rows(prefetch.key)
    }
    return record
  }

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
    guard let prefetch = prefetch(key) else { throw missing(Records.self, key) }
    return Records(try prefetch.rows.records(Records.Element.self, prefetch.key))
  }
}
