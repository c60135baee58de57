import StrataGenerator
import StrataPlanner

extension Verb {
  /// `stratac docs`: a data dictionary.
  static let docs = Verb(
    name: "docs",
    summary: "Write the documentation of the database in Markdown.",
    usage: "stratac docs [--output FILE] [--database NAME] FILES…",
    options: [.outputFile, .database, .diagnostics],
    discussion: """
      A diagram, then every table with its columns, keys, defaults, checks and indexes, views, enums and
      values, and every request and statement with its SQL, parameters and result. The words are those
      of 'doc:' in the schema. The same schema always gives the same text.

      example: stratac docs --output League.md Schemas/League.yaml
      """,
    run: { arguments, console throws(Problem) in
      let input = try SchemaInput(arguments)
      var pipeline = Pipeline(progress: console.progress)
      guard let proofs = try input.prove(&pipeline, console) else { return .wrongInput }
      let proof = try MigrationCall.choose(arguments["database"], from: proofs)
      console.progress("explaining the requests")
      let diagram = StrataGenerator.Diagram(proof, try proof.references())
      let dictionary = DataDictionary(proof, try proof.explanation(), diagram)
      try arguments.writeResult(dictionary.markdown, console)
      return .good
    }
  )
}

extension Proof {
  /// What is known of the requests and statements.
  func explanation() throws(Problem) -> Explanation {
    do {
      return try StrataPlanner.explain(self)
    } catch {
      throw .input(.sqliteFailed, "SQLite cannot explain the schema: \(error)")
    }
  }
}
