import Foundation
import StrataGenerator
import StrataPlanner
import StrataSchema

/// The schema files of an app as they stand in its package.
///
/// The other modules of the package have to see what is generated. Where the schema does not say so, a
/// further file of it does; nothing else of the schema is touched.
struct ScaffoldSchemas {
  private var input: SchemaInput
  private var proof: Proof
  /// The folder in the package; files that are there already belong to the author.
  private var folder: String

  static let access = "Access.yaml"

  init(_ input: SchemaInput, _ proof: Proof, inside folder: String) {
    self.input = input
    self.proof = proof
    self.folder = folder
  }

  /// The files by their names below the folder; none of those that are there already.
  func files() throws(Problem) -> [AppFile] {
    var schemas = input.files
    if proof.schema.access != .public { schemas = try published(schemas) }
    var files: [AppFile] = []
    for schema in schemas where !isInside(schema.path) {
      guard !files.contains(where: { $0.path == schema.baseName }) else {
        throw .input(
          .duplicateFile,
          "two schema files are called '\(schema.baseName)'; rename one of them"
        )
      }
      files.append(AppFile(path: schema.baseName, bytes: schema.bytes))
    }
    for history in try input.histories(of: [proof]) where !isInside(history.path) {
      files += history.files.map { file in
        AppFile(
          path: MigrationHistory.folderName(of: history.database) + "/" + file.baseName,
          bytes: file.bytes
        )
      }
    }
    return files
  }

  private func isInside(_ path: String) -> Bool {
    let place = URL(filePath: path).resolvingSymlinksInPath().path
    return place.hasPrefix(URL(filePath: folder).resolvingSymlinksInPath().path + "/")
  }

  private func published(_ schemas: [SchemaFile]) throws(Problem) -> [SchemaFile] {
    let database = proof.schema.database.value
    let access = SchemaFile(
      path: Self.access,
      text: """
        # The other targets of the package see what is generated.
        strata: 1
        database: \(database)
        generate: {access: public}

        """
    )
    if isPublic(schemas + [access]) { return schemas + [access] }
    // The schema says 'internal'.
    let changed = schemas.map { file in
      var file = file
      let text = String(decoding: file.bytes, as: UTF8.self)
      if !isInside(file.path) {
        file.bytes = Array(text.replacing(/\baccess:\s*internal\b/, with: "access: public").utf8)
      }
      return file
    }
    guard isPublic(changed) else {
      throw .input(
        .notPublic,
        "write 'generate: {access: public}' into the schema of \(database) for an app"
      )
    }
    return changed
  }

  private func isPublic(_ files: [SchemaFile]) -> Bool {
    var pipeline = Pipeline()
    let models = pipeline.read(files)
    return !pipeline.diagnostics.hasErrors && models.count == 1 && models[0].access == .public
  }
}
