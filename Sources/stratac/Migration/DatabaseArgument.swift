import Foundation
import StrataPlanner
import StrataSchema

/// The database file of a call, which stands among its schema files.
struct DatabaseArgument {
  var path: String
  /// The other files of the call.
  var schemas: [String]

  init(_ arguments: Arguments) throws(Problem) {
    let isSchema = { (path: String) in
      ["yaml", "yml"].contains((path as NSString).pathExtension.lowercased())
    }
    let others = arguments.files.filter { !isSchema($0) }
    guard let path = others.first, others.count == 1 else {
      throw .call("name one database file and the schema files")
    }
    self.path = path
    schemas = arguments.files.filter(isSchema)
    guard !schemas.isEmpty else {
      throw .call("name the schema files too, such as Schemas/League.yaml")
    }
  }
}

extension DatabaseFile {
  /// Runs `body` with a copy of a database file.
  static func withCopy<Value>(
    of path: String,
    for schema: SchemaModel,
    _ body: (DatabaseFile) throws(Problem) -> Value
  ) throws(Problem) -> Value {
    guard FileManager.default.fileExists(atPath: path) else {
      throw .input(.unreadableFile, "there is no file '\(path)'")
    }
    return try body(
      file { () throws(FileProblem) in try DatabaseFile(path: path, for: schema) }
    )
  }

  /// Runs `body`; what is wrong with the file is what is wrong with the input.
  static func file<Value>(_ body: () throws(FileProblem) -> Value) throws(Problem) -> Value {
    do { return try body() } catch { throw .input(ToolCode(error.kind), error.message) }
  }
}

extension ToolCode {
  fileprivate init(_ kind: FileProblem.Kind) {
    self =
      switch kind {
      case .unreadable: .unreadableFile
      case .empty: .emptyDatabase
      case .otherHistory: .databaseDiffers
      case .step: .stepFailed
      case .noSchema: .noSchema
      }
  }
}
