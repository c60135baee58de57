import Strata
import Testing

/// What one asks of several tables.
@Suite struct AssociationIdiomTests {
  struct BookInfo: Decodable, Equatable, FetchableRecord {
    var book: Book
    var author: Author
  }

  struct AuthorInfo: Decodable, FetchableRecord {
    var author: Author
    var books: [Book]
  }

  struct AuthorStatistics: Decodable, FetchableRecord {
    var author: Author
    var bookCount: Int
    var maxReviewStars: Int?
  }

  @Test func `the record beside a record`() throws {
    try makeLibrary().read { db throws in
      let request = Book.including(required: Book.author)
        .order(Column("id"))
        .asRequest(of: BookInfo.self)
      let infos = try request.fetchAll(db)
      #expect(infos.map(\.author.id) == [1, 1, 2])
      #expect(try request.fetchOne(db)?.book.title == "Tides")
    }
  }

  @Test func `all records of a record`() throws {
    try makeLibrary().read { db throws in
      let request = Author.including(all: Author.books.order(Book.Columns.title))
        .orderedByName()
        .asRequest(of: AuthorInfo.self)
      let infos = try request.fetchAll(db)
      #expect(infos.map(\.author.name) == ["bo Lund", "Cai Roe", "Ida Holm"])
      #expect(infos.map { $0.books.map(\.title) } == [["Lamps"], [], ["Salt", "Tides"]])
    }
  }

  @Test func `several lists of records of one table`() throws {
    struct Shelves: Decodable, FetchableRecord {
      var author: Author
      var novels: [Book]
      var others: [Book]
    }
    try makeLibrary().read { db throws in
      let request =
        Author
        .including(all: Author.books.novels().forKey("novels"))
        .including(all: Author.books.filter(Column("kind") != "novel").forKey("others"))
        .filter(key: 1)
      let shelves = try #require(try Shelves.fetchOne(db, request))
      #expect(shelves.novels.map(\.title) == ["Tides"])
      #expect(shelves.others.map(\.title) == ["Salt"])
    }
  }

  @Test func `records of associated records, and records through others`() throws {
    struct Tree: Decodable, FetchableRecord {
      struct Branch: Decodable, FetchableRecord {
        var book: Book
        var reviews: [Review]
      }
      var author: Author
      var books: [Branch]
      var reviews: [Review]
    }
    try makeLibrary().read { db throws in
      let request =
        Author
        .including(all: Author.books.including(all: Book.reviews).order(Column("id")))
        .including(all: Author.reviews.order(Column("reader")))
        .order(Column("id"))
      let trees = try Tree.fetchAll(db, request)
      #expect(trees.map { $0.books.map(\.reviews.count) } == [[2, 0], [1], []])
      #expect(trees.map { $0.reviews.map(\.reader) } == [["ole", "una"], ["una"], []])
    }
  }

  @Test func `values of all associated records`() throws {
    try makeLibrary().read { db throws in
      let request =
        Author
        .annotated(with: Author.books.count, Author.reviews.max(Review.Columns.stars))
        .order(Column("id"))
      let statistics = try AuthorStatistics.fetchAll(db, request)
      #expect(statistics.map(\.bookCount) == [2, 1, 0])
      #expect(statistics.map(\.maxReviewStars) == [5, 4, nil])
      let busy = try Author.having(Author.books.count >= 2).fetchAll(db)
      #expect(busy.map(\.id) == [1])
      let silent = try Author.having(Author.books.isEmpty).fetchAll(db)
      #expect(silent.map(\.id) == [3])
    }
  }

  @Test func `records are filtered by what they belong to`() throws {
    try makeLibrary().read { db throws in
      let norwegian = Book.joining(required: Book.author.filter(Author.Columns.country == "NO"))
      #expect(try norwegian.fetchAll(db).map(\.id) == [1, 2])
      let alias = TableAlias()
      let request = Book.joining(optional: Book.author.aliased(alias))
        .filter(alias[Author.Columns.country] == "SE" || Book.Columns.kind == Book.Kind.poetry)
        .order(alias[Author.Columns.name].collating(.nocase))
      #expect(try request.fetchAll(db).map(\.id) == [3, 2])
      let review = TableAlias()
      let unread = Book.joining(optional: Book.reviews.aliased(review)).filter(!review.exists)
      #expect(try unread.fetchAll(db).map(\.title) == ["Salt"])
    }
  }

  @Test func `the records of one record`() throws {
    try makeLibrary().read { db throws in
      let author = try Author.find(db, key: 1)
      let novels = try author.request(for: Author.books).novels().fetchAll(db)
      #expect(novels.map(\.title) == ["Tides"])
      let reviews = author.request(for: Author.reviews).order(Column("stars"))
      #expect(try reviews.fetchAll(db).map(\.stars) == [3, 5])
      let book = try #require(novels.first)
      #expect(try book.request(for: Book.author).fetchOne(db) == author)
    }
  }

  @Test func `a column of the other record`() throws {
    struct Line: Decodable, FetchableRecord {
      var title: String
      var author: String
    }
    try makeLibrary().read { db throws in
      let request =
        Book
        .select(Column("title"))
        .annotated(withRequired: Book.author.select(Column("name").forKey("author")))
        .order(Column("title"))
      let lines = try Line.fetchAll(db, request)
      #expect(lines.map(\.author) == ["bo Lund", "Ida Holm", "Ida Holm"])
    }
  }
}
