import Dispatch
import Strata
import SwiftUI

/// A view on a screen, over a database.
@MainActor final class Screen {
  let database: DatabaseQueue
  let host: ViewHost

  /// Shows a view, which is given a database with some players.
  init(_ names: [String] = [], _ view: (DatabaseQueue) -> any View) throws {
    let database = try DatabaseQueue()
    try database.write { db in
      try db.execute(sql: "CREATE TABLE player(id INTEGER PRIMARY KEY, name TEXT, score INTEGER)")
      for name in names { try Player(name: name, score: name.count).insert(db) }
    }
    self.database = database
    host = ViewHost(view(database))
  }

  /// Writes, and shows what has come of it.
  func write(_ updates: @escaping @Sendable (Database) throws -> Void) async throws {
    try await database.write(updates)
    await settle()
  }

  /// Waits until all is shown that is committed.
  func settle() async {
    await database.observationCenter.idle()
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume() }
    }
    host.render()
  }

  /// Whether nobody observes the database.
  var isUnobserved: Bool { database.observationCenter.isEmpty }
}

/// A player, written by hand.
struct Player: Codable, Equatable, Identifiable, Hashable, FetchableRecord, PersistableRecord {
  var id: Int?
  var name: String
  var score = 0
}
