import Strata
import Testing

@Suite struct SubqueryTests {
  @Test func `a list of values is a request`() throws {
    let clubs = Club.filter(Column("name") == "Chess").select(Column("id"), as: Int.self)
    try expect(
      Member.filter(clubs.contains(Column("clubID"))),
      #"WHERE "clubID" IN (SELECT "id" FROM "club" WHERE "name" = ?)"#,
      ["Chess"],
      finds: [1, 2]
    )
    try expect(
      Member.filter(!clubs.contains(Member.Columns.clubID)),
      #"WHERE NOT ("clubID" IN (SELECT "id" FROM "club" WHERE "name" = ?))"#,
      ["Chess"],
      finds: [3, 4]
    )
    try expect(
      Member.filter(clubs.contains(1) && Column("score") > 20),
      #"WHERE (? IN (SELECT "id" FROM "club" WHERE "name" = ?)) AND ("score" > ?)"#,
      [1, "Chess", 20],
      finds: [2, 5]
    )
  }

  @Test func `a list of values is SQL`() throws {
    let name = "Rowing"
    let clubs: SQLRequest<Int> = "SELECT id FROM club WHERE name = \(name)"
    try expect(
      Member.filter(clubs.contains(Column("clubID"))),
      #"WHERE "clubID" IN (SELECT id FROM club WHERE name = ?)"#,
      ["Rowing"],
      finds: [3, 4]
    )
  }

  @Test func `a value is a request`() throws {
    let best = Member.select(max(Column("score")))
    try expect(
      Member.filter(Column("score") == best),
      #"WHERE "score" = (SELECT MAX("score") FROM "member")"#,
      finds: [5]
    )
    try expect(
      Member.filter(Member.Columns.score < best),
      #"WHERE "score" < (SELECT MAX("score") FROM "member")"#,
      finds: [1, 2, 3, 4]
    )
    let mean = Member.filter(Column("clubID") == 1).select(average(Column("score")))
    try expect(
      Member.filter(Member.Columns.score >= mean && Member.Columns.score != best),
      #"WHERE ("score" >= (SELECT AVG("score") FROM "member" WHERE "clubID" = ?)) "#
        + #"AND ("score" <> (SELECT MAX("score") FROM "member"))"#,
      [1],
      finds: [2, 3]
    )
  }

  @Test func `typed columns of the outer request are found`() throws {
    let clubs = Club.filter(
      Club.Columns.id == Member.Columns.clubID && Club.Columns.name == "Chess"
    )
    try expect(
      Member.filter(clubs.exists()),
      #"WHERE EXISTS (SELECT "id", "name" FROM "club" "#
        + #"WHERE ("id" = "member"."clubID") AND ("name" = ?))"#,
      ["Chess"],
      finds: [1, 2]
    )
    try expect(
      Member.filter(!clubs.exists()),
      #"WHERE NOT EXISTS (SELECT "id", "name" FROM "club" "#
        + #"WHERE ("id" = "member"."clubID") AND ("name" = ?))"#,
      ["Chess"],
      finds: [3, 4, 5]
    )
  }

  @Test func `a request refers to the same table around it by an alias`() throws {
    try makeClubs().read { db throws in
      let outer = TableAlias()
      let better = Member.filter(
        Column("clubID") == outer[Column("clubID")]
          && Column("score") > outer[Member.Columns.score]
      )
      let request = Member.aliased(outer).filter(!better.exists()).order(Column("id"))
      #expect(
        try request.select(Column("name")).sql(db) == """
          SELECT "name" FROM "member" WHERE NOT EXISTS (SELECT "id", "name", "nickname", "score", \
          "clubID", "joined" FROM "member" AS "member2" WHERE ("clubID" = "member"."clubID") AND \
          ("score" > "member"."score")) ORDER BY "id"
          """
      )
      #expect(try request.fetchAll(db).map(\.name) == ["Bob", "Cid", "Eve"])
      #expect(try request.fetchCount(db) == 3)
    }
  }

  @Test func `an alias that no table has is an error`() throws {
    try makeClubs().read { db throws in
      let stray = TableAlias()
      let error = #expect(throws: DatabaseError.self) {
        try Member.filter(stray[Column("score")] > 1).fetchAll(db)
      }
      #expect(error?.message?.contains("aliased(_:)") == true)
    }
  }

  @Test func `a request is a column of another`() throws {
    try makeClubs().read { db throws in
      let size = Member.filter(Member.Columns.clubID == Club.Columns.id)
        .select(count(AllColumns())).forKey("size")
      let request = Club.annotated(with: size).order(Column("size").desc, Column("id"))
      #expect(
        try request.sql(db) == """
          SELECT "id", "name", (SELECT COUNT(*) FROM "member" WHERE "clubID" = "club"."id") AS \
          "size" FROM "club" ORDER BY "size" DESC, "id"
          """
      )
      let rows = try Row.fetchAll(db, request)
      #expect(rows.map { $0["size"] } == [2, 2, 0])
      // Once more by what is known of the shape.
      #expect(try Row.fetchAll(db, request) == rows)
    }
  }
}
