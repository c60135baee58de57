import Foundation
import StrataPlanner

extension HistoryFolder {
  /// Looks for histories of no database: one that was given another name would be a prototype again, and
  /// refuse what recorded steps have made.
  ///
  /// - Throws: where there is one beside schema files that are all in the call.
  static func checkOwners(
    _ databases: [String],
    beside schemas: [String]
  ) throws(Problem) {
    let owned = Set(databases.map(MigrationHistory.folderName))
    let known = Set(schemas.map { URL(filePath: $0).resolvingSymlinksInPath().path })
    let folders = Set(
      schemas.map { URL(filePath: $0).absoluteURL.deletingLastPathComponent().path }
    )
    for folder in folders.sorted() {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      let isWhole = names.filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }.allSatisfy {
        known.contains(URL(filePath: folder).appending(path: $0).resolvingSymlinksInPath().path)
      }
      guard isWhole else { continue }
      for name in names.sorted() where name.hasSuffix(".migrations") && !owned.contains(name) {
        let lock = URL(filePath: folder).appending(path: name).appending(
          path: MigrationHistory.lockName
        )
        guard FileManager.default.fileExists(atPath: lock.path) else { continue }
        throw .input(
          .historyFolder,
          "'\(name)' is the history of no database of these files (\(databases.joined(separator: ", ")));"
            + " give the folder the name of the database that it belongs to, or remove it"
        )
      }
    }
  }
}
