extension Verb {
  /// `stratac check`: what is wrong with schema files, and nothing else.
  static let check = Verb(
    name: "check",
    summary: "Say what is wrong with schema files.",
    usage: "stratac check [--module NAME] FILES…",
    options: [
      Option(name: "module", value: "NAME", meaning: "the module that the code will be part of"),
      .diagnostics,
    ],
    discussion: "Nothing is written. A schema without a mistake gives no output.",
    run: { arguments, console throws(Problem) in
      let input = try SchemaInput(arguments)
      var pipeline = Pipeline(progress: console.progress)
      let proofs = try input.prove(inModule: arguments["module"], &pipeline, console)
      return proofs == nil ? .wrongInput : .good
    }
  )
}
