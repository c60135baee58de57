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

  /// The proofs of all databases; nil where there are errors.
  ///
  /// What there is to say has been shown, with `linting` also what is only unlikely to be meant.
  func prove(
    inModule module: String? = nil,
    linting: Bool = false,
    _ pipeline: inout Pipeline,
    _ console: Console
  ) throws(Problem) -> [Proof]? {
    let files = try read()
    defer { format.show(pipeline.diagnostics, of: files, on: console) }
    let schemas = pipeline.read(files)
    pipeline.place(schemas, inModule: module)
    let proofs = pipeline.prove(schemas)
    if linting, let proofs { pipeline.lint(proofs) }
    return proofs
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
