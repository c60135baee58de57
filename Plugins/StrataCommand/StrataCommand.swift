import Foundation
import PackagePlugin

/// `swift package strata VERB …`: runs `stratac` on the schema files of the package.
///
/// Files that are named in the call are passed on as they are; else all that the targets have, of one
/// target with `--target NAME`.
@main
struct StrataCommand {
  /// A target with the files that are in it.
  private struct Part {
    var name: String
    var directory: URL?
    var files: [URL]
  }

  private func run(_ words: [String], tool: URL, parts: [Part]) throws {
    var words = words
    let target = try Self.take("--target", from: &words)
    let isAboutFiles = words.first.map { !$0.hasPrefix("-") && !Self.others.contains($0) } ?? false
    let asksForHelp =
      words.contains("--help") || words.contains("-h") || words.contains("--version")
    if isAboutFiles, !asksForHelp, !words.contains(where: Self.isSchema) {
      words += try Self.schemas(of: parts, in: target)
    }
    let process = Process()
    process.executableURL = tool
    process.arguments = words
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(status: process.terminationStatus)
    }
  }

  /// What is not about schema files that the package has.
  private static let others = ["help", "json-schema", "pull"]

  /// The value of an option that is none of the tool's.
  private static func take(_ option: String, from words: inout [String]) throws -> String? {
    guard let index = words.firstIndex(of: option) else { return nil }
    guard index + 1 < words.count else { throw MissingValue(option: option) }
    let value = words[index + 1]
    words.removeSubrange(index...(index + 1))
    return value
  }

  private static func schemas(of parts: [Part], in target: String?) throws -> [String] {
    var paths: [String] = []
    for part in parts where target == nil || part.name == target {
      for file in part.files where isSchema(file.path) && isInFolder(file, below: part.directory) {
        // Two targets may share a schema by links.
        let path = file.resolvingSymlinksInPath().path
        if !paths.contains(path) { paths.append(path) }
      }
    }
    guard !paths.isEmpty else { throw MissingSchema(target: target, targets: parts.map(\.name)) }
    return paths.sorted()
  }

  private static func isSchema(_ path: String) -> Bool {
    ["yaml", "yml"].contains((path as NSString).pathExtension.lowercased())
  }

  /// Whether a file stands in a folder `Schemas` of its target.
  private static func isInFolder(_ file: URL, below directory: URL?) -> Bool {
    var path = file.path
    if let directory = directory?.path, path.hasPrefix(directory) {
      path.removeFirst(directory.count)
    }
    return path.split(separator: "/").dropLast().contains("Schemas")
  }
}

/// The tool has said why.
private struct Failure: Error, CustomStringConvertible {
  var status: Int32
  var description: String { "stratac ended with status \(status)" }
}

private struct MissingValue: Error, CustomStringConvertible {
  var option: String
  var description: String { "option '\(option)' needs a value" }
}

private struct MissingSchema: Error, CustomStringConvertible {
  var target: String?
  var targets: [String]

  var description: String {
    guard let target else {
      return "no target has a .yaml file in a folder 'Schemas'; put one there, or name the files"
    }
    guard targets.contains(target) else {
      return "there is no target '\(target)'; the package has \(targets.joined(separator: ", "))"
    }
    return "target '\(target)' has no .yaml file in a folder 'Schemas'; name another target"
  }
}

extension StrataCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let parts = context.package.targets.compactMap { target in
      target.sourceModule.map { module in
        Part(
          name: target.name,
          directory: module.directoryURL,
          files: module.sourceFiles.map(\.url)
        )
      }
    }
    try run(arguments, tool: context.tool(named: "stratac").url, parts: parts)
  }
}

#if canImport(XcodeProjectPlugin)
import XcodeProjectPlugin

extension StrataCommand: XcodeCommandPlugin {
  func performCommand(context: XcodePluginContext, arguments: [String]) throws {
    let parts = context.xcodeProject.targets.map { target in
      Part(name: target.displayName, directory: nil, files: target.inputFiles.map(\.url))
    }
    try run(arguments, tool: context.tool(named: "stratac").url, parts: parts)
  }
}
#endif
