import Foundation
import Testing

@testable import StrataSQLite

/// The values of Swift through SQLite and back.
@Suite struct ValueConversionTests {
  private let connection: SQLiteConnection

  init() throws { connection = try SQLiteConnection(path: ":memory:") }

  /// What SQLite gives back for a value, by itself and by the typed row access.
  private func check<Value: DatabaseValueConvertible & Equatable>(
    _ value: Value,
    _ type: String
  ) throws {
    let statement = try connection.prepare("SELECT ?1, typeof(?1)")
    statement.binder.value(0, value)
    #expect(try statement.step())
    #expect(statement.value(1) == type.databaseValue, "\(value)")
    #expect(Value.fromDatabaseValue(statement.value(0)) == value)
    #expect(try RowReader(statement).value(0) == value)
    #expect(try RowReader(statement).optionalValue(0) == value)
    #expect(Value?.fromDatabaseValue(value.databaseValue) == value)
  }

  private func checkIntegers<Number: FixedWidthInteger & DatabaseValueConvertible>(
    _ type: Number.Type
  ) throws {
    for number in [Number.min, 0, 1, Number(clamping: Int64.max)] { try check(number, "integer") }
    // What does not fit is no number of the type.
    if Number.bitWidth < 64 {
      #expect(Number.fromDatabaseValue((Int64(Number.max) + 1).databaseValue) == nil)
      #expect(Number.fromDatabaseValue((Int64(Number.min) - 1).databaseValue) == nil)
    } else if Number.min == 0 {
      #expect(Number.fromDatabaseValue((-1).databaseValue) == nil)
    }
    #expect(Number.fromDatabaseValue(1.5.databaseValue) == nil)
    #expect(Number.fromDatabaseValue(1e300.databaseValue) == nil)
    #expect(Number.fromDatabaseValue(Double.infinity.databaseValue) == nil)
    #expect(Number.fromDatabaseValue("1".databaseValue) == nil)
    #expect(Number.fromDatabaseValue(Data([1]).databaseValue) == nil)
    #expect(Number.fromDatabaseValue(.null) == nil)
    #expect(Number.fromDatabaseValue(2.0.databaseValue) == 2)
  }

  @Test func `integers of every width come back, and others are none`() throws {
    try checkIntegers(Int.self)
    try checkIntegers(Int8.self)
    try checkIntegers(Int16.self)
    try checkIntegers(Int32.self)
    try checkIntegers(Int64.self)
    try checkIntegers(UInt.self)
    try checkIntegers(UInt8.self)
    try checkIntegers(UInt16.self)
    try checkIntegers(UInt32.self)
    try checkIntegers(UInt64.self)
  }

  @Test func `floating-point numbers come back to the bit`() throws {
    for number in [
      0, -0.0, 1.5, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
      -.pi, 9_007_199_254_740_992,
    ] as [Double] {
      try check(number, "real")
      #expect(Double.fromDatabaseValue(number.databaseValue)?.sign == number.sign)
    }
    for number in [0, -0.0, .infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 0.1]
      as [Float]
    {
      try check(number, "real")
    }
    #expect(Double.nan.databaseValue == .null)
    #expect(Double.fromDatabaseValue(Int64.max.databaseValue) == 0x1p63)
    #expect(Double.fromDatabaseValue("1.5".databaseValue) == nil)
  }

  @Test func `texts come back byte for byte`() throws {
    for text in ["", "\u{0}", "a\u{0}b\u{0}", "é", "e\u{301}", "\u{FEFF}x", "👩‍👩‍👧‍👦", "'\"`"] {
      try check(text, "text")
      try check(Substring(text), "text")
      let statement = try connection.prepare("SELECT ?1, hex(?1)")
      statement.binder.value(0, text)
      #expect(try statement.step())
      let hex = text.utf8.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
      #expect(statement.value(1) == hex.joined().uppercased().databaseValue)
    }
  }

  @Test func `a text that is not UTF-8 is an error, and is read as its bytes`() throws {
    for literal in ["x'ff'", "x'61c328'", "x'eda080'", "x'f4908080'", "x'c0af'", "x'e282'"] {
      let statement = try connection.prepare("SELECT CAST(\(literal) AS TEXT) AS value")
      #expect(try statement.step())
      let reader = RowReader(statement)
      let error = #expect(throws: RowDecodingError.self) { try reader.string(0) }
      #expect(error?.reason == .valueMismatch)
      #expect(error?.column == "value")
      #expect(error?.description.contains(literal.uppercased()) == true)
      #expect(throws: RowDecodingError.self) { try reader.optionalString(0) }
      #expect(throws: RowDecodingError.self) { try reader.value(0) as String }
      let bytes: Data = try reader.value(0)
      #expect(bytes.databaseValue.sqlLiteral == literal.uppercased())
    }
  }

  @Test func `blobs come back, the empty one too`() throws {
    for data in [Data(), Data([0]), Data(0...255), Data(count: 10_000)] { try check(data, "blob") }
    try check(UUID(), "blob")
    // A slice has indexes of its own.
    try check(Data([1, 2, 3, 4])[2...], "blob")
  }

  @Test func `decimals and URLs come back digit for digit`() throws {
    for digits in [
      "0", "-1.5", "12345678901234567890123456789012345678", "0.00000000000000000000000000001",
      "1e127", "1e-127",
    ] {
      try check(try #require(Decimal(string: digits)), "text")
    }
    for text in ["https://example.org/a%20b?c=d&e#f", "file:///tmp/x", "mailto:a@b", "a/b"] {
      try check(try #require(URL(string: text)), "text")
    }
  }

  @Test func `dates of the years 1 to 9999 come back to the millisecond`() throws {
    for milliseconds in [
      -62_135_596_800_000, 253_402_300_799_999, 0, -1, 1, 951_782_399_999, -2_208_988_800_000,
    ] as [Int64] {
      let date = Date(
        timeIntervalSinceReferenceDate: Double(milliseconds - 978_307_200_000) / 1000
      )
      try check(date, "text")
      let statement = try connection.prepare("SELECT julianday(?)")
      statement.binder.value(0, date)
      #expect(try statement.step())
      #expect(!statement.value(0).isNull, "SQLite reads it too: \(date)")
    }
  }
}
