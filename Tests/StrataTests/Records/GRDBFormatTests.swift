import Foundation
import Strata
import Testing

/// A record as an app of GRDB has it.
private struct Track: Codable, Equatable, FetchableRecord, PersistableRecord {
  struct Credits: Codable, Equatable {
    var artist: String
    var recorded: Date
    var cover: Data
  }

  enum Mood: String, Codable { case calm, wild }

  var id: Int64
  var uuid: UUID
  var title: String
  var mood: Mood
  var isLive: Bool
  var seconds: Double
  var released: Date
  var price: Decimal
  var page: URL?
  var cover: Data
  var credits: Credits
  var tags: [String]
}

@Suite struct GRDBFormatTests {
  /// As GRDB 7 has written it.
  private let file = """
    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
    INSERT INTO grdb_migrations VALUES ('v1'), ('v2');
    CREATE TABLE "track" ("id" INTEGER PRIMARY KEY AUTOINCREMENT, "uuid" BLOB NOT NULL UNIQUE,
      "title" TEXT NOT NULL, "mood" TEXT NOT NULL, "isLive" BOOLEAN NOT NULL,
      "seconds" DOUBLE NOT NULL, "released" DATETIME NOT NULL, "price" TEXT NOT NULL,
      "page" TEXT, "cover" BLOB NOT NULL, "credits" TEXT NOT NULL, "tags" TEXT NOT NULL);
    INSERT INTO "track" VALUES (7, x'00112233445566778899AABBCCDDEEFF', 'Löwe', 'wild', 1, 201.5,
      '2024-02-29 23:59:59.123', '12.30', 'https://example.org/a%20b', x'0001FF',
      '{"artist":"Ann","cover":"AP8=","recorded":978307200500}', '["live","new"]')
    """

  private let track = Track(
    id: 7,
    uuid: UUID(
      uuid: (
        0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee,
        0xff
      )
    ),
    title: "Löwe",
    mood: .wild,
    isLive: true,
    seconds: 201.5,
    released: Date(timeIntervalSinceReferenceDate: 730_943_999.123),
    price: Decimal(123) / Decimal(10),
    page: URL(string: "https://example.org/a%20b"),
    cover: Data([0, 1, 255]),
    credits: Track.Credits(
      artist: "Ann",
      recorded: Date(timeIntervalSinceReferenceDate: 0.5),
      cover: Data([0, 255])
    ),
    tags: ["live", "new"]
  )

  private func migrator() -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    for name in ["v1", "v2"] {
      migrator.registerMigration(name) { _ in Issue.record("the step was run before") }
    }
    return migrator
  }

  private func open() throws -> DatabaseQueue {
    let queue = try DatabaseQueue()
    try queue.write { try $0.execute(sql: file) }
    return queue
  }

  @Test func `a database of GRDB is read`() throws {
    let queue = try open()
    try migrator().migrate(queue)
    try queue.read { (db: Database) throws in
      #expect(try migrator().hasCompletedMigrations(db))
      #expect(try Track.fetchAll(db) == [track])
      #expect(try Track.find(db, key: 7) == track)
      #expect(try Track.fetchOne(db, key: ["uuid": track.uuid]) == track)
    }
  }

  @Test func `what is written is what GRDB would have written`() throws {
    let queue = try open()
    let dump = { (db: Database) in
      try Row.fetchAll(
        db,
        sql: """
          SELECT typeof(uuid), quote(uuid), quote(title), quote(mood), typeof(isLive), isLive,
            typeof(seconds), seconds, typeof(released), quote(released), typeof(price),
            quote(page), quote(cover), quote(credits), quote(tags)
          FROM track ORDER BY id
          """
      )
      .map { Array($0.databaseValues) }
    }
    try queue.write { (db: Database) throws in
      let original = try dump(db)
      try track.update(db)
      #expect(try dump(db) == original)
      try track.delete(db)
      try track.insert(db)
      #expect(try dump(db) == original)
      #expect(try Track.fetchAll(db) == [track])
    }
  }

  @Test func `another step follows those of GRDB, in its ledger`() throws {
    let queue = try open()
    var migrator = migrator()
    migrator.registerMigration("v3") { db in
      try db.execute(sql: "ALTER TABLE track ADD COLUMN stars INTEGER")
    }
    try migrator.migrate(queue)
    try queue.read { (db: Database) throws in
      #expect(
        try String.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations ORDER BY identifier")
          == ["v1", "v2", "v3"]
      )
      #expect(try db.columns(in: "grdb_migrations").map(\.name) == ["identifier"])
    }
  }
}
