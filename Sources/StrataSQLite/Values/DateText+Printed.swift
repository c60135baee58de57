internal import Foundation

extension DateText {
  /// The date of the first `length` bytes of a text, in the form in which dates are printed but for what
  /// stands between the day and its time; nil where they are in another one.
  ///
  /// Most dates are in it, and all of a column may be: it is read without a branch a byte.
  static func parsePrinted(_ text: UnsafePointer<UInt8>, separator: UInt8) -> Date? {
    var digits = Digits(text: text)
    let year = digits.two(at: 0) &* 100 &+ digits.two(at: 2)
    let month = digits.two(at: 5)
    let day = digits.two(at: 8)
    let hour = digits.two(at: 11)
    let minute = digits.two(at: 14)
    let second = digits.two(at: 17)
    let thousandths = digits.one(at: 20) &* 100 &+ digits.two(at: 21)
    guard digits.largest <= 9, text[4] == 0x2D, text[7] == 0x2D, text[10] == separator,
      text[13] == 0x3A, text[16] == 0x3A, text[19] == 0x2E, month &- 1 < 12, day &- 1 < 31,
      hour < 24, minute < 60, second < 60,
      day <= 28 || day <= daysInMonth(Int(month), year: Int(year))
    else { return nil }
    let days = dayNumber(
      year: Int64(year),
      month: Int(month),
      day: Int(day)
    )
    let ofDay = ((hour &* 60 &+ minute) &* 60 &+ second) &* 1000 &+ thousandths
    let milliseconds =
      days &* 86_400_000 &- referenceMilliseconds &+ Int64(ofDay)
    return Date(timeIntervalSinceReferenceDate: Double(milliseconds) / 1000)
  }

  /// Digits at fixed places, of which it is asked only at the end whether all were digits.
  private struct Digits {
    let text: UnsafePointer<UInt8>
    /// More than 9 where one of them was none.
    private(set) var largest: UInt = 0

    init(text: UnsafePointer<UInt8>) { self.text = text }

    @inline(__always)
    mutating func one(at index: Int) -> UInt {
      let digit = UInt(text[index]) &- 0x30
      largest = max(largest, digit)
      return digit
    }

    @inline(__always)
    mutating func two(at index: Int) -> UInt { one(at: index) &* 10 &+ one(at: index + 1) }
  }
}
