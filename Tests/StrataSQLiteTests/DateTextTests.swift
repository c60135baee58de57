import Foundation
import TestSupport
import Testing

@testable import StrataSQLite

@Suite struct DateTextTests {
  private func parse(_ text: String) -> Date? { Date.fromDatabaseValue(text.databaseValue) }

  @Test(arguments: [
    ("2026-11-30", "2026-11-30 00:00:00.000"),
    ("2026-11-30 04:05", "2026-11-30 04:05:00.000"),
    ("2026-11-30T04:05", "2026-11-30 04:05:00.000"),
    ("2026-11-30 04:05:06", "2026-11-30 04:05:06.000"),
    ("2026-11-30T04:05:06Z", "2026-11-30 04:05:06.000"),
    ("2026-11-30 04:05:06.7", "2026-11-30 04:05:06.700"),
    ("2026-11-30 04:05:06.789", "2026-11-30 04:05:06.789"),
    ("2026-11-30T04:05:06.789Z", "2026-11-30 04:05:06.789"),
    ("2026-11-30 04:05:06.789+02:00", "2026-11-30 02:05:06.789"),
    ("2026-11-30 04:05:06-05:30", "2026-11-30 09:35:06.000"),
    ("2026-11-30 04:05:06.789123", "2026-11-30 04:05:06.789"),
    ("0001-01-01 00:00:00.001", "0001-01-01 00:00:00.001"),
    ("9999-12-31 23:59:59.999", "9999-12-31 23:59:59.999"),
    ("2000-02-29", "2000-02-29 00:00:00.000"),
    ("1969-12-31 23:59:59.999", "1969-12-31 23:59:59.999"),
  ])
  func `a text of SQLite's forms is a date, printed with milliseconds`(
    _ text: String,
    _ printed: String
  ) throws {
    let date = try #require(parse(text))
    #expect(date.databaseValue == printed.databaseValue)
  }

  @Test(arguments: [
    "", "2026", "2026-11", "2026-13-01", "2026-00-10", "2026-02-30", "1900-02-29", "2026-11-31",
    "2026-11-30 24:00", "2026-11-30 04:60", "2026-11-30 04:05:60", "2026-11-30 04:05:06.",
    "2026-11-30x", "2026-11-30 ", "2026-11-30 04", "2026-11-30 04:05:06 am", "26-11-30",
    "2026-11-30 04:05:06+25:00", "yesterday!!", "2026-1-3", "２０２６-11-30", "2026-11-30\u{0}",
  ])
  func `another text is no date`(_ text: String) { #expect(parse(text) == nil) }

  @Test func `each millisecond is read as it was printed`() throws {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<100_000 {
      let milliseconds = Int64.random(
        in: -63_113_904_000_000..<252_423_993_600_000,
        using: &generator
      )
      let date = Date(timeIntervalSinceReferenceDate: Double(milliseconds) / 1000)
      #expect(Date.fromDatabaseValue(date.databaseValue) == date)
    }
  }

  @Test func `dates are those of Foundation's calendar`() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    for year in [1600, 1900, 1970, 1999, 2000, 2024, 2100, 2400, 9999] {
      for (month, day) in [(1, 1), (2, 28), (3, 1), (12, 31)] {
        let components = DateComponents(year: year, month: month, day: day, hour: 13)
        let date = try #require(calendar.date(from: components))
        let month = month < 10 ? "0\(month)" : "\(month)"
        let day = day < 10 ? "0\(day)" : "\(day)"
        #expect(parse("\(year)-\(month)-\(day) 13:00") == date)
      }
    }
  }

  @Test func `a number is seconds since 1970, as GRDB reads it`() {
    #expect(Date.fromDatabaseValue(1_000.databaseValue) == Date(timeIntervalSince1970: 1000))
    #expect(Date.fromDatabaseValue(0.5.databaseValue) == Date(timeIntervalSince1970: 0.5))
    #expect(Date.fromDatabaseValue(.null) == nil)
  }

  @Test func `a date beyond the calendar does not trap`() {
    #expect(Date(timeIntervalSince1970: .nan).databaseValue == .null)
    #expect(Date(timeIntervalSince1970: .infinity).databaseValue == .null)
    let late = Date(timeIntervalSince1970: 253_402_300_800)
    #expect(late.databaseValue == "10000-01-01 00:00:00.000".databaseValue)
    #expect(Date.distantPast.databaseValue == "0000-12-30 00:00:00.000".databaseValue)
  }
}
