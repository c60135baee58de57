import Foundation
import StrataPlanner
import StrataSchema

/// The folder of a recorded history, `LeagueDatabase.migrations` beside the schema files.
struct HistoryFolder {
  var database: String
  var path: String
  /// The steps and the lock.
  var files: [SchemaFile]
  private let content: Content

  /// What the folder holds as far as the call knows, its own steps included.
  private final class Content {
    var files: [SchemaFile]

    init(_ files: [SchemaFile]) { self.files = files }
  }

  /// The folder of a database that is there already; nil for a prototype.
  ///
  /// - Throws: where two folders of the schema files have one, or where it cannot be read.
  init?(of database: String, beside schemas: [String]) throws(Problem) {
    let places = Self.places(of: database, beside: schemas)
    let found = places.filter(Self.isFolder)
    if let file = places.first(where: FileManager.default.fileExists), found.isEmpty {
      throw .input(
        .historyFolder,
        "'\(file)' is a file, where the folder of the recorded history belongs; move it away"
      )
    }
    guard let path = found.first else { return nil }
    guard found.count == 1 else {
      throw .input(
        .historyFolder,
        "'\(database)' has two histories, '\(path)' and '\(found[1])'; remove one of them"
      )
    }
    self.database = database
    self.path = path
    files = try Self.files(in: path)
    content = Content(files)
    if files.isEmpty { return nil }
  }

  /// The folder that a first step makes.
  init(newFor database: String, beside schemas: [String]) {
    self.database = database
    path = Self.places(of: database, beside: schemas).first ?? database
    files = []
    content = Content([])
  }

  private static func places(of database: String, beside schemas: [String]) -> [String] {
    var places: [String] = []
    // One folder may be spelled in many ways.
    var folders: Set<String> = []
    for schema in schemas.sorted() {
      let folder = (schema as NSString).deletingLastPathComponent as NSString
      let resolved = URL(filePath: folder as String, directoryHint: .isDirectory)
        .resolvingSymlinksInPath().path
      guard folders.insert(resolved).inserted else { continue }
      places.append(folder.appendingPathComponent(MigrationHistory.folderName(of: database)))
    }
    return places
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  private static func files(in path: String) throws(Problem) -> [SchemaFile] {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw .input(.unreadableFile, "the folder '\(path)' cannot be read")
    }
    var files: [SchemaFile] = []
    for name in names.sorted()
    where name == MigrationHistory.lockName || (name.hasSuffix(".sql") && !name.hasPrefix(".")) {
      let file = (path as NSString).appendingPathComponent(name)
      files.append(SchemaFile(path: file, bytes: Array(try InputFile(path: file).read())))
    }
    return files
  }

  // MARK: Writing

  /// Writes a step and then the lock, each whole or not at all: a step that is not in the lock is
  /// noticed by the next call.
  func write(step name: String, _ text: String, _ lock: MigrationLock) throws(Problem) {
    // Its line ends may become others on another machine, and those in a text of SQL with them.
    guard !text.dependsOnLineEnds else {
      throw .input(
        .lineEndInText,
        "a name, or a text where SQL takes no expression, such as the message of RAISE, has a line end"
          + " of CR and LF in '\(name)', which files do not keep; write it without CR. Nothing was"
          + " written."
      )
    }
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw .output("the folder '\(path)' cannot be made: \(OutputFolder.reason(error))")
    }
    try writing { () throws(Problem) in
      try write(text.replacing("\r\n", with: "\n"), to: name + ".sql")
      try write(lock.text, to: MigrationHistory.lockName)
    }
  }

  func write(_ lock: MigrationLock) throws(Problem) {
    try writing { () throws(Problem) in try write(lock.text, to: MigrationHistory.lockName) }
  }

  /// - Throws: where another call has recorded something since the folder was read.
  private func writing(_ body: () throws(Problem) -> Void) throws(Problem) {
    let now = Self.isFolder(path) ? try Self.files(in: path) : []
    guard now.map(\.path) == content.files.map(\.path),
      now.map(\.bytes) == content.files.map(\.bytes)
    else {
      throw .input(
        .historyFolder,
        "'\(path)' was changed while this call ran; nothing was written, so run it again"
      )
    }
    try uninterrupted(body)
    content.files = try Self.files(in: path)
  }

  func remove(step name: String) throws(Problem) {
    let file = (path as NSString).appendingPathComponent(name + ".sql")
    do { try FileManager.default.removeItem(atPath: file) } catch {
      throw .output("'\(file)' cannot be removed: \(OutputFolder.reason(error))")
    }
  }

  private func write(_ text: String, to name: String) throws(Problem) {
    try WholeFile(path: (path as NSString).appendingPathComponent(name)).write(text)
  }
}
