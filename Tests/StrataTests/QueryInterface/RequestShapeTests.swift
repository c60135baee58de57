import Strata
import Testing

@Suite struct RequestShapeTests {
  @Test func `rows are ordered and the order is turned round`() throws {
    try expect(
      Member.order(Member.Columns.score.desc, Column("name")),
      #"ORDER BY "score" DESC, "name""#,
      finds: [5, 2, 3, 1, 4]
    )
    try expect(
      Member.order(Member.Columns.score.desc, Column("name")).reversed(),
      #"ORDER BY "score", "name" DESC"#,
      finds: [4, 1, 3, 2, 5]
    )
    try expect(
      Member.order(Column("score")).order(Column("id").desc),
      #"ORDER BY "id" DESC"#,
      finds: [5, 4, 3, 2, 1]
    )
    try expect(
      Member.order(Column("nickname").ascNullsLast, Column("id")),
      #"ORDER BY "nickname" NULLS LAST, "id""#,
      finds: [1, 3, 5, 2, 4]
    )
    try expect(
      Member.order(Column("nickname").ascNullsLast, Column("id")).reversed(),
      #"ORDER BY "nickname" DESC NULLS FIRST, "id" DESC"#,
      finds: [4, 2, 5, 3, 1]
    )
    try expect(
      Member.order(sql: "score % 20, id"),
      "ORDER BY score % 20, id",
      finds: [3, 4, 1, 2, 5]
    )
  }

  @Test func `rows are limited`() throws {
    let request = Member.order(Column("id"))
    try expect(request.limit(2), #"ORDER BY "id" LIMIT ?"#, [2], finds: [1, 2])
    try expect(
      request.limit(2, offset: 3),
      #"ORDER BY "id" LIMIT ? OFFSET ?"#,
      [2, 3],
      finds: [4, 5]
    )
    try expect(request.limit(0), #"ORDER BY "id" LIMIT ?"#, [0], finds: [])
  }

  @Test func `rows are found by their keys`() throws {
    try expect(Member.filter(id: 3), #"WHERE "id" = ?"#, [3], finds: [3])
    try expect(Member.filter(ids: [1, 4]), #"WHERE "id" IN (?, ?)"#, [1, 4], finds: [1, 4])
    try expect(Member.filter(ids: []), "WHERE 0", finds: [])
    try expect(Member.filter(key: 2), #"WHERE "id" = ?"#, [2], finds: [2])
    try expect(Member.filter(key: nil as Int?), "WHERE 0", finds: [])
    try expect(
      Member.filter(key: ["name": "Eve", "clubID": nil]),
      #"WHERE ("clubID" IS NULL) AND ("name" = ?)"#,
      ["Eve"],
      finds: [5]
    )
    try expect(Member.none(), "WHERE ?", [0], finds: [])
  }

  @Test func `the database tells the key that a record does not`() throws {
    try makeClubs().read { db throws in
      #expect(try Person.filter(id: 2).fetchOne(db)?.name == "Bob")
      #expect(try Person.filter(ids: [5, 1]).fetchAll(db).map(\.id) == [1, 5])
    }
  }

  @Test func `other columns are decoded into other types`() throws {
    try makeClubs().read { db throws in
      let scores = try Member.select(Column("score"), as: Int.self).order(Column("score"))
        .fetchAll(db)
      #expect(scores == [0, 10, 20, 30, 50])
      #expect(try Member.select(max(Column("score")), as: Int.self).fetchOne(db) == 50)
      #expect(try Member.select(min(Member.Columns.score), as: Int.self).fetchOne(db) == 0)
      #expect(try Member.select(sum(Column("score")), as: Int.self).fetchOne(db) == 110)
      #expect(try Member.select(total(Column("score")), as: Double.self).fetchOne(db) == 110)
      #expect(try Member.select(average(Column("score")), as: Double.self).fetchOne(db) == 22)
      #expect(try Member.select(count(Column("nickname")), as: Int.self).fetchOne(db) == 3)
      #expect(try Member.select(count(distinct: Column("clubID")), as: Int.self).fetchOne(db) == 2)
      let none = try Member.none().select(max(Column("score")), as: Int.self).fetchOne(db)
      #expect(none == nil)
      let sum: Int = try Member.select(sum(Column("score"))).fetchOne(db) ?? 0
      #expect(sum == 110)
      let names = try Member.select(sql: "name || ?", arguments: ["!"], as: String.self)
        .filter(Column("id") == 1).fetchAll(db)
      #expect(names == ["Ann!"])
    }
  }

  @Test func `rows are counted after distinct, limit and group`() throws {
    try makeClubs().read { db throws in
      #expect(try Member.fetchCount(db) == 5)
      #expect(try Member.select(Column("clubID")).distinct().fetchCount(db) == 3)
      #expect(try Member.limit(2).fetchCount(db) == 2)
      #expect(try Member.order(Column("id")).limit(2, offset: 4).fetchCount(db) == 1)
      let groups = Member.select(Column("clubID")).group(Column("clubID"))
        .having(count(AllColumns()) > 1)
      #expect(try groups.fetchCount(db) == 2)
      #expect(try groups.isEmpty(db) == false)
    }
  }

  @Test func `groups have one row each`() throws {
    try makeClubs().read { db throws in
      let request = Member.select(Column("clubID"), max(Column("score")).forKey("best"))
        .group(Column("clubID")).order(Column("clubID")).asRequest(of: Row.self)
      let rows = try request.fetchAll(db)
      #expect(try rows.map { try $0.decode(Int.self, forColumn: "best") } == [50, 30, 20])
    }
  }

  @Test func `annotations stand beside the record`() throws {
    try makeClubs().read { db throws in
      let request = Person.annotated(with: (Column("score") * 2).forKey("double"))
        .filter(id: 2).asRequest(of: Row.self)
      let row = try #require(try request.fetchOne(db))
      #expect(try row.decode(String.self, forColumn: "name") == "Bob")
      #expect(try row.decode(Int.self, forColumn: "double") == 60)
    }
  }

  @Test func `a set and a cursor give the same records`() throws {
    try makeClubs().read { db throws in
      let request = Member.filter(Column("score") > 10).order(Column("id"))
      #expect(try request.fetchSet(db) == Set(request.fetchAll(db)))
      let cursor = try request.fetchCursor(db)
      var ids: [Int] = []
      while let member = try cursor.next() { ids.append(member.id) }
      #expect(ids == [2, 3, 5])
    }
  }
}
