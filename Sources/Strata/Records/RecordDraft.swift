/// A row that was not inserted yet, without what the database fills in: an automatic identity,
/// generated columns, and defaults.
public protocol RecordDraft {
  /// The record that the row becomes.
  associatedtype Record: GeneratedRecord

  /// The columns that are left to their defaults, by their indexes.
  var omittedColumns: ColumnSet { get }

  /// Binds the columns; index *i* is column *i* of the record's table.
  func bind(to values: ValueBinder)
}

extension RecordDraft {
  /// None.
  public var omittedColumns: ColumnSet { [] }

  /// Inserts the row.
  ///
  /// - Parameter db: the connection.
  /// - Returns: the row as it is stored then.
  /// - Throws: `DatabaseError`, such as SQLITE_CONSTRAINT where a row is in the way.
  @discardableResult
  public func insert(_ db: Database) throws -> Record {
    let table = Record.table
    let statement = try db.statement(table.insertReturning(omitting: omittedColumns))
    // An identity that is not bound is NULL, which SQLite replaces by a new one.
    bind(to: statement.beginBinding(isComplete: false))
    let record = try Record.fetchWritten(db, statement) {
      if table.isWithoutRowID { return nil }
      let statement = try db.statement(table.selectByRowID)
      statement.beginBinding(isComplete: true).int64(0, db.sqlite.lastInsertedRowID)
      return try Record.fetchOne(running: statement)
    }
    guard let record else {
      throw DatabaseError(message: "the row was not inserted", sql: statement.sql)
    }
    return record
  }
}
