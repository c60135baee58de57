import Strata
import Testing

@Suite struct UntypedOperatorsTests {
  @Test func `comparisons bind their values`() throws {
    try expect(
      Member.filter(Column("score") == 30),
      #"WHERE "score" = ?"#,
      [30],
      finds: [2]
    )
    try expect(
      Member.filter(Column("score") != 30),
      #"WHERE "score" <> ?"#,
      [30],
      finds: [1, 3, 4, 5]
    )
    try expect(Member.filter(Column("score") < 20), #"WHERE "score" < ?"#, [20], finds: [1, 4])
    try expect(
      Member.filter(Column("score") <= 20),
      #"WHERE "score" <= ?"#,
      [20],
      finds: [1, 3, 4]
    )
    try expect(Member.filter(Column("score") > 20), #"WHERE "score" > ?"#, [20], finds: [2, 5])
    try expect(
      Member.filter(Column("score") >= 20),
      #"WHERE "score" >= ?"#,
      [20],
      finds: [2, 3, 5]
    )
  }

  @Test func `a value with quotes is a value`() throws {
    try expect(
      Member.filter(Column("nickname") == "Ev'e"),
      #"WHERE "nickname" = ?"#,
      ["Ev'e"],
      finds: [5]
    )
  }

  @Test func `a name with quotes is a name`() throws {
    try makeClubs().write { db throws in
      try db.execute(sql: #"CREATE TABLE "a""b" ("c""d" INTEGER)"#)
      try db.execute(sql: #"INSERT INTO "a""b" VALUES (1), (2)"#)
      struct Odd: TableRecord { static let databaseTableName = #"a"b"# }
      let request = Odd.filter(Column(#"c"d"#) > 1)
      #expect(try request.fetchCount(db) == 1)
    }
  }

  @Test func `nil is compared with IS NULL`() throws {
    let none: String? = nil
    let some: String? = "C"
    try expect(
      Member.filter(Column("nickname") == nil),
      #"WHERE "nickname" IS NULL"#,
      finds: [2, 4]
    )
    try expect(
      Member.filter(Column("nickname") == none),
      #"WHERE "nickname" IS NULL"#,
      finds: [2, 4]
    )
    try expect(
      Member.filter(Column("nickname") != nil),
      #"WHERE "nickname" IS NOT NULL"#,
      finds: [1, 3, 5]
    )
    try expect(
      Member.filter(Column("nickname") == some),
      #"WHERE "nickname" = ?"#,
      ["C"],
      finds: [3]
    )
  }

  @Test func `columns are compared with columns`() throws {
    try expect(
      Member.filter(Column("id") == Column("clubID")),
      #"WHERE "id" = "clubID""#,
      finds: [1]
    )
    try expect(
      Member.filter(Column("score") > Column("id") * 10),
      #"WHERE "score" > ("id" * ?)"#,
      [10],
      finds: [2]
    )
  }

  @Test func `predicates are joined with as few parentheses as they need`() throws {
    let high = Column("score") >= 20
    let named = Column("nickname") != nil
    try expect(
      Member.filter(high && named && Column("id") < 5),
      #"WHERE ("score" >= ?) AND ("nickname" IS NOT NULL) AND ("id" < ?)"#,
      [20, 5],
      finds: [3]
    )
    try expect(
      Member.filter(high).filter(named),
      #"WHERE ("score" >= ?) AND ("nickname" IS NOT NULL)"#,
      [20],
      finds: [3, 5]
    )
    try expect(
      Member.filter((high || named) && Column("clubID") == 1),
      #"WHERE (("score" >= ?) OR ("nickname" IS NOT NULL)) AND ("clubID" = ?)"#,
      [20, 1],
      finds: [1, 2]
    )
    try expect(Member.filter(!high), #"WHERE NOT ("score" >= ?)"#, [20], finds: [1, 4])
  }

  @Test func `arithmetic keeps its order`() throws {
    try expect(
      Member.filter((Column("score") + 2) * 2 - 4 == 20),
      #"WHERE ((("score" + ?) * ?) - ?) = ?"#,
      [2, 2, 4, 20],
      finds: [1]
    )
    try expect(
      Member.filter(Column("score") / 20 == 1),
      #"WHERE ("score" / ?) = ?"#,
      [20, 1],
      finds: [2, 3]
    )
    try expect(Member.filter(-Column("score") == -20), #"WHERE (-"score") = ?"#, [-20], finds: [3])
  }

  @Test func `lists and ranges contain a column's value`() throws {
    try expect(
      Member.filter([1, 3, 9].contains(Column("id"))),
      #"WHERE "id" IN (?, ?, ?)"#,
      [1, 3, 9],
      finds: [1, 3]
    )
    try expect(Member.filter([Int]().contains(Column("id"))), "WHERE 0", finds: [])
    try expect(
      Member.filter(![Int]().contains(Column("id"))),
      "WHERE NOT 0",
      finds: [1, 2, 3, 4, 5]
    )
    try expect(
      Member.filter((10...20).contains(Column("score"))),
      #"WHERE "score" BETWEEN ? AND ?"#,
      [10, 20],
      finds: [1, 3]
    )
    try expect(
      Member.filter((10..<20).contains(Column("score"))),
      #"WHERE ("score" >= ?) AND ("score" < ?)"#,
      [10, 20],
      finds: [1]
    )
  }

  @Test(arguments: [501, 40_000])
  func `a long list is one argument`(count: Int) throws {
    try makeClubs().read { db throws in
      let ids = Array(3..<(3 + count))
      #expect(try Member.filter(ids.contains(Column("id"))).fetchCount(db) == 3)
      let names = ids.map { "n\($0)\"\\\u{1}é" } + ["Eve"]
      #expect(try Member.filter(names.contains(Column("name"))).fetchAll(db).map(\.id) == [5])
      let request: SQLRequest<Int> = "SELECT id FROM member WHERE id IN \(ids)"
      #expect(try request.fetchAll(db) == [3, 4, 5])
    }
  }

  @Test func `patterns match text`() throws {
    try expect(
      Member.filter(Column("name").like("%e%")),
      #"WHERE "name" LIKE ?"#,
      ["%e%"],
      finds: [5]
    )
    try expect(
      Member.filter(Column("name").like("\\_%", escape: "\\")),
      #"WHERE "name" LIKE ? ESCAPE ?"#,
      ["\\_%", "\\"],
      finds: []
    )
  }

  @Test func `SQL is taken with its arguments`() throws {
    try expect(
      Member.filter(sql: "score > ? OR name = ?", arguments: [30, "Ann"]).filter(
        Column("id") < 5
      ),
      #"WHERE (score > ? OR name = ?) AND ("id" < ?)"#,
      [30, "Ann", 5],
      finds: [1]
    )
    let name = "Ann"
    try expect(
      Member.filter(literal: "\(Column("name")) = \(name)"),
      #"WHERE "name" = ?"#,
      ["Ann"],
      finds: [1]
    )
  }

  @Test func `named arguments stand beside bound values`() throws {
    try makeClubs().read { db throws in
      let request = Member.filter(Column("score") >= 10)
        .filter(sql: "name = :name", arguments: ["name": "Cid"])
      #expect(try request.fetchAll(db).map(\.id) == [3])
    }
  }

  @Test func `an enum of columns has the operators`() throws {
    try makeClubs().read { db throws in
      let request = Person.filter(Person.Columns.score > 20).order(Person.Columns.name.desc)
      #expect(try request.fetchAll(db).map(\.name) == ["Eve", "Bob"])
    }
  }
}
