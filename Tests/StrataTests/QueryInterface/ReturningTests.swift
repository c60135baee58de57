import Strata
import Testing

@Suite struct ReturningTests {
  @Test func `updated rows are given as they are then`() throws {
    try makeClubs().write { db throws in
      let chess = Member.filter(Member.Columns.clubID == 1)
      let raised = try chess.updateAndFetchAll(db, Member.Columns.score += 1)
      #expect(Set(raised.map(\.score)) == [11, 31])
      #expect(try Member.filter(id: 1).fetchOne(db)?.score == 11)
      #expect(try chess.updateAndFetchSet(db, [Column("score").set(to: 5)]).map(\.score) == [5, 5])
      #expect(try chess.updateAndFetchAll(db, []).isEmpty)
      let people = Person.filter(Person.Columns.clubID == 2)
      let names = try people.updateAndFetchAll(db, [Person.Columns.score.set(to: 1)]).map(\.name)
      #expect(Set(names) == ["Cid", "Dan"])
    }
  }

  @Test func `all rows are updated, however many are read`() throws {
    try makeClubs().write { db throws in
      let cursor = try Member.all().updateAndFetchCursor(db, [Column("score").set(to: 1)])
      #expect(try cursor.next()?.score == 1)
      #expect(try Member.filter(Column("score") == 1).fetchCount(db) == 5)
      let gone = try Member.filter(Column("id") > 2).deleteAndFetchCursor(db)
      _ = try gone.next()
      #expect(try Member.fetchCount(db) == 2)
    }
  }

  @Test func `deleted rows are given as they were`() throws {
    try makeClubs().write { db throws in
      let low = Member.filter(Column("score") < 20)
      #expect(try Set(low.deleteAndFetchAll(db).map(\.name)) == ["Ann", "Dan"])
      #expect(try low.deleteAndFetchAll(db).isEmpty)
      let best = Member.order(Column("score").desc).limit(1)
      #expect(try best.deleteAndFetchSet(db).map(\.name) == ["Eve"])
      #expect(try Member.all().deleteAndFetchIds(db) == [2, 3])
      #expect(try Member.fetchCount(db) == 0)
    }
  }

  @Test func `some columns of the written rows are read`() throws {
    try makeClubs().write { db throws in
      let chess = Member.filter(Column("clubID") == 1)
      let update = try chess.updateAndFetchStatement(
        db,
        [Column("score") *= 2],
        select: [Column("score"), length(Column("name")).forKey("length")]
      )
      #expect(
        update.sql == """
          UPDATE "member" SET "score" = "score" * ? WHERE "clubID" = ? \
          RETURNING "score", LENGTH("name") AS "length"
          """
      )
      let rows = try Row.fetchAll(update)
      #expect(Set(rows.map { $0["score"] }) == [20, 60])
      #expect(rows.map { $0["length"] } == [3, 3])
      let deletion = try chess.deleteAndFetchStatement(db, select: [Column("name")])
      #expect(try Set(String.fetchAll(deletion)) == ["Ann", "Bob"])
      #expect(throws: DatabaseError.self) {
        try chess.updateAndFetchStatement(db, [], select: [Column("id")])
      }
    }
  }

  @Test func `rows in the way are passed over, or replaced`() throws {
    try makeClubs().write { db throws in
      let all = Member.filter(Column("id") > 3)
      #expect(throws: DatabaseError.self) { try all.updateAll(db, Column("id").set(to: 1)) }
      #expect(try all.updateAll(db, onConflict: .ignore, Column("id").set(to: 1)) == 0)
      #expect(
        try all.updateAndFetchAll(db, onConflict: .replace, Column("id").set(to: 1)).count == 2
      )
      #expect(try Member.fetchAll(db).map(\.id) == [1, 2, 3])
    }
  }
}
