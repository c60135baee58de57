internal import CSQLite

/// One step of a migration: a transaction with foreign keys as the step needs them.
package struct MigrationStep {
  /// What becomes of foreign keys.
  package enum ForeignKeys: Sendable {
    /// As the connection has them.
    case enforced
    /// Off while the step runs, and checked before it is committed.
    case checkedAtEnd
    /// Off while the step runs.
    case unchecked
  }

  /// Rows without their parents, by their table.
  package struct ForeignKeyViolation: Error {
    package var rowCounts: [String: Int]
  }

  private let connection: SQLiteConnection
  private let foreignKeys: ForeignKeys

  package init(_ connection: SQLiteConnection, foreignKeys: ForeignKeys) {
    self.connection = connection
    self.foreignKeys = foreignKeys
  }

  /// Runs a recorded step.
  ///
  /// - Parameters:
  ///   - statements: its SQL.
  ///   - willRun: told the index of each statement.
  /// - Throws: `DatabaseError`, or `ForeignKeyViolation`; nothing is changed then.
  package func run(_ statements: [String], willRun: (Int) throws -> Void = { _ in }) throws {
    try withForeignKeys {
      try run(
        begin: { try connection.execute("BEGIN IMMEDIATE") },
        { try connection.runRecorded(statements, willRun: willRun) { try connection.execute($0) } },
        check: { try connection.checkForeignKeys() },
        commit: { try connection.execute("COMMIT") }
      ) {
        if connection.isInsideTransaction { try connection.execute("ROLLBACK") }
      }
    }
  }

  /// Runs `body`, which runs steps, with foreign keys as these need them; afterwards they are as they
  /// were.
  ///
  /// Inside a transaction the pragma does nothing, and a dropped parent would take its children along
  /// (https://sqlite.org/pragma.html#pragma_foreign_keys). It also makes SQLite compile all statements
  /// anew, so that it is not said for each step.
  package func withForeignKeys(_ body: () throws -> Void) throws {
    guard foreignKeys != .enforced, try foreignKeysAreEnforced() else { return try body() }
    try enforceForeignKeys(false)
    do { try body() } catch {
      try? enforceForeignKeys(true)
      throw error
    }
    try enforceForeignKeys(true)
  }

  /// Runs a step whose transaction is the caller's, inside `withForeignKeys`.
  ///
  /// - Parameters:
  ///   - begin: begins the transaction.
  ///   - body: the step.
  ///   - check: throws where the step has broken foreign keys; called only where that is to be known.
  ///   - commit: commits the transaction.
  ///   - rollback: ends it where anything has thrown.
  /// - Throws: what the closures throw.
  package func run(
    begin: () throws -> Void,
    _ body: () throws -> Void,
    check: () throws -> Void,
    commit: () throws -> Void,
    rollback: () throws -> Void
  ) throws {
    do {
      try begin()
      try body()
      if foreignKeys == .checkedAtEnd { try check() }
      try commit()
    } catch {
      try? rollback()
      throw error
    }
  }

  private func foreignKeysAreEnforced() throws -> Bool {
    let statement = try connection.prepare("PRAGMA foreign_keys")
    defer { statement.reset() }
    guard try statement.step() else { return false }
    return statement.value(0) == DatabaseValue(storage: .int64(1))
  }

  private func enforceForeignKeys(_ isOn: Bool) throws {
    try connection.execute("PRAGMA foreign_keys = \(isOn ? "ON" : "OFF")")
    guard try foreignKeysAreEnforced() == isOn else {
      throw DatabaseError(message: "foreign keys could not be turned \(isOn ? "on" : "off")")
    }
  }
}

extension SQLiteConnection {
  /// Looks for rows without their parents.
  ///
  /// - Parameter tables: the tables whose rows are looked at; nil for all of them.
  /// - Throws: `ForeignKeyViolation` where there are any.
  package func checkForeignKeys(of tables: [String]? = nil) throws {
    var counts: [String: Int] = [:]
    for pragma in tables?.map({ "PRAGMA foreign_key_check(\(quoted($0)))" })
      ?? ["PRAGMA foreign_key_check"]
    {
      let statement = try prepare(pragma)
      while try statement.step() {
        if case .string(let table) = statement.value(0).storage { counts[table, default: 0] += 1 }
      }
    }
    if !counts.isEmpty { throw MigrationStep.ForeignKeyViolation(rowCounts: counts) }
  }

  private func quoted(_ name: String) -> String { name.quoted(by: "\"") }

  /// Makes the database empty (https://sqlite.org/c3ref/c_dbconfig_defensive.html,
  /// SQLITE_DBCONFIG_RESET_DATABASE).
  package func erase() throws {
    _ = strata_db_config(handle, SQLITE_DBCONFIG_RESET_DATABASE, 1)
    defer { _ = strata_db_config(handle, SQLITE_DBCONFIG_RESET_DATABASE, 0) }
    try execute("VACUUM")
  }
}
