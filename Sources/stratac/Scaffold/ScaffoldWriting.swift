import Foundation
import StrataGenerator

/// The changes of a call, on their way into the folder of a package.
///
/// Before the first file and after the last one the record is written, so that a call which is killed
/// in between is finished by the next one. A new package that cannot be written leaves nothing.
struct ScaffoldWriting {
  private let folder: ScaffoldFolder
  private let scaffold: AppScaffold
  /// What was written before; nil for a new package.
  private let old: ScaffoldRecord?
  private let contents: [String: AppFile]
  /// What this call has made, in that order: files, and folders before what is in them.
  private var made: [(place: URL, isFolder: Bool)] = []

  init(_ scaffold: AppScaffold, into folder: ScaffoldFolder, after old: ScaffoldRecord?) {
    self.scaffold = scaffold
    self.folder = folder
    self.old = old
    contents = Dictionary(scaffold.files.map { ($0.path, $0) }, uniquingKeysWith: { $1 })
  }

  /// Makes the changes, and tells `report` of each once it is made; each file is written whole or not
  /// at all.
  ///
  /// - Throws: a problem of the call where something cannot be written.
  mutating func run(
    _ changes: [ScaffoldFolder.Change],
    report: (ScaffoldFolder.Change) -> Void
  ) throws(Problem) {
    if old?.pending != nil { removeParts(changes) }
    guard changes.contains(where: { [.write, .update, .remove].contains($0.action) }) else {
      changes.forEach(report)
      return try finish(changes)
    }
    do {
      try makeFolder(URL(filePath: folder.path))
      try begin(changes)
      for change in changes {
        try make(change)
        report(change)
      }
      try finish(changes)
    } catch {
      if old == nil { undo() }
      throw error
    }
  }

  private func place(_ file: String) -> URL { URL(filePath: folder.path).appending(path: file) }

  private mutating func make(_ change: ScaffoldFolder.Change) throws(Problem) {
    let place = place(change.file)
    switch change.action {
    case .write, .update:
      guard let file = contents[change.file] else { return }
      try makeFolder(place.deletingLastPathComponent())
      try WholeFile(path: place.path).write(Data(file.bytes))
      made.append((place, false))
    case .remove:
      do { try FileManager.default.removeItem(at: place) } catch {
        throw .output("'\(place.path)' cannot be removed: \(error.localizedDescription)")
      }
    case .keep, .leave: break
    }
  }

  private mutating func makeFolder(_ place: URL) throws(Problem) {
    var missing: [URL] = []
    var above = place
    while !FileManager.default.fileExists(atPath: above.path), above.path != "/" {
      missing.append(above)
      above = above.deletingLastPathComponent()
    }
    do {
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    } catch {
      throw .output("'\(place.path)' cannot be written: \(OutputFolder.reason(error))")
    }
    made += missing.reversed().map { ($0, true) }
  }

  // MARK: - The record

  private func write(_ record: ScaffoldRecord) throws(Problem) {
    try WholeFile(path: place(ScaffoldRecord.fileName).path).write(record.text)
  }

  private var record: ScaffoldRecord {
    ScaffoldRecord(
      stratac: Stratac.version,
      app: scaffold.names.app,
      strata: scaffold.strata.place,
      files: [:]
    )
  }

  private mutating func begin(_ changes: [ScaffoldFolder.Change]) throws(Problem) {
    var record = record
    record.files = old?.files ?? [:]
    record.pending = old?.pending ?? [:]
    for change in changes where change.action == .write || change.action == .update {
      record.pending?[change.file] = contents[change.file].map { ScaffoldRecord.hash($0.bytes) }
    }
    try write(record)
    made.append((place(ScaffoldRecord.fileName), false))
  }

  private func finish(_ changes: [ScaffoldFolder.Change]) throws(Problem) {
    var record = record
    for change in changes {
      switch change.action {
      case .write, .update, .keep:
        record.files[change.file] =
          contents[change.file].map { ScaffoldRecord.hash($0.bytes) } ?? hash(of: change.file)
      case .leave: record.files[change.file] = old?.files[change.file]
      case .remove: break
      }
    }
    try write(record)
  }

  /// What the record says of a file that this call does not make.
  private func hash(of file: String) -> String? {
    let present = FileManager.default.contents(atPath: place(file).path)
    guard let old, let present, old.wrote(present, as: file) else { return old?.files[file] }
    return ScaffoldRecord.hash(present)
  }

  // MARK: - Cleaning up

  /// Removes what this call has made; folders only where nothing else is in them.
  private func undo() {
    for (place, isFolder) in made.reversed() {
      _ = isFolder ? rmdir(place.path) : unlink(place.path)
    }
  }

  /// Removes what a killed call has left of files that it had not written whole.
  private func removeParts(_ changes: [ScaffoldFolder.Change]) {
    for file in changes.map(\.file) + [ScaffoldRecord.fileName] {
      let place = place(file)
      let start = ".\(place.lastPathComponent)."
      let folder = place.deletingLastPathComponent()
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      for name in names
      where name.hasPrefix(start) && UUID(uuidString: String(name.dropFirst(start.count))) != nil {
        try? FileManager.default.removeItem(at: folder.appending(path: name))
      }
    }
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
