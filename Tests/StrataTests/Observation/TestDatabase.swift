import Foundation

@testable import Strata

/// The kinds of databases that are observed.
enum TestDatabase: String, CaseIterable, Sendable {
  case memoryQueue
  case fileQueue
  case pool
  case poolOfOneReader

  func open() throws -> any ObservedReader & DatabaseWriter {
    let database: any ObservedReader & DatabaseWriter =
      switch self {
      case .memoryQueue: try DatabaseQueue()
      case .fileQueue: try DatabaseQueue(path: path)
      case .pool: try DatabasePool(path: path)
      case .poolOfOneReader: try DatabasePool(path: path, configuration: oneReader)
      }
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE team(id INTEGER PRIMARY KEY, name TEXT);
          CREATE TABLE player(id INTEGER PRIMARY KEY, name TEXT, score INTEGER DEFAULT 0);
          CREATE TABLE config(showsPlayers BOOLEAN);
          INSERT INTO config VALUES (0);
          """
      )
    }
    return database
  }

  private var oneReader: Configuration {
    var configuration = Configuration()
    configuration.maximumReaderCount = 1
    return configuration
  }

  private var path: String {
    TestFolder.url.appending(path: "\(UUID().uuidString).sqlite").path
  }
}

/// A folder for the files of observed databases, removed when the tests end: an observation may keep
/// its database beyond its test.
private enum TestFolder {
  static let url: URL = {
    let url = FileManager.default.temporaryDirectory
      .appending(path: "strata-observation-\(UUID().uuidString)")
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    atexit { try? FileManager.default.removeItem(at: TestFolder.url) }
    return url
  }()
}

extension ObservedReader {
  /// Waits until each observation has been given what is committed.
  func idle() async { await observationCenter.idle() }
}
