/// Learns of changes from what SQLite's authorizer says of statements, where the library has no
/// pre-update hook: tables and columns, without rows.
///
/// The update hook tells of the tables in which virtual tables keep their data. It says nothing of
/// rows that REPLACE deletes and of WITHOUT ROWID tables, so that a statement which has changed
/// anything is taken to have changed all that it may.
final class StatementCapture: ChangeCapture {
  var interest = ObservationInterest.tables([])
  var isOn = true {
    // The ends of statements that run now will not be told.
    didSet { if !isOn { runningCount = 0 } }
  }
  let seesEveryRow = false
  var recordsEvents = false
  var witness: (StatementEvents.Source) -> ((DatabasePreUpdateEvent) -> Void)? = { _ in nil }

  private let sqlite: SQLiteConnection
  private var layouts: [TableName: TableLayout] = [:]
  private var hooked: Set<TableName> = []
  private var totalChangesCount = 0
  private var runningCount = 0
  private var isNested = false
  private var events = StatementEvents()

  init(_ sqlite: SQLiteConnection) {
    self.sqlite = sqlite
    sqlite.setUpdateHook { [unowned self] row in
      if !isOn { return }
      let table = TableName(row.table, in: row.database)
      if table.isInternal { return }
      hooked.insert(table)
      if recordsEvents { record(row) }
    }
  }

  private func record(_ row: SQLiteUpdate) {
    let source = StatementEvents.Source(
      kind: DatabaseEvent.Kind(row.kind),
      database: row.database,
      table: row.table
    )
    events.append(source: events.index(of: source), rowID: row.rowID)
  }

  func takeEvents() -> StatementEvents {
    defer { events = StatementEvents() }
    return events
  }

  func prepare(_ table: TableName, _ catalog: inout SchemaCatalog) throws {
    if layouts[table] == nil { layouts[table] = try catalog.layout(of: table, sqlite) }
  }

  func forgetSchema() { layouts.removeAll() }

  func begin() -> DatabaseChanges {
    isNested = runningCount > 0
    runningCount += 1
    totalChangesCount = sqlite.totalChangesCount
    return DatabaseChanges()
  }

  func end(_ statement: Statement, isFailed: Bool) -> DatabaseChanges {
    runningCount = max(0, runningCount - 1)
    defer {
      hooked.removeAll()
      if runningCount == 0 { isNested = false }
    }
    let isChanged = totalChangesCount != sqlite.totalChangesCount || !hooked.isEmpty && !isFailed
    // Of statements that run inside of each other it is not known which one has changed something.
    guard isChanged || isNested else { return DatabaseChanges() }
    var changes = DatabaseChanges()
    for (table, write) in statement.access.writes {
      changes.tables[table] = self.changes(table, write)
    }
    for table in hooked where changes.tables[table] == nil { changes.tables[table] = .whole }
    return changes
  }

  private func changes(_ table: TableName, _ write: StatementAccess.Write) -> TableChanges {
    guard !write.changesRows, let layout = layouts[table] else { return .whole }
    let columns = layout.columnSet(of: write.columns)
    // A new key replaces other rows, or gives the row another rowid; generated columns follow others.
    return layout.hasGeneratedColumns || !columns.isDisjoint(with: layout.keyColumns)
      ? .whole : .columns(columns, layout: layout)
  }
}
