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
      case (let present?, let known?) where ScaffoldRecord.hash(present) == known:
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
    for (file, hash) in (record?.files ?? [:]).sorted(by: { $0.key < $1.key })
    where !wanted.contains(file) {
      guard let present = try content(of: file) else { continue }
      if file.hasPrefix(schemas), !readsSchemas {
        // The schema in the package is what the call read.
        changes.append(Change(action: .keep, file: file))
      } else if ScaffoldRecord.hash(present) == hash {
        changes.append(Change(action: .remove, file: file))
      } else {
        changes.append(
          Change(action: .leave, file: file, reason: "it is not needed any more, but was edited")
        )
      }
    }
    return changes
  }

  /// Makes the changes; each file is written whole or not at all, the record last.
  func write(
    _ changes: [Change],
    _ scaffold: AppScaffold,
    _ old: ScaffoldRecord?
  ) throws(Problem) {
    let contents = Dictionary(
      scaffold.files.map { ($0.path, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    var record = ScaffoldRecord(
      stratac: Stratac.version,
      app: scaffold.names.app,
      strata: scaffold.strata.place,
      files: [:]
    )
    for change in changes {
      let place = URL(filePath: path).appending(path: change.file)
      switch change.action {
      case .write, .update:
        guard let file = contents[change.file] else { continue }
        do {
          try FileManager.default.createDirectory(
            at: place.deletingLastPathComponent(),
            withIntermediateDirectories: true
          )
        } catch {
          throw .output("'\(place.path)' cannot be written: \(OutputFolder.reason(error))")
        }
        try WholeFile(path: place.path).write(Data(file.bytes))
        record.files[change.file] = ScaffoldRecord.hash(file.bytes)
      case .remove:
        do { try FileManager.default.removeItem(at: place) } catch {
          throw .output("'\(place.path)' cannot be removed: \(error.localizedDescription)")
        }
      case .keep:
        record.files[change.file] =
          contents[change.file].map { ScaffoldRecord.hash($0.bytes) } ?? old?.files[change.file]
      case .leave:
        record.files[change.file] = old?.files[change.file]
      }
    }
    try WholeFile(path: "\(path)/\(ScaffoldRecord.fileName)").write(record.text)
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

extension StrataDependency {
  /// The place as the record remembers it.
  fileprivate var place: String {
    switch self {
    case .path(let place), .url(let place): place
    }
  }
}
