/// The request of the records that match a pattern, the best first.
///
/// `PlayerSearch.matching(pattern)` makes one.
public struct SearchRequest<Search: GeneratedSearch>: ManyRequest {
  /// The record.
  public typealias Row = Search.Record
  /// What the request gives.
  public typealias Value = [Search.Record]

  /// What is looked for; nothing is found where it is nil.
  public var pattern: FTS5Pattern?
  /// How many records are given at most; nil for all.
  public var limit: Int?

  /// Makes the request of the records that match.
  public init(pattern: FTS5Pattern?, limit: Int? = nil) {
    self.pattern = pattern
    self.limit = limit
  }

  /// The SQL of the search, and the columns of its record.
  public static var definition: RequestDefinition { Search.search.records }

  /// Binds the pattern and the limit.
  public func bind(to values: ValueBinder) {
    values.string(0, pattern.boundPattern)
    values.int(1, limit ?? -1)
  }
}

/// The request of the records that match a pattern, with how and where they match, the best first.
///
/// `PlayerSearch.matches(pattern)` makes one.
public struct SearchMatchesRequest<Search: GeneratedSearch>: ManyRequest {
  /// A record with how it matches.
  public typealias Row = SearchMatch<Search>
  /// What the request gives.
  public typealias Value = [SearchMatch<Search>]

  /// What is looked for; nothing is found where it is nil.
  public var pattern: FTS5Pattern?
  /// How many records are given at most; nil for all.
  public var limit: Int?
  /// How matches are marked.
  public var style: SearchStyle

  /// Makes the request of the records that match.
  public init(pattern: FTS5Pattern?, limit: Int? = nil, style: SearchStyle = SearchStyle()) {
    self.pattern = pattern
    self.limit = limit
    self.style = style
  }

  /// The SQL of the search, and the columns of its record.
  public static var definition: RequestDefinition { Search.search.matches }

  /// Binds the pattern, the limit, and the marks.
  public func bind(to values: ValueBinder) {
    values.string(0, pattern.boundPattern)
    values.int(1, limit ?? -1)
    values.string(2, style.start)
    values.string(3, style.end)
    values.string(4, style.ellipsis)
    values.int(5, min(max(style.snippetLength, 1), 64))
  }
}

/// The request of how many records match a pattern.
///
/// `PlayerSearch.countMatching(pattern)` makes one.
public struct SearchCountRequest<Search: GeneratedSearch>: CountRequest {
  /// What the request gives.
  public typealias Value = Int

  /// What is looked for; nothing is found where it is nil.
  public var pattern: FTS5Pattern?

  /// Makes the request of the number of records that match.
  public init(pattern: FTS5Pattern?) {
    self.pattern = pattern
  }

  /// The SQL of the search, and the searched columns.
  public static var definition: RequestDefinition { Search.search.count }

  /// Binds the pattern.
  public func bind(to values: ValueBinder) { values.string(0, pattern.boundPattern) }
}

extension FTS5Pattern? {
  /// The pattern, or one that matches nothing.
  fileprivate var boundPattern: String { self?.rawPattern ?? "\"\"" }
}
