import Foundation
import Strata
import Testing

private struct Place: Codable, Equatable, FetchableRecord, MutablePersistableRecord {
  struct Coordinate: Codable, Equatable { var x: Double, y: Double }
  enum Kind: String, Codable { case town, village }
  var id: Int64?
  var name: String
  var kind: Kind = .town
  var founded: Date?
  var coordinate: Coordinate?
  var tags: [String] = []
  var key: UUID?

  mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }

  static let table = """
    CREATE TABLE place (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, kind TEXT, founded TEXT,
      coordinate TEXT, tags TEXT, key BLOB)
    """
}

private struct Score: FetchableRecord, PersistableRecord, Equatable {
  static let databaseTableName = "scores"
  var player: String
  var season: Int
  var points: Int

  init(player: String, season: Int, points: Int) {
    self.player = player
    self.season = season
    self.points = points
  }

  init(row: Row) throws {
    player = row["player"]
    season = row["season"]
    points = row["points"]
  }

  func encode(to container: inout PersistenceContainer) throws {
    container["player"] = player
    container["season"] = season
    container["points"] = points
  }

  static let table =
    "CREATE TABLE scores (player, season, points, PRIMARY KEY (season, player)) WITHOUT ROWID"
}

@Suite struct HandWrittenRecordTests {
  private func queue() throws -> DatabaseQueue {
    let queue = try DatabaseQueue()
    try queue.write { try $0.execute(sql: "\(Place.table); \(Score.table)") }
    return queue
  }

