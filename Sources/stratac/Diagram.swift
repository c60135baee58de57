import Foundation
import StrataGenerator
import StrataPlanner

extension Verb {
  /// `stratac diagram`: the tables and foreign keys as a picture.
  static let diagram = Verb(
    name: "diagram",
    summary: "Draw the tables and their foreign keys.",
    usage: "stratac diagram [--format FORMAT] [--output FILE] [--columns WHICH] FILES…",
    options: [
      Option(
        name: "format",
        value: "FORMAT",
        meaning: "mermaid, dot, svg or png; by default that of the file, else mermaid"
      ),
      .outputFile,
      Option(
        name: "columns",
        value: "WHICH",
        meaning: "all, keys or none; by default keys in diagrams of more than"
          + " \(StrataGenerator.Diagram.limit) tables"
      ),
      .database,
      .diagnostics,
    ],
    discussion: """
      Each table shows its columns with their types, and which are of its key (PK), of a foreign key (FK)
      or unique (UK). A line leads from a foreign key to the other table; a crow's foot stands where there
      may be many rows, a ring where there may be none.
      SVG and PNG are drawn by 'dot' of Graphviz, which has to be installed; the others need nothing.

      example: stratac diagram --output League.svg Schemas/League.yaml
      """,
    run: { arguments, console throws(Problem) in
      let format = try DiagramFormat(arguments)
      let columns = try DiagramFormat.columns(arguments)
      let graphviz = format.isPicture ? try Graphviz() : nil
      let input = try SchemaInput(arguments)
      var pipeline = Pipeline(progress: console.progress)
      guard let proofs = try input.prove(&pipeline, console) else { return .wrongInput }
      let proof = try MigrationCall.choose(arguments["database"], from: proofs)
      let references = try proof.references()
      let diagram = StrataGenerator.Diagram(proof, references, columns: columns)
      guard let graphviz else {
        try arguments.writeResult(format == .mermaid ? diagram.mermaid : diagram.dot, console)
        return .good
      }
      console.progress("drawing")
      let picture = try graphviz.draw(diagram.dot, as: format.rawValue)
      if let path = try arguments.outputFile() {
        try WholeFile(path: path).write(picture)
      } else {
        console.write(String(decoding: picture, as: UTF8.self))
      }
      return .good
    }
  )
}

/// What a diagram is written as.
private enum DiagramFormat: String, CaseIterable {
  case mermaid, dot, svg, png

  init(_ arguments: Arguments) throws(Problem) {
    let names: [String: DiagramFormat] = [
      "mmd": .mermaid, "mermaid": .mermaid, "dot": .dot, "gv": .dot, "svg": .svg, "png": .png,
    ]
    let path = arguments["output"] ?? ""
    let ending = (path as NSString).pathExtension.lowercased()
    if let word = arguments["format"] {
      guard let format = DiagramFormat(rawValue: word) else {
        throw .call("'--format' is mermaid, dot, svg or png, not '\(word)'")
      }
      self = format
    } else {
      guard let format = ending.isEmpty ? .mermaid : names[ending] else {
        throw .call(
          "no diagram is written as '.\(ending)'; end the name of the file with .mmd, .dot, .svg or .png,"
            + " or say --format"
        )
      }
      self = format
    }
    guard self != .png || !path.isEmpty else {
      throw .call("a PNG is no text; say where to write it: --output FILE")
    }
  }

  var isPicture: Bool { self == .svg || self == .png }

  static func columns(
    _ arguments: Arguments
  ) throws(Problem) -> StrataGenerator.Diagram.Columns? {
    guard let word = arguments["columns"] else { return nil }
    guard let columns = StrataGenerator.Diagram.Columns(rawValue: word) else {
      throw .call("'--columns' is all, keys or none, not '\(word)'")
    }
    return columns
  }
}

extension Proof {
  /// The foreign keys between tables.
  func references() throws(Problem) -> [TableReference] {
    do {
      return try tableReferences(of: self)
    } catch {
      throw .input(.sqliteFailed, "SQLite cannot say which foreign keys there are: \(error)")
    }
  }
}
