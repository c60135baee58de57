import Foundation
import StrataPlanner
import StrataSchema

/// The schema files of a call, and how what is wrong with them is shown.
struct SchemaInput {
  let paths: [String]
  /// Read once: what comes out of a pipe does not come again.
  let files: [SchemaFile]
  let format: DiagnosticsFormat

  init(_ arguments: Arguments) throws(Problem) {
    try self.init(paths: arguments.schemaFiles(), arguments)
  }

  init(paths: [String], _ arguments: Arguments) throws(Problem) {
    self.paths = paths
    files = try Self.read(paths)
    format = try arguments.diagnosticsFormat()
  }

  /// The proofs of all databases; nil where there are errors.
  ///
  /// What there is to say has been shown, with `linting` also what is only unlikely to be meant. With
  /// `recorded` the histories of the databases have to lead to their schemas.
  func prove(
    inModule module: String? = nil,
    linting: Bool = false,
    recorded: Bool = false,
    _ pipeline: inout Pipeline,
    _ console: Console
  ) throws(Problem) -> [Proof]? {
    var files = files
    defer { format.show(pipeline.diagnostics, of: files, on: console) }
    let schemas = pipeline.read(files)
    pipeline.place(schemas, inModule: module)
    guard let proofs = pipeline.prove(schemas) else { return nil }
    if linting { pipeline.lint(proofs) }
    if !recorded { return proofs }
    let folders = try histories(of: proofs)
    files += folders.flatMap(\.files)
    return pipeline.record(proofs, folders)
  }

  /// The recorded histories of databases, beside their schema files.
  func histories(of proofs: [Proof]) throws(Problem) -> [HistoryFolder] {
    try HistoryFolder.checkOwners(proofs.map(\.schema.database.value), beside: paths)
    var folders: [HistoryFolder] = []
    for proof in proofs {
      if let folder = try HistoryFolder(of: proof.schema.database.value, beside: paths) {
        folders.append(folder)
      }
    }
    return folders
  }

  private static func read(_ paths: [String]) throws(Problem) -> [SchemaFile] {
    var files: [SchemaFile] = []
    var known: Set<String> = []
    for path in paths {
      // A file that is named twice, as 'a.yaml' and './a.yaml', is one.
      let place = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
      guard known.insert(place).inserted else { continue }
      var isFolder: ObjCBool = false
      guard
        !FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) || !isFolder.boolValue
      else {
        throw .call("'\(path)' is a folder; name the schema files in it, such as \(path)/*.yaml")
      }
      files.append(SchemaFile(path: path, bytes: Array(try InputFile(path: path).read())))
    }
    return files
  }
}
