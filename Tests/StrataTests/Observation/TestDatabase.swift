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
    FileManager.default.temporaryDirectory
      .appending(path: "strata-observation-\(UUID().uuidString).sqlite").path
  }
}

extension ObservedReader {
  /// Waits until each observation has been given what is committed.
  func idle() async { await observationCenter.idle() }
}
