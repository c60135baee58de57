public import Foundation

/// The parts of a date or of a time of day, stored as text.
///
///     let birthday = DatabaseDateComponents(DateComponents(year: 1973, month: 9, day: 18), format: .YMD)
///     try db.execute(sql: "UPDATE player SET birthday = ?", arguments: [birthday])
///
/// Unlike a `Date` they are no moment: they have no time zone, and may have no day or no time.
public struct DatabaseDateComponents: Hashable, Sendable {
  /// How the parts are written (https://sqlite.org/lang_datefunc.html#time_values).
  public enum Format: String, Sendable {
    /// A day.
    case YMD = "yyyy-MM-dd"
    /// A day and a time, to the minute.
    case YMD_HM = "yyyy-MM-dd HH:mm"
    /// A day and a time, to the second.
    case YMD_HMS = "yyyy-MM-dd HH:mm:ss"
    /// A day and a time, to the millisecond.
    case YMD_HMSS = "yyyy-MM-dd HH:mm:ss.SSS"
    /// A time, to the minute.
    case HM = "HH:mm"
    /// A time, to the second.
    case HMS = "HH:mm:ss"
    /// A time, to the millisecond.
    case HMSS = "HH:mm:ss.SSS"
  }

  /// The parts.
  public let dateComponents: DateComponents
  /// How they are written.
  public let format: Format

  /// Makes a value of parts; those that the format has and `dateComponents` has not are 0, or 1 for a
  /// month or a day.
  public init(_ dateComponents: DateComponents, format: Format) {
    self.dateComponents = dateComponents
    self.format = format
  }
}

extension DatabaseDateComponents: DatabaseValueConvertible {
  /// The text.
  public var databaseValue: DatabaseValue { text.databaseValue }

  /// The parts of a text in one of the formats, with a space or a `T` before the time.
  public static func fromDatabaseValue(_ value: DatabaseValue) -> DatabaseDateComponents? {
    guard case .string(let text) = value.storage else { return nil }
    return DatabaseDateComponents(text)
  }
}

extension DatabaseDateComponents {
  private var text: String {
    let parts = dateComponents
    let milliseconds = (parts.nanosecond ?? 0) / 1_000_000
    let day = [pad(parts.year ?? 0, 4), pad(parts.month ?? 1), pad(parts.day ?? 1)]
      .joined(separator: "-")
    let minute = "\(pad(parts.hour ?? 0)):\(pad(parts.minute ?? 0))"
    let second = "\(minute):\(pad(parts.second ?? 0))"
    let millisecond = "\(second).\(pad(milliseconds, 3))"
    return switch format {
    case .YMD: day
    case .YMD_HM: "\(day) \(minute)"
    case .YMD_HMS: "\(day) \(second)"
    case .YMD_HMSS: "\(day) \(millisecond)"
    case .HM: minute
    case .HMS: second
    case .HMSS: millisecond
    }
  }

  private func pad(_ number: Int, _ count: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(count - digits.count, 0)) + digits
  }

  /// The parts of a text; nil where it is in none of the formats.
  private init?(_ text: String) {
    var parts = DateComponents()
    var rest = text[...]
    var hasDay = false
    if let day = rest.wholeMatch(of: /(\d{4})-(\d{2})-(\d{2})(?:[ T](.+))?/) {
      (parts.year, parts.month, parts.day) = (Int(day.1), Int(day.2), Int(day.3))
      guard let month = parts.month, let number = parts.day, (1...12).contains(month),
        (1...31).contains(number)
      else { return nil }
      hasDay = true
      guard let time = day.4 else {
        self.init(parts, format: .YMD)
        return
      }
      rest = time
    }
    guard let time = rest.wholeMatch(of: /(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?/) else {
      return nil
    }
    (parts.hour, parts.minute, parts.second) = (
      Int(time.1), Int(time.2), time.3.flatMap { Int($0) }
    )
    guard let hour = parts.hour, let minute = parts.minute, hour < 24, minute < 60,
      parts.second ?? 0 < 60
    else { return nil }
    if let fraction = time.4 {
      parts.nanosecond = Int(fraction + String(repeating: "0", count: 9 - fraction.count))
    }
    switch (hasDay, parts.second != nil, parts.nanosecond != nil) {
    case (true, false, _): self.init(parts, format: .YMD_HM)
    case (true, true, false): self.init(parts, format: .YMD_HMS)
    case (true, true, true): self.init(parts, format: .YMD_HMSS)
    case (false, false, _): self.init(parts, format: .HM)
    case (false, true, false): self.init(parts, format: .HMS)
    case (false, true, true): self.init(parts, format: .HMSS)
    }
  }
}

extension DatabaseDateComponents: Codable {
  /// The text of one of the formats.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = DatabaseDateComponents(text) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "'\(text)' is no date and no time"
      )
    }
    self = value
  }

  /// The text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
