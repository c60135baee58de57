import StrataSQLite
import StrataSchema

/// A database in memory that is made from a schema and takes made-up rows.
final class FixtureDatabase {
  let connection: SQLiteConnection
  private var inserts: [String: SQLiteStatement] = [:]

  init(_ proof: Proof) throws {
    let database = try ReplayDatabase(proof.schema)
    connection = database.connection
    try database.run(proof.creation)
  }

  /// Inserts a row; what SQLite says against it, or nil.
  func refusal(of row: Fixtures.Row) -> String? {
    do {
      let statement = try insert(row)
      defer { statement.reset() }
      try statement.bind(StatementArguments(values: row.values))
      while try statement.step() {}
      return nil
    } catch {
      return (error as? DatabaseError)?.message ?? "\(error)"
    }
  }

  private func insert(_ row: Fixtures.Row) throws -> SQLiteStatement {
    if let known = inserts[row.table] { return known }
    let statement = try connection.prepare(row.insert(values: row.columns.map { _ in "?" }))
    inserts[row.table] = statement
    return statement
  }
}

extension Fixtures.Row {
  /// The statement that inserts the row with its values as literals.
  package var sql: String { insert(values: values.map(\.sqlLiteral)) }

  func insert(values: [String]) -> String {
    let names = columns.map(SQLText.quote).joined(separator: ", ")
    guard !columns.isEmpty else { return "INSERT INTO \(SQLText.quote(table)) DEFAULT VALUES" }
    return
      "INSERT INTO \(SQLText.quote(table)) (\(names)) VALUES (\(values.joined(separator: ", ")))"
  }
}
