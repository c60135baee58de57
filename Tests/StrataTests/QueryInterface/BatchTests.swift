import Strata
import Testing

@Suite struct BatchTests {
  private func scores(_ db: Database) throws -> [Int] {
    try Member.select(Column("score"), as: Int.self).order(Column("id")).fetchAll(db)
  }

  @Test func `all rows of a request are updated`() throws {
    try makeClubs().write { db throws in
      let request = Member.filter(Member.Columns.clubID == 1)
      #expect(try request.updateAll(db, Member.Columns.score.set(to: 7)) == 2)
      #expect(try scores(db) == [7, 7, 20, 0, 50])
      #expect(try Member.updateAll(db, Member.Columns.score += 1) == 5)
      #expect(try scores(db) == [8, 8, 21, 1, 51])
      #expect(try Member.updateAll(db, Column("score") -= 1, Column("nickname").set(to: nil)) == 5)
      #expect(try scores(db) == [7, 7, 20, 0, 50])
      #expect(try Member.filter(Column("nickname") == nil).fetchCount(db) == 5)
      #expect(try Member.updateAll(db, Member.Columns.score *= 2) == 5)
      #expect(try scores(db) == [14, 14, 40, 0, 100])
      try Member.filter(id: 5).updateAll(db, Member.Columns.score.set(to: Member.Columns.id))
      #expect(try scores(db) == [14, 14, 40, 0, 5])
      try Member.filter(id: 5).updateAll(db, Member.Columns.clubID.set(to: nil))
      try Member.filter(id: 1).updateAll(db, Member.Columns.clubID += 1)
      #expect(try Member.filter(Column("clubID") == 2).fetchCount(db) == 3)
    }
  }

  @Test func `no assignment updates nothing`() throws {
    try makeClubs().write { db throws in
      #expect(try Member.updateAll(db, []) == 0)
    }
  }

  @Test func `a limited request updates and deletes its rows only`() throws {
    try makeClubs().write { db throws in
      let best = Member.order(Column("score").desc).limit(2)
      #expect(try best.updateAll(db, Column("score").set(to: 99)) == 2)
      #expect(try scores(db) == [10, 99, 20, 0, 99])
      #expect(try Member.order(Column("score")).limit(1).deleteAll(db) == 1)
      #expect(try scores(db) == [10, 99, 20, 99])
    }
  }

  @Test func `all rows of a request are deleted`() throws {
    try makeClubs().write { db throws in
      #expect(try Member.filter(Column("score") < 15).deleteAll(db) == 2)
      #expect(try Member.filter(Column("score") < 15).deleteAll(db) == 0)
      #expect(try Member.fetchCount(db) == 3)
      #expect(try Member.deleteAll(db) == 3)
    }
  }

  @Test func `rows are deleted by what they are joined to`() throws {
    try makeClubs().write { db throws in
      let request = Member.joining(required: Member.club.filter(Column("name") == "Chess"))
      #expect(try request.deleteAll(db) == 2)
      #expect(try Member.fetchAll(db).map(\.id) == [3, 4, 5])
    }
  }
}
