import Foundation
import StrataSchema
import Testing

/// A case in one file: words about it, the schema files, and what comes out, each after a line
/// `-- name --`.
struct CaseFile: CustomTestStringConvertible {
  static let resultName = "result"
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Cases")

  let name: String
  var comment = ""
  var files: [SchemaFile] = []
  var result: String?

  var testDescription: String { name }

  /// Every case, sorted by name.
  static let all: [String] = {
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path())
    return (files ?? []).filter { $0.hasSuffix(".txt") }.sorted()
  }()

  init(named name: String) throws {
    self.name = name
    let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
    var section: String?
    var body = ""
    func close() -> (String?, String) { (section, body) }
    var sections: [(String?, String)] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("-- "), line.hasSuffix(" --") {
        sections.append(close())
        section = String(line.dropFirst(3).dropLast(3))
        body = ""
      } else {
        body += line + "\n"
      }
    }
    if body.hasSuffix("\n") { body.removeLast() }
    sections.append(close())
    for (name, body) in sections {
      switch name {
      case nil: comment = body
      case Self.resultName: result = body
      case .some(let name): files.append(SchemaFile(path: name, text: body))
      }
    }
  }

  func record(_ result: String) throws {
    var text = comment
    for file in files {
      text += "-- \(file.path) --\n" + String(decoding: file.bytes, as: UTF8.self)
    }
    text += "-- \(Self.resultName) --\n" + result
    try text.write(
      to: Self.folder.appending(path: name),
      atomically: true,
      encoding: .utf8
    )
  }
}

/// What reading files gives, as text: the models, or else the diagnostics.
func resultText(_ files: [SchemaFile]) -> String {
  var diagnostics = Diagnostics()
  let models = readSchemas(files, &diagnostics)
  let messages = DiagnosticPrinter(files: files).text(diagnostics)
  return messages + (diagnostics.hasErrors ? [] : models).map { ModelDump($0).description }.joined()
}
