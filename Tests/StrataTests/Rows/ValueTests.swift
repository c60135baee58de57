import Foundation
import Strata
import Testing

@Suite struct ValueTests {
  @Test(arguments: [.max, 9_223_372_036_854_775_808, 9_223_372_036_854_775_809] as [UInt64])
  func `an integer that SQLite does not have is exact, or an error`(_ number: UInt64) throws {
    try DatabaseQueue().write { db throws in
      try db.execute(
        sql: """
          CREATE TABLE free (value); CREATE TABLE strict (value INTEGER) STRICT;
          CREATE TABLE old (value INTEGER)
          """
      )
      try db.execute(sql: "INSERT INTO free VALUES (?)", arguments: [number])
      #expect(try UInt64.fetchAll(db, sql: "SELECT value FROM free") == [number])
      #expect(try UInt.fetchAll(db, sql: "SELECT value FROM free") == [UInt(number)])
      #expect(throws: RowDecodingError.self) {
        try Int64.fetchAll(db, sql: "SELECT value FROM free")
      }
      let refusal = #expect(throws: DatabaseError.self) {
        try db.execute(sql: "INSERT INTO strict VALUES (?)", arguments: [number])
      }
      #expect(refusal?.resultCode == .SQLITE_CONSTRAINT)
      // SQLite makes the nearest real number of it, which is not given for the integer.
      try db.execute(sql: "INSERT INTO old VALUES (?)", arguments: [number])
      #expect(throws: RowDecodingError.self) {
        try UInt64.fetchAll(db, sql: "SELECT value FROM old")
      }
    }
  }

  @Test func `a negative zero keeps its sign where SQLite keeps it`() throws {
    try DatabaseQueue().write { db throws in
      try db.execute(
        sql: "CREATE TABLE number (real REAL, free ANY) STRICT"
      )
      try db.execute(sql: "INSERT INTO number VALUES (?, ?)", arguments: [-0.0, -0.0])
      let row = try #require(try Row.fetchOne(db, sql: "SELECT * FROM number"))
      #expect(try row.decode(Double.self, forColumn: "free").sign == .minus)
      #expect(try row.decode(Double.self, forColumn: "real").sign == .plus)
      #expect(try Double.fetchOne(db, sql: "SELECT ?", arguments: [-0.0])?.sign == .minus)
    }
  }

  private static let components: [(DatabaseDateComponents.Format, String)] = [
    (.YMD, "1973-09-18"), (.YMD_HM, "1973-09-18 10:20"), (.YMD_HMS, "1973-09-18 10:20:30"),
    (.YMD_HMSS, "1973-09-18 10:20:30.456"), (.HM, "10:20"), (.HMS, "10:20:30"),
    (.HMSS, "10:20:30.456"),
  ]

  @Test(arguments: components)
  func `the parts of a date are text`(_ format: DatabaseDateComponents.Format, _ text: String)
    throws
  {
    var parts = DateComponents(year: 1973, month: 9, day: 18)
    (parts.hour, parts.minute, parts.second, parts.nanosecond) = (10, 20, 30, 456_000_000)
    let value = DatabaseDateComponents(parts, format: format)
    #expect(value.databaseValue == text.databaseValue)
    try DatabaseQueue().read { db throws in
      let read = try #require(
        try DatabaseDateComponents.fetchOne(db, sql: "SELECT ?", arguments: [value])
      )
      #expect(read.format == format)
      #expect(read.databaseValue == text.databaseValue)
      #expect(read.dateComponents.year == (text.hasPrefix("1973") ? 1973 : nil))
      // SQLite itself reads it.
      #expect(try Double.fetchOne(db, sql: "SELECT julianday(?)", arguments: [value]) != nil)
      let json = try JSONEncoder().encode([value])
      #expect(try JSONDecoder().decode([DatabaseDateComponents].self, from: json) == [read])
    }
  }

  @Test func `parts that are missing are the first ones`() {
    let empty = DatabaseDateComponents(DateComponents(), format: .YMD_HMSS)
    #expect(empty.databaseValue == "0000-01-01 00:00:00.000".databaseValue)
    let zoned = DatabaseDateComponents.fromDatabaseValue("1973-09-18T10:20".databaseValue)
    #expect(zoned?.format == .YMD_HM)
  }

  @Test(arguments: [
    "", "1973", "1973-13-01", "1973-09-32", "1973-09-18 ", "1973-09-18 25:00", "24:00", "10:60",
    "10:20:60", "10:20:30.", "10", "18-09-1973", "1973-09-18 noon",
  ])
  func `what is no date and no time is an error`(_ text: String) throws {
    try DatabaseQueue().read { db throws in
      _ = #expect(throws: RowDecodingError.self) {
        try DatabaseDateComponents.fetchAll(db, sql: "SELECT ?", arguments: [text])
      }
    }
  }

  // MARK: Optional values in records

  private struct Inner: Codable, Equatable {
    var a: Int?
    var b: [Int?]
  }

  private struct Outer: Codable, Equatable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "outer"
    var id: Int?
    var inner: Inner?
    var list: [String]?
    var flag: Bool?
    var url: URL?
    var number: Decimal?
    var double: Double?
  }

  @Test func `nil is NULL in every place, and what is optional inside of JSON stays`() throws {
    try DatabaseQueue().write { db throws in
      try db.execute(
        sql: """
          CREATE TABLE "outer" (
            id INTEGER PRIMARY KEY, inner TEXT, list TEXT, flag INTEGER, url TEXT, number TEXT,
            double REAL
          ) STRICT
          """
      )
      let none = Outer(id: 1)
      let some = Outer(
        id: 2,
        inner: Inner(a: nil, b: [1, nil, 3]),
        list: [],
        flag: false,
        url: URL(string: "https://example.org/a?b=c"),
        number: Decimal(string: "0.1"),
        double: 0
      )
      try none.insert(db)
      try some.insert(db)
      #expect(try Outer.fetchAll(db) == [none, some])
      let nulls = try Int.fetchAll(
        db,
        sql: """
          SELECT (inner IS NULL) + (list IS NULL) + (flag IS NULL) + (url IS NULL)
            + (number IS NULL) + (double IS NULL) FROM "outer"
          """
      )
      #expect(nulls == [6, 0])
      // An update removes what was there.
      var emptied = some
      emptied.inner = nil
      emptied.list = nil
      try emptied.update(db)
      #expect(try Outer.find(db, key: 2) == emptied)
    }
  }

  @Test func `a type whose optional parts are all missing is still one`() throws {
    struct Pair: Decodable, FetchableRecord {
      struct Part: Decodable { var a: Int? }
      var part: Part?
      var other: Part?
    }
    try DatabaseQueue().read { db throws in
      let pair = try #require(try Pair.fetchOne(db, sql: "SELECT '{}' AS part, NULL AS other"))
      #expect(pair.part != nil)
      #expect(pair.other == nil)
    }
  }
}
