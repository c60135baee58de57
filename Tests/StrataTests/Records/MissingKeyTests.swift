import Strata
import Testing

/// A record of a table without a primary key, as stratac writes it.
private struct Reading: Hashable, Sendable {
  var sensor: String
  var value: Int
}

extension Reading: GeneratedRecord {
  static let table = TableDefinition(name: "reading", columns: "sensor, value")

  init(reading row: RowReader) throws {
    sensor = try row.string(0)
    value = try row.int(1)
  }

  func bind(to values: ValueBinder) {
    values.string(0, sensor)
    values.int(1, value)
  }
}

/// The same by hand.
private struct Note: Codable, FetchableRecord, PersistableRecord, Equatable {
  static let databaseTableName = "reading"
  var sensor: String
  var value: Int
}

/// The total of a sensor: a view that names its key.
private struct Total: Identifiable, Hashable, Sendable {
  var sensor: String
  var sum: Int
  var id: String { sensor }
}

extension Total: GeneratedView {
  static let table = TableDefinition(
    name: "total",
    columns: "sensor, sum",
    primaryKey: "sensor"
  )

  init(reading row: RowReader) throws {
    sensor = try row.string(0)
    sum = try row.int(1)
  }
}

/// The value of a sensor: a view with a key of two columns.
private struct Pair: Identifiable, Hashable, Sendable {
  struct ID: CompositeID {
    var sensor: String
    var value: Int

    func bind(to values: ValueBinder) {
      values.string(0, sensor)
      values.int(1, value)
    }
  }

  var sensor: String
  var value: Int
  var id: ID { ID(sensor: sensor, value: value) }
}

extension Pair: GeneratedView {
  static let table = TableDefinition(
    name: "pair",
    columns: "sensor, value",
    primaryKey: "sensor, value"
  )

  init(reading row: RowReader) throws {
    sensor = try row.string(0)
    value = try row.int(1)
  }
}

/// A view that names no key.
private struct KeylessTotal: FetchableRecord, TableRecord {
  static let databaseTableName = "total"
  init(row: Row) {}
}

@Suite struct MissingKeyTests {
  private let database: DatabaseQueue

  init() throws {
    database = try DatabaseQueue()
    try database.write { db throws in
      try db.execute(
        sql: """
          CREATE TABLE reading (sensor TEXT NOT NULL, value INTEGER NOT NULL) STRICT;
          CREATE VIEW total AS SELECT sensor, sum(value) AS sum FROM reading GROUP BY sensor;
          CREATE VIEW pair AS SELECT sensor, value FROM reading;
          INSERT INTO reading VALUES ('a', 1), ('b', 2), ('b', 3);
          """
      )
    }
  }

