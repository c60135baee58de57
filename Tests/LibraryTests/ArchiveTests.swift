import Foundation
import Strata
import Testing

@testable import LibrarySample

/// The generated code of `Schemas/Archive.yaml`: values stored as JSON, types of the app, and keys
/// that are types of their own.
@Suite struct ArchiveTests {
  private let database: DatabaseQueue
  private let ann: Person

  init() throws {
    database = try ArchiveDatabase.openInMemory()
    ann = Person(
      name: "Ann \"\u{0}/\\\n é\u{301}😀",
      home: Address(street: "s", city: "c", zip: nil),
      // A date of which milliseconds would lose a part.
      born: Date(timeIntervalSinceReferenceDate: 786_180_142.123_456_7),
      media: [.none, .film],
      grade: .poor,
      marks: ["b": 1, "a": -2, "": 0],
      friends: [
        Person(
          name: "Bo",
          home: nil,
          born: .distantPast,
          media: [],
          grade: nil,
          marks: [:],
          key: Folder.ID(rawValue: "k"),
          price: Money(cents: 5),
          site: URL(string: "https://example.org/a?b=c"),
          data: Data([0, 255, 1]),
          exact: 0.1,
          ratio: -.infinity,
          token: UUID(),
          big: .min,
          small: .max,
          isOpen: false
        )
      ],
      exact: Decimal(string: "12345678901234567890.123456789012345678") ?? 0,
      ratio: 0.1 + 0.2,
      token: UUID(),
      big: .max,
      small: .min
    )
  }

  private func insertedFolder(_ db: Database, _ id: String = "a") throws -> Folder {
    let folder = Folder(
      id: Folder.ID(rawValue: id),
      owner: ann,
      home: Address(street: "Side"),
      tags: ["x", "y"],
      gaps: [1, nil],
      tokens: []
    )
    try folder.insert(db)
    return folder
  }

  // MARK: Values

  @Test func `a value comes back as it went in, with nothing lost`() throws {
    let (folder, stored) = try database.write { db in
      let folder = try insertedFolder(db)
      return (folder, try Folder.find(db, id: folder.id))
    }
    #expect(stored == folder)
    #expect(stored.owner == ann)
    #expect(stored.owner?.born == ann.born)
    #expect(stored.owner?.exact == ann.exact)
    #expect(stored.owner?.name.unicodeScalars.elementsEqual(ann.name.unicodeScalars) == true)
    #expect(stored.media == [Medium.none, .paper])
    #expect(stored.gaps == [1, nil])
    #expect(stored.matrix == [[0.5], []])
  }

  @Test(arguments: [-1e9, -0.1, 0, 1.0 / 3, 786_180_142.123_456_7, 64_092_211_199.999_99, 1e200])
  func `a date in JSON keeps its last bit`(seconds: Double) throws {
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    let value = [date].databaseJSON
    let text = try #require(String.fromDatabaseValue(value))
    let back = try database.read { db in
      try Row.fetchOne(db, sql: "SELECT ? AS dates", arguments: [text])
    }
    let row = try #require(back)
    #expect(text.first == "[")
    #expect(try Dates(row: row).dates == [date])
  }

  private struct Dates: FetchableRecord, Decodable { var dates: [Date] }

  @Test func `equal values have equal texts, with their keys sorted`() throws {
    let first = Address(street: "s", city: "c", zip: "z").databaseValue
    #expect(first == #"{"city":"c","street":"s","zip":"z"}"#.databaseValue)
    var marks: [String: Int] = [:]
    for number in 0..<100 { marks["\(number)"] = number }
    var others: [String: Int] = [:]
    for number in (0..<100).reversed() { others["\(number)"] = number }
    #expect(marks.databaseJSON == others.databaseJSON)
  }

  @Test func `a default is the text that the value has`() throws {
    try database.write { db in
      try db.execute(sql: "INSERT INTO folder (id) VALUES ('a')")
      let folder = try Folder.find(db, id: Folder.ID(rawValue: "a"))
      let plain = Folder(id: folder.id, tokens: folder.tokens)
      #expect(folder == plain)
      #expect(folder.home == Address(street: "Main \"St.\"/1", city: "Riga", zip: nil))
      #expect(folder.counts == ["a": 2, "b": 1])
      #expect(folder.tokens == [UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8")])
      let texts = try Row.fetchAll(db, sql: "SELECT * FROM folder")
      try Folder.deleteAll(db)
      try plain.insert(db)
      #expect(try Row.fetchAll(db, sql: "SELECT * FROM folder") == texts)
    }
  }

