import StrataPlanner

extension Verb {
  /// `stratac lint`: what the steps that are not released may lose.
  static let lint = Verb(
    name: "lint",
    summary: "Say what migrations that are not sealed, and the one to come, may lose.",
    usage: "stratac lint [--against DATABASE.sqlite] [--database NAME] FILES…",
    options: [
      Option(
        name: "against",
        value: "DATABASE",
        meaning: "count the rows that the step to come concerns in this file"
      )
    ] + MigrationCall.options,
    discussion: """
      A line for each hazard: its code and subject, what it means, and the reason for which the step
      allows it. With one that is not allowed the exit status is 1. The article Migrations lists the
      codes.

      example: stratac lint --against league.sqlite Schemas/League.yaml
      """,
    run: { arguments, console throws(Problem) in
      guard let call = try MigrationCall(arguments, console) else { return .wrongInput }
      var isGood = true
      for step in call.history.steps where !step.lock.isSealed {
        for hazard in step.lock.hazards {
          let reason = step.script.reason(for: hazard)
          if reason == nil { isGood = false }
          console.write(
            "\(step.name): \(hazard): \(reason.map { "allowed, \($0)" } ?? "not allowed")\n"
          )
        }
      }
      guard let (plan, _) = try call.plan(after: call.history.steps.count) else {
        return .wrongInput
      }
      let counts: [String: Int] = try call.counts(of: plan, in: arguments["against"])
      for hazard in plan.hazards {
        let isAllowed = call.schema.allows(hazard)
        if !isAllowed { isGood = false }
        let rows = counts[hazard.key].map { " (\($0) \($0 == 1 ? "row" : "rows"))" } ?? ""
        console.write(
          "to come: \(hazard.key): \(hazard.message)\(rows)\(isAllowed ? "; allowed" : "")\n"
        )
      }
      return isGood ? .good : .wrongInput
    }
  )
}

extension MigrationCall {
  /// The rows of a file that each hazard of the step to come concerns, after the steps before it.
  fileprivate func counts(of plan: MigrationPlan, in path: String?) throws(Problem) -> [String: Int]
  {
    guard let path else { return [:] }
    return try DatabaseFile.withCopy(of: path, for: schema) { file throws(Problem) in
      try DatabaseFile.file { () throws(FileProblem) in
        let position = try file.position(in: history)
        try file.migrate(history, from: position)
      }
      var counts: [String: Int] = [:]
      for hazard in plan.hazards { counts[hazard.key] = file.count(hazard) }
      return counts
    }
  }
}
