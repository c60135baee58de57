extension DatabaseMigrator {
  /// The names of the registered steps, in order.
  public var migrationIdentifiers: [String] { migrations.map(\.identifier) }

  /// The registered steps that the database has, in order.
  ///
  /// - Parameter db: the connection.
  /// - Returns: their names.
  /// - Throws: `DatabaseError`.
  public func appliedMigrations(_ db: Database) throws -> [String] {
    let applied = try appliedIdentifiers(db)
    return migrations.map(\.identifier).filter(applied.contains)
  }

  /// All steps that the database has, also those that are not registered.
  ///
  /// - Parameter db: the connection.
  /// - Returns: their names.
  /// - Throws: `DatabaseError`.
  public func appliedIdentifiers(_ db: Database) throws -> Set<String> {
    try db.readLedger().identifiers
  }

  /// The registered steps of which the database has all before them too, in order.
  ///
  /// - Parameter db: the connection.
  /// - Returns: their names.
  /// - Throws: `DatabaseError`.
  public func completedMigrations(_ db: Database) throws -> [String] {
    let applied = try appliedIdentifiers(db)
    return migrations.map(\.identifier).prefix(while: applied.contains).map { $0 }
  }

  /// Whether the database has all registered steps.
  ///
  /// - Parameter db: the connection.
  /// - Returns: whether it has.
  /// - Throws: `DatabaseError`.
  public func hasCompletedMigrations(_ db: Database) throws -> Bool {
    try completedMigrations(db).count == migrations.count
  }

  /// Whether the database has a step that is not registered: it was made by a newer program.
  ///
  /// - Parameter db: the connection.
  /// - Returns: whether it has.
  /// - Throws: `DatabaseError`.
  public func hasBeenSuperseded(_ db: Database) throws -> Bool {
    let ledger = try db.readLedger()
    return !ledger.identifiers.isSubset(of: knownIdentifiers(ledger))
  }

  /// Whether the registered steps would make another schema than the database has, where they were
  /// run.
  ///
  /// - Parameter db: the connection.
  /// - Returns: whether the schemas differ.
  /// - Throws: `DatabaseError`, or what a step throws.
  public func hasSchemaChanges(_ db: Database) throws -> Bool {
    let applied = try appliedMigrations(db)
    guard let last = applied.last else { return false }
    let fresh = try DatabaseQueue()
    var migrator = self
    migrator.eraseDatabaseOnSchemaChange = false
    try migrator.migrate(fresh, upTo: last)
    let expected = try fresh.read { try $0.schemaDescription() }
    return try db.schemaDescription() != expected
  }

  func needsErasure(_ db: Database) throws -> Bool {
    if try hasBeenSuperseded(db) { return true }
    guard migrations.contains(where: { $0.hash != nil }) else { return try hasSchemaChanges(db) }
    do { _ = try admit(db) } catch let error as MigrationError {
      // What no migrator has made is nobody's to erase.
      return try error.reason != .foreignDatabase || !db.readLedger().hashes.isEmpty
    }
    return false
  }

  /// Throws where the database is not one that the registered steps lead to; changes nothing.
  ///
  /// Steps with hashes are the whole history of the database beside those that are registered by hand:
  /// it has the first of them as they are, and no others. Where all were written by hand nobody can
  /// know, as in GRDB: they may be reordered, and a newer database is told by `hasBeenSuperseded(_:)`.
  ///
  /// The ledger has to hold what is adopted too.
  func check(_ ledger: Ledger, _ db: Database) throws {
    for migration in migrations {
      guard let expected = migration.hash, let hash = ledger.hashes[migration.identifier],
        let found = hash, found != expected
      else { continue }
      throw MigrationError(
        reason: migration.isPrototype ? .prototypeChanged : .stepChanged,
        migration: migration.identifier
      )
    }
    let frozen = migrations.filter { $0.hash != nil }
    guard let start = frozen.first else { return }
    let applied = ledger.identifiers
    let missing = frozen.filter { !applied.contains($0.identifier) }
    if let hash = ledger.hashes[Self.prototype], !start.isPrototype, hash != start.hash {
      throw MigrationError(reason: .prototypeChanged, migration: start.identifier)
    }
    if !applied.contains(start.identifier), start.replaces.contains(where: applied.contains) {
      throw MigrationError(reason: .historySquashed, migration: start.identifier)
    }
    if !applied.contains(start.identifier), start.isPrototype || applied.isEmpty,
      try db.hasTablesBesideLedger()
    {
      throw MigrationError(reason: .foreignDatabase)
    }
    let unknown = applied.subtracting(knownIdentifiers(ledger)).sorted()
    if let first = unknown.first {
      throw missing.isEmpty
        ? MigrationError(reason: .databaseIsNewer(unknown: unknown))
        : MigrationError(reason: .stepUnknown, migration: first)
    }
    if let gap = frozen.firstIndex(where: { !applied.contains($0.identifier) }),
      frozen[gap...].contains(where: { applied.contains($0.identifier) })
    {
      throw MigrationError(reason: .stepSkipped, migration: frozen[gap].identifier)
    }
  }

  /// Throws where the database is not one that the registered steps lead to; changes nothing.
  ///
  /// - Returns: whether the database has all of them.
  func admit(_ db: Database) throws -> Bool {
    var ledger = try db.readLedger()
    let adopted = try adopted(ledger, db)
    if let adopted { ledger.hashes[adopted.identifier] = .some(adopted.hash) }
    try check(ledger, db)
    return adopted == nil && migrations.allSatisfy { ledger.contains($0.identifier) }
  }

  /// Throws where the database lacks a step and cannot be given it.
  func checkCompletion(_ db: Database) throws {
    var ledger = try db.readLedger()
    if let adopted = try adopted(ledger, db) {
      ledger.hashes[adopted.identifier] = .some(adopted.hash)
    }
    if let missing = migrations.first(where: { !ledger.contains($0.identifier) }) {
      throw MigrationError(reason: .databaseIsOlder, migration: missing.identifier)
    }
  }
}

