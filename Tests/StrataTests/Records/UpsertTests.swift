import Strata
import Testing

private struct Word: Codable, Equatable, FetchableRecord, PersistableRecord {
  var text: String
  var count: Int
  var isTainted = false
}

@Suite struct UpsertTests {
  private func words(_ body: (Database) throws -> Void) throws {
    try DatabaseQueue().write { db throws in
      try db.execute(
        sql: """
          CREATE TABLE word (text TEXT PRIMARY KEY, count INTEGER NOT NULL, isTainted BOOLEAN);
          INSERT INTO word VALUES ('swift', 3, 1)
          """
      )
      try body(db)
    }
  }

  @Test func `something else is stored where a row is in the way`() throws {
    try words { db throws in
      let word = try Word(text: "swift", count: 1)
        .upsertAndFetch(db, onConflict: ["text"]) { excluded in
          [Column("count") += excluded["count"]]
        }
      // What is not assigned gets the record's value.
      #expect(word == Word(text: "swift", count: 4, isTainted: false))
      let kept = try Word(text: "swift", count: 2).upsertAndFetch(db) { excluded in
        [
          Column("count").set(to: Column("count") * excluded[Column("count")]),
          Column("isTainted").noOverwrite,
        ]
      }
      #expect(kept == Word(text: "swift", count: 8, isTainted: false))
      let new = try Word(text: "sql", count: 1).upsertAndFetch(db) { _ in
        [Column("count").set(to: 0)]
      }
      #expect(new == Word(text: "sql", count: 1))
    }
  }

  @Test func `a row that keeps everything is given all the same`() throws {
    try words { db throws in
      let word = try Word(text: "swift", count: 1).upsertAndFetch(db) { _ in
        [Column("count").noOverwrite, Column("isTainted").noOverwrite]
      }
      #expect(word == Word(text: "swift", count: 3, isTainted: true))
    }
  }

  @Test func `another key that is in the way is an error`() throws {
    try words { db throws in
      try db.execute(sql: "CREATE UNIQUE INDEX byCount ON word (count)")
      #expect(throws: DatabaseError.self) {
        try Word(text: "sql", count: 3).upsertAndFetch(db, onConflict: ["text"])
      }
      let word = try Word(text: "sql", count: 3).upsertAndFetch(db, onConflict: ["count"])
      #expect(try Word.fetchAll(db) == [word])
    }
  }

  @Test func `a written row is read as another type`() throws {
    struct Count: FetchableRecord {
      var value: Int
      init(row: Row) throws { value = row["count"] }
    }
    try words { db throws in
      #expect(try Word(text: "a", count: 5).insertAndFetch(db, as: Count.self).value == 5)
      #expect(try Word(text: "a", count: 6).updateAndFetch(db, as: Count.self).value == 6)
      #expect(try Word(text: "b", count: 7).saveAndFetch(db, as: Count.self).value == 7)
      #expect(try Word(text: "b", count: 8).saveAndFetch(db, as: Count.self).value == 8)
      #expect(try Word(text: "b", count: 9).upsertAndFetch(db, as: Count.self).value == 9)
      let length = try Word(text: "four", count: 0)
        .insertAndFetch(db, selection: [Strata.length(Column("text")), Column("count") + 1]) {
          try Row.fetchOne($0)
        }
      #expect(length?.databaseValues == [4.databaseValue, 1.databaseValue])
      let count = try Word(text: "four", count: 2)
        .updateAndFetch(db, columns: ["count"], selection: [Column("count")]) {
          try Int.fetchOne($0)
        }
      #expect(count == 2)
      #expect(throws: RecordError.self) {
        try Word(text: "none", count: 2)
          .updateAndFetch(db, selection: [Column("count")]) { try Int.fetchOne($0) }
      }
    }
  }

  @Test func `columns are named as texts, columns or typed columns`() throws {
    try makeClubs().write { db throws in
      var member = try Member.find(db, id: 1)
      member.score = 99
      member.name = "lost"
      try member.update(db, columns: [Member.Columns.score])
      member.score = 100
      try member.update(db, columns: [Column("nickname")])
      #expect(try Member.find(db, id: 1).score == 99)
      #expect(try Member.find(db, id: 1).name == "Ann")
    }
  }
}
