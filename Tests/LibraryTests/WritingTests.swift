import Foundation
import Strata
import Testing

@testable import LibrarySample

/// What the verbs of generated records do to rows that are there, and to those that refer to them.
@Suite struct WritingTests {
  private let database: DatabaseQueue
  private let branch: Branch

  init() throws {
    database = try LibraryDatabase.openInMemory()
    branch = try database.write { db in try Branch.Draft(name: "North").insert(db) }
  }

  private func book(_ title: String, of branch: Branch.ID) -> Book.Draft {
    Book.Draft(id: UUID(), title: title, pages: 1, branchID: branch)
  }

  @Test func `an upsert updates the row in the way, whichever key it is in the way of`() throws {
    try database.write { (db: Database) throws in
      let book = try book("Emma", of: branch.id).insert(db)
      // The name is unique whatever its case.
      let other = Branch(
        id: Branch.ID(rawValue: 99),
        name: "NORTH",
        motto: "new",
        opened: Date(timeIntervalSince1970: 5)
      )
      let stored = try other.upsertAndFetch(db)
      #expect(stored.id == branch.id)
      #expect(stored.name == "NORTH")
      #expect(stored.motto == "new")
      // The row was not replaced: what refers to it is still there.
      #expect(try Book.fetchAll(db) == [book])
      var same = stored
      same.name = "South"
      try same.upsert(db)
      #expect(try Branch.fetchAll(db) == [same])
      let third = Branch(id: Branch.ID(rawValue: 7), name: "West", motto: "m", opened: nil)
      #expect(try third.upsertAndFetch(db) == third)
      #expect(try Branch.fetchCount(db) == 2)
    }
  }

  @Test func `saving updates the row of the key, or inserts it with that key`() throws {
    try database.write { (db: Database) throws in
      var changed = branch
      changed.motto = "saved"
      try changed.save(db)
      #expect(try Branch.fetchAll(db) == [changed])
      let new = Branch(id: Branch.ID(rawValue: 50), name: "East", motto: "m", opened: nil)
      #expect(try new.saveAndFetch(db) == new)
      // Unlike an upsert, it looks at the primary key alone.
      let twin = Branch(id: Branch.ID(rawValue: 51), name: "east", motto: "m", opened: nil)
      let error = #expect(throws: DatabaseError.self) { try twin.save(db) }
      #expect(error?.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE)
      #expect(try Branch.fetchCount(db) == 2)
    }
  }

  @Test func `a row that is not there cannot be updated, and the error says which`() throws {
    try database.write { (db: Database) throws in
      #expect(try branch.delete(db))
      #expect(try !branch.delete(db))
      #expect(try !branch.exists(db))
      let missing = RecordError.recordNotFound(
        databaseTableName: "branch",
        key: ["id": branch.id.databaseValue]
      )
      #expect(throws: missing) { try branch.update(db) }
      #expect(throws: missing) { try branch.updateAndFetch(db) }
      #expect(throws: missing) { try branch.update(db, columns: ["motto"]) }
      #expect(throws: missing) { try Branch.find(db, id: branch.id) }
    }
  }

  @Test func `a foreign key refuses a parent that is missing, and one that is still needed`() throws
  {
    try database.write { (db: Database) throws in
      let orphan = #expect(throws: DatabaseError.self) {
        try book("Emma", of: Branch.ID(rawValue: 9)).insert(db)
      }
      #expect(orphan?.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY)
      #expect(try Book.fetchCount(db) == 0)
      try Loan(branchID: branch.id, number: 1, due: nil).insert(db)
      let needed = #expect(throws: DatabaseError.self) { try branch.delete(db) }
      #expect(needed?.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY)
      #expect(try branch.exists(db))
      #expect(try Loan.fetchCount(db) == 1)
    }
  }

  @Test func `a cascade deletes the children, and their observers see it`() async throws {
    let observation = ValueObservation.tracking { try Book.fetchCount($0) }
    var counts = observation.values(in: database).makeAsyncIterator()
    #expect(try await counts.next() == 0)
    try await database.write { [branch] (db: Database) throws in
      for title in ["Emma", "Persuasion"] {
        _ = try Book.Draft(id: UUID(), title: title, pages: 1, branchID: branch.id).insert(db)
      }
    }
    #expect(try await counts.next() == 2)
    try await database.write { [branch] in _ = try branch.delete($0) }
    #expect(try await counts.next() == 0)
  }

  @Test func `nil in a draft is the default, and a value is that value`() throws {
    try database.write { (db: Database) throws in
      let early = Date(timeIntervalSince1970: 0)
      var draft = book("Emma", of: branch.id)
      draft.added = early
      draft.shelfMark = "given"
      draft.genre = .poetry
      let given = try draft.insert(db)
      #expect(given.added == early)
      #expect(given.shelfMark == "given")
      #expect(given.genre == .poetry)
      draft.id = UUID()
      draft.added = nil
      draft.shelfMark = nil
      draft.genre = nil
      let defaults = try draft.insert(db)
      #expect(defaults.added > early)
      #expect(defaults.shelfMark != "given")
      // A column that may be NULL is NULL where the draft says nil.
      #expect(defaults.genre == nil)
    }
  }

  @Test func `a parameter that is nil matches NULL by IS, and nothing by an equality`() throws {
    try database.write { (db: Database) throws in
      _ = try book("Emma", of: branch.id).insert(db)
      #expect(try HasGenreRequest(genre: Optional(Genre.none)).fetch(db))
      #expect(try !HasGenreRequest(genre: nil).fetch(db))
      try db.execute(sql: "UPDATE book SET genre = NULL")
      #expect(try HasGenreRequest(genre: nil).fetch(db))
      #expect(try Book.filter(Book.Columns.genre == nil).fetchCount(db) == 1)
      let none: StatementArguments = [nil]
      #expect(
        try Int.fetchOne(db, sql: "SELECT count(*) FROM book WHERE genre = ?", arguments: none) == 0
      )
      #expect(
        try Int.fetchOne(db, sql: "SELECT count(*) FROM book WHERE genre IS ?", arguments: none)
          == 1
      )
      #expect(try Book.filter(key: nil as UUID?).fetchCount(db) == 0)
    }
  }
}
