import Foundation

/// Runs the steps that a database lacks, each in a transaction of its own.
///
/// Between two steps another process may have the lock, and may run steps itself. So each step asks,
/// as soon as it has the lock, whether anybody else has committed; only then is the ledger read again.
struct MigrationRun {
  private let migrator: DatabaseMigrator
  private let db: Database
  private var ledger: Ledger
  /// The state of the database whose ledger is known, as far as others change it.
  private var dataVersion: Int64?
  /// The step that the database has without having run it, until that is noted.
  private var adopted: Migration?
  /// The steps that are missing, and those of them that are done.
  private var stepCount = 0
  private var completedStepCount = 0

  /// Reads and checks the ledger; touches nothing.
  ///
  /// - Throws: `MigrationError` where the steps do not lead to the database, or `DatabaseError`.
  init(_ migrator: DatabaseMigrator, _ db: Database) throws {
    self.migrator = migrator
    self.db = db
    // Asked first: what is committed in between is then noticed later.
    dataVersion = try db.dataVersion()
    ledger = try db.readLedger()
    try adoptAndCheck()
  }

  /// Checks the ledger with what is adopted, which is noted with the next step.
  private mutating func adoptAndCheck() throws {
    adopted = try migrator.adopted(ledger, db)
    if let adopted { ledger.hashes[adopted.identifier] = .some(adopted.hash) }
    try migrator.check(ledger, db)
  }

  /// Notes the step that the database has without having run it.
  private mutating func noteAdopted() throws {
    guard let migration = adopted else { return }
    if !ledger.isComplete { try db.createLedger() }
    ledger.isComplete = true
    try db.note(migration)
    adopted = nil
  }

  /// Runs those of the steps that the database lacks.
  mutating func callAsFunction(_ migrations: ArraySlice<Migration>) throws {
    if adopted != nil, migrations.allSatisfy({ ledger.contains($0.identifier) }) {
      try db.inTransaction(.immediate) {
        try refreshLedger()
        try noteAdopted()
        return .commit
      }
    }
    var missing = migrations.filter { !ledger.contains($0.identifier) }[...]
    guard !missing.isEmpty else { return }
    try backUp()
    stepCount = missing.count
    while let first = missing.first {
      let group = missing.prefix { $0.foreignKeyChecks == first.foreignKeyChecks }
      missing = missing.dropFirst(group.count)
      let step = MigrationStep(db.sqlite, foreignKeys: foreignKeys(first.foreignKeyChecks))
      try step.withForeignKeys { for migration in group { try run(migration, step) } }
    }
  }

  private func foreignKeys(_ checks: DatabaseMigrator.ForeignKeyChecks) -> MigrationStep.ForeignKeys
  {
    switch checks {
    case .immediate: .enforced
    case .deferred: migrator.defersForeignKeyChecks ? .checkedAtEnd : .unchecked
    }
  }

  private mutating func run(_ migration: Migration, _ step: MigrationStep) throws {
    let touched = TouchedTables()
    defer { db.confinement.touchedTables = nil }
    do {
      try step.run(
        begin: { try db.beginTransaction(.immediate) },
        {
          try refreshLedger()
          if ledger.contains(migration.identifier) { return }
          if !ledger.isComplete { try db.createLedger() }
          try noteAdopted()
          db.confinement.touchedTables = touched
          try perform(migration)
          db.confinement.touchedTables = nil
          try db.note(migration)
        },
        check: { try touched.checkForeignKeys(db) },
        commit: { try db.commit() },
        rollback: { if db.isInsideTransaction { try db.rollback() } }
      )
    } catch let violation as MigrationStep.ForeignKeyViolation {
      throw MigrationError(reason: .foreignKeyViolation(tables: violation.rowCounts))
    }
    completedStepCount += 1
    ledger.isComplete = true
    if !ledger.contains(migration.identifier) {
      ledger.hashes[migration.identifier] = .some(migration.hash)
    }
  }

  private func perform(_ migration: Migration) throws {
    let report = migrator.onProgress
    let before = db.totalChangesCount
    var progress = MigrationProgress(
      migration: migration.identifier,
      completedStepCount: completedStepCount,
      stepCount: stepCount,
      statementCount: migration.sql.count
    )
    guard !migration.sql.isEmpty else {
      report?(progress)
      return try migration.migrate(db)
    }
    // Another program may have made the schema, with strings in double quotes, at which ALTER TABLE would
    // stop (https://sqlite.org/quirks.html#double_quoted_string_literals_are_accepted).
    let acceptsStrings = db.sqlite.acceptsDoubleQuotedStrings
    if migrator.beginsWithBaseline { db.sqlite.acceptsDoubleQuotedStrings = true }
    defer {
      if db.sqlite.acceptsDoubleQuotedStrings != acceptsStrings {
        db.sqlite.acceptsDoubleQuotedStrings = acceptsStrings
      }
    }
    try db.sqlite.runRecorded(
      migration.sql,
      willRun: { index in
        guard let report else { return }
        progress.completedStatementCount = index
        progress.changedRowCount = db.totalChangesCount - before
        report(progress)
      },
      execute: { try db.execute(sql: $0) }
    )
  }

  /// Copies the database where that is wanted and there is anything in it.
  private func backUp() throws {
    guard let url = migrator.backupURL, try db.hasTablesBesideLedger() else { return }
    let temporary = url.appendingPathExtension(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: temporary) }
    let copy = try SQLiteConnection(path: temporary.path)
    try db.sqlite.backup(to: copy, pagesPerStep: -1) { _ in }
    // The copy is one file, whatever the journal of the database is.
    try copy.execute("PRAGMA journal_mode = DELETE")
    try copy.close()
    guard rename(temporary.path, url.path) == 0 else {
      throw DatabaseError(
        resultCode: .SQLITE_CANTOPEN,
        message: "the backup cannot be written: \(String(cString: strerror(errno)))"
      )
    }
  }

  /// Reads the ledger again where another connection has committed since it was read.
  private mutating func refreshLedger() throws {
    let version = try db.dataVersion()
    if version == dataVersion { return }
    ledger = try db.readLedger()
    dataVersion = version
    try adoptAndCheck()
  }
}
