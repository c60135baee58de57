/// The versions of the schemas that a connection sees (https://sqlite.org/pragma.html#pragma_schema_version).
///
/// They are asked for often, so that the statements are kept. Those of temporary tables are left out:
/// no other connection can change them.
final class SchemaVersions {
  private var statements: [SchemaName: SQLiteStatement] = [:]

  /// The present versions of these databases.
  func current(_ databases: [SchemaName], _ connection: SQLiteConnection) throws -> [Int64] {
    try databases.map { database in
      let statement = try statement(database, connection)
      defer { statement.reset() }
      return try statement.step() ? RowReader(statement).int64(0) : 0
    }
  }

  /// Lets the connection be closed.
  func removeStatements() { statements.removeAll() }

  private func statement(
    _ database: SchemaName,
    _ connection: SQLiteConnection
  ) throws -> SQLiteStatement {
    if let statement = statements[database] { return statement }
    let statement = try connection.prepare("PRAGMA \(database.quoted).schema_version")
    statements[database] = statement
    return statement
  }
}
