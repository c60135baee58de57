import Foundation

/// The program `dot` of Graphviz, which draws.
struct Graphviz {
  private var program: String

  /// Looks for it in folders, by default where the shell does.
  ///
  /// - Throws: A problem that says how to get it.
  init(in folders: [String]? = nil) throws(Problem) {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let folders = folders ?? path.split(separator: ":").map(String.init)
    let found = folders.map { ($0 as NSString).appendingPathComponent("dot") }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let found else {
      throw .output(
        "pictures are drawn by Graphviz, whose 'dot' is not installed here; get it with 'apt-get"
          + " install graphviz' or 'brew install graphviz', or take '--format mermaid' or"
          + " '--format dot', which need nothing",
        .missingProgram
      )
    }
    program = found
  }

  /// A picture in a format of Graphviz, such as `svg`.
  func draw(_ dot: String, as format: String) throws(Problem) -> Data {
    let files = FileManager.default
    let folder = files.temporaryDirectory.appending(path: "stratac-\(UUID().uuidString)")
    defer { try? files.removeItem(at: folder) }
    let input = folder.appending(path: "diagram.dot")
    let output = folder.appending(path: "diagram")
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = ["-T\(format)", "-o", output.path, input.path]
    let messages = Pipe()
    process.standardError = messages
    process.standardOutput = FileHandle.nullDevice
    do {
      try files.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(dot.utf8).write(to: input)
      try process.run()
      let said = try messages.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      if process.terminationStatus == 0 { return try Data(contentsOf: output) }
      let words = String(decoding: said, as: UTF8.self)
      throw Problem.output("Graphviz does not draw the diagram: \(words)", .missingProgram)
    } catch let problem as Problem {
      throw problem
    } catch {
      throw .output("Graphviz cannot be run: \(OutputFolder.reason(error))", .missingProgram)
    }
  }
}
