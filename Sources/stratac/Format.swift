import Foundation
import StrataSchema

extension Verb {
  /// `stratac format`: schema files in their canonical form.
  static let format = Verb(
    name: "format",
    summary: "Lay out schema files in the canonical way; comments and order stay.",
    usage: "stratac format [--check] FILES…",
    options: [
      Option(
        name: "check",
        value: nil,
        meaning: "write nothing; end with 1 where a file is laid out otherwise"
      ),
      .diagnostics,
    ],
    discussion: """
      Prints the name of each file that it changes. A file is replaced whole or not at all, and never
      says anything else than before; one that is not YAML is left as it is. '-' formats standard
      input to standard output.

      example: stratac format --check Schemas/League.yaml
      """,
    run: { arguments, console throws(Problem) in
      let isCheck = arguments["check"] != nil
      let paths = try arguments.schemaFiles()
      let streams = paths.filter { $0 == "-" }
      guard streams.isEmpty || paths.count == 1 else {
        throw .call("'-' is standard input, which is formatted alone")
      }
      let input = try SchemaInput(paths: streams.isEmpty ? paths : [], arguments)
      let files =
        streams.isEmpty
        ? input.files
        : [SchemaFile(path: "<standard input>", bytes: Array(try console.readInput()))]
      if !isCheck, let stream = input.files.first(where: { WholeFile(path: $0.path).isStream }),
        streams.isEmpty
      {
        throw .call("'\(stream.path)' is no file that can be replaced; '-' formats standard input")
      }
      var status = ExitStatus.good
      for file in files {
        console.progress("formatting \(file.path)")
        var diagnostics = Diagnostics()
        let text = formatSchema(file, &diagnostics)
        input.format.show(diagnostics, of: [file], on: console)
        guard let text else {
          status = .wrongInput
          continue
        }
        let isGood = Array(text.utf8) == file.bytes
        if isCheck {
          guard !isGood else { continue }
          console.write("\(file.path)\n")
          status = .wrongInput
        } else if !streams.isEmpty {
          console.write(text)
        } else if !isGood {
          try WholeFile(path: file.path).write(text)
          console.write("\(file.path)\n")
        }
      }
      return status
    }
  )
}
