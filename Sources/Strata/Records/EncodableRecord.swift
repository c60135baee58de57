/// A type that is stored in the columns of a row.
///
/// An `Encodable` type needs no method of its own.
public protocol EncodableRecord {
  /// Sets the columns.
  ///
  /// - Parameter container: gets the columns with their values.
  /// - Throws: whatever says that the record cannot be stored.
  func encode(to container: inout PersistenceContainer) throws
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
  /// - Parameter record: the other record.
  /// - Returns: the columns that differ.
  /// - Throws: what the encoding throws.
  public func databaseChanges(from record: Self) throws -> [String: DatabaseValue] {
    let new = try PersistenceContainer(self)
    let old = try PersistenceContainer(record)
    var changes: [String: DatabaseValue] = [:]
    for (column, value) in zip(new.columns, new.values) {
      let oldValue = old.databaseValue(column) ?? .null
      if oldValue != value { changes[column] = oldValue }
    }
    return changes
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
