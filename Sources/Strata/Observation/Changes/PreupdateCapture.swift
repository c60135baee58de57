/// Learns of each changed row from SQLite's pre-update hook, with its old and its new values
/// (https://sqlite.org/c3ref/preupdate_blobwrite.html).
final class PreupdateCapture: ChangeCapture {
  var interest = ObservationInterest.tables([]) {
    didSet { forgetSchema() }
  }

  var isOn: Bool {
    get { sqlite.isPreupdateHookOn }
    set { sqlite.isPreupdateHookOn = newValue }
  }

  private let sqlite: SQLiteConnection
  /// The tables of which each row matters, as far as statements have written to them.
  private var layouts: [TableName: TableLayout] = [:]
  private var changes = DatabaseChanges()
  private var totalChangesCount = 0

  let seesEveryRow = true
  var recordsEvents = false
  var witness: (StatementEvents.Source) -> ((DatabasePreUpdateEvent) -> Void)? = { _ in nil }
  private var events = StatementEvents()
  /// The source of the last event, the table and the kind that it stands for, and who is told of its
  /// rows before they change.
  private var source:
    (
      table: UnsafeRawPointer, kind: SQLiteChangeKind, index: Int,
      witness: ((DatabasePreUpdateEvent) -> Void)?
    )?

  /// The table of the last row; nil at the begin of a statement.
  private var table: UnsafeRawPointer?
  private var current: Current = .ignored

  private enum Current {
    /// A table of SQLite's own.
    case ignored
    /// A table that is noted as changed, without its rows.
    case noted
    case recorded(TableName, TableChanges, TableLayout)
  }

  /// Nil where the library has no pre-update hook.
  init?(_ sqlite: SQLiteConnection) {
    self.sqlite = sqlite
    let isAvailable = sqlite.setPreupdateHook { [unowned self] row in rowWillChange(row) }
    guard isAvailable else { return nil }
  }

  func prepare(_ table: TableName, _ catalog: inout SchemaCatalog) throws {
    guard layouts[table] == nil, interest.contains(table) else { return }
    layouts[table] = try catalog.layout(of: table, sqlite)
  }

  func forgetSchema() { layouts.removeAll() }

  func begin() -> DatabaseChanges {
    totalChangesCount = sqlite.totalChangesCount
    return takeChanges()
  }

  func end(_ statement: Statement, isFailed: Bool) -> DatabaseChanges {
    let changes = takeChanges()
    // A failed statement has changed nothing, except under `OR FAIL`, where its rows are counted.
    if isFailed, totalChangesCount == sqlite.totalChangesCount { return DatabaseChanges() }
    return changes
  }

  private func takeChanges() -> DatabaseChanges {
    leaveTable()
    defer { changes = DatabaseChanges() }
    return changes
  }

  // MARK: - Rows

  private func rowWillChange(_ row: borrowing SQLitePreupdate) {
    if row.tableIdentity != table {
      leaveTable()
      enter(row)
    }
    if recordsEvents { record(row) }
    guard case .recorded(let name, var tableChanges, let layout) = current else { return }
    // The one owner of the changes at a time, so that they are not copied.
    current = .ignored
    add(row, to: &tableChanges, layout)
    current = .recorded(name, tableChanges, layout)
  }

  private func record(_ row: borrowing SQLitePreupdate) {
    if case .ignored = current { return }
    let index = eventSource(row)
    if let witness = source?.witness {
      row.withValues { witness(DatabasePreUpdateEvent(row, events.sources[index], $0)) }
    }
    // A row that gets another rowid is changed under the one and under the other.
    if row.oldRowID != row.newRowID { events.append(source: index, rowID: row.oldRowID) }
    events.append(source: index, rowID: row.newRowID)
  }

  private func eventSource(_ row: borrowing SQLitePreupdate) -> Int {
    if let source, source.table == row.tableIdentity, source.kind == row.kind {
      return source.index
    }
    let source = StatementEvents.Source(
      kind: DatabaseEvent.Kind(row.kind),
      database: row.database,
      table: row.table
    )
    let index = events.index(of: source)
    self.source = (row.tableIdentity, row.kind, index, witness(source))
    return index
  }

  func takeEvents() -> StatementEvents {
    defer { events = StatementEvents() }
    source = nil
    return events
  }

  private func enter(_ row: borrowing SQLitePreupdate) {
    table = row.tableIdentity
    let database = row.database
    if database == "vacuum_db" {
      // VACUUM may give new rowids to the rows of a table without an INTEGER PRIMARY KEY.
      changes.includesSchema = true
      return
    }
    let name = TableName(row.table, in: database)
    if name.isInternal { return }
    if let layout = layouts[name], row.columnCount == layout.columns.count {
      let known = changes.tables.removeValue(forKey: name) ?? TableChanges(layout: layout)
      current = .recorded(name, known, layout)
    } else {
      changes.tables[name] = .whole
      current = .noted
    }
  }

  private func leaveTable() {
    if case .recorded(let name, let tableChanges, _) = current, !tableChanges.isEmpty {
      changes.tables[name] = tableChanges
    }
    table = nil
    current = .ignored
  }

  private func add(
    _ row: borrowing SQLitePreupdate,
    to changes: inout TableChanges,
    _ layout: TableLayout
  ) {
    switch row.kind {
    case .insert: changes.insert(.all, rowID: row.newRowID)
    case .delete: changes.insert(.all, rowID: row.oldRowID)
    case .update:
      if row.oldRowID != row.newRowID {
        changes.insert(.all, rowID: row.oldRowID)
        changes.insert(.all, rowID: row.newRowID)
      } else {
        changes.insert(changedColumns(row, layout), rowID: row.newRowID)
      }
    }
  }

  private func changedColumns(
    _ row: borrowing SQLitePreupdate,
    _ layout: TableLayout
  ) -> RegionColumns {
    var changed = RegionColumns()
    var number = 0
    for (index, column) in layout.columns.enumerated() {
      if column.isVirtual, PreupdateNumbering.skipsVirtualColumns { continue }
      if !column.isVirtual, isChanged(row, number, column) {
        changed.formUnion(RegionColumns(column: index))
      }
      number += 1
    }
    // What a virtual column is computed from is not known.
    return changed.isEmpty ? changed : changed.union(layout.virtualColumns)
  }

  private func isChanged(
    _ row: borrowing SQLitePreupdate,
    _ number: Int,
    _ column: TableLayout.Column
  ) -> Bool {
    switch row.comparison(number) {
    case .same: false
    case .different: true
    // The library may show the default of a column that is younger than the row as NULL.
    case .bothNull: column.hasDefault
    }
  }
}
