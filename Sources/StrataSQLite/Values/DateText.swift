public import Foundation

/// Dates as text in UTC, printed and parsed without a formatter.
///
/// Printed as `yyyy-MM-dd HH:mm:ss.SSS`, GRDB's format; read in every form of SQLite's date
/// functions that has a day: `T` or a space between, seconds and fractions or none, `Z` or an offset
/// such as `+02:00` (https://sqlite.org/lang_datefunc.html#time_values). A date is a count of
/// milliseconds here, so what was printed is read back as the same date.
package enum DateText {
  /// The bytes of a printed date of the years 0 to 9999.
  static let length = 23

  /// Milliseconds from 1970 to the reference date of Foundation.
  static let referenceMilliseconds: Int64 = 978_307_200_000

  // MARK: - Printing

  /// Writes the date into `buffer`, which holds `length` bytes; false where its year is not one of
  /// 0 to 9999.
  static func write(_ date: Date, to buffer: UnsafeMutablePointer<UInt8>) -> Bool {
    let milliseconds = (date.timeIntervalSinceReferenceDate * 1000).rounded()
    // 0000-01-01 to 9999-12-31, counted from 2001.
    guard milliseconds >= -63_145_526_400_000, milliseconds < 252_423_993_600_000 else {
      return false
    }
    write(milliseconds: Int64(milliseconds) + referenceMilliseconds, to: buffer)
    return true
  }

  private static func write(milliseconds: Int64, to buffer: UnsafeMutablePointer<UInt8>) {
    var day = milliseconds / 86_400_000
    var rest = milliseconds % 86_400_000
    if rest < 0 {
      rest += 86_400_000
      day -= 1
    }
    let (year, month, dayOfMonth) = civil(day: day)
    put(Int(year / 100), buffer)
    put(Int(year % 100), buffer + 2)
    buffer[4] = 0x2D
    put(month, buffer + 5)
    buffer[7] = 0x2D
    put(dayOfMonth, buffer + 8)
    buffer[10] = 0x20
    let seconds = Int(rest / 1000)
    let thousandths = Int(rest % 1000)
    put(seconds / 3600, buffer + 11)
    buffer[13] = 0x3A
    put(seconds / 60 % 60, buffer + 14)
    buffer[16] = 0x3A
    put(seconds % 60, buffer + 17)
    buffer[19] = 0x2E
    buffer[20] = UInt8(0x30 + thousandths / 100)
    put(thousandths % 100, buffer + 21)
  }

  private static func put(_ number: Int, _ buffer: UnsafeMutablePointer<UInt8>) {
    buffer[0] = UInt8(truncatingIfNeeded: 0x30 + number / 10)
    buffer[1] = UInt8(truncatingIfNeeded: 0x30 + number % 10)
  }

  /// The text of any date; nil for a date that is no number.
  static func text(_ date: Date) -> String? {
    let text = String(unsafeUninitializedCapacity: length) { buffer in
      guard let start = buffer.baseAddress, write(date, to: start) else { return 0 }
      return length
    }
    if !text.isEmpty { return text }
    // Beyond four digits of a year SQLite has no dates; the text is still sorted and plain.
    let milliseconds = (date.timeIntervalSinceReferenceDate * 1000).rounded()
    guard let count = Int64(exactly: milliseconds), abs(count) < 1 << 60 else { return nil }
    let day = (count + referenceMilliseconds).flooredQuotient(86_400_000)
    let (year, _, _) = civil(day: day)
    let cycles = year.flooredQuotient(400)
    let inCycle = String(unsafeUninitializedCapacity: length) { buffer in
      guard let start = buffer.baseAddress else { return 0 }
      write(
        milliseconds: count + referenceMilliseconds - cycles * 146_097 * 86_400_000,
        to: start
      )
      return length
    }
    return "\(year)\(inCycle.dropFirst(4))"
  }

  /// The text of a date as ISO 8601 has it, such as `2026-11-30T09:15:00.000Z`; nil where its year is
  /// not one of 0 to 9999.
  package static func iso8601(_ date: Date) -> String? {
    let text = String(unsafeUninitializedCapacity: length + 1) { buffer in
      guard let start = buffer.baseAddress, write(date, to: start) else { return 0 }
      start[10] = 0x54
      start[length] = 0x5A
      return length + 1
    }
    return text.isEmpty ? nil : text
  }

  // MARK: - Parsing

  /// The date that all of the text is, nil where it is none.
  package static func parse(_ text: UnsafeBufferPointer<UInt8>) -> Date? {
    guard let start = text.baseAddress, text.count >= 10 else { return nil }
    if text.count == length, let date = parsePrinted(start, separator: 0x20) { return date }
    if text.count == length + 1, start[length] == 0x5A,
      let date = parsePrinted(start, separator: 0x54)
    {
      return date
    }
    var scanner = Scanner(position: start, end: start + text.count)
    guard let century = scanner.two(), let yearOfCentury = scanner.two(), scanner.take(0x2D),
      let month = scanner.two(), scanner.take(0x2D), let day = scanner.two(),
      (1...12).contains(month), day >= 1,
      day <= daysInMonth(month, year: century * 100 + yearOfCentury)
    else { return nil }
    let days = dayNumber(year: Int64(century * 100 + yearOfCentury), month: month, day: day)
    guard let time = scanner.time() else { return nil }
    let milliseconds = days * 86_400_000 - referenceMilliseconds + Int64(time.seconds) * 1000
    return Date(
      timeIntervalSinceReferenceDate: time.digits <= 3
        ? Double(milliseconds + Int64(time.fraction)) / 1000
        : Double(milliseconds) / 1000 + Double(time.fraction) / scale(time.digits)
    )
  }

  private static func scale(_ digits: Int) -> Double {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    return scale
  }

  private struct Scanner {
    var position: UnsafePointer<UInt8>
    let end: UnsafePointer<UInt8>

    struct Time {
      var seconds = 0
      /// Thousandths where `digits` is at most 3, else the digits as a number.
      var fraction = 0
      var digits = 0
    }

    var isAtEnd: Bool { position == end }

    mutating func take(_ byte: UInt8) -> Bool {
      guard position < end, position.pointee == byte else { return false }
      position += 1
      return true
    }

    mutating func two() -> Int? {
      guard end - position >= 2 else { return nil }
      let tens = Int(position[0]) - 0x30
      let ones = Int(position[1]) - 0x30
      guard (0...9).contains(tens), (0...9).contains(ones) else { return nil }
      position += 2
      return tens * 10 + ones
    }

    /// What follows the day, to the end of the text.
    mutating func time() -> Time? {
      var time = Time()
      if isAtEnd { return time }
      guard take(0x20) || take(0x54) else { return nil }
      guard let hour = two(), hour < 24, take(0x3A), let minute = two(), minute < 60 else {
        return nil
      }
      time.seconds = hour * 3600 + minute * 60
      if take(0x3A) {
        guard let second = two(), second < 60 else { return nil }
        time.seconds += second
        if take(0x2E) {
          guard readFraction(&time) else { return nil }
        }
      }
      return zone(&time) && isAtEnd ? time : nil
    }

    private mutating func readFraction(_ time: inout Time) -> Bool {
      var digits = 0
      while position < end, (0x30...0x39).contains(position.pointee) {
        // Beyond 15 digits a Double holds no more.
        if digits < 15 {
          time.fraction = time.fraction * 10 + Int(position.pointee) - 0x30
          digits += 1
        }
        position += 1
      }
      guard digits > 0 else { return false }
      var padded = digits
      while padded < 3 {
        time.fraction *= 10
        padded += 1
      }
      time.digits = digits
      return true
    }

    private mutating func zone(_ time: inout Time) -> Bool {
      if isAtEnd || take(0x5A) || take(0x7A) { return true }
      while take(0x20) {}
      if take(0x5A) || take(0x7A) { return true }
      let sign: Int
      if take(0x2B) { sign = 1 } else if take(0x2D) { sign = -1 } else { return false }
      guard let hours = two(), hours < 24, take(0x3A), let minutes = two(), minutes < 60 else {
        return false
      }
      time.seconds -= sign * (hours * 3600 + minutes * 60)
      return true
    }
  }

  // MARK: - The proleptic Gregorian calendar

  /// The days from 1970-01-01 to a day.
  static func dayNumber(year: Int64, month: Int, day: Int) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted.flooredQuotient(400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = Int64((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1)
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private static func civil(day: Int64) -> (year: Int64, month: Int, day: Int) {
    let shifted = day + 719_468
    let era = shifted.flooredQuotient(146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let dayOfMonth = Int(dayOfYear - (153 * month + 2) / 5 + 1)
    let calendarMonth = Int(month < 10 ? month + 3 : month - 9)
    return (yearOfEra + era * 400 + (calendarMonth <= 2 ? 1 : 0), calendarMonth, dayOfMonth)
  }

  static func daysInMonth(_ month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension Int64 {
  fileprivate func flooredQuotient(_ divisor: Int64) -> Int64 {
    self >= 0 ? self / divisor : -((-self + divisor - 1) / divisor)
  }
}

extension Date: DatabaseValueConvertible {
  /// The date as text in UTC, `yyyy-MM-dd HH:mm:ss.SSS`; NULL where it is no number.
  public var databaseValue: DatabaseValue { DateText.text(self)?.databaseValue ?? .null }

  /// A text in a form of SQLite's date functions, or a number of seconds since 1970.
  public static func fromDatabaseValue(_ value: DatabaseValue) -> Date? {
    switch value.storage {
    case .string(var text): text.withUTF8 { DateText.parse($0) }
    case .int64(let seconds): Date(timeIntervalSince1970: Double(seconds))
    case .double(let seconds): Date(timeIntervalSince1970: seconds)
    default: nil
    }
  }
}
