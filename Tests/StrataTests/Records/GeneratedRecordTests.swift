import Foundation
import Strata
import Testing

/// As the generator writes it.
struct Gamer: Identifiable, Hashable, Sendable {
  struct ID: Strata.RecordID { var rawValue: Int }
  enum Position: String, Sendable { case forward, keeper }
  var id: Gamer.ID
  var name: String
  var nickname: String?
  var score: Int = 0
  var position: Position = .forward
  var joined: Date
  let fullName: String

  struct Draft: Strata.RecordDraft {
    typealias Record = Gamer
    var name: String
    var nickname: String?
    var score: Int = 0
    var position: Position = .forward
    var joined: Date?
    var omittedColumns: Strata.ColumnSet {
      var columns: Strata.ColumnSet = []
      if joined == nil { columns.insert(5) }
      return columns
    }
    func bind(to values: Strata.ValueBinder) {
      values.string(1, name)
      values.string(2, nickname)
      values.int(3, score)
      values.enumeration(4, position)
      values.date(5, joined)
    }
  }

  static let creation = """
    CREATE TABLE gamer (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, nickname TEXT,
      score INTEGER NOT NULL DEFAULT 0, position TEXT NOT NULL, joined TEXT NOT NULL
      DEFAULT '2026-01-02', fullName TEXT GENERATED ALWAYS AS (name || coalesce(' ' || nickname, '')))
    """
}

extension Gamer: Strata.GeneratedRecord {
  static let table = Strata.TableDefinition(
    name: "gamer",
    columns: "id, name, nickname, score, position, joined, fullName",
    primaryKey: "id",
    rowID: "id",
    generated: "fullName"
  )
  init(reading row: Strata.RowReader) throws {
    id = ID(rawValue: try row.int(0))
    name = try row.string(1)
    nickname = try row.optionalString(2)
    score = try row.int(3)
    position = try row.enumeration(4)
    joined = try row.date(5)
    fullName = try row.string(6)
  }
  func bind(to values: Strata.ValueBinder) {
    values.int(0, id.rawValue)
    values.string(1, name)
    values.string(2, nickname)
    values.int(3, score)
    values.enumeration(4, position)
    values.date(5, joined)
  }
}

private struct Membership: Identifiable, Hashable, Codable, Sendable {
  struct ID: Hashable, Sendable, Strata.CompositeID {
    var gamer: Int
    var season: Int
    func bind(to values: Strata.ValueBinder) {
      values.int(0, gamer)
      values.int(1, season)
    }
  }
  var note: String
  var season: Int
  var gamer: Int
  var id: ID { ID(gamer: gamer, season: season) }
}

extension Membership: Strata.GeneratedRecord {
  static let table = Strata.TableDefinition(
    name: "membership",
    columns: "note, season, gamer",
    primaryKey: "gamer, season",
    isWithoutRowID: true
  )
  init(reading row: Strata.RowReader) throws {
    note = try row.string(0)
    season = try row.int(1)
    gamer = try row.int(2)
  }
  func bind(to values: Strata.ValueBinder) {
    values.string(0, note)
    values.int(1, season)
    values.int(2, gamer)
  }
}

@Suite struct GeneratedRecordTests {
  private func queue() throws -> DatabaseQueue {
    let queue = try DatabaseQueue()
    try queue.write { db in
      try db.execute(sql: Gamer.creation)
      try db.execute(
        sql: """
          CREATE TABLE membership (note TEXT, season INTEGER, gamer INTEGER,
            PRIMARY KEY (gamer, season)) WITHOUT ROWID
          """
      )
    }
    return queue
  }

  @Test func `a draft becomes the stored row`() throws {
    try queue().write { (db: Database) throws in
      let ann = try Gamer.Draft(name: "Ann", nickname: "A\u{0}").insert(db)
      #expect(ann.id == Gamer.ID(rawValue: 1))
      #expect(ann.fullName == "Ann A\u{0}")
      #expect(ann.joined == Date.fromDatabaseValue("2026-01-02".databaseValue))
      let now = Date(timeIntervalSinceReferenceDate: 1.25)
      let bob = try Gamer.Draft(name: "Bob", joined: now).insert(db)
      #expect(bob.id.rawValue == 2)
      #expect(bob.joined == now)
      #expect(bob.nickname == nil)
      #expect(try Gamer.fetchAll(db) == [ann, bob])
      #expect(throws: DatabaseError.self) { try Gamer.Draft(name: "Bob").insert(db) }
    }
  }

  @Test func `a row that triggers change is read again`() throws {
    try queue().write { (db: Database) throws in
      #expect(try Gamer.Draft(name: "Ann").insert(db).score == 0)
      try db.execute(
        sql: """
          CREATE TRIGGER bonus AFTER INSERT ON gamer BEGIN
            UPDATE gamer SET score = new.score + 10 WHERE id = new.id;
          END
          """
      )
      var bob = try Gamer.Draft(name: "Bob").insert(db)
      #expect(bob.score == 10)
      bob = try Gamer.find(db, id: bob.id)
      #expect(bob.score == 10)
      try db.execute(sql: "DROP TRIGGER bonus")
      #expect(try Gamer.Draft(name: "Eve").insert(db).score == 0)
    }
  }

