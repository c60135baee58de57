/// A record that is written to its table, and that may change when it is inserted.
///
/// ```swift
/// struct Place: Codable, FetchableRecord, MutablePersistableRecord {
///   var id: Int64?
///   var name: String
///   mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
/// }
/// ```
public protocol MutablePersistableRecord: EncodableRecord, TableRecord {
  /// What an INSERT and an UPDATE do where they meet a constraint.
  static var persistenceConflictPolicy: PersistenceConflictPolicy { get }

  /// Called after an insertion, with the rowid of the row.
  mutating func didInsert(_ inserted: InsertionSuccess)
}

/// A record that is written to its table and that an insertion does not change.
public protocol PersistableRecord: MutablePersistableRecord {
  /// Called after an insertion, with the rowid of the row.
  func didInsert(_ inserted: InsertionSuccess)
}

/// What is known of an inserted row.
public struct InsertionSuccess: Sendable {
  /// The rowid.
  public var rowID: Int64
  /// The column that is the rowid, where the table has one.
  public var rowIDColumn: String?
  /// The columns that were inserted.
  public var persistenceContainer: PersistenceContainer
}

extension MutablePersistableRecord {
  /// An error and no change.
  public static var persistenceConflictPolicy: PersistenceConflictPolicy {
    PersistenceConflictPolicy()
  }

  /// Does nothing.
  public mutating func didInsert(_ inserted: InsertionSuccess) {}
}

extension PersistableRecord {
  /// Does nothing.
  public func didInsert(_ inserted: InsertionSuccess) {}
}
