import StrataSchema

extension Verb {
  /// `stratac json-schema`: the language for editors.
  static let jsonSchema = Verb(
    name: "json-schema",
    summary: "Print the JSON Schema of the language, for editors.",
    usage: "stratac json-schema [--output FILE]",
    options: [.outputFile, .diagnostics],
    discussion: """
      An editor whose YAML plugin knows JSON Schema completes and explains the keys of a schema file,
      and marks unknown ones, where the file begins with a line such as

        # yaml-language-server: $schema=strata.schema.json

      example: stratac json-schema --output Schemas/strata.schema.json
      """,
    run: { arguments, console throws(Problem) in
      guard arguments.files.isEmpty else {
        throw .call("the JSON Schema is that of the language, not of '\(arguments.files[0])'")
      }
      try arguments.writeResult(languageJSONSchema(), console)
      return .good
    }
  )
}