/// A database that the program's migrations do not lead to.
public struct MigrationError: Error, Equatable, Sendable {
  /// What is wrong.
  public enum Reason: Equatable, Sendable {
    /// The schema has no recorded history, and the database was made by another version of it.
    case prototypeChanged
    /// A step was changed after it had been run.
    case stepChanged
    /// The database has run a step that the program does not know, and lacks one that it knows.
    case stepUnknown
    /// The database has run later steps than one that it lacks.
    case stepSkipped
    /// The database has run some of the steps for which the first one stands, and not all of them.
    case historySquashed
    /// The database has run all steps, and others: it was made by a newer program.
    case databaseIsNewer(unknown: [String])
    /// The database lacks a step, and was opened for reading only.
    case databaseIsOlder
    /// The database has tables, but not those of the schema.
    case foreignDatabase
    /// The library is older than the schema needs.
    case libraryTooOld(required: Int, found: Int)
    /// The schema needs functions and collations that no preparation of the connections registers.
    case unregistered(functions: [String], collations: [String])
    /// A step breaks foreign keys; the tables with the number of their rows that are in breach.
    case foreignKeyViolation(tables: [String: Int])
  }

  /// What is wrong.
  public var reason: Reason
  /// The step, where there is one.
  public var migration: String?
}

extension MigrationError: CustomStringConvertible {
  /// What is wrong, and what can be done.
  public var description: String {
    let step = migration.map { "the migration '\($0)'" } ?? "the migration"
    switch reason {
    case .prototypeChanged:
      return
        "the database was made by another version of its schema, which has no recorded history; "
        + "record one (stratac migrate), or open the database with erasingOnSchemaChange: true, which "
        + "erases its content"
    case .stepChanged:
      return "\(step) was changed after the database had run it; restore it, and add a new one for "
        + "the change"
    case .stepUnknown:
      return "the database has run \(step), which the program does not know, and lacks others; "
        + "nothing was changed"
    case .stepSkipped:
      return "the database lacks \(step), and has run later ones; nothing was changed"
    case .historySquashed:
      return
        "the database is older than \(step), which stands for steps of which the database has only "
        + "some; open it with a program that still has these; nothing was changed"
    case .databaseIsNewer(let unknown):
      return "the database is newer than the program: it has run "
        + unknown.map { "'\($0)'" }.joined(separator: ", ") + "; nothing was changed"
    case .databaseIsOlder:
      return "the database lacks \(step), and is opened for reading only"
    case .foreignDatabase:
      return "the file is a database with other tables; nothing was changed"
    case .libraryTooOld(let required, let found):
      return "SQLite \(version(required)) is needed, and this is \(version(found))"
    case .unregistered(let functions, let collations):
      let names =
        functions.map { "the function \($0)" } + collations.map { "the collation \($0)" }
      return "the schema needs \(names.joined(separator: ", ")); register it in "
        + "Configuration.prepareDatabase"
    case .foreignKeyViolation(let tables):
      let rows = tables.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
      return "\(step) breaks foreign keys in rows of \(rows.joined(separator: ", "))"
    }
  }

  private func version(_ number: Int) -> String {
    "\(number / 1_000_000).\(number / 1000 % 1000).\(number % 1000)"
  }
}
