import Foundation
import StrataSQLite
import Testing

@Suite struct RowReaderTests {
  private enum Suit: String { case hearts, spades }

  private func reading<T>(_ sql: String, _ body: (RowReader) throws -> T) throws -> T {
    let statement = try SQLiteConnection(path: ":memory:").prepare(sql)
    _ = try statement.step()
    let live = Result { try body(RowReader(statement)) }
    // A copied row reads the same.
    let copy = CopiedRow(columnNames: statement.columnNames, values: statement.values, sql: sql)
    let copied = Result { try body(RowReader(copy)) }
    switch (live, copied) {
    case (.success(let value), .success): return value
    case (.failure(let error), .failure): throw error
    default:
      Issue.record("the statement and its copy differ: \(live), \(copied)")
      return try live.get()
    }
  }

  @Test func `values of the expected class are read`() throws {
    try reading("SELECT 1, -9223372036854775808, 2147483647, 'a', 1.5, x'00ff', 0, 2") {
      (row: RowReader) throws in
      #expect(try row.int(0) == 1)
      #expect(try row.int64(1) == Int64.min)
      #expect(try row.int32(2) == Int32.max)
      #expect(try row.string(3) == "a")
      #expect(try row.double(4) == 1.5)
      #expect(try row.double(0) == 1)
      #expect(try row.data(5) == Data([0, 255]))
      #expect(try row.bool(6) == false)
      #expect(try row.bool(7))
      #expect(try row.optionalInt(0) == 1)
      #expect(try row.optionalInt64(1) == Int64.min)
      #expect(try row.optionalString(3) == "a")
      #expect(try row.optionalDouble(4) == 1.5)
      #expect(try row.optionalData(5) == Data([0, 255]))
    }
  }

  @Test func `NULL is nil where that may be, and an error where not`() throws {
    try reading("SELECT NULL") { (row: RowReader) throws in
      #expect(try row.optionalInt(0) == nil)
      #expect(try row.optionalInt64(0) == nil)
      #expect(try row.optionalInt32(0) == nil)
      #expect(try row.optionalBool(0) == nil)
      #expect(try row.optionalDouble(0) == nil)
      #expect(try row.optionalString(0) == nil)
      #expect(try row.optionalData(0) == nil)
      #expect(try row.optionalDate(0) == nil)
      #expect(try row.optionalUnixSeconds(0) == nil)
      #expect(try row.optionalUnixMilliseconds(0) == nil)
      #expect(try row.optionalJulianDay(0) == nil)
      #expect(try row.optionalUuid(0) == nil)
      #expect(try row.optionalUuidText(0) == nil)
      #expect(try row.optionalDecimal(0) == nil)
      #expect(try row.optionalDecimalReal(0) == nil)
      #expect(try row.optionalUrl(0) == nil)
      #expect(try (row.optionalEnumeration(0) as Suit?) == nil)
      #expect(try (row.optionalValue(0) as Int?) == nil)
      for read: (RowReader) throws -> Any in [
        { try $0.int(0) }, { try $0.int64(0) }, { try $0.int32(0) }, { try $0.bool(0) },
        { try $0.double(0) }, { try $0.string(0) }, { try $0.data(0) }, { try $0.date(0) },
        { try $0.unixSeconds(0) }, { try $0.unixMilliseconds(0) }, { try $0.julianDay(0) },
        { try $0.uuid(0) }, { try $0.uuidText(0) }, { try $0.decimal(0) },
        { try $0.decimalReal(0) }, { try $0.url(0) }, { try $0.enumeration(0) as Suit },
        { try $0.value(0) as Int },
      ] {
        let error = #expect(throws: RowDecodingError.self) { try read(row) }
        #expect(error?.reason == .unexpectedNull)
      }
    }
  }

