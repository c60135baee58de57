/// A full-text search over a table whose code was generated.
///
///     let articles = try ArticleSearch.matching(pattern, limit: 20).fetch(db)
///
/// Triggers keep the index in step with the table. Rows that `INSERT OR REPLACE` replaces leave it too
/// on connections with `PRAGMA recursive_triggers = ON`, as generated databases are opened.
public protocol GeneratedSearch: Sendable {
  /// The record of the table that is searched.
  associatedtype Record: GeneratedRecord & Hashable & Sendable

  /// The index.
  static var search: SearchDefinition { get }
}

/// A record of a table that has a search.
public protocol SearchedRecord: TableRecord {
  /// The search, the first of the table where it has several.
  associatedtype Search: GeneratedSearch
}

// MARK: - Searching

extension GeneratedSearch {
  /// The request of the records that match, the best first; none where the pattern is nil.
  ///
  /// - Parameters:
  ///   - pattern: what is looked for.
  ///   - limit: how many records are given at most; nil for all.
  /// - Returns: the request, which can also be observed.
  public static func matching(_ pattern: FTS5Pattern?, limit: Int? = nil) -> SearchRequest<Self> {
    SearchRequest(pattern: pattern, limit: limit)
  }

  /// The request of the records that match, the best first, each with its rank, and with its texts in
  /// which the matches are marked; none where the pattern is nil.
  ///
  /// - Parameters:
  ///   - pattern: what is looked for.
  ///   - limit: how many records are given at most; nil for all.
  ///   - style: how matches are marked.
  /// - Returns: the request, which can also be observed.
  public static func matches(
    _ pattern: FTS5Pattern?,
    limit: Int? = nil,
    style: SearchStyle = SearchStyle()
  ) -> SearchMatchesRequest<Self> {
    SearchMatchesRequest(pattern: pattern, limit: limit, style: style)
  }

  /// The request of the number of records that match; none do where the pattern is nil.
  ///
  /// - Parameter pattern: what is looked for.
  /// - Returns: the request, which can also be observed.
  public static func countMatching(_ pattern: FTS5Pattern?) -> SearchCountRequest<Self> {
    SearchCountRequest(pattern: pattern)
  }
}

// MARK: - Keeping the index

extension GeneratedSearch {
  /// Makes the index anew from the table, after it was written without its triggers.
  ///
  /// - Parameter db: the connection.
  /// - Throws: `DatabaseError`.
  public static func rebuild(_ db: Database) throws { try command("'rebuild'", db) }

  /// Merges the parts of the index, which makes searches faster after many changes.
  ///
  /// - Parameter db: the connection.
  /// - Throws: `DatabaseError`.
  public static func optimize(_ db: Database) throws { try command("'optimize'", db) }

  /// Compares the index with the table.
  ///
  /// - Parameter db: the connection, which has to be one that may write.
  /// - Throws: `DatabaseError` with `SQLITE_CORRUPT_VTAB` where they differ.
  public static func checkIntegrity(_ db: Database) throws {
    try command("'integrity-check', 1", ranked: true, db)
  }

  private static func command(_ values: String, ranked: Bool = false, _ db: Database) throws {
    let name = search.name.quotedDatabaseIdentifier
    let columns = ranked ? "\(name), rank" : name
    try db.execute(sql: "INSERT INTO \(name) (\(columns)) VALUES (\(values))")
  }
}
