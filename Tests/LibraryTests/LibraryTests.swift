import Foundation
import Strata
import Testing

@testable import LibrarySample

/// The generated code of `Schemas/Library.yaml`, which uses everything that the language offers.
@Suite struct LibraryTests {
  private let database: DatabaseQueue
  private let branch: Branch
  private let book: Book

  init() throws {
    database = try LibraryDatabase.openInMemory()
    (branch, book) = try database.write { db in
      let branch = try Branch.Draft(name: "North", opened: Date(timeIntervalSince1970: 1_000))
        .insert(db)
      return (branch, try Self.draft("Emma", pages: 400, branch).insert(db))
    }
  }

  private static func draft(_ title: String, pages: Int32, _ branch: Branch) -> Book.Draft {
    Book.Draft(
      id: UUID(),
      title: title,
      weight: 0.5,
      pages: pages,
      cover: Data([1, 2, 3]),
      site: URL(string: "https://example.org/\(pages)"),
      key: UUID(),
      extra: 7.databaseValue,
      printed: Date(timeIntervalSince1970: 2_000.5),
      sold: Date(timeIntervalSince1970: 86_400),
      branchID: branch.id
    )
  }

  @Test func `the database fills in what a draft leaves out`() throws {
    #expect(branch.id.rawValue == 1)
    #expect(branch.motto == "\"Quiet\" \\(please)\n# \"\"\" 'now'")
    #expect(book.genre == Optional(Genre.none))
    #expect(book.shelf == .cellar)
    #expect(book.price == Decimal(string: "9.99"))
    #expect(book.readers == 9_000_000_000)
    #expect(book.shelfMark.count == 4)
    #expect(book.label == "Emma (400)")
    #expect(book.sortKey == "emma")
    #expect(abs(book.added.timeIntervalSinceNow) < 60)
  }

  @Test func `every type comes back as it went in`() throws {
    let found = try database.read { db in try Book.find(db, id: book.id) }
    #expect(found == book)
    #expect(found.cover == Data([1, 2, 3]))
    #expect(found.site == URL(string: "https://example.org/400"))
    #expect(found.extra == 7.databaseValue)
    #expect(found.printed == Date(timeIntervalSince1970: 2_000.5))
    #expect(found.sold == Date(timeIntervalSince1970: 86_400))
    #expect(found.weight == Decimal(0.5))
    #expect(found.key == book.key)
  }

  @Test func `a record is updated, saved and deleted`() throws {
    var changed = book
    changed.title = "Persuasion"
    changed.genre = nil
    try database.write { [changed] db in
      try changed.update(db)
      let stored = try Book.find(db, id: book.id)
      #expect(stored.title == "Persuasion")
      #expect(stored.genre == nil)
      #expect(stored.label == "Persuasion (400)")
      #expect(try stored.delete(db))
      #expect(try Book.fetchOne(db, id: book.id) == nil)
      try stored.save(db)
      #expect(try Book.fetchCount(db) == 1)
      try stored.upsert(db)
      #expect(try Book.fetchAll(db) == [stored])
    }
  }

