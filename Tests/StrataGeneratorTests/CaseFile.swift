import Foundation
import StrataGenerator
import Testing

private let folder = URL(filePath: #filePath).deletingLastPathComponent()

/// Compares generated files with a case file, or records it where `STRATA_RECORD` is set.
func expectCase(named name: String, _ files: [GeneratedFile]) throws {
  let url = folder.appending(path: "Cases").appending(path: name)
  let text = files.map { "-- \($0.name) --\n\($0.text)" }.joined()
  if ProcessInfo.processInfo.environment["STRATA_RECORD"] != nil {
    try Data(text.utf8).write(to: url)
  }
  let expected = try String(decoding: Data(contentsOf: url), as: UTF8.self)
  guard text != expected else { return }
  for (line, pair) in zip(text.split(separator: "\n"), expected.split(separator: "\n")).enumerated()
  where pair.0 != pair.1 {
    Issue.record("\(name): line \(line + 1) is\n\(pair.0)\nbut should be\n\(pair.1)")
    return
  }
  Issue.record("\(name): one text is longer than the other")
}

/// What `swift format lint --strict` with the house's configuration says about files.
func lint(_ files: [GeneratedFile]) throws -> String {
  let package = folder.deletingLastPathComponent().deletingLastPathComponent()
  let work = FileManager.default.temporaryDirectory.appending(path: "strata-lint-\(UUID())")
  try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: work) }
  for file in files { try Data(file.text.utf8).write(to: work.appending(path: file.name)) }

  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = [
    "swift", "format", "lint", "--strict", "--recursive", "--configuration",
    package.appending(path: ".swift-format").path, work.path,
  ]
  let pipe = Pipe()
  process.standardOutput = pipe
  process.standardError = pipe
  try process.run()
  let output = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
  process.waitUntilExit()
  return output.replacing(work.path + "/", with: "")
}
