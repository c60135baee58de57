import StrataPlanner

extension Verb {
  /// `stratac squash`: one step in the place of all.
  static let squash = Verb(
    name: "squash",
    summary: "Put one migration in the place of all recorded ones.",
    usage: "stratac squash [--name NAME] [--dry-run] [--database NAME] FILES…",
    options: [
      Option(name: "name", value: "NAME", meaning: "the name of the step (squash)")
    ] + MigrationCall.options,
    discussion: """
      The new step makes the schema at once. A database that has run all of the old steps is taken for
      one that has run it; one that has run only some of them is refused from then on, so squash what
      all databases in the field have passed. Steps that write rows of their own are not squashed.

      example: stratac squash Schemas/League.yaml
      """,
    run: { arguments, console throws(Problem) in
      let name = arguments["name"] == nil ? "squash" : try stepName(arguments)
      guard let call = try MigrationCall(arguments, console) else { return .wrongInput }
      guard call.history.steps.count > 1 else {
        throw .input(.noHistory, "\(call.database) has no two recorded steps; nothing was written")
      }
      let steps = try call.reporting { diagnostics throws(Problem) in
        checkHistory(call.history, against: call.schema, &diagnostics)
      }
      guard steps != nil else { return .wrongInput }
      let filled: [String]
      do { filled = try tablesFilled(by: call.history, for: call.schema) } catch {
        throw .input(.stepFailed, "the history cannot be run: \(error)")
      }
      guard filled.isEmpty else {
        throw .input(
          .stepWritesRows,
          "steps write rows into \(filled.joined(separator: ", ")), which a squashed history would not;"
            + " nothing was written"
        )
      }
      let (step, text, lock) = call.history.squashed(
        as: name,
        for: call.schema,
        statements: call.proof.creation
      )
      if call.isDry {
        console.write(text)
        return .good
      }
      try call.folder.write(step: step, text, lock)
      for old in call.history.steps where old.name != step {
        try call.folder.remove(step: old.name)
      }
      console.write(
        "recorded \(call.folder.path)/\(step).sql for \(call.history.steps.count) steps\n"
      )
      return .good
    }
  )
}
