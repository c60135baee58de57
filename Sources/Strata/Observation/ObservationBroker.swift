/// Watches one connection: what its statements read, and what its transactions change.
///
/// Confined to the connection. Rows are captured by SQLite's pre-update hook, which tells of every
/// row, also of those that REPLACE deletes, of WITHOUT ROWID tables and of shadow tables; where the
/// library lacks it, by what the authorizer said of the statements that changed something. Changes
/// are published after their commit has succeeded, never from the commit hook.
package final class ObservationBroker {
  private let sqlite: SQLiteConnection
  let center: ObservationCenter
  private var catalog = SchemaCatalog()
  /// What is read while somebody records; one for each recording that is going on.
  @exclusivity(unchecked) private var recordings: [DatabaseRegion] = []
  /// The row that the next statement reads, where it reads no other of its table.
  private var nextRow: (table: TableName, rowID: Int64)?
  /// What the statement that is being compiled does; nil while none is.
  private var compiling: StatementAccess?
  private var isReadingSchema = false
  @exclusivity(unchecked) private var transaction = TransactionChanges()
  /// Whether the present transaction has changed something while nobody observed the database.
  @exclusivity(unchecked) private var hasUnseenChanges = false
  /// Whether `capture` is on, which it is while somebody observes the database.
  @exclusivity(unchecked) private var isCapturing = true
  private let capture: any ChangeCapture
  private var interestVersion = -1

  /// Watches a connection on which nothing was compiled yet: a DELETE that was compiled before the
  /// hook is there would go unseen.
  package init(_ sqlite: SQLiteConnection, center: ObservationCenter, usesPreupdate: Bool = true) {
    self.sqlite = sqlite
    self.center = center
    if usesPreupdate, let preupdate = PreupdateCapture(sqlite) {
      capture = preupdate
    } else {
      capture = StatementCapture(sqlite)
    }
    sqlite.setAuthorizer { [unowned self] action in
      authorize(action)
      return .allow
    }
  }

  // MARK: - What statements do

  private func authorize(_ action: SQLiteAction) {
    if isReadingSchema { return }
    if compiling != nil {
      compiling?.record(action)
      return
    }
    // A statement that is compiled anew while it runs, because the schema has changed, and those
    // that virtual tables and the runtime itself compile.
    var access = StatementAccess()
    access.record(action)
    if isRecording {
      access.finish()
      record(access.reads)
    }
    if access.changesSchema { noteSchemaChange() }
  }

  /// Notes what the statement that `compile` compiles will do.
  package func compiling<Compiled>(
    _ compile: () throws -> Compiled
  ) rethrows -> (Compiled, StatementAccess) {
    let outer = compiling
    compiling = StatementAccess()
    defer { compiling = outer }
    let compiled = try compile()
    compiling?.finish()
    return (compiled, compiling ?? StatementAccess())
  }

  // MARK: - Recording

  /// Runs `body`, and tells what its statements have read.
  package func recording<Value>(_ body: () throws -> Value) throws -> (Value, DatabaseRegion) {
    recordings.append(DatabaseRegion())
    let value: Value
    do {
      value = try body()
    } catch {
      recordings.removeLast()
      throw error
    }
    return (value, try resolve(recordings.removeLast()))
  }

  /// Adds a region to those that are being recorded.
  package func record(_ region: DatabaseRegion) {
    for index in recordings.indices { recordings[index].formUnion(region) }
  }

  @inline(__always)
  package var isRecording: Bool { !recordings.isEmpty }

  /// Says that the next statement reads no other row of a table than one.
  package func willRead(_ table: TableName, rowID: Int64) { nextRow = (table, rowID) }

  /// Adds what a statement reads that is about to run.
  func recordReads(of access: StatementAccess) {
    defer { nextRow = nil }
    guard let nextRow, let table = access.reads.tables?[nextRow.table] else {
      return record(access.reads)
    }
    var tables = access.reads.tables ?? [:]
    tables[nextRow.table] = TableRegion(columns: table.columns, rowIDs: [nextRow.rowID])
    record(DatabaseRegion(tables: tables))
  }

  /// The region without views, whose tables are in it as well, and without what is not stored, and
  /// with the tables in which virtual tables keep their data.
  package func resolve(_ region: DatabaseRegion) throws -> DatabaseRegion {
    guard let tables = region.tables else { return region }
    var resolved: [TableName: TableRegion] = [:]
    try readingSchema {
      for (table, region) in tables where !table.isInternal {
        switch try catalog.kind(of: table, sqlite) {
        case .table?: resolved[table] = region
        case .virtual(let storage)?:
          resolved[table] = region
          for stored in storage { resolved[stored] = .whole }
        case .view?, nil: break
        }
      }
    }
    return DatabaseRegion(tables: resolved)
  }

  private func readingSchema<Value>(_ body: () throws -> Value) rethrows -> Value {
    let outer = isReadingSchema
    isReadingSchema = true
    defer { isReadingSchema = outer }
    return try body()
  }
}

