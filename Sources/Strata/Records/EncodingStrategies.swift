public import Foundation

/// Which column the key of an encoded record is.
public enum DatabaseColumnEncodingStrategy: Sendable {
  /// The column has the name of the key.
  case useDefaultKeys
  /// `teamID` is `team_id`.
  case convertToSnakeCase
  /// The column has the name that the closure returns.
  case custom(@Sendable (any CodingKey) -> String)

  func column(_ key: some CodingKey) -> String {
    switch self {
    case .useDefaultKeys: key.stringValue
    case .convertToSnakeCase: SnakeCase.name(key.stringValue)
    case .custom(let name): name(key)
    }
  }
}

/// How the dates of an encoded record are stored.
public enum DatabaseDateEncodingStrategy: Sendable {
  /// As text in UTC, `yyyy-MM-dd HH:mm:ss.SSS`.
  case deferredToDate
  /// As the seconds since 2001, a real number.
  case timeIntervalSinceReferenceDate
  /// As the seconds since 1970, a real number.
  case timeIntervalSince1970
  /// As whole seconds since 1970.
  case secondsSince1970
  /// As whole milliseconds since 1970.
  case millisecondsSince1970
  /// As text in the format of ISO 8601, such as `2001-01-01T00:00:00Z`.
  case iso8601
  /// As text that the formatter makes.
  case formatted(DateFormatter)
  /// As what the closure returns; nil is NULL.
  case custom(@Sendable (Date) -> (any DatabaseValueConvertible)?)

  func value(_ date: Date) -> DatabaseValue {
    switch self {
    case .deferredToDate: date.databaseValue
    case .timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate.databaseValue
    case .timeIntervalSince1970: date.timeIntervalSince1970.databaseValue
    case .secondsSince1970: Self.whole(date.timeIntervalSince1970)
    case .millisecondsSince1970: Self.whole(date.timeIntervalSince1970 * 1000)
    case .iso8601: date.ISO8601Format().databaseValue
    case .formatted(let formatter): formatter.string(from: date).databaseValue
    case .custom(let value): value(date)?.databaseValue ?? .null
    }
  }

  private static func whole(_ number: Double) -> DatabaseValue {
    Int64(exactly: number.rounded(.down))?.databaseValue ?? .null
  }
}

/// How the data of an encoded record are stored.
public enum DatabaseDataEncodingStrategy: Sendable {
  /// As a BLOB.
  case deferredToData
  /// As text in UTF-8; NULL where they are none.
  case text
  /// As what the closure returns; nil is NULL.
  case custom(@Sendable (Data) -> (any DatabaseValueConvertible)?)

  func value(_ data: Data) -> DatabaseValue {
    switch self {
    case .deferredToData: data.databaseValue
    case .text: String(bytes: data, encoding: .utf8)?.databaseValue ?? .null
    case .custom(let value): value(data)?.databaseValue ?? .null
    }
  }
}

/// How the UUIDs of an encoded record are stored; all of these are read.
public enum DatabaseUUIDEncodingStrategy: Sendable {
  /// As a BLOB of 16 bytes.
  case deferredToUUID
  /// As text in capitals.
  case uppercaseString
  /// As text in small letters.
  case lowercaseString

  func value(_ uuid: UUID) -> DatabaseValue {
    switch self {
    case .deferredToUUID: uuid.databaseValue
    case .uppercaseString: uuid.uuidString.databaseValue
    case .lowercaseString: uuid.uuidString.lowercased().databaseValue
    }
  }
}

extension EncodableRecord {
  /// Columns have the names of the keys.
  public static var databaseColumnEncodingStrategy: DatabaseColumnEncodingStrategy {
    .useDefaultKeys
  }

  /// Dates are text in UTC.
  public static func databaseDateEncodingStrategy(
    for column: String
  ) -> DatabaseDateEncodingStrategy { .deferredToDate }

  /// Data are a BLOB.
  public static func databaseDataEncodingStrategy(
    for column: String
  ) -> DatabaseDataEncodingStrategy { .deferredToData }

  /// UUIDs are a BLOB of 16 bytes.
  public static func databaseUUIDEncodingStrategy(
    for column: String
  ) -> DatabaseUUIDEncodingStrategy { .deferredToUUID }

  /// JSON as GRDB writes it: dates in milliseconds since 1970, data in base 64, sorted keys.
  public static func databaseJSONEncoder(for column: String) -> JSONEncoder {
    DatabaseCoding.encoder
  }
}

/// `teamID` as `team_id`, and back.
enum SnakeCase {
  /// As `JSONEncoder.KeyEncodingStrategy.convertToSnakeCase` does it.
  static func name(_ key: String) -> String {
    var name = ""
    let letters = Array(key)
    for (index, letter) in letters.enumerated() {
      let next = index + 1 < letters.count ? letters[index + 1] : nil
      let isWordStart =
        index > 0 && letter.isUppercase && letters[index - 1] != "_"
        && (!letters[index - 1].isUppercase || next?.isLowercase == true)
      if isWordStart { name += "_" }
      name += letter.lowercased()
    }
    return name
  }

  /// As `JSONDecoder.KeyDecodingStrategy.convertFromSnakeCase` does it.
  static func key(_ name: String) -> String {
    let start = name.prefix { $0 == "_" }
    let rest = name.dropFirst(start.count)
    let end = String(rest.reversed().prefix { $0 == "_" })
    let words = rest.split(separator: "_")
    guard let first = words.first, words.count > 1 else { return name }
    let others = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }
    return start + first.lowercased() + others.joined() + end
  }
}