  @Test func `requests give what they say`() throws {
    let key = try #require(book.key)
    try database.write { db in
      _ = try Self.draft("Sanditon", pages: 100, branch).insert(db)
      #expect(
        try BooksOfBranchRequest(branch: branch.id).fetch(db).map(\.title) == ["Emma", "Sanditon"]
      )
      #expect(try BooksOfBranchRequest(branch: branch.id, atLeast: 3).fetch(db) == [])
      #expect(try BookTitledRequest(title: "Emma").fetch(db) == book)
      #expect(try BookTitledRequest(title: "Ema").fetch(db) == nil)
      #expect(try BookCountRequest().fetch(db) == 2)
      #expect(try HasGenreRequest(genre: Optional(Genre.none)).fetch(db))
      #expect(try !HasGenreRequest(genre: .poetry).fetch(db))
      #expect(try !HasGenreRequest(genre: nil).fetch(db))
      #expect(try HeaviestRequest().fetch(db) == 0.5)
      #expect(try PageTotalRequest().fetch(db) == 500)
      #expect(try WithKeyRequest(key: key).fetch(db) == [book])
      #expect(
        try PrintedBeforeRequest(day: Date(timeIntervalSince1970: 2_001)).fetch(db).count == 2
      )
      #expect(try AddedBeforeRequest(day: .distantPast).fetch(db) == [])
      #expect(try AddedBeforeRequest(day: .now + 60).fetch(db).count == 2)
      _ = try Book.deleteAll(db)
      #expect(try PageTotalRequest().fetch(db) == 0)
      #expect(try HeaviestRequest().fetch(db) == nil)
    }
  }

  @Test func `standard requests exist for a record`() throws {
    let found = try database.read { db in
      (try ByIDRequest<Book>(id: book.id).fetch(db), try AllRequest<Branch>().fetch(db))
    }
    #expect(found.0 == book)
    #expect(found.1 == [branch])
  }

  @Test func `typed columns bind as their column is stored`() throws {
    let key = try #require(book.key)
    let opened = Date(timeIntervalSince1970: 1_000)
    let books = try database.read { db in
      try [
        Book.filter(Book.Columns.rating >= 2.5).fetchAll(db),
        Book.filter(Book.Columns.key == key).fetchAll(db),
        Book.filter(Book.Columns.branchID == branch.id).fetchAll(db),
      ]
    }
    #expect(books == [[book], [book], [book]])
    let branches = try database.read { db in
      try Branch.filter(Branch.Columns.opened == opened).fetchAll(db)
    }
    #expect(branches == [branch])
  }

  @Test func `a key is stored as the schema says`() throws {
    try database.write { db in
      let ticket = Ticket(id: UUID(), price: 1.5)
      try ticket.insert(db)
      #expect(try Ticket.filter(Ticket.Columns.id == ticket.id).fetchAll(db) == [ticket])
      #expect(try String.fetchOne(db, sql: "SELECT typeof(id) FROM ticket") == "text")
    }
  }

  @Test func `a key is looked for as it is stored`() throws {
    try database.write { db in
      let ticket = Ticket(id: UUID(), price: 1.5)
      try ticket.insert(db)
      #expect(try Ticket.find(db, id: ticket.id) == ticket)
      #expect(try Ticket.find(db, key: ticket.id) == ticket)
      #expect(try Ticket.fetchOne(db, id: ticket.id) == ticket)
      #expect(try Ticket.fetchAll(db, ids: [ticket.id, UUID()]) == [ticket])
      #expect(try Ticket.fetchAll(db, keys: [ticket.id]) == [ticket])
      #expect(try Ticket.exists(db, id: ticket.id))
      #expect(try Ticket.exists(db, key: ticket.id))
      #expect(try Ticket.filter(id: ticket.id).fetchOne(db) == ticket)
      #expect(try Ticket.filter(ids: [ticket.id, UUID()]).fetchAll(db) == [ticket])
      #expect(try Ticket.filter(key: ticket.id).fetchOne(db) == ticket)
      #expect(try ByIDRequest<Ticket>(id: ticket.id).fetch(db) == ticket)
      #expect(try Ticket.deleteOne(db, id: ticket.id))
      try ticket.insert(db)
      #expect(try Ticket.deleteOne(db, key: ticket.id))
      try ticket.insert(db)
      #expect(try Ticket.deleteAll(db, ids: [ticket.id]) == 1)
      try ticket.insert(db)
      #expect(try Ticket.deleteAll(db, keys: [ticket.id]) == 1)
    }
  }

  @Test func `associations lead to the other table and back`() throws {
    let branches = try database.read { db in
      try Branch.joining(required: Branch.books).fetchAll(db)
    }
    #expect(branches == [branch])
    let books = try database.read { db in
      try [
        Book.joining(required: Book.branch).fetchAll(db),
        Book.joining(required: Book.sequel).fetchAll(db),
      ]
    }
    #expect(books == [[book], []])
  }

  @Test func `a composite key identifies a row`() throws {
    try database.write { db in
      let loan = Loan(branchID: branch.id, number: 3, due: .distantPast)
      try loan.insert(db)
      #expect(loan.id == Loan.ID(branchID: branch.id, number: 3))
      #expect(try Loan.find(db, id: loan.id) == loan)
      #expect(try ByIDRequest<Loan>(id: loan.id).fetch(db) == loan)
      #expect(try DueLoansRequest().fetch(db) == [loan])
      #expect(try Loan.deleteOne(db, id: loan.id))
    }
  }

  @Test func `a key of another name is the identity`() throws {
    try database.write { db in
      let reader = Reader(card: "A1", name: "Ann")
      try reader.insert(db)
      #expect(reader.id == "A1")
      #expect(reader.since == Date(timeIntervalSince1970: 1_709_164_800))
      #expect(try Reader.find(db, id: "A1") == reader)
    }
  }

  @Test func `a column has its own name in SQL`() throws {
    try database.write { db in
      let visit = try Visit.Draft(note: "late").insert(db)
      #expect(try String.fetchOne(db, sql: "SELECT remark FROM visit") == "late")
      #expect(try Visit.filter(Visit.Columns.note == "late").fetchOne(db) == visit)
    }
  }

  @Test func `a record is Codable where it is asked for`() throws {
    let translation = Translation(id: Translation.ID(rawValue: 5), text: "x")
    let data = try JSONEncoder().encode(translation)
    #expect(try JSONDecoder().decode(Translation.self, from: data) == translation)
  }

  @Test func `a view is read, and has requests`() throws {
    try database.read { db in
      let sizes = try BranchSize.fetchAll(db)
      #expect(sizes == [BranchSize(id: branch.id, name: "North", size: 1)])
      #expect(sizes.map(\.id) == [branch.id])
      #expect(try LargeBranchesRequest(size: 1).fetch(db) == sizes)
      #expect(try LargeBranchesRequest(size: 2).fetch(db) == [])
    }
  }
}
