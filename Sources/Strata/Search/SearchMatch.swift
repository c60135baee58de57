/// How a search marks matches in texts.
///
/// The texts around the marks are given as they are stored: what shows them as HTML has to escape them
/// itself, and takes marks that it can tell from them.
public struct SearchStyle: Hashable, Sendable {
  /// What stands before a match.
  public var start: String
  /// What stands after a match.
  public var end: String
  /// What stands for text that is left out of a snippet.
  public var ellipsis: String
  /// The length of a snippet in words, from 1 to 64.
  public var snippetLength: Int

  /// Makes a style.
  public init(
    start: String = "[",
    end: String = "]",
    ellipsis: String = "…",
    snippetLength: Int = 16
  ) {
    self.start = start
    self.end = end
    self.ellipsis = ellipsis
    self.snippetLength = snippetLength
  }
}

/// A record that a search has found, with how and where it matches.
public struct SearchMatch<Search: GeneratedSearch>: FetchableRecord, Hashable, Sendable {
  /// The record.
  public let record: Search.Record
  /// How well it matches: the smaller the number, the better
  /// (https://sqlite.org/fts5.html#the_bm25_function).
  public let rank: Double
  /// The part of a searched text that has the most matches, which are marked.
  public let snippet: String
  /// The searched texts in which matches are marked; nil where a text is NULL.
  private let highlights: [String?]

  /// Makes a match from a row.
  public init(row: Row) throws {
    record = try Search.Record(row: row)
    let count = Search.Record.table.columns.count
    rank = row[count]
    snippet = row[count + 1] ?? ""
    highlights = Search.search.columns.indices.map { row[count + 2 + $0] }
  }

  /// The whole text of a column in which matches are marked.
  ///
  /// - Parameter column: a column of the record.
  /// - Returns: the text; nil where it is NULL, or the column is not searched.
  public func highlight<Value>(_ column: TypedColumn<Search.Record, Value>) -> String? {
    Search.search.columns.firstIndex(of: column.name).flatMap { highlights[$0] }
  }
}

extension SearchMatch: Identifiable where Search.Record: Identifiable {
  /// The record's id.
  public var id: Search.Record.ID { record.id }
}
