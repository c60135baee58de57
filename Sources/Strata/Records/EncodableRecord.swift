public import Foundation

/// A type that is stored in the columns of a row.
///
/// An `Encodable` type needs no method of its own.
public protocol EncodableRecord {
  /// Sets the columns.
  ///
  /// - Parameter container: gets the columns with their values.
  /// - Throws: whatever says that the record cannot be stored.
  func encode(to container: inout PersistenceContainer) throws

  // Of records that are encoded by their keys:

  /// Which column a key is.
  static var databaseColumnEncodingStrategy: DatabaseColumnEncodingStrategy { get }

  /// How the dates of a column are stored.
  static func databaseDateEncodingStrategy(for column: String) -> DatabaseDateEncodingStrategy

  /// How the data of a column are stored.
  static func databaseDataEncodingStrategy(for column: String) -> DatabaseDataEncodingStrategy

  /// How the UUIDs of a column are stored.
  static func databaseUUIDEncodingStrategy(for column: String) -> DatabaseUUIDEncodingStrategy

  /// What writes the JSON of a column.
  static func databaseJSONEncoder(for column: String) -> JSONEncoder
}

extension EncodableRecord {
  /// The columns with their values.
  public var databaseDictionary: [String: DatabaseValue] {
    get throws {
      let container = try PersistenceContainer(self)
      return Dictionary(
        zip(container.columns, container.values),
        uniquingKeysWith: { first, _ in first }
      )
    }
  }

  /// The columns whose values differ from those of another record, with the other's values.
  ///
  /// - Parameter record: the other record, which may be of another type.
  /// - Returns: the columns that differ.
  /// - Throws: what the encoding throws.
  public func databaseChanges(
    from record: some EncodableRecord
  ) throws -> [String: DatabaseValue] {
    let new = try PersistenceContainer(self)
    let old = try PersistenceContainer(record)
    var changes: [String: DatabaseValue] = [:]
    for (column, value) in zip(new.columns, new.values) {
      let oldValue = old.databaseValue(column) ?? .null
      if oldValue != value { changes[column] = oldValue }
    }
    return changes
  }

  /// Changes the record.
  ///
  /// - Parameter modify: changes the record.
  /// - Returns: the columns that are different then, with the values that they had.
  /// - Throws: what `modify` or the encoding throws.
  public mutating func databaseChanges(
    modify: (inout Self) throws -> Void
  ) throws -> [String: DatabaseValue] {
    let old = self
    try modify(&self)
    return try databaseChanges(from: old)
  }

  /// Whether a column has another value than in another record, which may be of another type.
  ///
  /// - Parameter record: the other record.
  /// - Returns: whether one differs.
  /// - Throws: what the encoding throws.
  public func hasDatabaseChanges(from record: some EncodableRecord) throws -> Bool {
    try !databaseChanges(from: record).isEmpty
  }

  /// Whether all columns have the values that they have in another record.
  ///
  /// - Parameter record: the other record.
  /// - Returns: whether they have; false where one of them cannot be encoded.
  public func databaseEquals(_ record: Self) -> Bool {
    (try? databaseChanges(from: record).isEmpty) ?? false
  }
}

/// What an INSERT and an UPDATE do where they meet a constraint.
public struct PersistenceConflictPolicy: Sendable {
  /// What an INSERT does.
  public let conflictResolutionForInsert: Database.ConflictResolution
  /// What an UPDATE does.
  public let conflictResolutionForUpdate: Database.ConflictResolution

  /// The policy; an error and no change, unless it says otherwise.
  public init(
    insert: Database.ConflictResolution = .abort,
    update: Database.ConflictResolution = .abort
  ) {
    conflictResolutionForInsert = insert
    conflictResolutionForUpdate = update
  }
}

extension Database {
  /// What a statement does where it meets a constraint (https://sqlite.org/lang_conflict.html).
  public enum ConflictResolution: String, Sendable {
    /// An error that rolls the transaction back.
    case rollback = "ROLLBACK"
    /// An error that undoes the statement.
    case abort = "ABORT"
    /// An error that leaves what the statement did before.
    case fail = "FAIL"
    /// The row is passed over.
    case ignore = "IGNORE"
    /// The rows in the way are deleted.
    case replace = "REPLACE"

    /// `OR REPLACE` and its like, empty for the default.
    var clause: String { self == .abort ? "" : " OR \(rawValue)" }
  }
}
