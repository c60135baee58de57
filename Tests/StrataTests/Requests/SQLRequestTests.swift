import Strata
import Testing

@Suite struct SQLRequestTests {
  @Test func `a literal binds its values`() throws {
    try makeClubs().read { db throws in
      let name = "Ev'e"
      let request: SQLRequest<Member> = """
        SELECT * FROM \(Member.self) WHERE \(Column("nickname")) = \(name)
        """
      #expect(try request.fetchAll(db).map(\.id) == [5])
      #expect(try request.fetchCount(db) == 1)
      let none: Int? = nil
      let missing = SQLRequest<Int>(literal: "SELECT id FROM member WHERE clubID IS \(none)")
      #expect(try missing.fetchOne(db) == 5)
    }
  }

  @Test func `a literal takes lists, expressions, orders and other literals`() throws {
    try makeClubs().read { db throws in
      let ids: Set = [1, 2, 5]
      let condition: SQL = "score > \(10)"
      let request: SQLRequest<String> = """
        SELECT name FROM member WHERE id IN \(ids) AND \(condition) AND \(Column("id") < 9) \
        ORDER BY \(Column("score").desc)
        """
      #expect(try request.fetchAll(db) == ["Eve", "Bob"])
      let empty: [Int] = []
      let nothing: SQLRequest<String> = "SELECT name FROM member WHERE id IN \(empty)"
      #expect(try nothing.fetchAll(db) == [])
      let best = Member.select(max(Column("score")))
      let top: SQLRequest<Int> = "SELECT id FROM member WHERE score = \(best)"
      #expect(try top.fetchOne(db) == 5)
    }
  }

  @Test func `SQL takes its arguments`() throws {
    try makeClubs().read { db throws in
      let request = SQLRequest<Int>(
        sql: "SELECT id FROM member WHERE score > ? ORDER BY id",
        arguments: [15]
      )
      #expect(try request.fetchSet(db) == [2, 3, 5])
      let cursor = try request.fetchCursor(db)
      #expect(try cursor.next() == 2)
      let rows = SQLRequest<Row>(sql: "SELECT id, name FROM member WHERE id = 1")
      #expect(try rows.fetchOne(db)?.decode(String.self, forColumn: "name") == "Ann")
    }
  }

  @Test func `fragments are put together`() throws {
    var query: SQL = "SELECT id FROM member"
    let conditions: [SQL] = ["score > \(5)", "clubID = \(1)"]
    query += " WHERE " + conditions.joined(separator: " AND ")
    query.append(sql: " ORDER BY id DESC LIMIT ?", arguments: [1])
    try makeClubs().read { db throws in
      #expect(try SQLRequest<Int>(literal: query).fetchAll(db) == [2])
    }
    #expect(SQL().isEmpty)
    #expect(!query.isEmpty)
  }

  @Test func `a literal is executed`() throws {
    try makeClubs().write { db throws in
      try db.execute(
        literal:
          "UPDATE member SET name = \("x;y") WHERE id = \(1); DELETE FROM club WHERE id = \(3)"
      )
      #expect(try Member.fetchOne(db, key: 1)?.name == "x;y")
      #expect(try Club.fetchCount(db) == 2)
    }
  }
}
