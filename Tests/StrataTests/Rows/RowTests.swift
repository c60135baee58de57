import Foundation
import Strata
import Testing

@Suite struct RowTests {
  @Test func `columns are read by index and by name, whatever its case`() throws {
    try DatabaseQueue().read { (db: Database) throws in
      let row = try #require(
        try Row.fetchOne(db, sql: "SELECT 1 AS id, 'Ann' AS Name, NULL AS score, 2 AS id")
      )
      let id: Int = row["id"]
      let name: String = row["NAME"]
      let score: Int? = row["score"]
      let missing: Int? = row["missing"]
      let last: Int64 = row[3]
      #expect(id == 1)
      #expect(name == "Ann")
      #expect(score == nil)
      #expect(missing == nil)
      #expect(last == 2)
      #expect(row["name"] as? String == "Ann")
      #expect(row.count == 4)
      #expect(row.hasNull(atIndex: 2))
      #expect(try row.decode(Double.self, forColumn: "id") == 1)
      #expect(throws: RowDecodingError.self) { try row.decode(Int.self, forColumn: "name") }
      #expect(throws: RowDecodingError.self) { try row.decode(Int.self, forColumn: "missing") }
    }
  }

  @Test func `a row prints its columns with their values`() throws {
    try DatabaseQueue().read { (db: Database) throws in
      let row = try Row.fetchOne(
        db,
        sql: "SELECT 1 AS id, 'Ann' AS name, NULL AS score, 0.5 AS x, x'0102' AS b"
      )
      let text = #"[id:1 name:"Ann" score:NULL x:0.5 b:Data(2 bytes)]"#
      #expect(row?.description == text)
      #expect(row?.debugDescription == text)
      #expect(Row().description == "[]")
    }
  }

  @Test func `a row prints the rows beside it and the number of those fetched for it`() throws {
    try makeClubs().read { (db: Database) throws in
      let member = try Row.fetchOne(
        db,
        Person.select(Column("id")).including(required: Person.society)
      )
      #expect(
        member?.debugDescription == """
          ▿ [id:1]
            - club: [id:1 name:"Chess"]
          """
      )
      let club = try Row.fetchOne(db, Society.including(all: Society.people))
      #expect(
        club?.debugDescription == """
          ▿ [id:1 name:"Chess"]
            + people: 2 rows
          """
      )
    }
  }

  @Test func `a row that is kept stays when its cursor goes on`() throws {
    try DatabaseQueue().read { (db: Database) throws in
      let cursor = try Row.fetchCursor(db, sql: "SELECT 1 AS a UNION ALL SELECT 2 ORDER BY a")
      let first = try #require(try cursor.next())
      let second = try #require(try cursor.next())
      #expect(try cursor.next() == nil)
      #expect(first == ["a": 1])
      #expect(second == ["a": 2])
    }
  }

  /// A record that keeps the row beside its own.
  private struct Keeper: FetchableRecord {
    var club: Row?
    init(row: Row) { club = row.scope("club") }
  }

  @Test func `a row beside another that is kept stays when its cursor goes on`() throws {
    let clubs = try makeClubs().read { db throws in
      try Keeper.fetchAll(db, Member.including(required: Member.club).order(Column("id")))
    }
    #expect(clubs.map { $0.club?["name"] as String? } == ["Chess", "Chess", "Rowing", "Rowing"])
  }

  @Test func `columns are found whatever was asked for before`() throws {
    try DatabaseQueue().read { (db: Database) throws in
      let cursor = try Row.fetchCursor(
        db,
        sql: "SELECT 1 AS a, 2 AS b, 3 AS a UNION ALL SELECT 4, 5, 6 ORDER BY 1"
      )
      let first = try #require(try cursor.next())
      for name in ["b", "a", "A", "b", "none", "a", "b"] {
        let expected: Int? = ["a": 1, "b": 2][name.lowercased()]
        #expect(first[name] == expected)
      }
      let second = try #require(try cursor.next())
      for name in ["a", "b", "a", "a", "B", "b"] {
        #expect(second[name] == ["a": 4, "b": 5][name.lowercased()])
      }
    }
  }

  @Test(arguments: [Int64.min, -1, 0, 1, Int64.max])
  func `integers keep all their bits`(_ number: Int64) throws {
    let read = try DatabaseQueue().read { db in
      try Int64.fetchOne(db, sql: "SELECT ?", arguments: [number])
    }
    #expect(read == number)
  }

  @Test func `values are written as GRDB writes them`() throws {
    let id = try #require(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"))
    let url = try #require(URL(string: "https://example.com/"))
    let values: [(any DatabaseValueConvertible, String)] = [
      (Date(timeIntervalSince1970: 0), "'1970-01-01 00:00:00.000'"),
      (id, "X'00112233445566778899AABBCCDDEEFF'"), (true, "1"), (url, "'https://example.com/'"),
      (Decimal(string: "0.10") ?? 0, "'0.1'"), (Data([1, 171]), "X'01AB'"), ("it's", "'it''s'"),
      (Float(0.5), "0.5"), (UInt8(255), "255"),
    ]
    try DatabaseQueue().read { (db: Database) throws in
      for (value, literal) in values {
        #expect(try String.fetchOne(db, sql: "SELECT quote(?)", arguments: [value]) == literal)
      }
      #expect(
        try UUID.fetchOne(db, sql: "SELECT '00112233-4455-6677-8899-AABBCCDDEEFF'") == id
      )
      #expect(try Bool.fetchOne(db, sql: "SELECT 2") == true)
      #expect(throws: RowDecodingError.self) { try UInt8.fetchOne(db, sql: "SELECT 256") }
    }
  }
}
