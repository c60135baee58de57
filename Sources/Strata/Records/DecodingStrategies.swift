public import Foundation

/// Which key of a decoded record a column is.
public enum DatabaseColumnDecodingStrategy: Sendable {
  /// The key has the name of the column.
  case useDefaultKeys
  /// `team_id` is `teamId`.
  case convertFromSnakeCase
  /// The key is the one that the closure returns.
  case custom(@Sendable (_ column: String) -> any CodingKey)

  /// The key of a column; nil where they have the same name.
  func key(_ column: String) -> String? {
    switch self {
    case .useDefaultKeys: nil
    case .convertFromSnakeCase: SnakeCase.key(column)
    case .custom(let key): key(column).stringValue
    }
  }
}

/// How the dates of a decoded record are read.
public enum DatabaseDateDecodingStrategy: Sendable {
  /// As `Date` itself reads them: text in a form of SQLite's date functions, or seconds since 1970.
  case deferredToDate
  /// From the seconds since 2001.
  case timeIntervalSinceReferenceDate
  /// From the seconds since 1970.
  case timeIntervalSince1970
  /// From the milliseconds since 1970.
  case millisecondsSince1970
  /// From text in the format of ISO 8601.
  case iso8601
  /// From text that the formatter reads.
  case formatted(DateFormatter)
  /// From what the closure reads; nil is an error.
  case custom(@Sendable (DatabaseValue) -> Date?)

  func date(_ value: DatabaseValue) -> Date? {
    switch self {
    case .deferredToDate: Date.fromDatabaseValue(value)
    case .timeIntervalSinceReferenceDate:
      Double.fromDatabaseValue(value).map { Date(timeIntervalSinceReferenceDate: $0) }
    case .timeIntervalSince1970:
      Double.fromDatabaseValue(value).map { Date(timeIntervalSince1970: $0) }
    case .millisecondsSince1970:
      Double.fromDatabaseValue(value).map { Date(timeIntervalSince1970: $0 / 1000) }
    case .iso8601:
      String.fromDatabaseValue(value).flatMap { try? Date($0, strategy: .iso8601) }
    case .formatted(let formatter): String.fromDatabaseValue(value).flatMap(formatter.date)
    case .custom(let date): date(value)
    }
  }

  fileprivate var isDefault: Bool {
    if case .deferredToDate = self { true } else { false }
  }
}

/// How the data of a decoded record are read.
public enum DatabaseDataDecodingStrategy: Sendable {
  /// As `Data` itself reads them: from a BLOB, or the UTF-8 of a text.
  case deferredToData
  /// From what the closure reads; nil is an error.
  case custom(@Sendable (DatabaseValue) -> Data?)

  func data(_ value: DatabaseValue) -> Data? {
    switch self {
    case .deferredToData: Data.fromDatabaseValue(value)
    case .custom(let data): data(value)
    }
  }

  fileprivate var isDefault: Bool {
    if case .deferredToData = self { true } else { false }
  }
}

extension FetchableRecord {
  /// Keys have the names of the columns.
  public static var databaseColumnDecodingStrategy: DatabaseColumnDecodingStrategy {
    .useDefaultKeys
  }

  /// Dates are read as `Date` itself reads them.
  public static func databaseDateDecodingStrategy(
    for column: String
  ) -> DatabaseDateDecodingStrategy { .deferredToDate }

  /// Data are read as `Data` itself reads them.
  public static func databaseDataDecodingStrategy(
    for column: String
  ) -> DatabaseDataDecodingStrategy { .deferredToData }

  /// JSON as GRDB writes it: dates in milliseconds since 1970, data in base 64.
  public static func databaseJSONDecoder(for column: String) -> JSONDecoder {
    DatabaseCoding.decoder
  }

  /// Nothing.
  public static var databaseDecodingUserInfo: [CodingUserInfoKey: any Sendable] { [:] }
}

/// What a type says of the decoding of its rows that is not what all types say.
final class RecordDecoding {
  let type: any FetchableRecord.Type
  let userInfo: [CodingUserInfoKey: any Sendable]
  /// The columns by the keys that they are; nil where those are the same.
  private var columns: [String: String]?

  /// Nil where the type says nothing.
  init?(_ type: any FetchableRecord.Type, columns: [String]) {
    self.type = type
    userInfo = type.databaseDecodingUserInfo
    let strategy = type.databaseColumnDecodingStrategy
    for column in columns {
      guard let key = strategy.key(column) else { break }
      self.columns = self.columns ?? [:]
      if self.columns?[key] == nil { self.columns?[key] = column }
    }
    let isDefault =
      userInfo.isEmpty && self.columns == nil
      && columns.allSatisfy {
        type.databaseDateDecodingStrategy(for: $0).isDefault
          && type.databaseDataDecodingStrategy(for: $0).isDefault
          && type.databaseJSONDecoder(for: $0) === DatabaseCoding.decoder
      }
    if isDefault { return nil }
  }

  /// The name of the column, or of the association, that a key is.
  func name(_ key: some CodingKey) -> String {
    columns?[key.stringValue] ?? key.stringValue
  }
}
