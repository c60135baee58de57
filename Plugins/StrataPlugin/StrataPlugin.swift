import Foundation
import PackagePlugin

/// Compiles the schemas of a target with `stratac generate`, at every build in which one changed.
///
/// Nothing is read here: the files are named, and the tool does the rest.
@main
struct StrataPlugin {
  private func command(
    target: String,
    directory: URL?,
    files: FileList,
    tool: URL,
    work: URL
  ) throws -> Command {
    let inputs = files.map(\.url).filter { isInput($0, below: directory) }
    let schemas = inputs.filter { ["yaml", "yml"].contains($0.pathExtension.lowercased()) }
    guard !schemas.isEmpty else { throw MissingSchema(target: target) }

    let outputs = Self.outputs.map { work.appending(path: $0) }
    return .buildCommand(
      displayName: "Compiling the schema of \(target)",
      executable: tool,
      arguments: ["generate", "--output", work.path, "--module", target]
        + schemas.map(\.path).sorted(),
      inputFiles: inputs + [tool],
      outputFiles: outputs
    )
  }

  /// The files of every target, whatever its schemas use: they are declared before anything is read.
  private static let outputs = [
    "StrataDatabase.swift", "StrataTypes.swift", "StrataRecords.swift", "StrataRequests.swift",
    "StrataStatements.swift", "StrataMigrations.swift",
  ]

  /// Whether a file is a schema or part of a recorded history, by its place in the target.
  private func isInput(_ file: URL, below directory: URL?) -> Bool {
    var path = file.path
    if let directory = directory?.path, path.hasPrefix(directory) {
      path.removeFirst(directory.count)
    }
    let folders = path.split(separator: "/").dropLast()
    return switch file.pathExtension.lowercased() {
    case "yaml", "yml": folders.contains("Schemas")
    case "sql", "lock": folders.contains { $0.hasSuffix(".migrations") }
    default: false
    }
  }
}

/// A target that the plugin is applied to without anything to compile.
private struct MissingSchema: Error, CustomStringConvertible {
  var target: String

  var description: String {
    """
    target '\(target)' has no schema: put a .yaml file into a folder 'Schemas' of the target (a link \
    to a folder elsewhere in the package will do), keep it out of 'exclude:', or remove StrataPlugin \
    from the target's plugins
    """
  }
}

extension StrataPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
    guard let module = target.sourceModule else { throw MissingSchema(target: target.name) }
    return [
      try command(
        target: module.moduleName,
        directory: module.directoryURL,
        files: module.sourceFiles,
        tool: context.tool(named: "stratac").url,
        work: context.pluginWorkDirectoryURL
      )
    ]
  }
}

#if canImport(XcodeProjectPlugin)
import XcodeProjectPlugin

extension StrataPlugin: XcodeBuildToolPlugin {
  /// The name of a product's module, where Xcode puts '_' for what Swift does not take.
  private static func module(of product: String) -> String {
    String(product.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
  }

  func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
    [
      try command(
        target: Self.module(of: target.product?.name ?? target.displayName),
        directory: nil,
        files: target.inputFiles,
        tool: context.tool(named: "stratac").url,
        work: context.pluginWorkDirectoryURL
      )
    ]
  }
}
#endif
