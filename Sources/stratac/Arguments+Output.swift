import Foundation

extension Option {
  static let outputFile = Option(
    name: "output",
    value: "FILE",
    meaning: "write to this file instead of to standard output"
  )

  static let database = Option(
    name: "database",
    value: "NAME",
    meaning: "which database, where the schema files have several"
  )
}

extension Arguments {
  /// Writes the result of a verb to where the call wants it.
  func writeResult(_ text: String, _ console: Console) throws(Problem) {
    guard let path = self["output"] else { return console.write(text) }
    try WholeFile(path: path).write(text)
  }
}
