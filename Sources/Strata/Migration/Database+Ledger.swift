/// The steps that a database has run.
struct Ledger {
  /// Whether its tables are there.
  var isComplete = false
  /// The hash that each step had when it was run; nil where it has none.
  var hashes: [String: String?] = [:]

  func contains(_ identifier: String) -> Bool { hashes[identifier] != nil }

  var identifiers: Set<String> { Set(hashes.keys) }
}

extension Database {
  /// The ledger of steps is the one that GRDB's databases have, with the hash of each step beside it.
  private static let ledger = "grdb_migrations"
  private static let hashes = "strata_migrations"

  private static let applied = StatementKey(
    """
    SELECT identifier, hash FROM \(ledger) LEFT JOIN \(hashes) USING (identifier)
    """
  )
  private static let appliedWithoutHashes = StatementKey("SELECT identifier, NULL FROM \(ledger)")
  private static let insertion = StatementKey("INSERT INTO \(ledger) (identifier) VALUES (?1)")
  private static let insertionOfHash = StatementKey(
    "INSERT OR REPLACE INTO \(hashes) (identifier, hash) VALUES (?1, ?2)"
  )

  /// The steps that were run, each with the hash that it had.
  func readLedger() throws -> Ledger {
    // What nearly every database has is tried first; else it is found out what it has.
    do { return try readLedger(Self.applied, isComplete: true) } catch let error as DatabaseError {
      guard error.resultCode == .SQLITE_ERROR else { throw error }
      if try tableExists(Self.hashes), try tableExists(Self.ledger) { throw error }
    }
    guard try tableExists(Self.ledger) else { return Ledger() }
    return try readLedger(Self.appliedWithoutHashes, isComplete: false)
  }

  private func readLedger(_ key: StatementKey, isComplete: Bool) throws -> Ledger {
    var ledger = Ledger(isComplete: isComplete)
    let statement = try statement(key)
    defer { statement.finish() }
    while try statement.step() {
      let row = statement.reader
      ledger.hashes[try row.string(0)] = .some(try row.optionalString(1))
    }
    return ledger
  }

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

  func note(_ migration: Migration) throws {
    try run(Self.insertion) { $0.string(0, migration.identifier) }
    guard let hash = migration.hash else { return }
    try run(Self.insertionOfHash) {
      $0.string(0, migration.identifier)
      $0.string(1, hash)
    }
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

  /// Makes the database empty.
  ///
  /// - Throws: `DatabaseError`; the content is then as it was.
  public func erase() throws {
    checkConfinement()
    try sqlite.erase()
    schemaCache = SchemaCache()
  }
}
