import StrataPlanner

extension Verb {
  /// `stratac baseline`: a history that begins with databases of the field.
  static let baseline = Verb(
    name: "baseline",
    summary: "Begin a history with a database that is there already.",
    usage: "stratac baseline [--name NAME] [--dry-run] [--database NAME] DATABASE.sqlite FILES…",
    options: [
      Option(name: "name", value: "NAME", meaning: "the name of the step (baseline)")
    ] + MigrationCall.options,
    discussion: """
      The first step is the schema of the file, also of one that GRDB's migrator has made: whose
      migrations the file has run is noted, and a database with the same ones is taken over without
      being changed. Views and triggers with strings in double quotes, which an app takes for names,
      are made anew by a second step. What the schema files want otherwise, 'migrate' records next.

      example: stratac baseline league.sqlite Schemas/League.yaml
      """,
    run: { arguments, console throws(Problem) in
      let name = arguments["name"] == nil ? "baseline" : try stepName(arguments)
      let database = try DatabaseArgument(arguments)
      guard let call = try MigrationCall(arguments, console, schemas: database.schemas) else {
        return .wrongInput
      }
      guard !call.isRecorded else {
        throw .input(
          .historyExists,
          "\(call.database) has a history already: '\(call.folder.path)'; nothing was written"
        )
      }
      return try DatabaseFile.withCopy(of: database.path, for: call.schema) {
        file throws(Problem) in
        guard file.hasTables else {
          throw .input(
            .emptyDatabase,
            "'\(database.path)' has no tables, by which an app would know it; nothing was written"
          )
        }
        let first = call.history.baseline(as: name, of: file, for: call.schema)
        let second = MigrationHistory.requoting(file, after: first.lock, for: call.schema)
        for (step, text, lock) in [first, second].compactMap(\.self) {
          if call.isDry {
            console.write(text)
            continue
          }
          try call.folder.write(step: step, text, lock)
          console.write("recorded \(call.folder.path)/\(step).sql\n")
        }
        return .good
      }
    }
  )
}
