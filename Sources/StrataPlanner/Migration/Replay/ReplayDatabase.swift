import StrataSQLite
import StrataSchema

/// A database in memory that steps are run on, with a row in every table.
///
/// Some statements fail only on a table with rows, such as ALTER TABLE ADD COLUMN with a default in
/// brackets (https://sqlite.org/lang_altertable.html#alter_table_add_column).
final class ReplayDatabase {
  let connection: SQLiteConnection
  private var standIns: Set<String> = []
  private var tokenizers: [String] = []
  /// The folded names of tables that have had a row.
  private(set) var filled: Set<String> = []
  private var known: Int64 = -1

  init(_ schema: SchemaModel? = nil) throws {
    connection = try SQLiteConnection(path: ":memory:")
    try connection.execute("PRAGMA foreign_keys = OFF")
    connection.addUnknownCollations()
    // A query of a step may not end on rows that nobody chose.
    connection.interruptStatements(afterSteps: 200_000_000)
    if let schema {
      for function in schema.functions { try addStandIn(function.name.value) }
      for tokenizer in schema.tokenizers { try addTokenizer(tokenizer.value) }
    }
  }

  private func addTokenizer(_ name: String) throws {
    try connection.addTokenizerStandIn(name)
    tokenizers.append(name)
  }

  /// A database with the same content.
  func copy() throws -> ReplayDatabase {
    let copy = try ReplayDatabase()
    for name in standIns { try copy.addStandIn(name) }
    for name in tokenizers { try copy.addTokenizer(name) }
    try connection.backup(to: copy.connection, pagesPerStep: -1) { _ in }
    copy.filled = filled
    return copy
  }

  /// Runs a step in a transaction; where it fails on our rows, whose values nobody chose, once more
  /// without them.
  ///
  /// - Throws: `StepFailure`.
  func run(_ statements: [String]) throws(StepFailure) {
    for (index, statement) in statements.enumerated() {
      if let rule = StepRule(brokenBy: statement) {
        throw StepFailure(statement: index, error: rule)
      }
    }
    do throws(StepFailure) { try runOnRows(statements) } catch {
      guard let cause = error.error as? DatabaseError, cause.mayBeOfRows, (try? empty()) != nil
      else { throw error }
      try runOnRows(statements)
    }
  }

  /// Deletes all rows.
  private func empty() throws {
    connection.areTriggersEnabled = false
    defer { connection.areTriggersEnabled = true }
    let schema = try StoredSchema(connection)
    for table in schema.tables {
      try connection.execute("DELETE FROM \(SQLText.quote(table.name))")
    }
    try rebuildSearches(of: schema)
    known = -1
  }

  private func runOnRows(_ statements: [String]) throws(StepFailure) {
    while true {
      var index = 0
      do {
        try MigrationStep(connection, foreignKeys: .unchecked).run(statements) { index = $0 }
        return
      } catch {
        guard adapts(to: error) else { throw StepFailure(statement: index, error: error) }
      }
    }
  }

  /// Whether a function that a statement has called and that there was not is there from now on.
  func adapts(to error: any Error) -> Bool {
    guard let name = unknownFunction(in: error) else { return false }
    return (try? addStandIn(name)) != nil
  }

  /// A function of the app may have been called by a step and be gone since.
  private func unknownFunction(in error: any Error) -> String? {
    guard let message = (error as? DatabaseError)?.message,
      let range = message.firstRange(of: "no such function: ")
    else { return nil }
    let name = String(message[range.upperBound...])
    return standIns.contains(name) ? nil : name
  }

  private func addStandIn(_ name: String) throws {
    standIns.insert(name)
    try connection.addFunction(name, argumentCount: nil, isDeterministic: true) {
      $0.first ?? .null
    }
  }

  /// Gives every table that has no row one, as far as its constraints can be met.
  ///
  /// `facts` say what SQL does not hold, such as which texts are JSON.
  func fill(_ facts: SchemaFacts = SchemaFacts()) throws {
    // The version of the schema changes with every step that makes or alters a table.
    let version = try connection.number("PRAGMA schema_version")
    if version == known { return }
    known = version
    let tables = try connection.rows(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'"
    ).map { $0[0].text }
    var empty: Set<String> = []
    for table in tables where !table.hasPrefix("sqlite_") {
      let name = SQLText.quote(table)
      let hasRows = try connection.number("SELECT EXISTS (SELECT 1 FROM \(name))") == 1
      if hasRows { filled.insert(SQLTokenizer.fold(table)) } else { empty.insert(table) }
    }
    if empty.isEmpty { return }
    connection.areTriggersEnabled = false
    defer { connection.areTriggersEnabled = true }
    let parts = FactParts(facts)
    var added = false
    for statement in try SchemaStatement.all(of: connection)
    where statement.type == "table" && empty.contains(statement.name) {
      guard let table = TableReader.table(named: statement.name, statement.sql),
        SampleRow(table, facts, parts).insert(into: connection)
      else { continue }
      filled.insert(table.foldedName)
      added = true
    }
    if added { try rebuildSearches(of: StoredSchema(connection)) }
  }

  private func rebuildSearches(of schema: StoredSchema) throws {
    for search in schema.objects(.search) where search.sql.isExternalSearch {
      let name = SQLText.quote(search.name)
      try connection.execute("INSERT INTO \(name) (\(name)) VALUES ('rebuild')")
    }
  }
}

extension DatabaseError {
  /// Whether the values of rows may be why a statement fails.
  ///
  /// What does not compile fails without rows too; only ALTER TABLE asks whether there are any.
  fileprivate var mayBeOfRows: Bool {
    message?.lowercased().hasPrefix("cannot add") != true
  }
}

/// A statement of a step that SQLite refuses.
package struct StepFailure: Error {
  /// Its index in the step.
  package var statement: Int
  package var error: any Error
}

extension String {
  /// Whether CREATE VIRTUAL TABLE makes a full-text index of any version whose texts are in another
  /// table, so that it holds nothing of its own.
  var indexesAnotherTable: Bool {
    let tokens = SQLTokenizer.tokens(of: self).filter { $0.kind != .comment }
    guard tokens.contains(where: { ["fts3", "fts4", "fts5"].contains($0.folded) }),
      let content = tokens.firstIndex(where: { $0.isWord("content") }), content + 2 < tokens.count,
      tokens[content + 1].isSymbol("=")
    else { return false }
    return !["''", "\"\""].contains(tokens[content + 2].text)
  }

  /// Whether CREATE VIRTUAL TABLE makes a full-text index whose texts are in another table.
  var isExternalSearch: Bool {
    indexesAnotherTable && SQLTokenizer.tokens(of: self).contains { $0.isWord("fts5") }
  }
}

extension SQLiteConnection {
  /// Has every collation that SQL names.
  func addUnknownCollations() {
    setCollationSupply { [unowned self] name in
      try? addCollation(name) { $0 == $1 ? 0 : $0 < $1 ? -1 : 1 }
    }
  }
}