// MARK: - What transactions change

extension ObservationBroker {
  /// Prepares for a statement that may write.
  ///
  /// While nobody observes the database, changes cost next to nothing. Of a transaction that has begun
  /// so, an observer that comes before its end is told that anything may have changed.
  @inline(__always)
  func willWrite(_ statement: Statement) throws {
    if center.isObserved {
      try willCapture(statement.access)
    } else {
      hasUnseenChanges = true
      if isCapturing { setCapturing(false) }
    }
  }

  /// Ends a statement that may have written, that controls transactions, or that has failed.
  @inline(__always)
  func didWrite(_ statement: Statement, isFailed: Bool) {
    if isCapturing || statement.changesStructure {
      didCapture(statement.access, isFailed: isFailed)
    }
  }

  private func setCapturing(_ isCapturing: Bool) {
    self.isCapturing = isCapturing
    capture.isOn = isCapturing
  }

  @inline(never)
  private func willCapture(_ access: StatementAccess) throws {
    if !isCapturing { setCapturing(true) }
    if let interest = center.interest(after: &interestVersion) { capture.interest = interest }
    try readingSchema {
      for table in access.writes.keys { try capture.prepare(table, &catalog) }
    }
    transaction.add(capture.begin())
  }

  @inline(never)
  private func didCapture(_ access: StatementAccess, isFailed: Bool) {
    let changes = capture.end(access, isFailed: isFailed)
    transaction.add(changes)
    if isFailed { return }
    if access.changesSchema || changes.includesSchema { noteSchemaChange() }
    if let savepoint = access.savepoint { forget(transaction.apply(savepoint)) }
  }

  /// Publishes the changes of a transaction whose commit has succeeded.
  @inline(__always)
  func didCommit() {
    if hasUnseenChanges || !transaction.isPristine { publish() }
  }

  @inline(never)
  private func publish() {
    var changes = transaction.end()
    // Asked under the lock of the center: who comes later reads what is committed now.
    if hasUnseenChanges, !center.isEmpty { changes.includesSchema = true }
    hasUnseenChanges = false
    if !changes.isEmpty { center.didCommit(changes) }
  }

  /// Forgets the changes of a transaction that was rolled back.
  func didRollback() {
    hasUnseenChanges = false
    forget(transaction.end())
  }

  /// Forgets what is known of the schema, which another connection has changed.
  func forgetSchema() {
    catalog.invalidate()
    capture.forgetSchema()
  }

  private func noteSchemaChange() {
    var changes = DatabaseChanges()
    changes.includesSchema = true
    transaction.add(changes)
    forget(changes)
  }

  /// Forgets what is known of the schema where these changes were made or undone.
  private func forget(_ changes: DatabaseChanges) {
    if changes.includesSchema { forgetSchema() }
  }
}
