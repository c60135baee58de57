/// A date that an author wrote: `2024-02-29` or `2024-02-29 12:30:00.250`, in UTC.
struct DateLiteral {
  /// Milliseconds since 1970.
  var milliseconds: Int
  /// The text that a column holds: `yyyy-MM-dd HH:mm:ss.SSS`.
  var text: String

  init?(_ written: String) {
    let parts = written.split(omittingEmptySubsequences: false) { $0 == " " || $0 == "T" }
    guard (1...2).contains(parts.count) else { return nil }
    let date = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    guard date.count == 3, let year = Self.number(date[0], digits: 4),
      let month = Self.number(date[1], digits: 2), let day = Self.number(date[2], digits: 2),
      (1...12).contains(month), (1...Self.days(inMonth: month, of: year)).contains(day)
    else { return nil }
    var millisecondOfDay = 0
    var time = "00:00:00.000"
    if parts.count == 2 {
      var clock = parts[1]
      if clock.hasSuffix("Z") { clock = clock.dropLast() }
      let pieces = clock.split(separator: ".", omittingEmptySubsequences: false)
      let fields = pieces[0].split(separator: ":", omittingEmptySubsequences: false)
      guard pieces.count <= 2, (2...3).contains(fields.count),
        let hour = Self.number(fields[0], digits: 2),
        let minute = Self.number(fields[1], digits: 2),
        let second = fields.count == 3 ? Self.number(fields[2], digits: 2) : 0,
        hour < 24, minute < 60, second < 60,
        let fraction = pieces.count == 2 ? Self.number(pieces[1], digits: 3) : 0
      else { return nil }
      millisecondOfDay = ((hour * 60 + minute) * 60 + second) * 1000 + fraction
      time =
        "\(fields[0]):\(fields[1]):\(Self.padded(second, 2)).\(Self.padded(fraction, 3))"
    }
    milliseconds = Self.daysSince1970(year, month, day) * 86_400_000 + millisecondOfDay
    text = "\(parts[0]) \(time)"
  }

  /// Seconds since 1970, as short as they can be written.
  var seconds: String {
    let fraction = abs(milliseconds % 1000)
    let sign = milliseconds < 0 ? "-" : ""
    let whole = "\(sign)\(abs(milliseconds) / 1000)"
    return fraction == 0 ? whole : "\(whole).\(Self.padded(fraction, 3))"
  }

  var julianDay: Double { Double(milliseconds) / 86_400_000 + 2_440_587.5 }

  private static func number(_ text: Substring, digits: Int) -> Int? {
    guard text.utf8.count == digits, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int(text)
  }

  private static func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days of the proleptic Gregorian calendar, counted in years that begin in March.
  private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}
