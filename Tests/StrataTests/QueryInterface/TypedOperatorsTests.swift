import Foundation
import Strata
import Testing

@Suite struct TypedOperatorsTests {
  typealias Columns = Member.Columns

  @Test func `comparisons take the column's type`() throws {
    try expect(Member.filter(Columns.score == 30), #"WHERE "score" = ?"#, [30], finds: [2])
    try expect(
      Member.filter(Columns.name != "Ann"),
      #"WHERE "name" <> ?"#,
      ["Ann"],
      finds: [2, 3, 4, 5]
    )
    try expect(Member.filter(Columns.score < 20), #"WHERE "score" < ?"#, [20], finds: [1, 4])
    try expect(Member.filter(Columns.score <= 20), #"WHERE "score" <= ?"#, [20], finds: [1, 3, 4])
    try expect(Member.filter(Columns.score > 20), #"WHERE "score" > ?"#, [20], finds: [2, 5])
    try expect(Member.filter(Columns.clubID >= 2), #"WHERE "clubID" >= ?"#, [2], finds: [3, 4])
  }

  @Test func `nil is compared with IS NULL`() throws {
    let none: Int? = nil
    try expect(Member.filter(Columns.clubID == nil), #"WHERE "clubID" IS NULL"#, finds: [5])
    try expect(Member.filter(Columns.clubID == none), #"WHERE "clubID" IS NULL"#, finds: [5])
    try expect(
      Member.filter(Columns.clubID != nil),
      #"WHERE "clubID" IS NOT NULL"#,
      finds: [1, 2, 3, 4]
    )
    try expect(Member.filter(Columns.clubID == 1), #"WHERE "clubID" = ?"#, [1], finds: [1, 2])
  }

  @Test func `a column that may be NULL compares with one that may not`() throws {
    try expect(
      Member.filter(Columns.clubID == Columns.id),
      #"WHERE "clubID" = "id""#,
      finds: [1]
    )
    try expect(
      Member.filter(Columns.id > Columns.clubID),
      #"WHERE "id" > "clubID""#,
      finds: [2, 3, 4]
    )
    try expect(
      Member.filter(Columns.id < Columns.score),
      #"WHERE "id" < "score""#,
      finds: [1, 2, 3, 5]
    )
  }

  @Test func `a value is bound in the column's format`() throws {
    let time = Date(timeIntervalSince1970: 300)
    try expect(Member.filter(Columns.joined == time), #"WHERE "joined" = ?"#, [300.0], finds: [3])
    try expect(
      Member.filter(Columns.joined > time),
      #"WHERE "joined" > ?"#,
      [300.0],
      finds: [4, 5]
    )
    try expect(
      Member.filter([time].contains(Columns.joined)),
      #"WHERE "joined" IN (?)"#,
      [300.0],
      finds: [3]
    )
    try expect(
      Member.filter((time...time).contains(Columns.joined)),
      #"WHERE "joined" BETWEEN ? AND ?"#,
      [300.0, 300.0],
      finds: [3]
    )
  }

  @Test func `every format binds as the column stores`() throws {
    struct Key: RecordID { var rawValue: UUID }
    let time = Date(timeIntervalSince1970: 86_400)
    let uuid = try #require(UUID(uuidString: "0A0B0C0D-0102-0304-0506-0708090A0B0C"))
    func bound<V: DatabaseValueConvertible & Sendable>(
      _ column: TypedColumn<Member, V>,
      _ value: V
    ) -> SQL { SQL(column == value) }
    func expected(_ value: some DatabaseValueConvertible) -> SQL {
      SQL(TypedColumn<Member, DatabaseValue>("x") == value.databaseValue)
    }
    #expect(bound(.init("x", stored: .unixMilliseconds), time) == expected(86_400_000))
    #expect(bound(.init("x", stored: .julianDay), time) == expected(2_440_588.5))
    #expect(bound(.init("x", stored: .uuidText), uuid) == expected(uuid.uuidString))
    #expect(bound(.init("x", stored: .uuidText), Key(rawValue: uuid)) == expected(uuid.uuidString))
    #expect(bound(.init("x", stored: .decimalReal), Decimal(2)) == expected(2.0))
    #expect(bound(.init("x"), Decimal(2)) == expected("2"))
    #expect(
      bound(TypedColumn<Member, Date?>("x", stored: .julianDay), nil) == expected(nil as Int?)
    )
  }

  @Test func `arithmetic keeps the type`() throws {
    try expect(
      Member.filter(Columns.score + 10 > 30),
      #"WHERE ("score" + ?) > ?"#,
      [10, 30],
      finds: [2, 5]
    )
    try expect(
      Member.filter(Columns.score - Columns.id == 9),
      #"WHERE ("score" - "id") = ?"#,
      [9],
      finds: [1]
    )
    try expect(
      Member.filter(Columns.clubID * 2 == 4),
      #"WHERE ("clubID" * ?) = ?"#,
      [2, 4],
      finds: [3, 4]
    )
  }

  @Test func `lists and ranges contain a column's value`() throws {
    try expect(
      Member.filter([1, 3].contains(Columns.id)),
      #"WHERE "id" IN (?, ?)"#,
      [1, 3],
      finds: [1, 3]
    )
    try expect(
      Member.filter([2].contains(Columns.clubID)),
      #"WHERE "clubID" IN (?)"#,
      [2],
      finds: [3, 4]
    )
    try expect(
      Member.filter((20...30).contains(Columns.score)),
      #"WHERE "score" BETWEEN ? AND ?"#,
      [20, 30],
      finds: [2, 3]
    )
  }

  @Test func `typed and untyped predicates combine`() throws {
    try expect(
      Member.filter(Columns.score >= 10 && Column("nickname") != nil || Columns.name.like("D%")),
      #"WHERE (("score" >= ?) AND ("nickname" IS NOT NULL)) OR ("name" LIKE ?)"#,
      [10, "D%"],
      finds: [1, 3, 4, 5]
    )
  }
}
