/// A step by which SQLite's date functions change a moment
/// (https://sqlite.org/lang_datefunc.html#modifiers).
public enum SQLDateModifier: Hashable, Sendable {
  /// So many days later.
  case day(Int)
  /// So many hours later.
  case hour(Int)
  /// So many minutes later.
  case minute(Int)
  /// So many seconds later.
  case second(Double)
  /// So many months later.
  case month(Int)
  /// So many years later.
  case year(Int)
  /// The begin of the day.
  case startOfDay
  /// The begin of the month.
  case startOfMonth
  /// The begin of the year.
  case startOfYear
  /// The next day of the week, unless the moment is on it; 0 is Sunday.
  case weekday(Int)
  /// The number is of seconds since 1970.
  case unixEpoch
  /// From UTC to the time of the machine.
  case localTime
  /// From the time of the machine to UTC.
  case utc

  var text: String {
    switch self {
    case .day(let count): "\(signed: count) days"
    case .hour(let count): "\(signed: count) hours"
    case .minute(let count): "\(signed: count) minutes"
    case .second(let count): "\(count < 0 ? "" : "+")\(count) seconds"
    case .month(let count): "\(signed: count) months"
    case .year(let count): "\(signed: count) years"
    case .startOfDay: "start of day"
    case .startOfMonth: "start of month"
    case .startOfYear: "start of year"
    case .weekday(let day): "weekday \(day)"
    case .unixEpoch: "unixepoch"
    case .localTime: "localtime"
    case .utc: "utc"
    }
  }
}

extension String.StringInterpolation {
  fileprivate mutating func appendInterpolation(signed count: Int) {
    appendInterpolation("\(count < 0 ? "" : "+")\(count)")
  }
}

/// A moment as the text of a date and a time: `DATETIME(value, modifiers…)`.
///
///     Player.select(dateTime(Column("joined"), .startOfMonth))
public func dateTime(
  _ value: some SQLExpressible,
  _ modifiers: SQLDateModifier...
) -> SQLExpression {
  .call("DATETIME", [value.sqlExpression] + modifiers.map { .value($0.text.databaseValue) })
}

/// A moment as the number of a Julian day: `JULIANDAY(value, modifiers…)`.
///
///     Player.select(julianDay(Column("joined")))
public func julianDay(
  _ value: some SQLExpressible,
  _ modifiers: SQLDateModifier...
) -> SQLExpression {
  .call("JULIANDAY", [value.sqlExpression] + modifiers.map { .value($0.text.databaseValue) })
}
