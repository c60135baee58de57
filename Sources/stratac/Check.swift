extension Verb {
  /// `stratac check`: what is wrong with schema files, or unlikely to be meant.
  static let check = Verb(
    name: "check",
    summary: "Say what is wrong with schema files, and warn of what is unlikely to be meant.",
    usage: "stratac check [--module NAME] FILES…",
    options: [
      Option(name: "module", value: "NAME", meaning: "the module that the code will be part of"),
      .diagnostics,
    ],
    discussion: """
      Nothing is written. A schema without a mistake gives no output. Warnings, of which a build says
      nothing, do not make the call fail.

      example: stratac check --diagnostics json Schemas/*.yaml
      """,
    run: { arguments, console throws(Problem) in
      let input = try SchemaInput(arguments)
      var pipeline = Pipeline(progress: console.progress)
      let proofs = try input.prove(
        inModule: arguments["module"],
        linting: true,
        recorded: true,
        &pipeline,
        console
      )
      return proofs == nil ? .wrongInput : .good
    }
  )
}
