/// A record that is written to its table, and that may change when it is inserted.
///
/// ```swift
/// struct Place: Codable, FetchableRecord, MutablePersistableRecord {
///   var id: Int64?
///   var name: String
///   mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
/// }
/// ```
///
/// The callbacks are those of records written by hand, and of their own verbs: an update of all rows of
/// a request knows no record. What has to be true of every row belongs into the schema.
public protocol MutablePersistableRecord: EncodableRecord, TableRecord {
  /// What an INSERT and an UPDATE do where they meet a constraint.
  static var persistenceConflictPolicy: PersistenceConflictPolicy { get }

  /// Called before an insertion; what it throws prevents it.
  mutating func willInsert(_ db: Database) throws

  /// Called after an insertion, with the rowid of the row.
  mutating func didInsert(_ inserted: InsertionSuccess)

  /// Called before an update, with the columns that it may change; what it throws prevents it.
  func willUpdate(_ db: Database, columns: Set<String>) throws

  /// Called after an update.
  func didUpdate(_ updated: PersistenceSuccess)

  /// Called before an insertion or an update; what it throws prevents it.
  func willSave(_ db: Database) throws

  /// Called after an insertion or an update.
  func didSave(_ saved: PersistenceSuccess)

  /// Called before a deletion; what it throws prevents it.
  func willDelete(_ db: Database) throws

  /// Called after a deletion, with whether there was a row.
  func didDelete(deleted: Bool)
}

/// A record that is written to its table and that an insertion does not change.
public protocol PersistableRecord: MutablePersistableRecord {}

/// What is known of an inserted row.
public struct InsertionSuccess: Sendable {
  /// The rowid.
  public var rowID: Int64
  /// The column that is the rowid, where the table has one.
  public var rowIDColumn: String?
  /// The columns that were inserted.
  public var persistenceContainer: PersistenceContainer
}

/// What is known of a row that was written.
public struct PersistenceSuccess: Sendable {
  /// The columns of the record.
  public var persistenceContainer: PersistenceContainer
}

extension MutablePersistableRecord {
  /// An error and no change.
  public static var persistenceConflictPolicy: PersistenceConflictPolicy {
    PersistenceConflictPolicy()
  }

  /// Does nothing.
  public mutating func willInsert(_ db: Database) throws {}
  /// Does nothing.
  public mutating func didInsert(_ inserted: InsertionSuccess) {}
  /// Does nothing.
  public func willUpdate(_ db: Database, columns: Set<String>) throws {}
  /// Does nothing.
  public func didUpdate(_ updated: PersistenceSuccess) {}
  /// Does nothing.
  public func willSave(_ db: Database) throws {}
  /// Does nothing.
  public func didSave(_ saved: PersistenceSuccess) {}
  /// Does nothing.
  public func willDelete(_ db: Database) throws {}
  /// Does nothing.
  public func didDelete(deleted: Bool) {}
}
