import Testing

@testable import SearchSample
@testable import Strata

@Suite struct SearchObservationTests {
  private let database: DatabaseQueue
  private let pattern = FTS5Pattern(matchingAllTokensIn: "harbour")

  init() throws {
    database = try Articles.open()
    try database.write { db in
      _ = try Article.Draft(title: "The harbour", body: "").insert(db)
      _ = try Tag.Draft(name: "sport").insert(db)
    }
  }

  @Test func `a search follows its table`() async throws {
    var iterator = ArticleSearch.matching(pattern).values(in: database).makeAsyncIterator()
    #expect(try await iterator.next()?.map(\.title) == ["The harbour"])
    try await database.write { db in
      _ = try Article.Draft(title: "Another harbour", body: "").insert(db)
    }
    #expect(try await iterator.next()?.count == 2)
    try await database.write { db in
      try db.execute(sql: "UPDATE article SET title = 'x' WHERE title = 'The harbour'")
    }
    #expect(try await iterator.next()?.map(\.title) == ["Another harbour"])
  }

  /// Whether a statement may change what a request reads.
  private func wakes(_ footprint: RequestFootprint, _ sql: String, _ db: Database) throws -> Bool {
    let region = footprint.databaseRegion(db)
    return try db.makeStatement(sql: sql).access.writes.contains { table, write in
      let name = table.table.text
      return region.isModified(
        byEventsOfKind: write.changesRows
          ? .insert(tableName: name)
          : .update(tableName: name, columnNames: Set(write.columns.map(\.text)))
      )
    }
  }

  @Test func `only what is searched and shown wakes observers`() throws {
    try database.read { (db: Database) throws in
      let records = SearchRequest<ArticleSearch>.footprint
      let count = SearchCountRequest<ArticleSearch>.footprint
      #expect(try wakes(records, "UPDATE article SET readers = 1", db))
      #expect(try !wakes(count, "UPDATE article SET readers = 1", db))
      #expect(try wakes(count, "UPDATE article SET title = ''", db))
      #expect(try wakes(count, "DELETE FROM article", db))
      for footprint in [records, count] {
        #expect(try !wakes(footprint, "UPDATE tag SET name = ''", db))
        #expect(try !wakes(footprint, "INSERT INTO tag (name) VALUES ('')", db))
        #expect(try !wakes(footprint, "UPDATE author SET name = ''", db))
      }
      let authors = AllRequest<Author>.footprint
      #expect(try !wakes(authors, "UPDATE article SET title = ''", db))
    }
  }
}
