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

  /// Reads and checks the ledger; touches nothing.
  ///
  /// - Throws: `MigrationError` where the steps do not lead to the database, or `DatabaseError`.
  init(_ migrator: DatabaseMigrator, _ db: Database) throws {
    self.migrator = migrator
    self.db = db
    // Asked first: what is committed in between is then noticed later.
    dataVersion = try db.dataVersion()
    ledger = try db.readLedger()
    try migrator.check(ledger, db)
  }

  /// Runs those of the steps that the database lacks.
  mutating func callAsFunction(_ migrations: ArraySlice<Migration>) throws {
    var missing = migrations.filter { !ledger.contains($0.identifier) }[...]
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
          db.confinement.touchedTables = touched
          try migration.migrate(db)
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
    ledger.isComplete = true
    if !ledger.contains(migration.identifier) {
      ledger.hashes[migration.identifier] = .some(migration.hash)
    }
  }

  /// Reads the ledger again where another connection has committed since it was read.
  private mutating func refreshLedger() throws {
    let version = try db.dataVersion()
    if version == dataVersion { return }
    ledger = try db.readLedger()
    dataVersion = version
    try migrator.check(ledger, db)
  }
}
