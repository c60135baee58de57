/// What SQLite's authorizer says of a statement while it is compiled.
///
/// Triggers and the actions of foreign keys are part of it
/// (https://sqlite.org/c3ref/set_authorizer.html).
package struct StatementAccess: Sendable {
  /// What the statement reads; views are still in it, beside the tables that they read.
  package private(set) var reads = DatabaseRegion()
  /// The views through which something is read.
  package private(set) var views: Set<SchemaName> = []
  /// The columns that are read of each table; none where only rows are counted.
  private var columns: [TableName: Set<SchemaName>] = [:]
  /// What the statement may do to tables.
  package private(set) var writes: [TableName: Write] = [:]
  /// Whether the statement changes what other statements read: tables and views, not indexes.
  package private(set) var changesSchema = false
  /// The table that an ALTER TABLE is about.
  package private(set) var altered: TableName?
  /// Whether the statement writes the catalog itself and is no definition: anything may change then
  /// (https://sqlite.org/pragma.html#pragma_writable_schema).
  package var rewritesCatalog: Bool { writesCatalog && !isDefinition }
  private var writesCatalog = false
  private var isDefinition = false
  /// What the statement does to the savepoints.
  package private(set) var savepoint: Savepoint?
  /// Whether the statement begins or ends a transaction.
  package private(set) var transaction: Transaction?
  /// Whether the statement does no more than read.
  package private(set) var isPassive = true

  package init() {}

  /// What a statement may do to a table.
  package struct Write: Sendable, Equatable {
    /// Whether rows may come.
    package var inserts = false
    /// Whether rows may go.
    package var deletes = false
    /// The columns that may be updated.
    package var columns: Set<SchemaName> = []

    /// Whether rows may come or go.
    package var changesRows: Bool { inserts || deletes }
  }

  /// A statement about transactions.
  package enum Transaction: Sendable {
    case begin
    case end
  }

  /// A statement about savepoints (https://sqlite.org/lang_savepoint.html).
  package enum Savepoint: Sendable, Equatable {
    case begin(SchemaName)
    case release(SchemaName)
    case rollback(SchemaName)
  }

  /// Adds what the authorizer was told.
  package mutating func record(_ action: SQLiteAction) {
    switch action.code {
    case .read: read(action)
    case .select, .function, .recursive: break
    default:
      isPassive = false
      recordWrite(action)
    }
  }

  /// Notes that the statement is compiled.
  ///
  /// A table of which no column is named, as in `SELECT count(*)`, is read as a whole. SQLite also
  /// reports no column where only the rowid is read, after the column that is the rowid.
  package mutating func finish() {
    reads = DatabaseRegion(
      tables: columns.mapValues { TableRegion(columns: $0.isEmpty ? nil : $0) }
    )
  }

  /// Adds whole tables that are read without SQLite saying so.
  package mutating func read(whole tables: Set<TableName>) {
    let regions = tables.map { ($0, TableRegion.whole) }
    reads.formUnion(DatabaseRegion(tables: Dictionary(uniqueKeysWithValues: regions)))
  }

  private mutating func read(_ action: SQLiteAction) {
    if let view = action.source { views.insert(SchemaName(view)) }
    guard let table = action.first else { return }
    let name = TableName(table, in: action.database ?? "main")
    let column = action.second ?? ""
    if column.isEmpty {
      columns[name, default: []].formUnion([])
    } else {
      columns[name, default: []].insert(SchemaName(column))
    }
  }

  private mutating func recordWrite(_ action: SQLiteAction) {
    if action.code == .alterTable, let table = action.second {
      altered = TableName(table, in: action.first ?? "main")
    }
    switch action.code {
    case .insert:
      write(action) { $0.inserts = true }
    case .delete:
      write(action) { $0.deletes = true }
    case .update:
      write(action) { write in
        if let column = action.second { write.columns.insert(SchemaName(column)) }
      }
    case .transaction:
      transaction = action.first == "BEGIN" ? .begin : .end
    case .savepoint:
      guard let name = action.second.map({ SchemaName($0) }) else { return }
      switch action.first {
      case "BEGIN": savepoint = .begin(name)
      case "RELEASE": savepoint = .release(name)
      default: savepoint = .rollback(name)
      }
    case .createIndex, .createTemporaryIndex, .dropIndex, .dropTemporaryIndex, .createTrigger,
      .createTemporaryTrigger, .dropTrigger, .dropTemporaryTrigger:
      isDefinition = true
    case .createTable, .createView, .createVirtualTable, .createTemporaryTable,
      .createTemporaryView, .alterTable, .dropTable, .dropView, .dropVirtualTable,
      .dropTemporaryTable, .dropTemporaryView, .attach, .detach:
      isDefinition = true
      // ANALYZE makes tables of SQLite's own.
      if action.first.map({ !TableName($0).isInternal }) ?? true { changesSchema = true }
    default:
      break
    }
  }

  private mutating func write(_ action: SQLiteAction, _ change: (inout Write) -> Void) {
    guard let table = action.first else { return }
    let name = TableName(table, in: action.database ?? "main")
    if !name.isInternal {
      change(&writes[name, default: Write()])
    } else if name.isCatalog {
      writesCatalog = true
    }
  }
}
