/// A row that a statement has inserted, deleted or updated.
public struct DatabaseEvent: Sendable, Hashable {
  /// What has happened to a row; the raw values are SQLite's codes.
  public enum Kind: Int32, Sendable {
    /// The row is new.
    case insert = 18
    /// The row is gone, also because REPLACE has put another one in its place.
    case delete = 9
    /// The row has other values.
    ///
    /// Where it has another rowid as well, there is one event with the old one and one with the new
    /// one.
    case update = 23
  }

  /// What has happened.
  public let kind: Kind
  /// `main`, `temp`, or the name of an attached database.
  public let databaseName: String
  /// The table.
  public let tableName: String
  /// The rowid; 0 in a WITHOUT ROWID table.
  public let rowID: Int64

  /// The event itself, which may be kept.
  public func copy() -> DatabaseEvent { self }
}

/// The changed rows of one statement, in order.
struct StatementEvents {
  /// What has happened to some rows of one table.
  struct Source: Equatable {
    let kind: DatabaseEvent.Kind
    let database: String
    let table: String
  }

  private struct Row {
    let source: Int
    let rowID: Int64
  }

  private(set) var sources: [Source] = []
  private var rows: [Row] = []

  var isEmpty: Bool { rows.isEmpty }

  /// Whether a row of the table was changed.
  func contains(_ table: TableName) -> Bool {
    sources.contains { TableName($0.table, in: $0.database) == table }
  }

  /// The number by which rows of a source are added.
  mutating func index(of source: Source) -> Int {
    if let index = sources.firstIndex(of: source) { return index }
    sources.append(source)
    return sources.count - 1
  }

  /// Adds a row of a source.
  mutating func append(source: Int, rowID: Int64) {
    rows.append(Row(source: source, rowID: rowID))
  }

  /// Calls `body` with each row, in order.
  func forEach(_ body: (_ source: Int, _ event: DatabaseEvent) -> Void) {
    for row in rows {
      let source = sources[row.source]
      body(
        row.source,
        DatabaseEvent(
          kind: source.kind,
          databaseName: source.database,
          tableName: source.table,
          rowID: row.rowID
        )
      )
    }
  }
}

extension DatabaseEvent.Kind {
  init(_ kind: SQLiteChangeKind) {
    switch kind {
    case .insert: self = .insert
    case .delete: self = .delete
    case .update: self = .update
    }
  }
}
