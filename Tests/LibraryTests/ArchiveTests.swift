import Foundation
import Strata
import Testing

@testable import LibrarySample

/// The generated code of `Schemas/Archive.yaml`: values stored as JSON, types of the app, and keys
/// that are types of their own.
@Suite struct ArchiveTests {
  let database: DatabaseQueue
  let ann: Person

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

  func insertedFolder(_ db: Database, _ id: String = "a") throws -> Folder {
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
}
