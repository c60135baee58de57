import Foundation
import StrataGenerator

/// The folder of a scaffolded package.
struct ScaffoldFolder {
  var path: String

  /// What happens to a file.
  struct Change: CustomStringConvertible {
    enum Action: String {
      case write, update, remove, keep, leave
    }

    var action: Action
    var file: String
    /// Why a file is left alone.
    var reason = ""

    var description: String {
      let word = action.rawValue.padding(toLength: 8, withPad: " ", startingAt: 0)
      return word + file + (reason.isEmpty ? "" : ": \(reason)")
    }
  }

  /// - Throws: a problem of the call where there is something else in the place of the folder.
  func check() throws(Problem) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
      !isFolder.boolValue
    else { return }
    throw .output("'\(path)' is a file; name a folder with --output")
  }

  /// Whether the folder is the package of an app of that name.
  func isThere(_ app: String) -> Bool { (try? record())?.app == app }

  /// Where the schema stands in the package.
  func schemas(_ names: AppNames) -> String { "\(path)/\(AppScaffold.schemaFolder(names))" }

  /// What was written before; nil for a new package.
  func record() throws(Problem) -> ScaffoldRecord? {
    guard let data = try content(of: ScaffoldRecord.fileName) else { return nil }
    guard let record = try? JSONDecoder().decode(ScaffoldRecord.self, from: data) else {
      throw .input(
        .unreadableFile,
        "'\(path)/\(ScaffoldRecord.fileName)' cannot be read, so that nobody knows what was edited;"
          + " restore it, or scaffold into another folder"
      )
    }
    return record
  }

  /// What a scaffold changes in the folder: only files that are as it wrote them itself.
  ///
  /// - Throws: a problem of the call where the folder is another app's, or has files in the way.
  func changes(to scaffold: AppScaffold, _ record: ScaffoldRecord?) throws(Problem) -> [Change] {
    if let record, record.app != scaffold.names.app {
      throw .call(
        "'\(path)' is the package of '\(record.app)'; choose another folder with --output"
      )
    }
    var changes: [Change] = []
    let schemas = AppScaffold.schemaFolder(scaffold.names) + "/"
    for file in scaffold.files {
      let present = try content(of: file.path)
      let known = record?.files[file.path]
      switch (present, known) {
      case (nil, nil): changes.append(Change(action: .write, file: file.path))
      case (nil, _?):
        changes.append(
          Change(action: .leave, file: file.path, reason: "it was removed since; it stays away")
        )
      case (let present?, _) where present.elementsEqual(file.bytes):
        changes.append(Change(action: .keep, file: file.path))
      case (let present?, _) where record?.wrote(present, as: file.path) == true:
        changes.append(Change(action: .update, file: file.path))
      case (_, _?) where file.path.hasPrefix(schemas):
        throw .input(
          .editedFile,
          "'\(path)/\(file.path)' was edited since, and is not the schema of this call; leave out --schema"
            + " to go by the one in the package. Nothing was written."
        )
      case (_, _?):
        changes.append(
          Change(action: .leave, file: file.path, reason: "it was edited since; it stays as it is")
        )
      case (_, nil) where record == nil:
        throw .output(
          "'\(path)/\(file.path)' is there already; nothing was written; choose another folder with"
            + " --output"
        )
      case (_, nil):
        changes.append(
          Change(action: .leave, file: file.path, reason: "stratac did not write it; it stays")
        )
      }
    }
    let wanted = Set(scaffold.files.map(\.path))
    let readsSchemas = wanted.contains {
      $0.hasPrefix(schemas) && $0 != schemas + ScaffoldSchemas.access
    }
    for file in (record?.knownFiles ?? []) where !wanted.contains(file) {
      guard let present = try content(of: file) else { continue }
      if file.hasPrefix(schemas), !readsSchemas {
        // The schema in the package is what the call read.
        changes.append(Change(action: .keep, file: file))
      } else if record?.wrote(present, as: file) == true {
        changes.append(Change(action: .remove, file: file))
      } else {
        changes.append(
          Change(action: .leave, file: file, reason: "it is not needed any more, but was edited")
        )
      }
    }
    return changes
  }

  private func content(of file: String) throws(Problem) -> Data? {
    let place = "\(path)/\(file)"
    guard FileManager.default.fileExists(atPath: place) else { return nil }
    guard let data = FileManager.default.contents(atPath: place) else {
      throw .output("'\(place)' cannot be read, and is left as it is")
    }
    return data
  }
}
