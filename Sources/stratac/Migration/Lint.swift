import StrataPlanner

extension Verb {
  /// `stratac lint`: what the steps that are not released may lose.
  static let lint = Verb(
    name: "lint",
    summary: "Say what migrations that are not sealed, and the one to come, may lose.",
    usage:
      "stratac lint [--json] [--against DATABASE.sqlite] [--dry-run] [--database NAME] FILES…",
    options: [
      Option(
        name: "against",
        value: "DATABASE",
        meaning: "count the rows that the step to come concerns in this file"
      ),
      .json,
    ] + MigrationCall.options,
    discussion: """
      A line for each hazard: its code and subject, what it means, and the reason for which the step
      allows it. With one that is not allowed the exit status is 1. The article Migrations lists the
      codes.

      example: stratac lint --against league.sqlite Schemas/League.yaml
      """,
    run: { arguments, console throws(Problem) in
      guard let call = try MigrationCall(arguments, console) else { return .wrongInput }
      var findings: [Finding] = []
      for step in call.history.steps where !step.lock.isSealed {
        for hazard in step.lock.hazards {
          let reason = step.script.reason(for: hazard)
          findings.append(
            Finding(step: step.name, hazard: hazard, isAllowed: reason != nil, reason: reason)
          )
        }
      }
      guard let (plan, _) = try call.plan(after: call.history.steps.count) else {
        return .wrongInput
      }
      let counts: [String: Int] = try call.counts(of: plan, in: arguments["against"])
      for hazard in plan.hazards {
        findings.append(
          Finding(
            hazard: hazard.key,
            message: hazard.message,
            isAllowed: call.schema.allows(hazard),
            rows: counts[hazard.key]
          )
        )
      }
      let isJSON = arguments["json"] != nil
      console.write(
        isJSON ? try JSONDocument.text(of: findings) : findings.map(\.text).joined()
      )
      return findings.allSatisfy(\.isAllowed) ? .good : .wrongInput
    }
  )
}

/// A hazard of a step.
private struct Finding: Encodable {
  /// The recorded step; nil for the one to come.
  var step: String?
  var hazard: String
  var message: String?
  var isAllowed: Bool
  var reason: String?
  /// How many rows of the file it concerns, where one was named.
  var rows: Int?

  /// The form for people.
  var text: String {
    guard let step else {
      let count = rows.map { " (\($0) \($0 == 1 ? "row" : "rows"))" } ?? ""
      return "to come: \(hazard): \(message ?? "")\(count)\(isAllowed ? "; allowed" : "")\n"
    }
    return "\(step): \(hazard): \(reason.map { "allowed, \($0)" } ?? "not allowed")\n"
  }
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