  @Test func `a value of another class is an error with its place`() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    try connection.execute(
      "CREATE TABLE player (id INTEGER PRIMARY KEY, score INT); INSERT INTO player VALUES (1, '12x')"
    )
    let statement = try connection.prepare("SELECT id, score AS points FROM player")
    _ = try statement.step()
    let error = #expect(throws: RowDecodingError.self) { try RowReader(statement).int(1) }
    #expect(error?.table == "player")
    #expect(error?.column == "points")
    #expect(error?.value == "12x".databaseValue)
    #expect(
      error?.description
        == "could not decode Int from \"12x\" in column 'player.points' - of "
        + "`SELECT id, score AS points FROM player`"
    )
  }

  @Test(arguments: ["'12'", "1.5", "x'31'", "9e18 * 2"])
  func `what is no whole number is not read as one`(_ literal: String) throws {
    #expect(throws: RowDecodingError.self) { try reading("SELECT \(literal)") { try $0.int(0) } }
    #expect(throws: RowDecodingError.self) {
      try reading("SELECT \(literal)") { try $0.optionalInt64(0) }
    }
  }

  @Test func `a whole real is read as an integer`() throws {
    #expect(try reading("SELECT 3.0") { try $0.int(0) } == 3)
  }

  @Test(arguments: ["12", "1.5", "x'31'"])
  func `what is no text is not read as text`(_ literal: String) throws {
    #expect(throws: RowDecodingError.self) { try reading("SELECT \(literal)") { try $0.string(0) } }
  }

  @Test func `a number beyond 32 bits is an error for Int32`() throws {
    #expect(throws: RowDecodingError.self) {
      try reading("SELECT 2147483648") { try $0.int32(0) }
    }
  }

  @Test func `an unknown case is an error`() throws {
    let suit: Suit = try reading("SELECT 'hearts'") { try $0.enumeration(0) }
    #expect(suit == .hearts)
    let error = #expect(throws: RowDecodingError.self) {
      try reading("SELECT 'clubs'") { try $0.enumeration(0) as Suit }
    }
    #expect(error?.expectedType == "Suit")
    #expect(error?.value == "clubs".databaseValue)
  }

  @Test func `dates are read in each form of storage`() throws {
    let date = Date(timeIntervalSinceReferenceDate: 123_456_789.123)
    try reading(
      """
      SELECT '2004-11-29 21:33:09.123', 1101763989.123, 1101763989123, 2453339.398022257, 1101763989
      """
    ) { (row: RowReader) throws in
      #expect(try row.date(0) == date)
      #expect(try abs(row.date(1).timeIntervalSince(date)) < 0.000_001)
      #expect(try abs(row.unixSeconds(1).timeIntervalSince(date)) < 0.000_001)
      #expect(try row.unixMilliseconds(2) == date)
      #expect(try abs(row.julianDay(3).timeIntervalSince(date)) < 0.001)
      #expect(try row.unixSeconds(4) == Date(timeIntervalSince1970: 1_101_763_989))
    }
    #expect(throws: RowDecodingError.self) { try reading("SELECT 'soon'") { try $0.date(0) } }
    #expect(throws: RowDecodingError.self) { try reading("SELECT '1'") { try $0.unixSeconds(0) } }
  }

  @Test func `UUIDs, decimals and URLs are read`() throws {
    let id = try #require(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"))
    try reading(
      """
      SELECT x'00112233445566778899aabbccddeeff', '00112233-4455-6677-8899-AABBCCDDEEFF',
        '1234567890.0123456789', 0.1, 'https://example.com/a', x'00', '12a'
      """
    ) { (row: RowReader) throws in
      #expect(try row.uuid(0) == id)
      #expect(try row.uuidText(1) == id)
      #expect(try row.uuid(1) == id)
      #expect(try row.decimal(2) == Decimal(string: "1234567890.0123456789"))
      #expect(try row.decimalReal(3) == Decimal(string: "0.1"))
      #expect(try row.url(4).absoluteString == "https://example.com/a")
      #expect(throws: RowDecodingError.self) { try row.uuid(5) }
      #expect(throws: RowDecodingError.self) { try row.decimal(6) }
      #expect(throws: RowDecodingError.self) { try row.decimalReal(2) }
    }
  }

  @Test func `a column that is not there is an error`() throws {
    let error = #expect(throws: RowDecodingError.self) { try reading("SELECT 1") { try $0.int(7) } }
    #expect(error?.reason == .columnNotFound)
  }

  @Test func `a binder cuts dates into days and seconds`() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    let statement = try connection.prepare("SELECT ?, ?, ?, ?")
    let date = Date(timeIntervalSinceReferenceDate: -0.25)
    let values = statement.binder
    values.dayText(0, date)
    values.secondText(1, date as Date?)
    values.dayText(2, nil)
    values.secondText(3, nil)
    #expect(try statement.step())
    let row = RowReader(statement)
    #expect(try row.string(0) == "2000-12-31")
    #expect(try row.string(1) == "2000-12-31 23:59:59")
    #expect(row.isNull(2) && row.isNull(3))
  }

  @Test func `a binder binds what a reader reads`() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    let statement = try connection.prepare("SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?")
    let date = Date(timeIntervalSinceReferenceDate: 0.125)
    let id = UUID()
    let values = statement.binder
    values.bool(0, true)
    values.int32(1, -5)
    values.string(2, "a\u{0}b" as String?)
    values.date(3, date)
    values.unixSeconds(4, date)
    values.unixMilliseconds(5, date)
    values.julianDay(6, date)
    values.uuid(7, id)
    values.uuidText(8, id)
    values.decimal(9, Decimal(string: "0.30"))
    values.decimalReal(10, Decimal(string: "0.5"))
    values.enumeration(11, Suit.spades)
    values.url(12, URL(string: "a:b"))
    values.data(13, nil)
    values.int(99, 1)
    #expect(try statement.step())
    let row = RowReader(statement)
    #expect(try row.bool(0))
    #expect(try row.int32(1) == -5)
    #expect(try row.string(2) == "a\u{0}b")
    #expect(try row.date(3) == date)
    #expect(try row.unixSeconds(4) == date)
    #expect(try row.unixMilliseconds(5) == date)
    #expect(try row.julianDay(6) == date)
    #expect(try row.uuid(7) == id)
    #expect(try row.uuidText(8) == id)
    #expect(try row.decimal(9) == Decimal(string: "0.3"))
    #expect(try row.decimalReal(10) == Decimal(string: "0.5"))
    #expect(try (row.enumeration(11) as Suit) == .spades)
    #expect(try row.url(12).absoluteString == "a:b")
    #expect(try row.optionalData(13) == nil)
  }

  @Test func `a date beyond the year 9999 cannot be bound as text`() throws {
    let statement = try SQLiteConnection(path: ":memory:").prepare("SELECT ?")
    statement.binder.date(0, Date(timeIntervalSince1970: 1e12))
    #expect(throws: DatabaseError.self) { try statement.arena.checkFailure() }
  }
}
