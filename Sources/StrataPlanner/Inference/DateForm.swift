import StrataSchema

/// A form of text in which the date functions of SQL give a moment, or in which it is stored.
///
/// Texts of two forms never are equal, so that a parameter of type Date is bound in the form of what
/// it meets (https://sqlite.org/lang_datefunc.html).
enum DateForm: Hashable, Sendable {
  /// `yyyy-MM-dd`, as `date()` gives it.
  case day
  /// `yyyy-MM-dd HH:mm:ss`, as `datetime()` gives it.
  case second
  /// `yyyy-MM-dd HH:mm:ss.SSS`, as dates are stored.
  case millisecond
  /// One in which no Date is bound: the time of a day, a part of a date, local time.
  case other

  /// How a Date is bound that is compared with it; nil where none is.
  var storage: ColumnStorage? {
    switch self {
    case .day: .dayText
    case .second: .secondText
    case .millisecond: .dateText
    case .other: nil
    }
  }

  /// The form that a function gives; nil for one that gives no text of a date.
  static func form(of function: String, _ arguments: [InferredType]) -> DateForm? {
    switch function {
    case "date": return isUTC(arguments.dropFirst()) ? .day : .other
    case "datetime":
      guard isUTC(arguments.dropFirst()) else { return .other }
      return arguments.contains(where: \.isSubsecond) ? .millisecond : .second
    case "time": return .other
    case "strftime":
      guard case .text(let format) = arguments.first?.literal, isUTC(arguments.dropFirst(2)) else {
        return .other
      }
      return formats[format] ?? .other
    default: return nil
    }
  }

  private static let formats: [String: DateForm] = [
    "%Y-%m-%d": .day, "%F": .day,
    "%Y-%m-%d %H:%M:%S": .second, "%Y-%m-%d %T": .second, "%F %T": .second,
    "%F %H:%M:%S": .second,
    "%Y-%m-%d %H:%M:%f": .millisecond, "%F %H:%M:%f": .millisecond,
  ]

  /// Whether modifiers leave the moment in UTC, in which dates are stored.
  private static func isUTC(_ modifiers: some Sequence<InferredType>) -> Bool {
    modifiers.allSatisfy { modifier in
      guard case .text(let text) = modifier.literal else { return false }
      return !["localtime", "utc"].contains(text.lowercased().filter { $0 != " " })
    }
  }

  /// Whether the first argument of a date function is a date as it is stored, and no number that a
  /// modifier explains.
  static func readsDate(_ modifiers: some Sequence<InferredType>) -> Bool {
    modifiers.allSatisfy { modifier in
      guard case .text(let text) = modifier.literal else { return false }
      return !["unixepoch", "julianday", "auto"].contains(text.lowercased().filter { $0 != " " })
    }
  }
}
