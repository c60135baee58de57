import Foundation
import Strata
import Testing

/// What one does with single records.
@Suite struct RecordIdiomTests {
  @Test func `a record is created, read, updated and deleted`() throws {
    try makeLibrary().write { db throws in
      var author = Author(name: "Dag Berg", country: "NO")
      try author.insert(db)
      #expect(author.id == 4)

      author.country = "DK"
      try author.update(db)
      try author.save(db)
      let isChanged = try author.updateChanges(db) { $0.name = "Dag Bergh" }
      #expect(isChanged)

      let found = try Author.fetchOne(db, key: 4)
      #expect(found == author)
      let same = try Author.find(db, key: 4)
      #expect(same == author)

      let isDeleted = try author.delete(db)
      #expect(isDeleted)
      #expect(try !author.exists(db))
      #expect(throws: RecordError.self) { try Author.find(db, key: 4) }
    }
  }

  @Test func `columns hold enums, decimals, structs and lists`() throws {
    try makeLibrary().write { db throws in
      var book = Book(
        authorId: 3,
        title: "Atlas",
        kind: .essay,
        price: Decimal(string: "19.90"),
        shelf: Book.Shelf(room: "north", number: 7),
        tags: ["maps", "sea"]
      )
      try book.insert(db)
      let row = try #require(
        try Row.fetchOne(db, sql: "SELECT * FROM book WHERE id = ?", arguments: [book.id])
      )
      #expect(row["kind"] == "essay")
      #expect(row["price"] == "19.9")
      #expect(row["shelf"] == #"{"number":7,"room":"north"}"#)
      #expect(row["tags"] == #"["maps","sea"]"#)
      #expect(try Book.find(db, key: 4) == book)
      #expect(try Book.filter(Book.Columns.kind == Book.Kind.essay).fetchCount(db) == 1)
    }
  }

  /// A record whose rows are dated by their transactions.
  private struct Loan: Codable, FetchableRecord, MutablePersistableRecord {
    var id: Int64?
    var reader: String
    var creationDate: Date?
    var modificationDate: Date?

    mutating func willInsert(_ db: Database) throws {
      creationDate = try creationDate ?? db.transactionDate
      modificationDate = try modificationDate ?? db.transactionDate
    }

    mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }

    /// Updates the record and its date.
    mutating func updateWithTimestamp(_ db: Database) throws {
      modificationDate = try db.transactionDate
      try update(db)
    }
  }

  @Test func `records are dated by their transactions`() throws {
    var configuration = Configuration()
    configuration.transactionClock = .custom { db in
      let rows = try Int.fetchOne(db, sql: "SELECT count(*) FROM loan") ?? 0
      return Date(timeIntervalSinceReferenceDate: Double(rows))
    }
    let queue = try DatabaseQueue(configuration: configuration)
    try queue.write {
      try $0.execute(
        sql: """
          CREATE TABLE loan (id INTEGER PRIMARY KEY, reader TEXT, creationDate, modificationDate)
          """
      )
    }
    let loans = try queue.write { db throws in
      [try Loan(reader: "una").inserted(db), try Loan(reader: "ole").inserted(db)]
    }
    #expect(loans.map(\.creationDate) == loans.map(\.modificationDate))
    #expect(loans[0].creationDate == loans[1].creationDate)
    let updated = try queue.write { db throws in
      var loan = loans[0]
      try loan.updateWithTimestamp(db)
      return try Loan.fetchOne(db, key: loan.id)
    }
    #expect(updated?.creationDate == loans[0].creationDate)
    #expect(updated?.modificationDate == Date(timeIntervalSinceReferenceDate: 2))
  }

  /// The only row of its table, with defaults until it is stored.
  private struct Settings: Codable, Equatable, FetchableRecord, PersistableRecord {
    private var id = 1
    var language: String

    static let `default` = Settings(language: "en")
    init(language: String) { self.language = language }

    static func find(_ db: Database) throws -> Settings {
      try fetchOne(db) ?? .default
    }
  }

  @Test func `a table has one row at most`() throws {
    try DatabaseQueue().write { db throws in
      try db.execute(
        sql: """
          CREATE TABLE settings (
            id INTEGER PRIMARY KEY ON CONFLICT REPLACE CHECK (id = 1), language TEXT NOT NULL
          )
          """
      )
      var settings = try Settings.find(db)
      #expect(settings == .default)
      settings.language = "no"
      try settings.save(db)
      try Settings(language: "se").insert(db)
      #expect(try Settings.fetchCount(db) == 1)
      #expect(try Settings.find(db).language == "se")
    }
  }

  @Test func `a row that is in the way is replaced, passed over, or updated`() throws {
    try makeLibrary().write { db throws in
      let review = Review(bookId: 1, reader: "una", stars: 1)
      #expect(throws: DatabaseError.self) { try review.insert(db) }
      try review.insert(db, onConflict: .ignore)
      #expect(try Review.find(db, key: ["bookId": 1, "reader": "una"]).stars == 5)
      try review.insert(db, onConflict: .replace)
      #expect(try Review.find(db, key: ["bookId": 1, "reader": "una"]).stars == 1)
      let raised = try Review(bookId: 1, reader: "una", stars: 3)
        .upsertAndFetch(db, onConflict: ["bookId", "reader"]) { excluded in
          [Review.Columns.stars += excluded[Review.Columns.stars]]
        }
      #expect(raised.stars == 4)
    }
  }

  @Test func `rows are made of SQL where no record is needed`() throws {
    try makeLibrary().write { db throws in
      let country = "NO"
      let names = try String.fetchAll(
        db,
        sql: "SELECT name FROM author WHERE country = ?",
        arguments: [country]
      )
      #expect(names == ["Ida Holm"])
      let request: SQLRequest<Author> = """
        SELECT * FROM author WHERE country IN \(["NO", "SE"]) ORDER BY id
        """
      #expect(try request.fetchAll(db).map(\.id) == [1, 2])
      try db.execute(literal: "UPDATE author SET country = \(country) WHERE country IS NULL")
      #expect(try Author.filter(Author.Columns.country == country).fetchCount(db) == 2)
      let rows = try Row.fetchCursor(db, sql: "SELECT id, title FROM book ORDER BY id")
      var titles: [Int64: String] = [:]
      while let row = try rows.next() { titles[row["id"]] = row["title"] }
      #expect(titles == [1: "Tides", 2: "Salt", 3: "Lamps"])
      let statement = try db.makeStatement(sql: "INSERT INTO author (name) VALUES (:name)")
      for name in ["Eli", "Finn"] { try statement.execute(arguments: ["name": name]) }
      #expect(try Author.fetchCount(db) == 5)
    }
  }
}
