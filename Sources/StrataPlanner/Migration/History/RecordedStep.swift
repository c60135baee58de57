package import StrataSchema

/// A step as generated code has it: frozen.
package struct RecordedStep: Hashable, Sendable {
  package var name: String
  package var hash: String
  package var statements: [String]
  /// The steps that it stands for, of this history before it was squashed, or of another migrator.
  package var replaces: [String]
  /// The tables with their columns of a database that was there before the history; empty for others.
  package var baseline: [Table] = []

  package struct Table: Hashable, Sendable {
    package var name: String
    package var columns: [String]
  }
}

/// Holds a recorded history against the schema: its steps have to lead to what the schema means.
///
/// - Returns: the steps; nil where the author has to act first.
package func checkHistory(
  _ history: MigrationHistory,
  against schema: SchemaModel,
  _ diagnostics: inout Diagnostics
) -> [RecordedStep]? {
  guard let replayed = replay(history, for: schema, &diagnostics) else { return nil }
  var isGood = checkAcknowledgements(history, &diagnostics)
  if !checkVersions(history, schema, &diagnostics) { isGood = false }
  let changes: [SchemaChange]
  do {
    changes = try MigrationPlanner(from: replayed, to: schema).changes()
      .sorted(by: SchemaChange.comesBefore)
  } catch {
    diagnostics.error(
      "plan-failed",
      "SQLite could not compare the schema with its history: "
        + ((error as? StepFailure)?.reason ?? "\(error)"),
      at: schema.database.range
    )
    return nil
  }
  if let first = changes.first {
    isGood = false
    diagnostics.error(
      "unrecorded-change",
      "\(first.message), and no migration records it"
        + (changes.count > 1 ? ", nor \(changes.count - 1) more" : "") + "; run"
        + " 'swift package --allow-writing-to-package-directory strata migrate --name NAME', or"
        + " 'stratac migrate --name NAME' with the schema files"
        + (history.steps.last.map { $0.lock.isSealed || !$0.lock.replaces.isEmpty } == false
          ? " ('amend' instead of 'migrate' makes it part of the last step)" : ""),
      at: first.range,
      notes: changes.dropFirst().map { .init($0.message, at: $0.range) }
    )
  }
  return isGood ? history.recordedSteps(replayed) : nil
}

/// Reports what steps do without anybody having said that it may be so.
package func checkAcknowledgements(
  _ history: MigrationHistory,
  _ diagnostics: inout Diagnostics
) -> Bool {
  var isGood = true
  for step in history.steps {
    for hazard in step.lock.hazards where step.script.reason(for: hazard) == nil {
      isGood = false
      diagnostics.error(
        "unacknowledged-hazard",
        "the step '\(step.name)' needs to be told that this is meant; write a line '-- allow \(hazard):"
          + " REASON' at its top",
        at: SourceRange(
          file: step.path,
          start: .init(line: 1, column: 1),
          end: .init(line: 1, column: 2)
        )
      )
    }
  }
  return isGood
}

/// Reports what in steps that may still be changed needs a newer SQLite than the schema declares.
private func checkVersions(
  _ history: MigrationHistory,
  _ schema: SchemaModel,
  _ diagnostics: inout Diagnostics
) -> Bool {
  var found = Diagnostics()
  for step in history.steps where !step.lock.isSealed {
    for (sql, line) in zip(step.script.statements, step.script.lines) {
      let start = SourcePosition(line: line, column: 1)
      let lines = sql.split(separator: "\n", omittingEmptySubsequences: false)
      let fragment = SQLFragment(
        text: sql,
        range: SourceRange(
          file: step.path,
          start: start,
          end: .init(line: line + lines.count - 1, column: (lines.last?.count ?? 0) + 1)
        ),
        lineStarts: lines.indices.map { .init(line: line + $0, column: 1) }
      )
      let tokens = SQLTokenizer.tokens(of: sql)
      SQLFeatures.check(
        tokens,
        of: fragment,
        against: schema.sqliteVersion,
        own: schema.ownFunctions,
        &found
      )
    }
  }
  diagnostics.append(contentsOf: found)
  return !found.hasErrors
}

extension MigrationHistory {
  /// The steps as generated code has them.
  func recordedSteps(_ replayed: ReplayedHistory) -> [RecordedStep] {
    steps.map { step in
      RecordedStep(
        name: step.name,
        hash: step.lock.hash,
        statements: step.script.statements,
        replaces: step.lock.replaces,
        baseline: step.lock.isBaseline ? baseline(of: step) : []
      )
    }
  }

  /// The tables that the SQL of a baseline makes.
  private func baseline(of step: Step) -> [RecordedStep.Table] {
    step.script.statements.compactMap { sql in
      let tokens = SQLTokenizer.tokens(of: sql).filter { $0.kind != .comment }
      guard tokens.first?.isWord("create") == true,
        tokens.dropFirst().first?.isWord("table") == true,
        let name = tokens.dropFirst(2).first?.name,
        let table = TableReader.table(named: name, sql)
      else { return nil }
      return .init(name: name, columns: table.columns.map(\.name))
    }
  }
}
