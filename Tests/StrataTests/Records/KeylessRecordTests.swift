import Strata
import Testing

/// As the generator writes the record of a table without a primary key.
private struct Reading: Hashable, Sendable {
  var sensor: String
  var value: Int
}

extension Reading: Strata.GeneratedRecord {
  static let table = Strata.TableDefinition(
    name: "reading",
    columns: "sensor, value",
    primaryKey: ""
  )
  init(reading row: Strata.RowReader) throws {
    sensor = try row.string(0)
    value = try row.int(1)
  }
  func bind(to values: Strata.ValueBinder) {
    values.string(0, sensor)
    values.int(1, value)
  }
}

@Suite struct KeylessRecordTests {
  private let queue: DatabaseQueue
  private let first = Reading(sensor: "a", value: 1)
  private let second = Reading(sensor: "b", value: 2)

  init() throws {
    queue = try DatabaseQueue()
    try queue.write { db in
      try db.execute(
        sql: "CREATE TABLE reading (sensor TEXT NOT NULL UNIQUE, value INTEGER NOT NULL)"
      )
    }
  }

  @Test func `a record without a key is inserted and fetched`() throws {
    try queue.write { db in
      try first.insert(db)
      #expect(try second.insertAndFetch(db) == second)
      #expect(try Reading.fetchAll(db) == [first, second])
    }
  }

  @Test
  func `a record without a key is read from the row that was written where there are triggers`()
    throws
  {
    try queue.write { db in
      try db.execute(sql: "CREATE TRIGGER t AFTER INSERT ON reading BEGIN SELECT 1; END")
      try first.insert(db)
      #expect(try second.insertAndFetch(db) == second)
    }
  }

  @Test func `a record without a key is upserted by another unique key`() throws {
    try queue.write { db in
      try first.insert(db)
      try Reading(sensor: "a", value: 9).upsert(db)
      #expect(try Reading.fetchAll(db) == [Reading(sensor: "a", value: 9)])
    }
  }

  @Test func `what needs a key says that there is none and changes nothing`() throws {
    let verbs: [(Database) throws -> Void] = [
      { try first.update($0) }, { _ = try first.updateAndFetch($0) }, { try first.save($0) },
      { _ = try first.saved($0) }, { _ = try first.saveAndFetch($0) }, { try first.delete($0) },
      { _ = try first.exists($0) },
    ]
    try queue.write { db in
      try first.insert(db)
      for verb in verbs {
        #expect(throws: RecordError.missingPrimaryKey(databaseTableName: "reading")) {
          try verb(db)
        }
      }
      #expect(try Reading.fetchAll(db) == [first])
    }
  }

  @Test func `the error names the table and the remedy`() {
    let text = RecordError.missingPrimaryKey(databaseTableName: "reading").description
    #expect(text.contains("table reading has no primary key"))
    #expect(text.contains("give the table a key"))
  }
}
