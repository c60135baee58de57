import Foundation
import Strata
import Testing

@testable import LibrarySample

extension ArchiveTests {
  func page(_ folder: Folder, price: Int) -> Page.Draft {
    Page.Draft(
      id: Page.ID(rawValue: UUID()),
      folderID: folder.id,
      price: Money(cents: price),
      condition: .worn
    )
  }

  @Test func `a type of the app is stored by its own conversion`() throws {
    try database.write { db in
      let folder = try insertedFolder(db)
      let stored = try page(folder, price: 300).insert(db)
      #expect(stored.price == Money(cents: 300))
      #expect(stored.worth == nil)
      #expect(stored.condition == .worn)
      #expect(try String.fetchOne(db, sql: "SELECT typeof(price) FROM page") == "integer")
      #expect(try PagesOfRequest(folder: folder.id).fetch(db) == [stored])
      #expect(try PagesDearerThanRequest(price: Money(cents: 299)).fetch(db) == [stored])
      #expect(try PagesDearerThanRequest(price: Money(cents: 300)).fetch(db) == [])
      #expect(try TotalRequest().fetch(db) == 300)
      #expect(try DearestRequest().fetch(db) == Money(cents: 300))
      #expect(try Page.filter(Page.Columns.price == Money(cents: 300)).fetchAll(db) == [stored])
      #expect(try Page.filter(Page.Columns.worth == nil).fetchAll(db) == [stored])
      try Page.updateAll(db, Page.Columns.worth.set(to: Money(cents: 1)))
      #expect(try Page.find(db, id: stored.id).worth == Money(cents: 1))
    }
  }

  @Test func `a value that the type of the app does not have is an error`() throws {
    try database.write { db in
      let stored = try page(try insertedFolder(db), price: 3).insert(db)
      try db.execute(sql: "UPDATE page SET price = -1")
      let error = #expect(throws: RowDecodingError.self) { try Page.find(db, id: stored.id) }
      #expect(error?.column == "price")
      #expect(error?.value == (-1).databaseValue)
      #expect(error?.expectedType == "Money")
    }
  }

  @Test func `the database fills in the default of a type of the app`() throws {
    try database.write { db in
      var draft = page(try insertedFolder(db), price: 3)
      draft.price = nil
      #expect(try draft.insert(db).price == Money(cents: 250))
    }
  }

  @Test func `a type of the app is a key, also inside of a type of its own`() throws {
    try database.write { db in
      let label = Label(id: ISBN(rawValue: "1"), text: "t")
      try label.insert(db)
      #expect(try Label.find(db, id: label.id) == label)
      #expect(try ByIDRequest<Label>(id: label.id).fetch(db) == label)

      let first = Edition(isbn: Edition.ID(rawValue: ISBN(rawValue: "1")), title: "a")
      try first.insert(db)
      let copy = Edition(
        isbn: Edition.ID(rawValue: ISBN(rawValue: "2")),
        title: "b",
        bases: first.id
      )
      try copy.insert(db)
      #expect(first.id == first.isbn)
      #expect(try Edition.find(db, id: copy.id) == copy)
      #expect(try Edition.joining(required: Edition.base).fetchAll(db) == [copy])
      #expect(try Edition.joining(required: Edition.copies).fetchAll(db) == [first])
      let item = Copy(isbn: first.isbn, number: 1, price: Money(cents: 1))
      try item.insert(db)
      #expect(try Copy.find(db, id: Copy.ID(isbn: first.isbn, number: 1)) == item)
    }
  }

  @Test func `a request has the variants that the schema names`() throws {
    try database.write { db in
      let folder = try insertedFolder(db)
      let stored = try page(folder, price: 3).insert(db)
      let fetch: PagesOfRequest.Fetch = PagesOfRequest(folder: folder.id).fetching
      #expect(try fetch.fetch(db) == [stored])
      let presence: NextPageRequest.Presence = NextPageRequest(page: stored.id).observingPresence
      #expect(try presence.fetch(db) == nil)
    }
  }

  @Test func `SQL of any shape takes and gives values and types of the app`() throws {
    try database.write { db in
      var folder = try insertedFolder(db)
      try page(folder, price: 3).insert(db)
      #expect(
        try Retag(tags: ["new"], home: Address(street: "x"), folder: folder.id).run(db) == 1
      )
      folder.tags = ["new"]
      folder.home = Address(street: "x")
      let row = try #require(try PagesWithFolderRequest(condition: .worn).fetch(db).first)
      #expect(row.folder == folder)
      #expect(row.price == Money(cents: 3))
      #expect(row.worth == nil)
      #expect(row.words == ["new"])
      let edition = Edition(isbn: Edition.ID(rawValue: ISBN(rawValue: "1")), title: "a")
      try edition.insert(db)
      #expect(try AddCopy(isbn: edition.id, number: 2, price: Money(cents: 4)).run(db) == 1)
      #expect(
        try Copy.fetchAll(db) == [Copy(isbn: edition.id, number: 2, price: Money(cents: 4))]
      )
    }
  }

  // MARK: Keys that are types of their own

  @Test func `a key of text or a UUID is a type of its own`() throws {
    try database.write { db in
      let folder = try insertedFolder(db)
      let first = try page(folder, price: 1).insert(db)
      var draft = page(folder, price: 2)
      draft.nextID = first.id
      let second = try draft.insert(db)
      #expect(try Page.find(db, id: second.id) == second)
      #expect(try Page.filter(id: second.id).fetchOne(db) == second)
      #expect(try Page.filter(ids: [second.id]).fetchAll(db) == [second])
      #expect(try Page.filter(Page.Columns.nextID == first.id).fetchAll(db) == [second])
      #expect(try Page.filter([folder.id].contains(Page.Columns.folderID)).fetchCount(db) == 2)
      #expect(try ByIDRequest<Page>(id: first.id).fetch(db) == first)
      #expect(try Page.joining(required: Page.next).fetchAll(db) == [second])
      #expect(try Page.joining(required: Page.previous).fetchAll(db) == [first])
      #expect(try Folder.joining(required: Folder.pages).distinct().fetchAll(db) == [folder])
      #expect(try folder.request(for: Folder.pages).fetchCount(db) == 2)
      #expect(try Page.exists(db, id: first.id))
      #expect(try Page.deleteOne(db, id: second.id))
      #expect(try Page.deleteAll(db, ids: [first.id, second.id]) == 1)
      #expect(try Folder.fetchOne(db, key: "a") == folder)
    }
  }

  @Test func `a key of its own type is stored as the schema says`() throws {
    try database.write { db in
      let slot = Slot(id: Slot.ID(rawValue: UUID()))
      try slot.insert(db)
      #expect(try String.fetchOne(db, sql: "SELECT id FROM slot") == slot.id.rawValue.uuidString)
      #expect(try Slot.find(db, id: slot.id) == slot)
      #expect(try Slot.filter(Slot.Columns.id == slot.id).fetchAll(db) == [slot])
      #expect(try Slot.filter(id: slot.id).fetchOne(db) == slot)
      let moment = Moment(
        id: Moment.ID(rawValue: Date(timeIntervalSince1970: 1.5)),
        slotID: slot.id
      )
      try moment.insert(db)
      #expect(try Int.fetchOne(db, sql: "SELECT id FROM moment") == 1500)
      #expect(try Moment.find(db, id: moment.id) == moment)
      #expect(try ByIDRequest<Moment>(id: moment.id).fetch(db) == moment)
      #expect(try Moment.filter(Moment.Columns.slotID == slot.id).fetchAll(db) == [moment])
    }
  }
}
