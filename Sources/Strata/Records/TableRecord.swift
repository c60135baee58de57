/// A type that stands for the rows of a table or a view.
public protocol TableRecord {
  /// What lists the columns as static members: the type `Columns` inside the record, if it has one.
  associatedtype Columns = Never

  /// The name of the table in SQL; the type's name with a small first letter, unless it says
  /// otherwise.
  static var databaseTableName: String { get }

  /// What a generated record knows of its table; nil where only the database knows.
  static var tableDefinition: TableDefinition? { get }
}

extension TableRecord {
  /// The name of the type with a small beginning: `Player` is `player`, `HTTPRequest` is
  /// `httpRequest`.
  public static var databaseTableName: String { defaultDatabaseTableName }

  /// A record written by hand asks the database.
  public static var tableDefinition: TableDefinition? { nil }

  static var defaultDatabaseTableName: String {
    // Generic arguments are no part of the name.
    let name = "\(Self.self)".prefix { $0 != "<" }
    let capitals = name.prefix { $0.isUppercase }.count
    // Of several capitals the last one begins the next word, unless the name ends with it.
    let lowered =
      capitals <= 1 || capitals == name.count || !name.dropFirst(capitals).first.isLetter
      ? capitals : capitals - 1
    return name.prefix(lowered).lowercased() + name.dropFirst(lowered)
  }
}

extension Character? {
  fileprivate var isLetter: Bool { self?.isLetter ?? false }
}

/// What could not be done with a record.
public enum RecordError: Error, Equatable, Sendable {
  /// The table has no row with that key.
  case recordNotFound(databaseTableName: String, key: [String: DatabaseValue])
  /// The table has no primary key, by which a row of its own could be found.
  case missingPrimaryKey(databaseTableName: String)
}

extension RecordError: CustomStringConvertible {
  /// The table and the key.
  public var description: String {
    switch self {
    case .recordNotFound(let table, let key):
      let values = key.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
      return "key not found in table \(table): [\(values.joined(separator: ", "))]"
    case .missingPrimaryKey(let table):
      return "table \(table) has no primary key, so a record's row cannot be found to update or"
        + " delete it; give the table a key, or use a query such as filter(…).deleteAll(db)"
    }
  }
}
