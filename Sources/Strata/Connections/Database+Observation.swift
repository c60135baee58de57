// How observation stands on connections: each has a broker, and those of one database share a
// center.

extension Database {
  /// Adds a region to those that observations are recording.
  ///
  /// In the closure of `ValueObservation.tracking`, the tables that are read are recorded by
  /// themselves. Call it for what is not read this time and matters all the same.
  ///
  /// - Throws: what the region throws.
  public func registerAccess(to region: @autoclosure () -> some DatabaseRegionConvertible) throws {
    checkConfinement()
    guard observationBroker.isRecording else { return }
    observationBroker.record(try region().databaseRegion(self))
  }
}

extension RowKey {
  /// Notes on a statement with its values that it reads only the row with this key, where the key is
  /// the rowid of the table and an observation wants to know.
  func note(on statement: Statement, _ db: Database, _ table: String) throws {
    guard db.observationBroker.notesRows, let rowID = try rowID(db, table) else { return }
    statement.onlyRow = Statement.OnlyRow(table: TableName(table), rowID: rowID)
  }

  /// The rowid of the row with this key; nil where the key is none.
  func rowID(_ db: Database, _ table: String) throws -> Int64? {
    guard columns.count == 1, case .int64(let rowID) = columns[0].value.storage else { return nil }
    let key = try db.primaryKey(table)
    let names = [key.rowIDColumn, key.tableHasRowID ? "rowid" : nil].compactMap { $0 }
    let isRowID = names.contains { SchemaName($0) == SchemaName(columns[0].name) }
    return isRowID ? rowID : nil
  }
}

extension Database {
  /// Lets go of the compiled statements, so that the connection can be closed.
  func removeStatements() {
    statementCache.removeAll()
    observationBroker.catalog.removeStatements()
  }
}

extension Statement {
  /// What the statement reads.
  public var databaseRegion: DatabaseRegion {
    // One that cannot be compiled any more reads nothing new.
    (try? currentRegion()) ?? access.reads
  }

  /// The only row of a table that a statement reads with its present values.
  final class OnlyRow {
    let table: TableName
    let rowID: Int64

    init(table: TableName, rowID: Int64) {
      self.table = table
      self.rowID = rowID
    }
  }

  /// What the statement reads with its present values.
  var presentReads: DatabaseRegion {
    guard let onlyRow else { return access.reads }
    return access.reads.narrowed(to: onlyRow.rowID, of: onlyRow.table)
  }

  /// What the statement reads now.
  ///
  /// - Throws: `DatabaseError` where another schema does not let it be compiled any more.
  func currentRegion() throws -> DatabaseRegion {
    try database.observationBroker.updateSchema()
    try updateAccess()
    return access.reads
  }
}

/// A reader whose commits are noticed.
package protocol ObservedReader: DatabaseReader {
  /// The observations of the database.
  var observationCenter: ObservationCenter { get }
  /// Whether it is read beside its writes.
  var readsBesideWrites: Bool { get }
}

extension DatabaseQueue: ObservedReader {
  package var readsBesideWrites: Bool { false }
}
