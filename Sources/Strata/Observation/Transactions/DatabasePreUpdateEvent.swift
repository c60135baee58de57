/// A row that is about to change, with its values; see ``TransactionObserver/databaseWillChange(with:)``.
///
/// Outside of that method only a ``copy()`` has values.
public struct DatabasePreUpdateEvent {
  private enum Values {
    case live(SQLitePreupdateValues)
    case copied(old: [DatabaseValue]?, new: [DatabaseValue]?)
  }

  /// What is about to happen.
  public let kind: DatabaseEvent.Kind
  /// `main`, `temp`, or the name of an attached database.
  public let databaseName: String
  /// The table.
  public let tableName: String
  /// The number of the table's columns.
  public let count: Int
  /// 0 for a change by a statement itself, more for one by its triggers.
  public let depth: CInt
  /// The rowid before; nil for an insert.
  public let initialRowID: Int64?
  /// The rowid after; nil for a delete.
  public let finalRowID: Int64?
  private var values: Values

  init(
    _ row: borrowing SQLitePreupdate,
    _ source: StatementEvents.Source,
    _ values: SQLitePreupdateValues
  ) {
    kind = source.kind
    databaseName = source.database
    tableName = source.table
    count = row.columnCount
    depth = CInt(clamping: row.depth)
    initialRowID = kind == .insert ? nil : row.oldRowID
    finalRowID = kind == .delete ? nil : row.newRowID
    self.values = .live(values)
  }

  /// The values before, in the order of the columns; nil for an insert.
  public var initialDatabaseValues: [DatabaseValue]? {
    switch values {
    case .live(let values): kind == .insert ? nil : (0..<count).map { values.old($0) ?? .null }
    case .copied(let old, _): old
    }
  }

  /// The values after, in the order of the columns; nil for a delete.
  public var finalDatabaseValues: [DatabaseValue]? {
    switch values {
    case .live(let values): kind == .delete ? nil : (0..<count).map { values.new($0) ?? .null }
    case .copied(_, let new): new
    }
  }

  /// The value of a column before; nil for an insert.
  public func initialDatabaseValue(atIndex index: Int) -> DatabaseValue? {
    precondition((0..<count).contains(index), "the table has \(count) columns")
    switch values {
    case .live(let values): return values.old(index)
    case .copied(let old, _): return old?[index]
    }
  }

  /// The value of a column after; nil for a delete.
  public func finalDatabaseValue(atIndex index: Int) -> DatabaseValue? {
    precondition((0..<count).contains(index), "the table has \(count) columns")
    switch values {
    case .live(let values): return values.new(index)
    case .copied(_, let new): return new?[index]
    }
  }

  /// The event with its values, which may be kept.
  public func copy() -> DatabasePreUpdateEvent {
    var copy = self
    copy.values = .copied(old: initialDatabaseValues, new: finalDatabaseValues)
    return copy
  }
}
