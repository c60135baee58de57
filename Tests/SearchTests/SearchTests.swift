import Strata
import Testing

@testable import SearchSample

@Suite struct SearchTests {
  private let database: DatabaseQueue

  init() throws {
    database = try Articles.open()
    try database.write { db in
      let ann = try Author.Draft(name: "Ann").insert(db)
      _ = try Article.Draft(title: "Café in the harbour", body: "Rovers win", authorID: ann.id)
        .insert(db)
      _ = try Article.Draft(title: "Weather", body: "Rain at the harbour, harbour closed")
        .insert(db)
      _ = try Article.Draft(title: "Nothing new").insert(db)
    }
  }

  private func titles(_ pattern: FTS5Pattern?) throws -> [String] {
    try database.read { try ArticleSearch.matching(pattern).fetch($0).map(\.title) }
  }

  @Test func `the best match comes first`() throws {
    #expect(
      try titles(FTS5Pattern(matchingAllTokensIn: "harbour")) == ["Café in the harbour", "Weather"]
    )
    let first = try database.read {
      try ArticleSearch.matching(FTS5Pattern(matchingAllTokensIn: "HARBOUR"), limit: 1).fetch($0)
    }
    #expect(first.map(\.title) == ["Café in the harbour"])
    #expect(try titles(FTS5Pattern(matchingAllTokensIn: "cafe")) == ["Café in the harbour"])
    #expect(try titles(nil).isEmpty)
  }

  @Test func `a match says how well and where`() throws {
    let style = SearchStyle(start: "<", end: ">", ellipsis: "...", snippetLength: 2)
    let matches = try database.read {
      try ArticleSearch.matches(FTS5Pattern(matchingAnyTokenIn: "rain harbour"), style: style)
        .fetch($0)
    }
    #expect(Set(matches.map(\.record.title)) == ["Café in the harbour", "Weather"])
    let weather = try #require(matches.first { $0.record.title == "Weather" })
    #expect(
      weather.highlight(Article.Columns.body) == "<Rain> at the <harbour>, <harbour> closed"
    )
    #expect(weather.highlight(Article.Columns.title) == "Weather")
    #expect(weather.highlight(Article.Columns.readers) == nil)
    #expect(weather.snippet == "<Rain> at...")
    #expect(weather.rank < 0)
    #expect(weather.id == weather.record.id)
    #expect(matches.map(\.rank) == matches.map(\.rank).sorted())
  }

  @Test func `a NULL is searched as nothing`() throws {
    let match = try database.read {
      try ArticleSearch.matches(FTS5Pattern(matchingPhrase: "nothing new")).fetch($0)
    }
    #expect(match.map { $0.highlight(Article.Columns.body) } == [nil])
    #expect(match.map(\.snippet) == ["[Nothing new]"])
  }

  @Test func `matches are counted`() throws {
    let pattern = FTS5Pattern(matchingAllTokensIn: "harbour")
    #expect(try database.read { try ArticleSearch.countMatching(pattern).fetch($0) } == 2)
    #expect(try database.read { try ArticleSearch.countMatching(nil).fetch($0) } == 0)
  }

  @Test func `the index follows every kind of write`() throws {
    let rain = FTS5Pattern(matchingAllTokensIn: "rain")
    let writes: [(String, String, Bool)] = [
      ("update of the text", "UPDATE article SET body = 'Sun' WHERE title = 'Weather'", false),
      ("update of another column", "UPDATE article SET readers = 7", true),
      ("update of the key", "UPDATE article SET id = id + 100", true),
      ("update of the rowid", "UPDATE article SET rowid = rowid + 100", true),
      ("update of the oid", "UPDATE article SET oid = oid + 100", true),
      ("delete", "DELETE FROM article WHERE title = 'Weather'", false),
      ("delete of all rows", "DELETE FROM article", false),
      ("replace", "REPLACE INTO article (id, title, body) VALUES (2, 'W', 'Sun')", false),
      (
        "replace by a unique key", "REPLACE INTO article (title, body) VALUES ('Weather', 'Sun')",
        false
      ),
      (
        "update or replace", "UPDATE OR REPLACE article SET title = 'Weather' WHERE id = 1", false
      ),
      (
        "upsert",
        """
        INSERT INTO article (title, body) VALUES ('Weather', 'Sun')
        ON CONFLICT (title) DO UPDATE SET body = excluded.body
        """, false
      ),
    ]
    for (name, sql, isFound) in writes {
      try database.writeWithoutTransaction { db in
        try db.inTransaction {
          try db.execute(sql: sql)
          let found = try ArticleSearch.matching(rain).fetch(db)
          #expect(found.isEmpty == !isFound, "\(name)")
          #expect(found.allSatisfy { $0.title == "Weather" }, "\(name)")
          #expect(throws: Never.self, "\(name)") { try ArticleSearch.checkIntegrity(db) }
          #expect(throws: Never.self, "\(name)") { try SlugSearch.checkIntegrity(db) }
          return .rollback
        }
      }
    }
  }

  @Test func `an index over a generated column follows what it is computed from`() throws {
    try database.write { db in
      try db.execute(sql: "UPDATE article SET title = 'Sun and more' WHERE title = 'Weather'")
      let pattern = FTS5Pattern(matchingAllTokensIn: "sun")
      #expect(try SlugSearch.matching(pattern).fetch(db).map(\.slug) == ["sun-and-more"])
    }
  }

  @Test func `an index that is out of step is noticed and made anew`() throws {
    try database.write { db in
      try db.execute(sql: "DROP TRIGGER tagSearch_insert")
      _ = try Tag.Draft(name: "sport").insert(db)
      let pattern = FTS5Pattern(matchingAllPrefixesIn: "sp")
      #expect(try TagSearch.matching(pattern).fetch(db).isEmpty)
      #expect {
        try TagSearch.checkIntegrity(db)
      } throws: {
        ($0 as? DatabaseError)?.resultCode == .SQLITE_CORRUPT
      }
      try TagSearch.rebuild(db)
      try TagSearch.checkIntegrity(db)
      try TagSearch.optimize(db)
      #expect(try TagSearch.matching(pattern).fetch(db).map(\.name) == ["sport"])
    }
  }

  @Test func `the query interface narrows a search down`() throws {
    let harbour = FTS5Pattern(matchingAllTokensIn: "harbour")
    try database.read { (db: Database) throws in
      let request = Article.matching(harbour).order(Article.Columns.title.desc)
      #expect(try request.fetchAll(db).map(\.title) == ["Weather", "Café in the harbour"])
      #expect(try Article.matching(harbour).fetchCount(db) == 2)
      #expect(
        try Article.filter(Article.Columns.title == "Weather").matching(harbour).fetchCount(db) == 1
      )
      #expect(try Article.matching(nil).fetchCount(db) == 0)
      let weather = FTS5Pattern(matchingAllTokensIn: "weather")
      #expect(try Article.all().matching(weather, in: SlugSearch.self).fetchCount(db) == 1)
      let ofAnn = Author.including(all: Author.articles.matching(harbour))
      #expect(try Row.fetchAll(db, ofAnn).count == 1)
      #expect(
        try Article.joining(required: Article.author).matching(harbour).fetchCount(db) == 1
      )
    }
  }

  @Test func `triggers of the schema fire, also for what a REPLACE replaces`() throws {
    try database.write { db in
      let count = { try Author.find(db, id: Author.ID(rawValue: 1)).articleCount }
      #expect(try count() == 1)
      try db.execute(sql: "REPLACE INTO article (title) VALUES ('Café in the harbour')")
      #expect(try count() == 0)
    }
  }
}
