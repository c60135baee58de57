import Foundation
import Strata
import TestSupport
import Testing

/// What another connection does to the schema while statements, records and observers use it.
@Suite struct ForeignSchemaTests {
  private struct Item: Codable, FetchableRecord, PersistableRecord, Equatable {
    static let databaseTableName = "item"
    var id: Int
    var name: String
  }

  private let directory: TemporaryDirectory
  private let other: DatabaseQueue

  init() throws {
    directory = try TemporaryDirectory()
    other = try DatabaseQueue(path: directory.path())
    try other.write { (db: Database) throws in
      try db.execute(
        sql: """
          CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
          INSERT INTO item VALUES (1, 'one')
          """
      )
    }
  }

  private func open(_ isPool: Bool) throws -> any DatabaseWriter {
    try isPool
      ? DatabasePool(path: directory.path()) : DatabaseQueue(path: directory.path())
  }

  private func change(_ sql: String) throws { try other.write { try $0.execute(sql: sql) } }

  @Test(arguments: [true, false])
  func `statements and records see the new schema, or say what is missing`(_ isPool: Bool) throws {
    let database = try open(isPool)
    let one = Item(id: 1, name: "one")
    #expect(try database.read { try Item.fetchAll($0) } == [one])
    try database.write { try one.update($0) }
    try change("ALTER TABLE item ADD COLUMN size INTEGER DEFAULT 7")
    #expect(try database.read { try Item.fetchAll($0) } == [one])
    #expect(try database.read { try Row.fetchOne($0, sql: "SELECT * FROM item")?.count } == 3)
    #expect(try database.read { try $0.columns(in: "item").count } == 3)
    try database.write { try one.update($0) }
    try change("ALTER TABLE item RENAME COLUMN name TO title")
    let missing = #expect(throws: RowDecodingError.self) {
      try database.read { try Item.fetchAll($0) }
    }
    #expect(missing?.reason == .columnNotFound)
    #expect(missing?.column == "name")
    #expect(throws: DatabaseError.self) { try database.write { try one.update($0) } }
    // Another key: what was known of the old one is forgotten.
    try change("DROP TABLE item; CREATE TABLE item (name TEXT PRIMARY KEY, id INTEGER)")
    try database.write { (db: Database) throws in
      #expect(try db.primaryKey("item").columns == ["name"])
      try one.insert(db)
      #expect(try Item.fetchOne(db, key: "one") == one)
    }
    try change("DROP TABLE item")
    let gone = #expect(throws: DatabaseError.self) {
      try database.read { try Item.fetchAll($0) }
    }
    #expect(gone?.message == "no such table: item")
  }

  @Test(arguments: [true, false])
  func `SQL that fits only the new schema is compiled for it`(_ isPool: Bool) throws {
    let database = try open(isPool)
    #expect(try database.read { try Item.fetchCount($0) } == 1)
    try change("ALTER TABLE item ADD COLUMN size INTEGER")
    try database.write { try $0.execute(sql: "INSERT INTO item VALUES (2, 'two', 2)") }
    try change("DROP TABLE item")
    try database.write { try $0.execute(sql: "CREATE TABLE item (id, name)") }
    #expect(try database.read { try Item.fetchCount($0) } == 0)
  }

  @Test(arguments: [true, false])
  func `an observation goes on with the new schema, and ends where there is none`(_ isPool: Bool)
    async throws
  {
    let database = try open(isPool)
    let observation = ValueObservation.tracking { db in
      try Row.fetchAll(db, sql: "SELECT * FROM item").map(\.count)
    }
    var values = observation.values(in: database).makeAsyncIterator()
    #expect(try await values.next() == [2])
    try change("ALTER TABLE item ADD COLUMN size INTEGER")
    try await database.write { try $0.execute(sql: "INSERT INTO item VALUES (2, 'two', 2)") }
    #expect(try await values.next() == [3, 3])
    try change("DROP TABLE item; CREATE TABLE item (id INTEGER)")
    try await database.write { try $0.execute(sql: "INSERT INTO item VALUES (3)") }
    #expect(try await values.next() == [1])
    try change("DROP TABLE item")
    var others = observation.values(in: database).makeAsyncIterator()
    let error = await #expect(throws: DatabaseError.self) { _ = try await others.next() }
    #expect(error?.message == "no such table: item")
    #expect(try await others.next() == nil)
  }
}
