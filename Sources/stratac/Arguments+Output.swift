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
    guard let path = try outputFile() else { return console.write(text) }
    try WholeFile(path: path).write(text)
  }

  /// Where the call wants the result; nil for standard output.
  ///
  /// - Throws: where that is a file that the call reads.
  func outputFile() throws(Problem) -> String? {
    guard let path = self["output"] else { return nil }
    let places = ([path] + files).map { URL(filePath: $0).resolvingSymlinksInPath().path }
    guard !places.dropFirst().contains(places[0]) || WholeFile(path: path).isStream else {
      throw .call("'\(path)' is a file that this call reads; write to another")
    }
    return path
  }
}
