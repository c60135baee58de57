import Foundation
import Strata

// The records of a library, written by hand as GRDB's guides teach it.

struct Author: Codable, Equatable, Hashable, Identifiable {
  var id: Int64?
  var name: String
  var country: String?
}

extension Author: FetchableRecord, MutablePersistableRecord {
  enum Columns {
    static let name = Column(CodingKeys.name)
    static let country = Column(CodingKeys.country)
  }

  static let books = hasMany(Book.self)
  static let reviews = hasMany(Review.self, through: books, using: Book.reviews)

  mutating func didInsert(_ inserted: InsertionSuccess) {
    id = inserted.rowID
  }
}

struct Book: Codable, Equatable, Hashable, Identifiable {
  enum Kind: String, Codable, DatabaseValueConvertible { case novel, poetry, essay }

  struct Shelf: Codable, Equatable, Hashable {
    var room: String
    var number: Int
  }

  var id: Int64?
  var authorId: Int64
  var title: String
  var kind: Kind
  var price: Decimal?
  var shelf: Shelf?
  var tags: [String] = []
}

extension Book: FetchableRecord, MutablePersistableRecord {
  enum Columns {
    static let authorId = Column(CodingKeys.authorId)
    static let title = Column(CodingKeys.title)
    static let kind = Column(CodingKeys.kind)
    static let price = Column(CodingKeys.price)
  }

  static let author = belongsTo(Author.self)
  static let reviews = hasMany(Review.self)

  mutating func didInsert(_ inserted: InsertionSuccess) {
    id = inserted.rowID
  }
}

struct Review: Codable, Equatable, Hashable, FetchableRecord, PersistableRecord {
  enum Columns {
    static let stars = Column(CodingKeys.stars)
  }

  static let book = belongsTo(Book.self)

  var bookId: Int64
  var reader: String
  var stars: Int
}

extension DerivableRequest<Book> {
  /// The novels among the books.
  func novels() -> Self {
    filter(Book.Columns.kind == Book.Kind.novel)
  }

  /// The books by their titles.
  func orderedByTitle() -> Self {
    order(Book.Columns.title)
  }

  /// The books of authors of a country.
  func filter(authorCountry country: String) -> Self {
    joining(required: Book.author.filter(Author.Columns.country == country))
  }
}

extension DerivableRequest<Author> {
  /// The authors by their names, whatever the case of those.
  func orderedByName() -> Self {
    order(Author.Columns.name.collating(.nocase))
  }
}

/// A library of three authors, one of them without books.
func makeLibrary() throws -> DatabaseQueue {
  let queue = try DatabaseQueue()
  try queue.write { db throws in
    try db.execute(
      sql: """
        CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT);
        CREATE TABLE book (
          id INTEGER PRIMARY KEY,
          authorId INTEGER NOT NULL REFERENCES author(id) ON DELETE CASCADE,
          title TEXT NOT NULL, kind TEXT NOT NULL, price TEXT, shelf TEXT,
          tags TEXT NOT NULL DEFAULT '[]'
        );
        CREATE INDEX book_byAuthor ON book(authorId);
        CREATE TABLE review (
          bookId INTEGER NOT NULL REFERENCES book(id) ON DELETE CASCADE,
          reader TEXT NOT NULL, stars INTEGER NOT NULL,
          PRIMARY KEY (bookId, reader)
        );
        INSERT INTO author VALUES (1, 'Ida Holm', 'NO'), (2, 'bo Lund', 'SE'), (3, 'Cai Roe', NULL);
        INSERT INTO book (id, authorId, title, kind, price) VALUES
          (1, 1, 'Tides', 'novel', '12.50'), (2, 1, 'Salt', 'poetry', NULL),
          (3, 2, 'Lamps', 'novel', '9.99');
        INSERT INTO review VALUES (1, 'una', 5), (1, 'ole', 3), (3, 'una', 4);
        """
    )
  }
  return queue
}
