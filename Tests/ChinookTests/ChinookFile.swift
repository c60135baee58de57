import ChinookSample
import Foundation
import Strata

/// A copy of the real Chinook database, which lies beside the checkout where there is one.
final class ChinookFile {
  static let original = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "../shared/data/Chinook.sqlite").standardizedFileURL

  static var exists: Bool { FileManager.default.fileExists(atPath: original.path) }

  let folder: URL
  let url: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "strata-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    url = folder.appending(path: "Chinook.sqlite")
    try FileManager.default.copyItem(at: Self.original, to: url)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: url.path)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Opens the copy and adds the views and the search of the schema, which the original does not have.
  func open() throws -> DatabaseQueue {
    let queue = try DatabaseQueue(path: url.path)
    try queue.write { db in
      for statement in ChinookDatabase.prototype where Self.isAdded(statement) {
        try db.execute(sql: statement)
      }
      try db.execute(sql: "INSERT INTO trackSearch (trackSearch) VALUES ('rebuild')")
    }
    return queue
  }

  private static func isAdded(_ statement: String) -> Bool {
    ["CREATE VIEW", "CREATE VIRTUAL TABLE", "CREATE TRIGGER"].contains {
      statement.hasPrefix($0)
    }
  }
}
