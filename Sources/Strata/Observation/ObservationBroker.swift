/// Watches one connection: what its statements read, and what its transactions change.
///
/// Confined to the connection. Rows are captured by SQLite's pre-update hook, which tells of every
/// row, also of those that REPLACE deletes, of WITHOUT ROWID tables and of shadow tables; where the
/// library lacks it, by what the authorizer said of the statements that changed something. Changes
/// are published after their commit has succeeded, never from the commit hook.
package final class ObservationBroker {
  let sqlite: SQLiteConnection
  let center: ObservationCenter
  var catalog = SchemaCatalog()
  /// What is read while somebody records; one for each recording that is going on.
  @exclusivity(unchecked) private var reads: [DatabaseRegion] = []
  /// Whether somebody asks what a request would read.
  @exclusivity(unchecked) private var isFindingRegion = false
  /// What the statement that is being compiled does; nil while none is.
  private var compiling: StatementAccess?
  private var isReadingSchema = false

  // What transactions change; see ObservationBroker+Changes.swift.

  @exclusivity(unchecked) var transaction = TransactionChanges()
  /// Whether the present transaction has changed something while nobody observed the database.
  @exclusivity(unchecked) var hasUnseenChanges = false
  /// Whether `capture` is on, which it is while somebody observes the database.
  @exclusivity(unchecked) var isCapturing = true
  let capture: any ChangeCapture
  var interestVersion = -1
  var valueInterest = ObservationInterest.tables([])
  let transactionObservations: TransactionObservations
  /// The statements that run now whose changed rows are told.
  var recordings: [EventRecording] = []
  /// Whether the layouts of tables are those of the present transaction.
  var isSchemaCertain = false
  /// Grows with each change of the schema that the connection knows of.
  @exclusivity(unchecked) private(set) var schemaVersion = 0
  /// Whether the statement that writes now is a transaction of its own.
  @exclusivity(unchecked) var isWriteImplicit = false

  /// Watches a connection on which nothing was compiled yet: a DELETE that was compiled before the
  /// hook is there would go unseen.
  package init(_ sqlite: SQLiteConnection, center: ObservationCenter, usesPreupdate: Bool = true) {
    self.sqlite = sqlite
    self.center = center
    transactionObservations = TransactionObservations(center)
    if usesPreupdate, let preupdate = PreupdateCapture(sqlite) {
      capture = preupdate
    } else {
      capture = StatementCapture(sqlite)
    }
    sqlite.setAuthorizer { [unowned self] action in
      authorize(action)
      return .allow
    }
    capture.witness = { [unowned self] source in
      guard let statement = recordings.last?.statement else { return nil }
      return transactionObservations.witness(of: statement.access.eventKind(of: source))
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
    // Another connection may have changed the tables, also what views that were compiled before read;
    // the changes of this one are told as they are made.
    forgetSchema()
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
    // What compiled statements read may have become something else.
    try updateSchema()
    reads.append(DatabaseRegion())
    let value: Value
    do {
      value = try body()
    } catch {
      reads.removeLast()
      throw error
    }
    return (value, try resolve(reads.removeLast()))
  }

  /// Adds a region to those that are being recorded.
  package func record(_ region: DatabaseRegion) {
    for index in reads.indices { reads[index].formUnion(region) }
  }

  @inline(__always)
  package var isRecording: Bool { !reads.isEmpty }

  /// Whether statements are to note that they read one row only.
  @inline(__always)
  var notesRows: Bool { isRecording || isFindingRegion }

  /// Runs `body`, which compiles a request whose region is asked for.
  func findingRegion<Value>(_ body: () throws -> Value) rethrows -> Value {
    let outer = isFindingRegion
    isFindingRegion = true
    defer { isFindingRegion = outer }
    return try body()
  }

  /// Adds what a statement reads that is about to run.
  func recordReads(of statement: Statement) throws {
    try statement.updateAccess()
    record(statement.presentReads)
  }

  /// The region without views, whose tables are in it as well, and without what is not stored, and
  /// with the tables in which virtual tables keep their data.
  package func resolve(_ region: DatabaseRegion) throws -> DatabaseRegion {
    guard let tables = region.tables else { return region }
    var resolved: [TableName: TableRegion] = [:]
    try readingSchema {
      try updateSchema()
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

  /// Takes note of a schema that another connection has changed.
  func updateSchema() throws {
    try readingSchema {
      guard try catalog.update(sqlite) else { return }
      schemaVersion += 1
      capture.forgetSchema()
    }
  }

  func noteSchemaChange() {
    var changes = DatabaseChanges()
    changes.includesSchema = true
    transaction.add(changes)
    forget(changes)
  }

  /// Forgets what is known of the schema where these changes were made or undone.
  func forget(_ changes: DatabaseChanges) {
    if changes.includesSchema { forgetSchema() }
  }

  /// Forgets what is known of the schema, which has changed.
  func forgetSchema() {
    schemaVersion += 1
    catalog.invalidate()
    capture.forgetSchema()
  }

  func readingSchema<Value>(_ body: () throws -> Value) rethrows -> Value {
    let outer = isReadingSchema
    isReadingSchema = true
    defer { isReadingSchema = outer }
    return try body()
  }
}
