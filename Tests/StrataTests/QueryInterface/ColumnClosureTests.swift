import Foundation
import Strata
import Testing

/// Requests whose closures get the record's columns, as in GRDB 7.
@Suite struct ColumnClosureTests {
  @Test func `a filter and an order get the columns`() throws {
    try expect(Member.filter { $0.score > 20 }, #"WHERE "score" > ?"#, [20], finds: [2, 5])
    try expect(
      Member.filter { $0.score >= 10 && $0.nickname != nil }.filter { $0.clubID == 1 },
      #"WHERE ("score" >= ?) AND ("nickname" IS NOT NULL) AND ("clubID" = ?)"#,
      [10, 1],
      finds: [1]
    )
    try expect(
      Member.filter { [1, 3].contains($0.id) }.order { $0.score.desc },
      #"WHERE "id" IN (?, ?) ORDER BY "score" DESC"#,
      [1, 3],
      finds: [3, 1]
    )
    try expect(
      Member.order { [$0.clubID.desc, $0.name] },
      #"ORDER BY "clubID" DESC, "name""#,
      finds: [3, 4, 1, 2, 5]
    )
  }

  @Test func `selections and groups get the columns`() throws {
    try makeClubs().read { db throws in
      #expect(try Member.select({ $0.name }, as: String.self).fetchOne(db) == "Ann")
      #expect(try Member.select({ max($0.score) }, as: Int.self).fetchOne(db) == 50)
      let row = try Member.filter { $0.id == 2 }.select { [$0.id, $0.name] }.asRequest(of: Row.self)
        .fetchOne(db)
      #expect(row == ["id": 2, "name": "Bob"])
      let best = Member.all().select({ max($0.score) }, as: Int.self)
      #expect(try best.fetchAll(db) == [50])
      let joined = try Member.select({ max($0.joined) }, as: Date.self).fetchOne(db)
      #expect(joined == Date(timeIntervalSince1970: 500))
      let large = Member.all().group { $0.clubID }.having { sum($0.score) > 30 }
        .order { $0.clubID }
      #expect(try large.select(Member.Columns.clubID, as: Int?.self).fetchAll(db) == [nil, 1])
    }
  }

  @Test func `an update gets the columns`() throws {
    try makeClubs().write { db throws in
      #expect(try Member.updateAll(db) { [$0.score.set(to: 1), $0.nickname.set(to: nil)] } == 5)
      #expect(try Member.filter { $0.id == 1 }.updateAll(db) { $0.score += 1 } == 1)
      #expect(try Member.order { $0.id }.fetchAll(db).map(\.score) == [2, 1, 1, 1, 1])
    }
  }

  @Test func `a record by hand and an association get their columns`() throws {
    try makeClubs().read { db throws in
      #expect(try Person.filter { $0.name == "Bob" }.fetchAll(db).map(\.id) == [2])
      #expect(try Person.order { $0.score.desc }.fetchOne(db)?.id == 5)
      let rowers = Member.joining(required: Member.club.filter { $0.name == "Rowing" })
      #expect(try rowers.fetchAll(db).map(\.id) == [3, 4])
    }
  }
}
