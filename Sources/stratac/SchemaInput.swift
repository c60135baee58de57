import Foundation
import StrataPlanner
import StrataSchema

/// The schema files of a call, and how what is wrong with them is shown.
struct SchemaInput {
  var paths: [String]
  var format: DiagnosticsFormat

  init(_ arguments: Arguments) throws(Problem) {
    paths = try arguments.schemaFiles()
    format = try arguments.diagnosticsFormat()
  }

  /// The proofs of all databases; nil where the messages have been shown.
  func prove(
    inModule module: String? = nil,
    _ pipeline: inout Pipeline,
    _ console: Console
  ) throws(Problem) -> [Proof]? {
    let files = try read()
    defer { format.show(pipeline.diagnostics, of: files, on: console) }
    let schemas = pipeline.read(files)
    pipeline.place(schemas, inModule: module)
    return pipeline.prove(schemas)
  }

  private func read() throws(Problem) -> [SchemaFile] {
    var files: [SchemaFile] = []
    for path in paths {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        throw .input("there is no file '\(path)'")
      }
      guard !isFolder.boolValue else {
        throw .call("'\(path)' is a folder; name the schema files in it, such as \(path)/*.yaml")
      }
      guard let data = FileManager.default.contents(atPath: path) else {
        throw .input("the file '\(path)' cannot be read")
      }
      files.append(SchemaFile(path: path, bytes: Array(data)))
    }
    return files
  }
}
