extension SQLiteConnection {
  /// Runs the statements of a recorded step, inside its transaction.
  ///
  /// Triggers and views of the connection's own (TEMP) stay: a table that is made anew would take the
  /// triggers along, and a view would keep its columns from being renamed
  /// (https://sqlite.org/lang_altertable.html). So they go first and come back at the end, but for
  /// those of which the table is gone. `legacy_alter_table`, which steps that make a table anew turn on,
  /// is as it was afterwards, however the step ends.
  ///
  /// - Parameters:
  ///   - statements: the SQL of the step.
  ///   - willRun: told the index of each statement before it runs; what it throws ends the step.
  ///   - execute: runs one statement.
  /// - Throws: what `willRun` or `execute` throws, or `DatabaseError`.
  package func runRecorded(
    _ statements: [String],
    willRun: (Int) throws -> Void,
    execute: (String) throws -> Void
  ) throws {
    try keepingLegacyAlterTable(isUsed: statements.contains { $0.contains("legacy_alter_table") }) {
      let own = try temporaryObjects()
      for object in own { try self.execute(object.drop) }
      for (index, statement) in statements.enumerated() {
        try willRun(index)
        try execute(statement)
      }
      for object in own {
        do { try self.execute(object.create) } catch let error as DatabaseError {
          guard error.resultCode == .SQLITE_ERROR else { throw error }
        }
      }
    }
  }

  private func keepingLegacyAlterTable(isUsed: Bool, _ body: () throws -> Void) throws {
    guard isUsed else { return try body() }
    let statement = try prepare("PRAGMA legacy_alter_table")
    let isOn =
      try statement.step() && statement.value(0) == DatabaseValue(storage: .int64(1))
    statement.reset()
    // It is no part of the transaction, so that a rollback leaves it on.
    defer { try? self.execute("PRAGMA legacy_alter_table = \(isOn ? "ON" : "OFF")") }
    try body()
  }

  private struct TemporaryObject {
    var drop: String
    var create: String
  }

  /// The triggers and views of the connection, views before the triggers on them.
  private func temporaryObjects() throws -> [TemporaryObject] {
    let statement = try prepare(
      """
      SELECT type, '"' || replace(name, '"', '""') || '"', sql FROM temp.sqlite_master \
      WHERE type IN ('trigger', 'view') ORDER BY type DESC, rowid
      """
    )
    var objects: [TemporaryObject] = []
    while try statement.step() {
      guard case .string(let type) = statement.value(0).storage,
        case .string(let name) = statement.value(1).storage,
        case .string(let sql) = statement.value(2).storage
      else { continue }
      objects.append(
        TemporaryObject(
          drop: "DROP \(type) IF EXISTS temp.\(name)",
          // SQLite keeps the text without TEMP.
          create: "CREATE TEMP" + sql.dropFirst("CREATE".count)
        )
      )
    }
    return objects
  }
}
