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

  /// Runs a step made of SQL.
  ///
  /// - Throws: `DatabaseError`, or `ForeignKeyViolation`; nothing is changed then.
  package func run(_ statements: [String]) throws {
    try run(
      begin: { try connection.execute("BEGIN IMMEDIATE") },
      { for statement in statements { try connection.execute(statement) } },
      commit: { try connection.execute("COMMIT") }
    ) {
      if connection.isInsideTransaction { try connection.execute("ROLLBACK") }
    }
  }

  /// Runs a step whose transaction is the caller's.
  ///
  /// - Throws: what the closures throw, or `ForeignKeyViolation`; the step is rolled back then.
  package func run(
    begin: () throws -> Void,
    _ body: () throws -> Void,
    commit: () throws -> Void,
    rollback: () throws -> Void
  ) throws {
    // Inside a transaction the pragma does nothing, and a dropped parent would take its children
    // along (https://sqlite.org/pragma.html#pragma_foreign_keys).
    let wereEnforced = try foreignKeysAreEnforced()
    let turnsOff = foreignKeys != .enforced && wereEnforced
    if turnsOff { try enforceForeignKeys(false) }
    do {
      try begin()
      try body()
      if foreignKeys == .checkedAtEnd { try checkForeignKeys() }
      try commit()
    } catch {
      try? rollback()
      if turnsOff { try? enforceForeignKeys(true) }
      throw error
    }
    if turnsOff { try enforceForeignKeys(true) }
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

  private func checkForeignKeys() throws {
    let statement = try connection.prepare("PRAGMA foreign_key_check")
    var counts: [String: Int] = [:]
    while try statement.step() {
      if case .string(let table) = statement.value(0).storage { counts[table, default: 0] += 1 }
    }
    if !counts.isEmpty { throw ForeignKeyViolation(rowCounts: counts) }
  }
}

extension SQLiteConnection {
  /// Makes the database empty (https://sqlite.org/c3ref/c_dbconfig_defensive.html,
  /// SQLITE_DBCONFIG_RESET_DATABASE).
  package func erase() throws {
    _ = strata_db_config(handle, SQLITE_DBCONFIG_RESET_DATABASE, 1)
    defer { _ = strata_db_config(handle, SQLITE_DBCONFIG_RESET_DATABASE, 0) }
    try execute("VACUUM")
  }
}
