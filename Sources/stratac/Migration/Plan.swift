import StrataPlanner

extension Verb {
  /// `stratac plan`: the step that `migrate` would record.
  static let plan = Verb(
    name: "plan",
    summary: "Print the migration that the schema needs.",
    usage: "stratac plan [--dry-run] [--database NAME] FILES…",
    options: MigrationCall.options,
    discussion: """
      Compares the schema with its recorded history and prints the SQL of the step that is missing;
      nothing where none is. Nothing is written. What the step may lose stands above it, as
      'migrate' wants it acknowledged.

      example: stratac plan Schemas/League.yaml
      """,
    run: { arguments, console throws(Problem) in
      guard let call = try MigrationCall(arguments, console),
        let (plan, _) = try call.plan(after: call.history.steps.count)
      else { return .wrongInput }
      if plan.isEmpty {
        console.complain("\(call.database): nothing to record\n")
        return .good
      }
      let number = call.history.nextNumber
      console.write(
        StepText(
          database: call.database,
          name: MigrationHistory.stepName(number, "NAME"),
          statements: plan.statements,
          acknowledgements: []
        ).text
      )
      for change in plan.changes { console.complain("\(change.message)\n") }
      for hazard in plan.hazards {
        console.complain("hazard \(hazard.key): \(hazard.message)\n")
      }
      return .good
    }
  )
}
