extension DerivableRequest {
  /// Keeps the rows of a full-text table that match; none where the pattern is nil.
  ///
  ///     try Document.matching(FTS5Pattern(matchingPhrase: "harbour rovers")).fetchAll(db)
  public func matching(_ pattern: FTS5Pattern?) -> Self {
    guard let pattern else { return none() }
    return changing {
      let index = SQLExpression.column($0.table.name, table: $0.table.name)
      $0.predicates.append(.expression(.binary(index, " MATCH ", .value(pattern.databaseValue))))
    }
  }

  /// Keeps the rows that a search finds; none where the pattern is nil.
  ///
  /// The order of the request stays; the best come first in `Search.matching(_:)`.
  public func matching<Search: GeneratedSearch>(
    _ pattern: FTS5Pattern?,
    in search: Search.Type
  ) -> Self where RowDecoder == Search.Record {
    changing { $0.addMatch(of: pattern, in: search.search) }
  }
}

extension DerivableRequest
where RowDecoder: SearchedRecord, RowDecoder.Search.Record == RowDecoder {
  /// Keeps the records that the table's search finds; none where the pattern is nil.
  ///
  /// The order of the request stays; the best come first in `Search.matching(_:)`.
  public func matching(_ pattern: FTS5Pattern?) -> Self {
    matching(pattern, in: RowDecoder.Search.self)
  }
}

extension TableRecord {
  /// The rows of a full-text table that match; none where the pattern is nil.
  public static func matching(_ pattern: FTS5Pattern?) -> QueryInterfaceRequest<Self> {
    all().matching(pattern)
  }
}

extension TableRecord where Self: SearchedRecord, Self == Search.Record {
  /// The records that the table's search finds; none where the pattern is nil.
  ///
  ///     try Article.matching(pattern).order(Article.Columns.readers.desc).fetchAll(db)
  public static func matching(_ pattern: FTS5Pattern?) -> QueryInterfaceRequest<Self> {
    all().matching(pattern, in: Search.self)
  }
}

extension Relation {
  /// Keeps the rows that a search finds.
  fileprivate mutating func addMatch(of pattern: FTS5Pattern?, in search: SearchDefinition) {
    guard let pattern else {
      predicates.append(.expression(.value(false.databaseValue)))
      return
    }
    let index = search.name.quotedDatabaseIdentifier
    let rows = SQL(
      parts: [
        .text("(SELECT rowid FROM \(index) WHERE \(index) MATCH "),
        .value(pattern.databaseValue), .text(")"),
      ]
    )
    let key = SQLExpression.column(search.table.rowID ?? "rowid", table: search.table.name)
    predicates.append(.expression(.binary(key, " IN ", SQLExpression(rows, .atom))))
  }
}