  @Test func `a Codable record is stored in columns and JSON, and read back`() throws {
    try queue().write { (db: Database) throws in
      var place = Place(
        name: "Rome",
        kind: .village,
        founded: Date(timeIntervalSinceReferenceDate: 0.5),
        coordinate: .init(x: 1, y: 2),
        tags: ["a", "b"],
        key: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
      )
      try place.insert(db)
      #expect(place.id == 1)
      #expect(try Place.fetchAll(db) == [place])
      #expect(
        try Row.fetchOne(db, sql: "SELECT kind, founded, coordinate, tags, hex(key) FROM place")?
          .databaseValues
          == [
            "village", "2001-01-01 00:00:00.500", #"{"x":1,"y":2}"#, #"["a","b"]"#,
            "000102030405060708090A0B0C0D0E0F",
          ].map(\.databaseValue)
      )
    }
  }

  @Test func `verbs change one row, and say where there is none`() throws {
    try queue().write { (db: Database) throws in
      var place = try Place(name: "Rome").inserted(db)
      place.name = "Roma"
      try place.update(db)
      #expect(try Place.find(db, key: 1).name == "Roma")
      try place.save(db)
      var other = Place(name: "Oslo")
      try other.save(db)
      #expect(other.id == 2)
      #expect(try Place.fetchCount(db) == 2)
      #expect(try other.exists(db))
      #expect(try other.delete(db))
      #expect(try !other.delete(db))
      #expect(try !other.exists(db))
      let error = #expect(throws: RecordError.self) { try other.update(db) }
      #expect(
        error == .recordNotFound(databaseTableName: "place", key: ["id": 2.databaseValue])
      )
      #expect(throws: RecordError.self) { try Place.find(db, key: 2) }
      #expect(throws: DatabaseError.self) {
        var twice = Place(name: "Roma")
        try twice.insert(db)
      }
    }
  }

  @Test func `upserting updates the row in the way`() throws {
    try queue().write { (db: Database) throws in
      _ = try Place(name: "Rome").inserted(db)
      var again = Place(name: "Rome", tags: ["new"])
      try again.upsert(db)
      #expect(again.id == 1)
      #expect(try Place.fetchAll(db).map(\.tags) == [["new"]])
      let fetched = try Place(name: "Rome", tags: ["newer"]).upsertAndFetch(db)
      #expect(fetched.tags == ["newer"])
    }
  }

  @Test func `only changed columns are updated`() throws {
    try queue().write { (db: Database) throws in
      var place = try Place(name: "Rome").inserted(db)
      #expect(try !place.updateChanges(db) { _ in })
      let total = db.totalChangesCount
      #expect(try place.updateChanges(db) { $0.name = "Roma" })
      #expect(db.totalChangesCount == total + 1)
      #expect(try place.databaseChanges(from: Place(id: 1, name: "X")).keys.sorted() == ["name"])
      place.tags = ["x"]
      place.name = "lost"
      try place.update(db, columns: ["tags"])
      #expect(try Place.find(db, key: 1).name == "Roma")
    }
  }

  @Test func `rows are found by composite and unique keys`() throws {
    try queue().write { (db: Database) throws in
      try Score(player: "ann", season: 1, points: 3).insert(db)
      try Score(player: "bob", season: 1, points: 5).insert(db)
      try Score(player: "ann", season: 1, points: 4).update(db)
      let key: [String: (any DatabaseValueConvertible)?] = ["player": "ann", "season": 1]
      #expect(try Score.fetchOne(db, key: key)?.points == 4)
      #expect(try Score.exists(db, key: key))
      #expect(throws: DatabaseError.self) { try Score.find(db, key: "ann") }
      #expect(try Score.deleteOne(db, key: key))
      #expect(try Score.fetchAll(db).map(\.player) == ["bob"])
      try Score(player: "bob", season: 1, points: 6).upsert(db)
      #expect(try Score(player: "bob", season: 1, points: 7).updateAndFetch(db).points == 7)
      #expect(try Score.deleteAll(db) == 1)
      var place = Place(name: "Rome")
      try place.insert(db)
      #expect(try Place.fetchAll(db, keys: [1, 2, 1]).count == 2)
      #expect(try Place.fetchOne(db, key: ["name": "Rome"]) == place)
    }
  }

  @Test func `conflict policies are honoured`() throws {
    try queue().write { (db: Database) throws in
      try Score(player: "ann", season: 1, points: 3).insert(db)
      try Score(player: "ann", season: 1, points: 4).insert(db, onConflict: .ignore)
      #expect(try Score.fetchOne(db)?.points == 3)
      try Score(player: "ann", season: 1, points: 5).insert(db, onConflict: .replace)
      #expect(try Score.fetchOne(db)?.points == 5)
    }
  }

  @Test func `bad data is an error of the fetch, not of the program`() throws {
    try queue().write { (db: Database) throws in
      try db.execute(
        sql: """
          INSERT INTO scores VALUES ('ann', 1, 'many');
          INSERT INTO place (name, kind, tags) VALUES ('a', 'city', '[]'), ('b', 'town', '{')
          """
      )
      let error = #expect(throws: RowDecodingError.self) { try Score.fetchAll(db) }
      #expect(error?.column == "points")
      #expect(error?.table == "scores")
      #expect(error?.value == "many".databaseValue)
      let unknown = #expect(throws: RowDecodingError.self) {
        try Place.fetchOne(db, key: ["name": "a"])
      }
      #expect(unknown?.column == "kind")
      #expect(unknown?.value == "city".databaseValue)
      let broken = #expect(throws: RowDecodingError.self) {
        try Place.fetchOne(db, key: ["name": "b"])
      }
      #expect(broken?.column == "tags")
      #expect(throws: RowDecodingError.self) { try Int.fetchAll(db, sql: "SELECT 'x'") }
      #expect(throws: RowDecodingError.self) { try Int.fetchAll(db, sql: "SELECT NULL") }
      #expect(try Int?.fetchAll(db, sql: "SELECT NULL UNION ALL SELECT 1") == [nil, 1])
      #expect(try Int.fetchOne(db, sql: "SELECT NULL") == nil)
      #expect(throws: RowDecodingError.self) { try Score.fetchAll(db, sql: "SELECT 'a' AS player") }
    }
  }

  @Test func `a table has the name of its type`() {
    struct HTTPRequest: TableRecord {}
    struct URL: TableRecord {}
    struct Player: TableRecord {}
    #expect(HTTPRequest.databaseTableName == "httpRequest")
    #expect(URL.databaseTableName == "url")
    #expect(Player.databaseTableName == "player")
  }
}
