import Foundation
import Testing

@testable import StrataSQLite

/// Any value in any column: an error that says where, or a value to be written or refused.
@Suite struct BadValueTests {
  private enum Suit: String { case spades, hearts }

  /// Reads a value from a row, and binds what was read.
  private typealias Accessor = @Sendable (RowReader, ValueBinder) throws -> Void

  private static let accessors: [(name: String, use: Accessor)] = [
    ("bool", { $1.bool(0, try $0.bool(0)) }),
    ("int", { $1.int(0, try $0.int(0)) }),
    ("int64", { $1.int64(0, try $0.int64(0)) }),
    ("int32", { $1.int32(0, try $0.int32(0)) }),
    ("double", { $1.double(0, try $0.double(0)) }),
    ("string", { $1.string(0, try $0.string(0)) }),
    ("data", { $1.data(0, try $0.data(0)) }),
    ("date", { $1.date(0, try $0.date(0)) }),
    ("unixSeconds", { $1.unixSeconds(0, try $0.unixSeconds(0)) }),
    ("unixMilliseconds", { $1.unixMilliseconds(0, try $0.unixMilliseconds(0)) }),
    ("julianDay", { $1.julianDay(0, try $0.julianDay(0)) }),
    ("uuid", { $1.uuid(0, try $0.uuid(0)) }),
    ("uuidText", { $1.uuidText(0, try $0.uuidText(0)) }),
    ("decimal", { $1.decimal(0, try $0.decimal(0)) }),
    ("decimalReal", { $1.decimalReal(0, try $0.decimalReal(0)) }),
    ("url", { $1.url(0, try $0.url(0)) }),
    ("enumeration", { $1.enumeration(0, try $0.enumeration(0) as Suit) }),
    ("optionalInt", { $1.int(0, try $0.optionalInt(0)) }),
    ("optionalString", { $1.string(0, try $0.optionalString(0)) }),
    ("optionalDate", { $1.date(0, try $0.optionalDate(0)) }),
    ("optionalUuid", { $1.uuid(0, try $0.optionalUuid(0)) }),
    ("optionalDecimal", { $1.decimal(0, try $0.optionalDecimal(0)) }),
    ("optionalEnumeration", { $1.enumeration(0, try $0.optionalEnumeration(0) as Suit?) }),
  ]

  static let literals = [
    "NULL", "''", "'x'", "x''", "x'00'", "x'ff'", "zeroblob(15)", "zeroblob(17)", "1e300", "-1e300",
    "9e999", "-9e999", "5e-324", "0.1", "9223372036854775807", "-9223372036854775808", "2147483648",
    "9223372036854775808.0", "'9999-99-99'", "'99999-01-01'", "'2024-02-30'", "'0000-00-00'",
    "'-2024-01-01'", "'2024-01-01 25:00'", "'24:60'", "'2024-01-01T00:00:00+99:99'", "'now'",
    "253402300800", "-62167219201", "1e18", "-1e18", "'1e400'", "'1e-400'", "'NaN'", "'Infinity'",
    "'٣'", "char(0)", "'a' || char(0) || 'b'", "CAST(x'fffe' AS TEXT)", "'http://['", "'%'",
    "'clubs'",
    "'00000000-0000-0000-0000-00000000000'", "'zzzzzzzz-zzzz-zzzz-zzzz-zzzzzzzzzzzz'",
    "printf('%.*c', 100000, '9')", "printf('%.*c', 5000, '-')", "'{\"a\":'",
  ]

  @Test(arguments: literals)
  func `a value of any kind is read and written, or refused`(_ literal: String) throws {
    let connection = try SQLiteConnection(path: ":memory:")
    for (name, use) in Self.accessors {
      let statement = try connection.prepare("SELECT \(literal) AS value")
      #expect(try statement.step())
      let writing = try connection.prepare("SELECT ?")
      do {
        try use(RowReader(statement), writing.binder)
      } catch let error as RowDecodingError {
        #expect(error.column == "value", "\(name) of \(literal)")
        #expect(error.description.utf8.count < 1000, "\(name) of \(literal)")
        continue
      }
      do {
        try writing.arena.checkFailure()
        #expect(try writing.step())
      } catch is DatabaseError {
        // Such as a date beyond the year 9999 that would be written as text.
      }
    }
  }
}
