import Foundation
import StrataPlanner
import StrataSchema

extension Verb {
  /// `stratac pull`: a schema file of a database that is there already.
  static let pull = Verb(
    name: "pull",
    summary: "Write the schema file of a database that is there already.",
    usage: "stratac pull [--output Schema.yaml] [--database NAME] [--json] DATABASE.sqlite",
    options: [
      Option(name: "output", value: "FILE", meaning: "the schema file to write (standard output)"),
      Option(
        name: "database",
        value: "NAME",
        meaning: "the database's name in Swift (that of the file)"
      ),
      Option(name: "json", value: nil, meaning: "print what there is to say as one JSON document"),
      .diagnostics,
    ],
    discussion: """
      The file is only read. What is written has been compiled, an empty database has been made from
      it, and that has been compared by meaning with the original: whatever differs is listed on
      standard error and at the top of the schema file, and nothing is left out silently. What the
      language has no words for is kept in SQL under 'objects:'. The types of columns are chosen by
      their declarations and by what is in them; CHECK (x IN ('a', 'b')) makes an enum.

      Names:
      \(PulledSchema.namingRules.map { "  - \($0)" }.joined(separator: "\n"))

      Then 'baseline' begins the history with the database, and an app opens it and migrates on.

      example: stratac pull shop.sqlite --output Schemas/Shop.yaml
               stratac baseline shop.sqlite Schemas/Shop.yaml
      """,
    run: { arguments, console throws(Problem) in
      guard let path = arguments.files.first, arguments.files.count == 1 else {
        throw .call("name one database file")
      }
      if let output = arguments["output"], FileManager.default.fileExists(atPath: output) {
        throw .output("'\(output)' is there already; move it away, or choose another name")
      }
      let name = try databaseName(arguments["database"], path)
      let pulled = try DatabaseFile.file { () throws(FileProblem) in
        try StrataPlanner.pull(path: path, database: name, progress: console.progress)
      }
      if let output = arguments["output"] { try WholeFile(path: output).write(pulled.text) }
      if arguments["json"] != nil {
        try console.write(json(pulled, isWritten: arguments["output"] != nil))
      } else if arguments["output"] == nil {
        console.write(pulled.text)
      } else {
        for name in pulled.names {
          console.write("\(name.text)\n")
        }
      }
      let remarks =
        pulled.notes.map { Remark(code: .pullNote, message: $0, text: "note: \($0)") }
        + pulled.differences.map {
          Remark(
            code: .pullDifference,
            message: $0.text,
            isWarning: true,
            text: "differs: \($0.text)"
          )
        }
      try arguments.diagnosticsFormat().show(remarks, on: console)
      return .good
    }
  )

  private static func databaseName(_ name: String?, _ path: String) throws(Problem) -> String {
    if let name {
      guard Identifier.isValid(name), !Identifier.isKeyword(name) else {
        throw .call("'\(name)' cannot be the name of a type in Swift; choose another")
      }
      return name
    }
    let file = ((path as NSString).lastPathComponent as NSString).deletingPathExtension
    return PulledSchema.databaseName(ofFile: file)
  }

  /// What a machine reads of a pull.
  private struct Report: Encodable {
    var database: String
    var differences: [PulledSchema.Difference]
    var names: [PulledSchema.Name]
    var notes: [String]
    var rules: [String]
    var schema: String?
  }

  private static func json(_ pulled: PulledSchema, isWritten: Bool) throws(Problem) -> String {
    let report = Report(
      database: pulled.database,
      differences: pulled.differences,
      names: pulled.names,
      notes: pulled.notes,
      rules: PulledSchema.namingRules,
      schema: isWritten ? nil : pulled.text
    )
    return try JSONDocument.text(of: report)
  }
}