  @Test func `verbs change one row, and say where there is none`() throws {
    try queue().write { (db: Database) throws in
      var ann = try Gamer.Draft(name: "Ann").insert(db)
      ann.score = 5
      try ann.update(db)
      #expect(try Gamer.find(db, id: ann.id) == ann)
      ann.nickname = "Annie"
      #expect(try ann.updateAndFetch(db).fullName == "Ann Annie")
      ann.nickname = nil
      try ann.save(db)
      #expect(try Gamer.fetchOne(db, id: ann.id)?.fullName == "Ann")
      #expect(try ann.exists(db))
      #expect(try ann.delete(db))
      #expect(try !ann.delete(db))
      #expect(try !ann.exists(db))
      let error = #expect(throws: RecordError.self) { try ann.update(db) }
      #expect(error == .recordNotFound(databaseTableName: "gamer", key: ["id": 1.databaseValue]))
      #expect(throws: RecordError.self) { try ann.updateAndFetch(db) }
      #expect(throws: RecordError.self) { try Gamer.find(db, id: ann.id) }
      try ann.save(db)
      #expect(try Gamer.fetchCount(db) == 1)
      ann.score = 9
      try ann.upsert(db)
      #expect(try ann.upsertAndFetch(db).score == 9)
      var twin = ann
      twin.id = .init(rawValue: 7)
      #expect(throws: DatabaseError.self) { try twin.insert(db) }
      #expect(try Gamer.exists(db, id: ann.id))
      #expect(try Gamer.deleteOne(db, id: ann.id))
      #expect(try Gamer.deleteAll(db, ids: [ann.id]) == 0)
    }
  }

  @Test func `columns in another order are found by name`() throws {
    try queue().write { (db: Database) throws in
      let ann = try Gamer.Draft(name: "Ann", score: 4).insert(db)
      let sql = "SELECT 1 AS x, fullName, joined, position, SCORE, nickname, name, id FROM gamer"
      for _ in 0..<2 {
        #expect(try Gamer.fetchAll(db, sql: sql) == [ann])
        #expect(try Gamer.fetchOne(db, sql: sql) == ann)
        #expect(try Gamer.fetchSet(db, sql: sql) == [ann])
        #expect(try Array(Gamer.fetchCursor(db, sql: sql)) == [ann])
      }
      let row = try #require(try Row.fetchOne(db, sql: sql))
      #expect(try Gamer(row: row) == ann)
      let error = #expect(throws: RowDecodingError.self) {
        try Gamer.fetchAll(db, sql: "SELECT id, name FROM gamer")
      }
      #expect(error?.reason == .columnNotFound)
      #expect(error?.column == "nickname")
    }
  }

  @Test func `a composite identity finds its row`() throws {
    try queue().write { (db: Database) throws in
      let first = Membership(note: "a", season: 1, gamer: 2)
      try first.insert(db)
      try Membership(note: "b", season: 2, gamer: 1).insert(db)
      #expect(try Membership.find(db, id: first.id) == first)
      #expect(try Membership.fetchAll(db, ids: [first.id]) == [first])
      var changed = first
      changed.note = "c"
      #expect(try changed.updateAndFetch(db).note == "c")
      #expect(try Membership.exists(db, id: first.id))
      #expect(try Membership.deleteOne(db, id: first.id))
      let error = #expect(throws: RecordError.self) { try Membership.find(db, id: first.id) }
      #expect(
        error
          == .recordNotFound(
            databaseTableName: "membership",
            key: ["gamer": 2.databaseValue, "season": 1.databaseValue]
          )
      )
    }
  }

  @Test func `bad data names table, column and value`() throws {
    try queue().write { (db: Database) throws in
      try db.execute(
        sql: "INSERT INTO gamer (name, score, position) VALUES ('Ann', 'many', 'forward')"
      )
      let error = #expect(throws: RowDecodingError.self) { try Gamer.fetchAll(db) }
      #expect(error?.table == "gamer")
      #expect(error?.column == "score")
      #expect(error?.value == "many".databaseValue)
      try db.execute(sql: "UPDATE gamer SET score = 1, position = 'coach'")
      #expect(throws: RowDecodingError.self) { try Gamer.fetchAll(db) }
      try db.execute(sql: "UPDATE gamer SET position = 'keeper', joined = '2026-02-30'")
      #expect(throws: RowDecodingError.self) { try Gamer.fetchOne(db) }
      try db.execute(sql: "UPDATE gamer SET joined = '2026-02-28'")
      #expect(try Gamer.fetchOne(db)?.position == .keeper)
    }
  }

  @Test func `a date that cannot be stored is an error, and nothing is written`() throws {
    try queue().write { (db: Database) throws in
      var ann = try Gamer.Draft(name: "Ann").insert(db)
      ann.joined = Date(timeIntervalSince1970: 1e12)
      #expect(throws: DatabaseError.self) { try ann.update(db) }
      ann.joined = Date(timeIntervalSince1970: 0)
      try ann.update(db)
      #expect(try Gamer.fetchOne(db)?.joined == ann.joined)
    }
  }

  @Test func `an insertion that breaks a foreign key fails, RETURNING or not`() throws {
    try queue().write { (db: Database) throws in
      try db.execute(
        sql: """
          DROP TABLE gamer; CREATE TABLE team (id INTEGER PRIMARY KEY);
          CREATE TABLE gamer (id INTEGER PRIMARY KEY REFERENCES team, name, nickname, score, position,
            joined DEFAULT '2026-01-01', fullName AS (name))
          """
      )
      #expect(throws: DatabaseError.self) { try Gamer.Draft(name: "Ann").insert(db) }
      #expect(try Gamer.fetchCount(db) == 0)
    }
  }
}
