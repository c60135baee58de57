import StrataSQLite
package import StrataSchema

/// A history that has been run on an empty database in memory.
package struct ReplayedHistory {
  let database: ReplayDatabase
  let stored: StoredSchema
  /// What the SQL does not hold, after the last step.
  let facts: SchemaFacts
  /// The names that had changed places when the last step was recorded.
  let swaps: Set<String>
  /// The folded names of tables that no row could be made for.
  let tablesWithoutRows: [String]
}

/// Runs the steps of a history one after the other, with a row in every table from the step that makes
/// it, and reports the statement that SQLite refuses; nothing is returned then.
package func replay(
  _ history: MigrationHistory,
  upTo count: Int? = nil,
  for schema: SchemaModel,
  _ diagnostics: inout Diagnostics
) -> ReplayedHistory? {
  let count = count ?? history.steps.count
  do {
    let database = try ReplayDatabase(schema)
    var facts = SchemaFacts()
    for step in history.steps.prefix(count) {
      guard run(step, on: database, &diagnostics) else { return nil }
      step.lock.change(&facts)
      try database.fill(facts)
    }
    let stored = try StoredSchema(database.connection)
    return ReplayedHistory(
      database: database,
      stored: stored,
      facts: history.lock.facts(after: count),
      swaps: Set(history.lock.steps.prefix(count).last?.swaps ?? []),
      tablesWithoutRows: stored.tables.map(\.foldedName).filter { !database.filled.contains($0) }
    )
  } catch {
    diagnostics.error(
      "step-failed",
      "SQLite could not run the recorded steps: \(error)",
      at: schema.database.range
    )
    return nil
  }
}

private func run(
  _ step: MigrationHistory.Step,
  on database: ReplayDatabase,
  _ diagnostics: inout Diagnostics
) -> Bool {
  do throws(StepFailure) {
    if step.script.isCut {
      throw StepFailure(statement: step.script.statements.count - 1, error: CutStatement())
    }
    try database.run(step.script.statements)
    return true
  } catch {
    let lines = step.script.lines
    let line = lines.indices.contains(error.statement) ? lines[error.statement] : 1
    diagnostics.error(
      "step-failed",
      "\(error.verdict) this statement of '\(step.name)': \(error.reason)",
      at: SourceRange(
        file: step.path,
        start: .init(line: line, column: 1),
        end: .init(line: line, column: 2)
      )
    )
    return false
  }
}

private struct CutStatement: Error, CustomStringConvertible {
  var description: String { "it does not end" }
}

extension StepFailure {
  /// What SQLite says, without the SQL.
  package var reason: String {
    (error as? DatabaseError)?.message ?? "\(error)"
  }
}