  @Test func `a column of JSON is TEXT in a STRICT table`() throws {
    try database.write { db in
      _ = try insertedFolder(db)
      let types = try Row.fetchOne(
        db,
        sql: "SELECT typeof(home), typeof(tags), typeof(counts) FROM folder"
      )
      #expect(types?.databaseValues == Array(repeating: "text".databaseValue, count: 3))
    }
  }

  @Test(arguments: ["{", "[]", "7", "{\"street\": 1}", "", "{\"street\": \"s\"} x"])
  func `broken JSON is an error that names column and value`(text: String) throws {
    try database.write { db in
      let folder = try insertedFolder(db)
      try db.execute(sql: "UPDATE folder SET home = ?", arguments: [text])
      let error = #expect(throws: RowDecodingError.self) { try Folder.find(db, id: folder.id) }
      #expect(error?.reason == .valueMismatch)
      #expect(error?.table == "folder")
      #expect(error?.column == "home")
      #expect(error?.expectedType == "Address")
      #expect(error?.value == text.databaseValue)
    }
  }

  @Test(arguments: ["{}", "[1]", "[null]", "x"])
  func `a broken list is an error too`(text: String) throws {
    try database.write { db in
      let folder = try insertedFolder(db)
      try db.execute(sql: "UPDATE folder SET tags = ?", arguments: [text])
      let error = #expect(throws: RowDecodingError.self) { try Folder.find(db, id: folder.id) }
      #expect(error?.column == "tags")
    }
  }

  @Test func `JSON without a key has the default of the property`() throws {
    try database.write { db in
      let folder = try insertedFolder(db)
      try db.execute(sql: #"UPDATE folder SET home = '{"street":"s","more":1,"zip":null}'"#)
      #expect(
        try Folder.find(db, id: folder.id).home == Address(street: "s", city: "Riga", zip: nil)
      )
    }
  }

  @Test func `typed columns compare and set what is stored as JSON`() throws {
    try database.write { db in
      let folder = try insertedFolder(db)
      let home = Address(street: "Side")
      #expect(try Folder.filter(Folder.Columns.home == home).fetchAll(db) == [folder])
      #expect(try Folder.filter(Folder.Columns.tags == ["x", "y"]).fetchAll(db) == [folder])
      #expect(try Folder.filter(Folder.Columns.tags != ["x"]).fetchAll(db) == [folder])
      #expect(try Folder.filter(Folder.Columns.media == nil).fetchAll(db) == [])
      #expect(try Folder.filter(Folder.Columns.media == [.none, .paper]).fetchAll(db) == [folder])
      #expect(
        try Folder.filter(Folder.Columns.counts == ["a": 2, "b": 1]).fetchAll(db) == [folder]
      )
      try Folder.updateAll(
        db,
        Folder.Columns.tags.set(to: []),
        Folder.Columns.media.set(to: nil),
        Folder.Columns.owner.set(to: nil),
        Folder.Columns.home.set(to: Address(street: "New"))
      )
      let changed = try Folder.find(db, id: folder.id)
      #expect(changed.tags == [])
      #expect(changed.media == nil)
      #expect(changed.owner == nil)
      #expect(changed.home.street == "New")
      #expect(
        try Folder.select(Folder.Columns.home, as: Address.self).fetchAll(db) == [changed.home]
      )
    }
  }

  @Test func `requests take and give what is stored as JSON`() throws {
    try database.write { db in
      let folder = try insertedFolder(db)
      #expect(try FoldersTaggedRequest(tag: "y").fetch(db) == [folder])
      #expect(try FoldersTaggedRequest(tag: "z").fetch(db) == [])
      #expect(try FoldersInRequest(city: "Riga").fetch(db) == [folder])
      #expect(try FoldersAtRequest(home: folder.home).fetch(db) == [folder])
      #expect(try FoldersOfRequest(ids: [folder.id]).fetch(db) == [folder])
      #expect(try FoldersOfRequest(ids: []).fetch(db) == [])
      #expect(try LastTagsRequest().fetch(db) == ["x", "y"])
      try Folder.deleteAll(db)
      #expect(try LastTagsRequest().fetch(db) == nil)
    }
  }

  @Test func `a view gives values and lists`() throws {
    try database.write { db in
      let folder = try insertedFolder(db)
      try page(folder, price: 3).insert(db)
      let card = try #require(try FolderCard.fetchOne(db))
      #expect(card.id == folder.id)
      #expect(card.home == folder.home)
      #expect(card.tags == folder.tags)
      #expect(card.dearest == Money(cents: 3))
      #expect(card.prices == [3])
    }
  }

  // MARK: Types of the app

  private func page(_ folder: Folder, price: Int) -> Page.Draft {
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
