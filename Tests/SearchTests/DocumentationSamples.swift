import Strata
import Testing

@testable import SearchSample

/// The samples of the documentation of searches.
@Suite struct DocumentationSamples {
  @Test func `the article about the language searches articles`() throws {
    try Articles.open().write { db in
      _ = try Article.Draft(title: "Harbour Rovers", body: nil).insert(db)
      let pattern = FTS5Pattern(matchingAllPrefixesIn: "harb rov")
      let articles = try ArticleSearch.matching(pattern, limit: 20).fetch(db)
      #expect(articles.map(\.title) == ["Harbour Rovers"])
      for match in try ArticleSearch.matches(pattern).fetch(db) {
        print(match.record.title, match.rank, match.snippet)
      }
      let recent = try Article.matching(pattern).order(Article.Columns.readers.desc).fetchAll(db)
      #expect(recent == articles)
    }
  }

  @Test func `a full-text table of one's own has records`() throws {
    struct Document: Codable, FetchableRecord, PersistableRecord {
      var text: String
    }
    try DatabaseQueue().write { db in
      try db.execute(sql: "CREATE VIRTUAL TABLE document USING fts5(text)")
      try Document(text: "Harbour Rovers win").insert(db)
      let found = try Document.matching(FTS5Pattern(matchingPhrase: "harbour rovers")).fetchAll(db)
      #expect(found.map(\.text) == ["Harbour Rovers win"])
      #expect(try Document.matching(nil).fetchCount(db) == 0)
      #expect(try Document.all().matching(nil).fetchAll(db).isEmpty)
    }
  }
}
