import StrataSQLite

/// Strings in double quotes, which SQLite takes for such where there is no column of the name, and our
/// connections do not (https://sqlite.org/quirks.html#double_quoted_string_literals_are_accepted).
///
/// Each statement of a schema is tried in a database of its own: a table and an index when it is
/// created, a view when it is read, and a trigger when it would fire.
struct DoubleQuotedStrings {
  /// What means the same with strings in single quotes, by what the database keeps.
  private var replacements: [String: String] = [:]
  /// The folded names of what is not written as the database keeps it.
  private var names: Set<String> = []
  /// What SQLite says of views and triggers whose strings have to stay, by their folded names.
  private(set) var faults: [String: String] = [:]

  /// Tries the statements of a schema.
  init(_ statements: [SchemaStatement]) throws {
    let statements = statements.filter { !$0.sql.isEmpty }
    guard statements.contains(where: { $0.sql.contains("\"") }) else { return }
    let trial = try StatementTrial()
    for type in ["table", "view", "index"] {
      for statement in statements where statement.type == type { create(statement, trial) }
    }
    // A view that reads another can be read once that one can.
    var views = statements.filter { $0.type == "view" }
    var count = 0
    while count != views.count {
      count = views.count
      views.removeAll { settle($0, trial) }
    }
    views.removeAll { !$0.sql.contains("\"") }
    let triggers = statements.filter { $0.type == "trigger" && $0.sql.contains("\"") }
    for statement in views + triggers.filter({ !settle($0, trial) }) {
      guard let error = trial.error(of: statement, mended(statement.sql)),
        StatementTrial.isOfString(error, in: statement.sql)
      else { continue }
      faults[SQLTokenizer.fold(statement.name)] = (error as? DatabaseError)?.message
    }
  }

  /// The statement with its strings in single quotes.
  func mended(_ sql: String) -> String { replacements[sql] ?? sql }

  /// Whether what has the name is kept with strings in double quotes.
  func isChanged(_ name: String) -> Bool { names.contains(SQLTokenizer.fold(name)) }

  private mutating func replace(_ statement: SchemaStatement, by sql: String) {
    replacements[statement.sql] = sql
    names.insert(SQLTokenizer.fold(statement.name))
  }

  /// Makes what a statement makes, in a form that can be made.
  private mutating func create(_ statement: SchemaStatement, _ trial: StatementTrial) {
    if trial.run(statement.sql) == nil { return }
    guard let sql = trial.mended(statement) else { return }
    replace(statement, by: sql)
    _ = trial.run(sql)
  }

  /// Whether a view or a trigger can be used, now or once its strings are mended.
  private mutating func settle(_ statement: SchemaStatement, _ trial: StatementTrial) -> Bool {
    if trial.isUsable(statement) || trial.error(of: statement, statement.sql) == nil { return true }
    guard let sql = trial.mended(statement) else { return false }
    replace(statement, by: sql)
    if statement.type == "view" {
      _ = trial.run("DROP VIEW \(SQLText.quote(statement.name))")
      _ = trial.run(sql)
    }
    return true
  }
}
