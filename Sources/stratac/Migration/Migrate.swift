import StrataPlanner

extension Verb {
  /// `stratac migrate`: records the step that is missing.
  static let migrate = Verb(
    name: "migrate",
    summary: "Record the migration that the schema needs.",
    usage: "stratac migrate --name NAME [--reason TEXT] [--dry-run] [--database NAME] FILES…",
    options: [
      Option(name: "name", value: "NAME", meaning: "what the step does, such as add-nickname"),
      MigrationCall.reason,
    ] + MigrationCall.options,
    discussion: """
      Writes the next step into the folder '<Database>.migrations' beside the schema files, with
      'strata.lock'; both are committed. The first step turns a prototype into a recorded schema.
      SQL of your own may be added to the step; 'amend' records that. A step that may lose
      something is refused until --reason says why it may.

      example: stratac migrate --name add-nickname Schemas/League.yaml
      """,
    run: { arguments, console throws(Problem) in
      let name = try stepName(arguments)
      guard let call = try MigrationCall(arguments, console),
        let (plan, _) = try call.plan(after: call.history.steps.count)
      else { return .wrongInput }
      guard !plan.isEmpty || !call.isRecorded else {
        throw .input(
          .nothingToRecord,
          "\(call.database): the schema is what the history leads to; nothing was written"
        )
      }
      let step = MigrationHistory.stepName(call.history.nextNumber, name)
      let (text, lock) = call.history.recording(
        plan,
        statements: plan.statements,
        as: step,
        at: call.history.steps.count,
        database: call.database,
        reasons: try call.reasons(for: plan, arguments)
      )
      if call.isDry {
        console.write(text)
        return .good
      }
      try call.folder.write(step: step, text, lock)
      console.write("recorded \(call.folder.path)/\(step).sql\n")
      return .good
    }
  )

  /// The name of a step without its number.
  static func stepName(_ arguments: Arguments) throws(Problem) -> String {
    guard let name = arguments["name"] else {
      throw .call("name the step: --name add-nickname")
    }
    let isGood = name.utf8.allSatisfy {
      (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-")
    }
    guard isGood, name.first != "-" else {
      throw .call(
        "'\(name)' names no step; write small letters, digits and '-', such as add-nickname"
      )
    }
    return name
  }
}
