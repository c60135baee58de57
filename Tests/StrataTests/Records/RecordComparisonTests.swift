import Strata
import Testing

@Suite struct RecordComparisonTests {
  private let ann = Person(id: 1, name: "Ann", nickname: nil, score: 10, clubID: 1)

  @Test func `records are compared by their columns`() throws {
    var other = ann
    #expect(ann.databaseEquals(other))
    #expect(try !ann.hasDatabaseChanges(from: other))
    #expect(try ann.databaseChanges(from: other).isEmpty)
    other.score = 11
    other.nickname = "A"
    #expect(!ann.databaseEquals(other))
    #expect(try ann.hasDatabaseChanges(from: other))
    #expect(
      try ann.databaseChanges(from: other) == [
        "score": 11.databaseValue, "nickname": "A".databaseValue,
      ]
    )
  }

  @Test func `a change says what was there before`() throws {
    var changed = ann
    let changes = try changed.databaseChanges {
      $0.clubID = nil
      $0.score = 10
    }
    #expect(changes == ["clubID": 1.databaseValue])
    #expect(changed.clubID == nil)
  }

  @Test func `a record is compared with one of another type`() throws {
    struct Rename: Encodable, EncodableRecord {
      var name: String
      var score: Double
    }
    #expect(try !Rename(name: "Ann", score: 10).hasDatabaseChanges(from: ann))
    #expect(
      try Rename(name: "Anna", score: 10).databaseChanges(from: ann) == [
        "name": "Ann".databaseValue
      ]
    )
  }

  @Test func `only what differs from another record is updated`() throws {
    try makeClubs().write { db throws in
      let old = try Person.find(db, id: 1)
      var new = old
      new.score = 12
      try db.execute(sql: "UPDATE member SET name = 'Anna' WHERE id = 1")
      #expect(try new.updateChanges(db, from: old))
      #expect(try Person.find(db, id: 1).name == "Anna")
      #expect(try Person.find(db, id: 1).score == 12)
      #expect(try !new.updateChanges(db, from: new))
    }
  }
}
