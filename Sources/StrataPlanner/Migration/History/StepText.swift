/// The file of a step.
package struct StepText {
  package var database: String
  package var name: String
  package var statements: [MigrationPlan.Statement]
  /// Hazards with the reasons for which they are allowed.
  package var acknowledgements: [(hazard: String, reason: String)]

  /// Comments after the last statement.
  package var tail: [String]

  package init(
    database: String,
    name: String,
    statements: [MigrationPlan.Statement],
    acknowledgements: [(hazard: String, reason: String)],
    tail: [String] = []
  ) {
    self.tail = tail
    self.database = database
    self.name = name
    self.statements = statements
    self.acknowledgements = acknowledgements
  }

  package var text: String {
    var text = SQLScript.title + "\(name) of \(database), written by stratac.\n"
    for (hazard, reason) in acknowledgements { text += "-- allow \(hazard): \(reason)\n" }
    if statements.isEmpty { text += SQLScript.nothing + "\n" }
    for statement in statements {
      text += "\n"
      if let comment = statement.comment {
        for line in comment.split(whereSeparator: \.isNewline) {
          text += line.hasPrefix("--") || line.hasPrefix("/*") ? "\(line)\n" : "-- \(line)\n"
        }
      }
      // What ends with a comment would take the semicolon into it.
      let last = SQLTokenizer.tokens(of: statement.sql).last
      let end = last?.kind == .comment ? "\n;" : ";"
      text += ([statement.sql + end] + statement.remarks).joined(separator: " ") + "\n"
    }
    if !tail.isEmpty { text += "\n" + tail.joined(separator: "\n") + "\n" }
    return text
  }
}

extension MigrationHistory {
  /// The step that a plan makes at a place of the history, and the lock with it.
  ///
  /// Beside the plan's statements it may have others that were added by hand; `name` has the number in
  /// it, and `reasons` say why each hazard is allowed.
  package func recording(
    _ plan: MigrationPlan,
    statements: [MigrationPlan.Statement],
    as name: String,
    at index: Int,
    database: String,
    reasons: [String: String],
    tail: [String] = []
  ) -> (text: String, lock: MigrationLock) {
    let text = StepText(
      database: database,
      name: name,
      statements: statements,
      acknowledgements: plan.hazards.map { ($0.key, reasons[$0.key] ?? "") },
      tail: tail
    ).text
    var step = MigrationLock.Step(name: name, hash: SQLScript(text).hash)
    step.hazards = plan.hazards.map(\.key)
    step.swaps = plan.swaps
    step.planned = plan.statements.map { schemaHash(of: [$0.sql]) }
    step.setFacts(from: lock.facts(after: index), to: plan.facts)
    var lock = lock
    if index < lock.steps.count {
      step.replaces = lock.steps[index].replaces
      step.isBaseline = lock.steps[index].isBaseline
      lock.steps[index] = step
    } else {
      lock.steps.append(step)
    }
    lock.updateChain()
    return (text, lock)
  }
}
