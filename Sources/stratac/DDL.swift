import StrataPlanner
import StrataSchema

extension Verb {
  /// `stratac ddl`: the SQL that creates the databases of schema files.
  static let ddl = Verb(
    name: "ddl",
    summary: "Print the SQL that creates the database.",
    usage: "stratac ddl FILES…",
    options: [.diagnostics],
    discussion: """
      The SQL has been checked with SQLite, and can be given to its shell.

      example: stratac ddl Schemas/League.yaml | sqlite3 league.sqlite
      """,
    run: { arguments, console throws(Problem) in
      let input = try SchemaInput(arguments)
      var pipeline = Pipeline(progress: console.progress)
      guard let proofs = try input.prove(&pipeline, console) else { return .wrongInput }
      let databases = proofs.map { proof in
        let statements = proof.creation.map { $0 + ";\n" }.joined(separator: "\n")
        return proofs.count > 1 ? "-- \(proof.schema.database.value)\n\n\(statements)" : statements
      }
      console.write(databases.joined(separator: "\n"))
      return .good
    }
  )
}
