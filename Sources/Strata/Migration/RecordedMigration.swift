/// A step of a recorded history, as generated code has it: frozen SQL.
public struct RecordedMigration: Sendable {
  /// The name, such as `0002-add-nickname`, kept in the ledger.
  public var identifier: String
  /// What the SQL means: comments and white space do not count.
  public var hash: String
  /// The steps that it stands for, of this history before it was squashed, or of the migrator that a
  /// database had before; the last one is the last that was run.
  public var replaces: [String]
  /// The tables, with their columns, of a database that was there before the history; empty for other
  /// steps.
  public var baseline: [String: [String]]
  /// The statements.
  public var sql: [String]

  /// Makes a step.
  public init(
    _ identifier: String,
    hash: String,
    replaces: [String] = [],
    baseline: [String: [String]] = [:],
    sql: [String]
  ) {
    self.identifier = identifier
    self.hash = hash
    self.replaces = replaces
    self.baseline = baseline
    self.sql = sql
  }
}

extension DatabaseMigrator {
  /// The steps of a recorded history, to which others may be registered.
  init(_ migrations: [RecordedMigration]) {
    self.init()
    for recorded in migrations {
      var migration = Migration(
        identifier: recorded.identifier,
        foreignKeyChecks: .deferred,
        hash: recorded.hash,
        isPrototype: false,
        migrate: { _ in }
      )
      migration.sql = recorded.sql
      migration.replaces = recorded.replaces
      migration.baseline = recorded.baseline
      register(migration)
    }
  }
}
