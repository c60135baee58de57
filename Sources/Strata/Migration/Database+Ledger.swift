extension Database {
  /// The ledger of steps is the one that GRDB's databases have, with the hash of each step beside it.
  private static let ledger = "grdb_migrations"
  private static let hashes = "strata_migrations"

  func createLedger() throws {
    try execute(
      sql: """
        CREATE TABLE IF NOT EXISTS \(Self.ledger) (identifier TEXT NOT NULL PRIMARY KEY);
        CREATE TABLE IF NOT EXISTS \(Self.hashes) (
          identifier TEXT NOT NULL PRIMARY KEY, hash TEXT NOT NULL
        )
        """
    )
  }

  /// The names of the steps that were run, in no order.
  func appliedMigrations() throws -> [String] {
    guard try tableExists(Self.ledger) else { return [] }
    return try String.fetchAll(self, sql: "SELECT identifier FROM \(Self.ledger)")
  }

  /// The hash that a step had when it was run; nil where it was not, or has none.
  func ledgerHash(_ identifier: String) throws -> String? {
    guard try tableExists(Self.hashes) else { return nil }
    return try String.fetchOne(
      self,
      sql: "SELECT hash FROM \(Self.hashes) WHERE identifier = ?",
      arguments: [identifier]
    )
  }

  func note(_ migration: Migration) throws {
    try execute(
      sql: "INSERT INTO \(Self.ledger) (identifier) VALUES (?)",
      arguments: [migration.identifier]
    )
    guard let hash = migration.hash else { return }
    try execute(
      sql: "INSERT OR REPLACE INTO \(Self.hashes) (identifier, hash) VALUES (?, ?)",
      arguments: [migration.identifier, hash]
    )
  }

  /// Whether there is any table beside the ledger and SQLite's own.
  func hasTablesBesideLedger() throws -> Bool {
    try String.fetchAll(self, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
      .contains { $0 != Self.ledger && $0 != Self.hashes && !$0.hasPrefix("sqlite_") }
  }

  /// The schema as it was written, without SQLite's own objects and the ledger of hashes.
  func schemaDescription() throws -> [String] {
    try String.fetchAll(
      self,
      sql: """
        SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_master
        WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND tbl_name NOT IN (?, ?) ORDER BY type, name
        """,
      arguments: [Self.hashes, Self.ledger]
    )
  }

  /// Runs a step in a transaction, with foreign keys as it needs them.
  func runMigrationStep(
    foreignKeys: MigrationStep.ForeignKeys,
    _ body: () throws -> Void
  ) throws {
    let step = MigrationStep(sqlite, foreignKeys: foreignKeys)
    do {
      try step.run(begin: { try beginTransaction(.immediate) }, body, commit: { try commit() }) {
        if isInsideTransaction { try rollback() }
      }
    } catch let violation as MigrationStep.ForeignKeyViolation {
      throw MigrationError(reason: .foreignKeyViolation(tables: violation.rowCounts))
    }
  }

  /// Makes the database empty.
  ///
  /// - Throws: `DatabaseError`; the content is then as it was.
  public func erase() throws {
    checkConfinement()
    try sqlite.erase()
    schemaCache = SchemaCache()
  }
}
