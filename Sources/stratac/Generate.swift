import StrataGenerator

extension Verb {
  /// `stratac generate`: schema files → Swift files in a folder.
  static let generate = Verb(
    name: "generate",
    summary: "Write the Swift code of schema files into a folder.",
    usage: "stratac generate --output FOLDER [--module NAME] FILES…",
    options: [
      Option(
        name: "output",
        value: "FOLDER",
        meaning: "the folder; it is made where there is none"
      ),
      Option(name: "module", value: "NAME", meaning: "the module that the code will be part of"),
      .diagnostics,
    ],
    discussion: """
      All files that name the same 'database:' are one schema; their order does not matter. The folder
      always holds the same files:
        \(GeneratedFile.swiftFileNames.joined(separator: "\n  "))
      A file is written only when its content changes, and only over a file that stratac wrote.

      example: stratac generate --output Sources/App/Generated --module App Schemas/League.yaml
      """,
    run: { arguments, console throws(Problem) in
      guard let path = arguments["output"] else {
        throw .call("say where to write: --output FOLDER")
      }
      let input = try SchemaInput(arguments)
      var pipeline = Pipeline(progress: console.progress)
      let proofs = try input.prove(
        inModule: arguments["module"],
        recorded: true,
        &pipeline,
        console
      )
      guard let proofs else { return .wrongInput }
      try OutputFolder(path: path).write(pipeline.write(proofs))
      return .good
    }
  )
}
