// What the plugins use of the module that Xcode has, so that their half for Xcode is compiled elsewhere
// too. Nothing here runs.
public import Foundation
public import PackagePlugin

/// A plugin that Xcode asks for the commands of a target.
public protocol XcodeBuildToolPlugin: Plugin {
  func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command]
}

/// A plugin that is run by hand on a project.
public protocol XcodeCommandPlugin: Plugin {
  func performCommand(context: XcodePluginContext, arguments: [String]) throws
}

/// What a plugin is told.
public struct XcodePluginContext {
  /// The project that it is for.
  public let xcodeProject: XcodeProject
  /// The folder that it may write to.
  public let pluginWorkDirectoryURL: URL
  private let tools: [String: PluginContext.Tool]

  /// A program of the package.
  public func tool(named name: String) throws -> PluginContext.Tool {
    guard let tool = tools[name] else { throw MissingTool(name: name) }
    return tool
  }
}

/// A project.
public struct XcodeProject {
  /// What is built in it.
  public let targets: [XcodeTarget]
}

/// A target of a project.
public struct XcodeTarget {
  /// Its name as people read it.
  public let displayName: String
  /// What it makes.
  public let product: XcodeProduct?
  /// Its files.
  public let inputFiles: FileList
}

/// What a target makes.
public struct XcodeProduct {
  /// Its name, from which that of the module comes.
  public let name: String
}

private struct MissingTool: Error {
  var name: String
}
