import StrataPlanner

extension Verb {
  /// `stratac verify`: whether a real database goes with the history.
  static let verify = Verb(
    name: "verify",
    summary: "Compare a real database with the history, and try the pending steps on a copy.",
    usage: "stratac verify [--json] [--dry-run] [--database NAME] DATABASE.sqlite FILES…",
    options: [.json] + MigrationCall.options,
    discussion: """
      The file is only read. Its schema is compared by meaning with what the steps that it has run
      make; then the steps that it lacks are run on a copy, with its rows, and foreign keys are
      checked.

      example: stratac verify league.sqlite Schemas/League.yaml
      """,
    run: { arguments, console throws(Problem) in
      let database = try DatabaseArgument(arguments)
      guard let call = try MigrationCall(arguments, console, schemas: database.schemas) else {
        return .wrongInput
      }
      guard call.isRecorded else {
        throw call.hasNoHistory
      }
      return try DatabaseFile.withCopy(of: database.path, for: call.schema) {
        file throws(Problem) in
        let position = try DatabaseFile.file { () throws(FileProblem) in
          try file.position(in: call.history)
        }
        let replayed = try call.reporting { diagnostics throws(Problem) in
          replay(call.history, upTo: position, for: call.schema, &diagnostics)
        }
        guard let replayed else { return .wrongInput }
        let differences = file.differences(from: replayed, call.schema)
        guard differences.isEmpty else {
          throw .input(
            .databaseDiffers,
            "'\(database.path)' is not what its \(position) steps make:",
            notes: differences
          )
        }
        try DatabaseFile.file { () throws(FileProblem) in
          try file.migrate(call.history, from: position)
        }
        let result = Verification(
          database: call.database,
          position: position,
          steps: call.history.steps.map(\.name)
        )
        let isJSON = arguments["json"] != nil
        console.write(isJSON ? try JSONDocument.text(of: result) : result.text)
        return .good
      }
    }
  )
}

/// What is known of a file that is as its steps make it.
private struct Verification: Encodable {
  var database: String
  /// How many of the steps the file has run; the rest run on a copy.
  var position: Int
  var steps: [String]

  /// The form for people.
  var text: String {
    "\(position) of \(steps.count) steps, schema as recorded\n"
      + steps.dropFirst(position).map { "\($0) runs on a copy\n" }.joined()
  }
}
