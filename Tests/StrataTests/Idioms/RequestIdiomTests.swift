import Foundation
import Strata
import Testing

/// What one asks of one table.
@Suite struct RequestIdiomTests {
  @Test func `requests are refined step by step`() throws {
    try makeLibrary().read { db throws in
      let novels = Book.filter(Book.Columns.kind == Book.Kind.novel)
      let cheap = novels.filter(Book.Columns.price != nil).order(Book.Columns.title.desc).limit(10)
      #expect(try cheap.fetchAll(db).map(\.title) == ["Tides", "Lamps"])
      #expect(try novels.fetchCount(db) == 2)
      #expect(try novels.reversed().fetchOne(db)?.id == 1)
      #expect(try Book.none().isEmpty(db))
      #expect(
        try Book.all().novels().orderedByTitle().fetchAll(db).map(\.title) == ["Lamps", "Tides"]
      )
      #expect(try Book.all().filter(authorCountry: "NO").fetchCount(db) == 2)
    }
  }

  @Test func `single values are asked for`() throws {
    try makeLibrary().read { db throws in
      let best = try Review.select(max(Column("stars")), as: Int.self).fetchOne(db)
      #expect(best == 5)
      let titles = try Book.select(Column("title"), as: String.self).fetchSet(db)
      #expect(titles == ["Tides", "Salt", "Lamps"])
      let stars = try Review.select(sum(Column("stars"))).fetchOne(db) ?? 0
      #expect(stars == 12)
    }
  }

  @Test func `rows are grouped`() throws {
    struct Count: Decodable, Equatable, FetchableRecord {
      var reader: String
      var reviews: Int
    }
    try makeLibrary().read { db throws in
      let request =
        Review
        .select(Column("reader"), count(Column("bookId")).forKey("reviews"))
        .group(Column("reader"))
        .having(count(Column("bookId")) > 1)
        .asRequest(of: Count.self)
      #expect(try request.fetchAll(db) == [Count(reader: "una", reviews: 2)])
    }
  }

  @Test func `requests stand inside others`() throws {
    try makeLibrary().read { db throws in
      let best = Review.select(max(Column("stars")))
      let loved = Review.filter(Column("stars") == best).select(Column("bookId"))
      let books = try Book.filter(loved.contains(Column("id"))).fetchAll(db)
      #expect(books.map(\.title) == ["Tides"])
      let author = TableAlias()
      let own = Book.filter(Column("authorId") == author[Column("id")])
      let silent = try Author.aliased(author).filter(!own.exists()).fetchAll(db)
      #expect(silent.map(\.name) == ["Cai Roe"])
    }
  }

  @Test func `many rows are written at once`() throws {
    try makeLibrary().write { db throws in
      let count = try Book.all().novels().updateAll(db, Book.Columns.price.set(to: "5"))
      #expect(count == 2)
      let raised = try Review.filter(Column("stars") < 4)
        .updateAndFetchAll(db, Column("stars") += 1)
      #expect(raised.map(\.stars) == [4])
      let gone = try Book.filter(Column("authorId") == 1).deleteAndFetchIds(db)
      #expect(gone == [1, 2])
      #expect(try Review.fetchCount(db) == 1)
      #expect(try Author.deleteAll(db) == 3)
    }
  }

  @Test func `what may be changed at run time is a value`() throws {
    /// The columns that a reader may sort by.
    enum Sorting: CaseIterable {
      case title, price

      var term: any SQLOrderingTerm {
        switch self {
        case .title: Book.Columns.title
        case .price: Book.Columns.price.desc
        }
      }
    }
    try makeLibrary().read { db throws in
      let titles = try Sorting.allCases.map { sorting in
        try Book.order(sorting.term, Column("id")).fetchAll(db).map(\.title)
      }
      #expect(titles == [["Lamps", "Salt", "Tides"], ["Lamps", "Tides", "Salt"]])
      let words = ["id", "am"]
      let conditions = words.map { Column("title").like("%\($0)%") }
      #expect(try Book.filter(conditions.joined(operator: .or)).fetchCount(db) == 2)
    }
  }
}
