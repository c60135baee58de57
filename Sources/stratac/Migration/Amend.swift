import StrataPlanner
import StrataSchema

extension Verb {
  /// `stratac amend`: records the last step again.
  static let amend = Verb(
    name: "amend",
    summary: "Record the last migration again, as the schema and its file are now.",
    usage: "stratac amend [--reason TEXT] [--dry-run] [--database NAME] FILES…",
    options: [MigrationCall.reason] + MigrationCall.options,
    discussion: """
      The last step is planned anew from the step before it. Statements that were added to its file
      by hand stay, each behind the statement that it stood behind. A sealed step is never changed.
      Databases that have run the step as it was refuse it: amend what has not been released.

      example: stratac amend Schemas/League.yaml
      """,
    run: { arguments, console throws(Problem) in
      guard let call = try MigrationCall(arguments, console, tolerating: .editedLastStep) else {
        return .wrongInput
      }
      guard let last = call.history.steps.last else {
        throw call.hasNoHistory
      }
      guard !last.lock.isSealed else {
        throw .input(
          .stepSealed,
          "'\(last.name)' is sealed; record a new step for the change: stratac migrate --name NAME"
        )
      }
      guard !last.script.isCut else {
        throw .input(
          .stepFailed,
          "'\(last.name)' does not end: a comment, a text, a name or a trigger in it is still open;"
            + " close it. Nothing was written."
        )
      }
      let index = call.history.steps.count - 1
      guard let (plan, before) = try call.plan(after: index) else { return .wrongInput }
      let hand = HandStatements(in: last)
      let (statements, homeless) = hand.merged(into: plan.statements)
      guard homeless.isEmpty else {
        throw .input(
          .addedStatement,
          "what stood around these statements in '\(last.name)' is gone, and so nobody knows where they"
            + " belong; move them beside a statement that stays, or record a new step. Nothing was"
            + " written.",
          notes: homeless.map { $0 + ";" }
        )
      }
      if !hand.isEmpty { try call.check(statements, of: last.name, plan, before) }
      let (text, lock) = call.history.recording(
        plan,
        statements: statements,
        as: last.name,
        at: index,
        database: call.database,
        reasons: try call.reasons(for: plan, arguments, known: last.script.reason),
        tail: hand.tail
      )
      guard last.lock.replaces.isEmpty || lock.steps.last?.hash == last.lock.hash else {
        // A database that has run the others is taken for one that has run this one.
        throw .input(
          .stepSealed,
          "'\(last.name)' stands for steps that databases have run, which would never get the change;"
            + " record a new step for it: stratac migrate --name NAME. Nothing was written."
        )
      }
      if call.isDry {
        console.write(text)
        return .good
      }
      try call.folder.write(step: last.name, text, lock)
      console.write("recorded \(call.folder.path)/\(last.name).sql again\n")
      return .good
    }
  )
}

extension MigrationCall {
  /// Tries a step with statements of the author's on the history.
  fileprivate func check(
    _ statements: [MigrationPlan.Statement],
    of step: String,
    _ plan: MigrationPlan,
    _ before: ReplayedHistory
  ) throws(Problem) {
    let isMet: Bool
    do { isMet = try plan.isMet(by: statements, after: before) } catch {
      let failure = error as? StepFailure
      let verdict = failure?.verdict ?? "SQLite refuses"
      let sql = failure.map { statements[min($0.statement, statements.count - 1)].sql } ?? ""
      throw .input(
        .stepFailed,
        "\(verdict) this statement of '\(step)': \(failure?.reason ?? "\(error)"). Nothing was written.",
        notes: [sql]
      )
    }
    guard isMet else {
      throw .input(
        .addedStatement,
        "with the statements that were added by hand, '\(step)' does not lead to the schema; nothing was"
          + " written"
      )
    }
  }
}
