import Foundation
import StrataGenerator
import StrataPlanner
import StrataSchema

/// A module of generated files, compiled as those of an app are.
struct GeneratedModule {
  /// The name of each file with its text.
  var files: [(name: String, text: String)]

  init(_ proofs: [Proof], and sources: [(name: String, text: String)] = []) {
    files = generateSwift(proofs).map { ($0.name, $0.text) } + sources
  }

  /// What the compiler has to say about the module; nothing where all is well.
  func complaints() throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "strata-names-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for file in files { try Data(file.text.utf8).write(to: folder.appending(path: file.name)) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.currentDirectoryURL = folder
    process.arguments =
      [
        "swiftc", "-typecheck", "-module-name", "Names", "-swift-version", "6",
        "-warnings-as-errors", "-parse-as-library", "-package-name", "names",
        "-I", try Self.modules().path,
        "-I", Self.checkout.appending(path: "Sources/CSQLite").path,
      ]
      + ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"].flatMap {
        ["-enable-upcoming-feature", $0]
      } + files.map(\.name)
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let text = String(decoding: output, as: UTF8.self)
    return process.terminationStatus == 0 || !text.isEmpty
      ? text : "swiftc ended with \(process.terminationStatus)"
  }

  private static let checkout = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  struct NoModules: Error {}

  /// The folder of the modules of the build whose tests are running.
  private static func modules() throws -> URL {
    for argument in CommandLine.arguments {
      var folder = URL(filePath: argument)
      while folder.path.count > 1 {
        folder = folder.deletingLastPathComponent()
        let modules = folder.appending(path: "Modules")
        let module = modules.appending(path: "Strata.swiftmodule")
        if FileManager.default.fileExists(atPath: module.path) { return modules }
      }
    }
    throw NoModules()
  }
}