  @Test func `a view is found by the key that it names`() throws {
    let total = Total(sensor: "b", sum: 5)
    try database.read { db throws in
      #expect(try Total.fetchOne(db, id: "b") == total)
      #expect(try Total.find(db, id: "b") == total)
      #expect(try Total.exists(db, id: "b"))
      #expect(try Total.fetchAll(db, ids: ["b", "x", "a"]).map(\.sum) == [5, 1])
      #expect(try Total.fetchOne(db, key: "b") == total)
      #expect(try Total.find(db, key: "b") == total)
      #expect(try Total.exists(db, key: "b"))
      #expect(try Total.fetchAll(db, keys: ["b", "x", "a"]).map(\.sum) == [5, 1])
      #expect(try Total.filter(id: "b").fetchOne(db) == total)
      #expect(try Total.filter(key: "b").fetchAll(db) == [total])
      #expect(try Total.fetchOne(db, id: "x") == nil)
      #expect(try !Total.exists(db, key: "x"))
      #expect(
        throws: RecordError.recordNotFound(
          databaseTableName: "total",
          key: ["sensor": "x".databaseValue]
        )
      ) {
        try Total.find(db, id: "x")
      }
    }
  }

  @Test func `a view is found by a key of several columns`() throws {
    let pair = Pair(sensor: "b", value: 3)
    try database.read { db throws in
      #expect(try Pair.fetchOne(db, id: pair.id) == pair)
      #expect(try Pair.find(db, id: pair.id) == pair)
      #expect(try Pair.exists(db, id: pair.id))
      #expect(try Pair.fetchAll(db, ids: [pair.id]) == [pair])
    }
  }

  @Test func `a view without a key says so`() throws {
    try database.read { db throws in
      let error = RecordError.missingPrimaryKey(databaseTableName: "total")
      #expect(throws: error) { try KeylessTotal.fetchOne(db, key: 1) }
      #expect(throws: error) { try KeylessTotal.exists(db, key: 1) }
      #expect(throws: error) { try KeylessTotal.filter(key: 1).fetchOne(db) }
    }
  }

  @Test func `a record of a table without a key is inserted, and nothing that needs a key`() throws
  {
    let error = RecordError.missingPrimaryKey(databaseTableName: "reading")
    let reading = Reading(sensor: "c", value: 4)
    try database.write { db throws in
      try reading.insert(db)
      #expect(try reading.insertAndFetch(db) == reading)
      #expect(throws: error) { try reading.update(db) }
      #expect(throws: error) { _ = try reading.updateAndFetch(db) }
      #expect(throws: error) { try reading.save(db) }
      #expect(throws: error) { _ = try reading.saved(db) }
      #expect(throws: error) { _ = try reading.saveAndFetch(db) }
      #expect(throws: error) { try reading.upsert(db) }
      #expect(throws: error) { _ = try reading.upsertAndFetch(db) }
      #expect(throws: error) { try reading.delete(db) }
      #expect(throws: error) { _ = try reading.exists(db) }
      #expect(try Reading.fetchCount(db) == 5)
    }
    #expect(
      error.description
        == "table reading has no primary key, so a record's row cannot be found to update or"
        + " delete it; give the table a key, or use a query such as filter(…).deleteAll(db)"
    )
  }

  @Test func `a record by hand says the same`() throws {
    let error = RecordError.missingPrimaryKey(databaseTableName: "reading")
    let note = Note(sensor: "c", value: 4)
    try database.write { db throws in
      try note.insert(db)
      #expect(throws: error) { try note.update(db) }
      #expect(throws: error) { _ = try note.updateAndFetch(db) }
      #expect(throws: error) { try note.updateChanges(db, from: Note(sensor: "d", value: 4)) }
      #expect(throws: error) { try note.save(db) }
      #expect(throws: error) { _ = try note.saveAndFetch(db) }
      #expect(throws: error) { try note.upsert(db) }
      #expect(throws: error) { _ = try note.upsertAndFetch(db) }
      #expect(throws: error) { try note.delete(db) }
      #expect(throws: error) { _ = try note.exists(db) }
      #expect(try Note.fetchCount(db) == 4)
    }
  }

  @Test func `a unique index is enough for an upsert`() throws {
    let reading = Reading(sensor: "a", value: 9)
    try database.write { db throws in
      try db.execute(sql: "DELETE FROM reading WHERE value = 3")
      try db.execute(sql: "CREATE UNIQUE INDEX reading_sensor ON reading (sensor)")
      try reading.upsert(db)
      try Note(sensor: "b", value: 8).upsert(db)
      #expect(try Int.fetchAll(db, sql: "SELECT value FROM reading ORDER BY sensor") == [9, 8])
    }
  }

  @Test func `a row with a trigger and no key is given as it was written`() throws {
    try database.write { db throws in
      try db.execute(
        sql: """
          CREATE TABLE log (a);
          CREATE TRIGGER logs AFTER INSERT ON reading BEGIN INSERT INTO log VALUES (1); END
          """
      )
      let reading = Reading(sensor: "z", value: 26)
      #expect(try reading.insertAndFetch(db) == reading)
    }
  }
}
