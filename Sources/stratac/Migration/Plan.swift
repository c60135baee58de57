import StrataPlanner

extension Verb {
  /// `stratac plan`: the step that `migrate` would record.
  static let plan = Verb(
    name: "plan",
    summary: "Print the migration that the schema needs.",
    usage: "stratac plan [--json] [--dry-run] [--database NAME] FILES…",
    options: [.json] + MigrationCall.options,
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
      guard arguments["json"] == nil else {
        try console.write(JSONDocument.text(of: PlannedStep(plan, of: call)))
        return .good
      }
      if plan.isEmpty {
        let message = "\(call.database): nothing to record"
        call.input.format.show([Remark(code: .nothingToRecord, message: message)], on: console)
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
      let changes = plan.changes.map {
        Remark(code: .plannedChange, message: $0.message, range: $0.range)
      }
      let hazards = plan.hazards.map { hazard in
        Remark(
          code: .plannedHazard,
          message: "\(hazard.key): \(hazard.message)",
          isWarning: !call.schema.allows(hazard),
          text: "hazard \(hazard.key): \(hazard.message)"
        )
      }
      call.input.format.show(changes + hazards, on: console)
      return .good
    }
  )
}
