import Foundation
import Testing

@testable import Strata

@Suite struct SQLFunctionTests {
  /// Expects the SQL of an expression, and its values for the five members in the order of their ids.
  private func expect<Value: DatabaseValueConvertible & Equatable>(
    _ expression: some SQLSelectable,
    _ sql: String,
    gives values: [Value],
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    try makeClubs().read { db throws in
      let request = Member.select(expression).order(Column("id"))
      let expected = #"SELECT \#(sql) FROM "member" ORDER BY "id""#
      #expect(try request.sql(db) == expected, sourceLocation: location)
      let found = try Value.fetchAll(db, request)
      #expect(found == values, sourceLocation: location)
    }
  }

  @Test func `NULL is replaced`() throws {
    let nickname = Column("nickname")
    try expect(nickname ?? "-", #"IFNULL("nickname", ?)"#, gives: ["Annie", "-", "C", "-", "Ev'e"])
    try expect(
      nickname ?? Column("name"),
      #"IFNULL("nickname", "name")"#,
      gives: ["Annie", "Bob", "C", "Dan", "Ev'e"]
    )
    try expect(
      Member.Columns.nickname ?? "-",
      #"IFNULL("nickname", ?)"#,
      gives: ["Annie", "-", "C", "-", "Ev'e"]
    )
    try expect(
      coalesce([nickname, Column("name")]),
      #"COALESCE("nickname", "name")"#,
      gives: ["Annie", "Bob", "C", "Dan", "Ev'e"]
    )
    try expect(coalesce([nickname]), #""nickname""#, gives: ["Annie", nil, "C", nil, "Ev'e"])
    try expect(coalesce([]), "?", gives: [Int?](repeating: nil, count: 5))
  }

  @Test func `NULL is compared`() throws {
    let club = Column("clubID")
    try expect(club === 1, #""clubID" IS ?"#, gives: [true, true, false, false, false])
    try expect(club === nil, #""clubID" IS ?"#, gives: [false, false, false, false, true])
    try expect(club !== 1, #""clubID" IS NOT ?"#, gives: [false, false, true, true, true])
    try expect(
      club !== Column("id"),
      #""clubID" IS NOT "id""#,
      gives: [false, true, true, true, true]
    )
    try expect(club === club, #""clubID" IS "clubID""#, gives: [true, true, true, true, true])
  }

  @Test func `values are cast`() throws {
    try expect(
      cast(Column("score"), as: .text),
      #"CAST("score" AS TEXT)"#,
      gives: ["10", "30", "20", "0", "50"]
    )
    try expect(
      cast(Column("score"), as: .real) / 4,
      #"CAST("score" AS REAL) / ?"#,
      gives: [2.5, 7.5, 5, 0, 12.5]
    )
  }

  @Test func `texts are compared by a collation`() throws {
    try expect(
      Column("name").collating(.nocase) == "ANN",
      #"("name" COLLATE "NOCASE") = ?"#,
      gives: [true, false, false, false, false]
    )
    let queue = try makeClubs()
    try queue.write { db throws in
      try db.execute(sql: "UPDATE member SET name = lower(name) WHERE id < 3")
      let names = Member.select(Column("name"), as: String.self)
      #expect(
        try names.order(Column("name").collating(.nocase).desc).fetchAll(db)
          == ["Eve", "Dan", "Cid", "bob", "ann"]
      )
      #expect(
        try names.order(Member.Columns.name.collating(.unicodeCompare)).fetchAll(db)
          == ["Cid", "Dan", "Eve", "ann", "bob"]
      )
    }
  }

  @Test func `bits are combined`() throws {
    let id = Column("id")
    try expect(id & 1, #""id" & ?"#, gives: [1, 0, 1, 0, 1])
    try expect(id | 1, #""id" | ?"#, gives: [1, 3, 3, 5, 5])
    try expect(id << 2, #""id" << ?"#, gives: [4, 8, 12, 16, 20])
    try expect(id >> 1, #""id" >> ?"#, gives: [0, 1, 1, 2, 2])
    try expect(~id, #"~"id""#, gives: [-2, -3, -4, -5, -6])
  }

  @Test func `moments are counted and moved`() throws {
    try expect(
      dateTime(Column("joined"), .unixEpoch, .startOfMonth, .month(1), .day(-1), .hour(2)),
      #"DATETIME("joined", ?, ?, ?, ?, ?)"#,
      gives: [String](repeating: "1970-01-31 02:00:00", count: 5)
    )
    try expect(
      julianDay(Column("joined"), .unixEpoch, .startOfDay, .second(43_200.0)),
      #"JULIANDAY("joined", ?, ?, ?)"#,
      gives: [Double](repeating: 2_440_588, count: 5)
    )
    try expect(
      dateTime(
        Column("joined"),
        .unixEpoch,
        .startOfYear,
        .year(2),
        .weekday(0),
        .minute(-5)
      ),
      #"DATETIME("joined", ?, ?, ?, ?, ?)"#,
      gives: [String](repeating: "1972-01-01 23:55:00", count: 5)
    )
  }

  @Test func `any number of expressions is joined`() throws {
    let columns = [Column("id"), Column("score"), Column("clubID")]
    try expect(
      columns.joined(operator: .add),
      #""id" + "score" + "clubID""#,
      gives: [12, 33, 25, 6, nil]
    )
    try expect(
      columns.prefix(2).joined(operator: .multiply),
      #""id" * "score""#,
      gives: [10, 60, 60, 0, 250]
    )
    try expect(
      [Column("name"), Column("nickname")].joined(operator: .concat),
      #""name" || "nickname""#,
      gives: ["AnnAnnie", nil, "CidC", nil, "EveEv'e"]
    )
    let terms = [Column("score") > 10, Column("clubID") == 1]
    try expect(
      terms.joined(operator: .or),
      #"("score" > ?) OR ("clubID" = ?)"#,
      gives: [true, true, true, false, true]
    )
    try expect(
      terms.joined(operator: .and),
      #"("score" > ?) AND ("clubID" = ?)"#,
      gives: [false, true, false, false, nil]
    )
    let none: [SQLExpression] = []
    try expect(none.joined(operator: .add), "?", gives: [0, 0, 0, 0, 0])
    try expect(none.joined(operator: .multiply), "?", gives: [1, 1, 1, 1, 1])
    try expect(none.joined(operator: .concat), "?", gives: ["", "", "", "", ""])
    try expect(none.joined(operator: .and), "?", gives: [true, true, true, true, true])
    try expect(none.joined(operator: .or), "?", gives: [false, false, false, false, false])
    try expect(
      [Column("id")].joined(operator: .concat),
      #""id""#,
      gives: [1, 2, 3, 4, 5]
    )
  }

  @Test func `aggregates look at the rows that are asked for`() throws {
    try makeClubs().read { db throws in
      func value(_ selection: some SQLSelectable) throws -> Double? {
        try Member.select(selection, as: Double.self).fetchOne(db)
      }
      #expect(try value(count(Column("nickname"))) == 3)
      #expect(try value(count(distinct: Column("clubID"))) == 2)
      #expect(try value(total(Column("score"))) == 110)
      #expect(try value(average(Column("score"))) == 22)
      #expect(try value(max(abs(Column("score") - 30))) == 30)
      #expect(try value(max(length(Column("name")))) == 3)
    }
  }

  @Test func `aggregates look at the rows for which a condition holds`() throws {
    try makeClubs().read { db throws in
      let chess = Column("clubID") == 1
      func value(_ selection: some SQLSelectable, _ sql: String) throws -> Double? {
        let request = Member.select(selection, as: Double.self)
        #expect(
          try request.sql(db) == #"SELECT \#(sql) FILTER (WHERE "clubID" = ?) FROM "member""#
        )
        return try request.fetchOne(db)
      }
      #expect(try value(count(Column("nickname"), filter: chess), #"COUNT("nickname")"#) == 1)
      #expect(try value(sum(Column("score"), filter: chess), #"SUM("score")"#) == 40)
      #expect(try value(total(Column("score"), filter: chess), #"TOTAL("score")"#) == 40)
      #expect(try value(average(Column("score"), filter: chess), #"AVG("score")"#) == 20)
      #expect(try value(min(Column("score"), filter: chess), #"MIN("score")"#) == 10)
      #expect(try value(max(Member.Columns.score, filter: chess), #"MAX("score")"#) == 30)
    }
  }

  @Test func `a name of a selection is no column of a table`() throws {
    try makeClubs().read { db throws in
      let size = Club.members.count.forKey("size")
      let request = Club.annotated(with: size).joining(optional: Club.members)
        .groupByPrimaryKey()
        .order(Column("size").detached.desc, Column("id"))
      #expect(try request.sql(db).hasSuffix(#"ORDER BY "size" DESC, "club"."id""#))
      #expect(try request.fetchAll(db).map(\.id) == [1, 2, 3])
    }
  }

  @Test func `rows are found by several keys of any columns`() throws {
    let keys: [[String: (any DatabaseValueConvertible)?]] = [
      ["clubID": 1, "name": "Bob"], ["clubID": nil], ["id": 3],
    ]
    try makeClubs().read { db throws in
      let request = Member.all().filter(keys: keys).order(Column("id"))
      #expect(try request.fetchAll(db).map(\.id) == [2, 3, 5])
      #expect(try Member.all().filter(keys: []).fetchCount(db) == 0)
    }
  }
}
