import Foundation
import Testing

@testable import stratac

/// A folder with a schema, and what is scaffolded into it.
final class ScaffoldTrial {
  let folder = try? Folder()
  let schema: String

  init(_ text: String) throws { schema = try #require(folder).write("Schema.yaml", text) }

  func scaffold(_ words: String..., app: String = "notes") throws -> Call {
    let output = try #require(folder).path("app")
    return Call(["scaffold", "app", app, "--schema", schema, "--output", output] + words)
  }

  func read(_ path: String) throws -> String { try #require(folder).read("app/\(path)") }

  func write(_ path: String, _ text: String) throws {
    _ = try #require(folder).write("app/\(path)", text)
  }

  func isThere(_ path: String) throws -> Bool {
    FileManager.default.fileExists(atPath: try #require(folder).path("app/\(path)"))
  }

  /// All files of the package with their contents.
  func files() throws -> [String: String] {
    let root = try #require(folder).path("app")
    var files: [String: String] = [:]
    for case let path as String in try #require(FileManager.default.enumerator(atPath: root)) {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: root + "/" + path, isDirectory: &isFolder)
      if !isFolder.boolValue { files[path] = try read(path) }
    }
    return files
  }
}
