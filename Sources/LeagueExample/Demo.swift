import Foundation
import Strata

/// What `league` does without a verb: it observes three requests while another task writes.
enum Demo {
  static func run(_ database: DatabasePool) async throws {
    let rovers = try await database.read { db in
      try TeamNamedRequest(name: "Harbour Rovers").fetch(db)
    }
    guard let rovers else {
      throw SampleData.Problem(description: "the database has no team Harbour Rovers")
    }
    // The first change waits until all three have shown something, each other one until the list has
    // shown the one before.
    let (shown, continuation) = AsyncStream.makeStream(of: Void.self)

    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        var left = changes.count + 1
        for try await players in TopPlayersRequest(team: rovers.id).values(in: database) {
          let lines = players.map { "\($0.fullName) \($0.score)" }
          League.say("list      \(lines.joined(separator: ", "))")
          continuation.yield()
          left -= 1
          if left == 0 { break }
        }
        continuation.finish()
      }
      group.addTask {
        let cleo = PlayerNamedRequest(name: "Cleo Duarte").observingPresence
        var isFirst = true
        for try await presence in cleo.values(in: database) {
          switch presence {
          case .missing: League.say("presence  there is no Cleo")
          case .existing(let player): League.say("presence  \(player.fullName) plays")
          case .gone(let player): League.say("presence  \(player.fullName) is gone")
          }
          if isFirst { continuation.yield() }
          isFirst = false
          if case .gone = presence { break }
        }
      }
      group.addTask {
        var isFirst = true
        for try await count in PlayersAtLeastRequest(score: 15).values(in: database) {
          League.say("count     \(count) players have 15 points or more")
          if isFirst { continuation.yield() }
          isFirst = false
          if count == 5 { break }
        }
      }
      group.addTask {
        var shown = shown.makeAsyncIterator()
        for _ in 0..<2 { await shown.next() }
        for change in changes where await shown.next() != nil {
          try await database.write { db in try change(db, rovers) }
        }
      }
      try await group.waitForAll()
    }
  }

  private static let changes: [@Sendable (Database, Team) throws -> Void] = [
    { db, _ in
      guard var ann = try PlayerNamedRequest(name: "Ann Okafor").fetch(db) else { return }
      ann.score += 20
      try ann.update(db)
    },
    { db, _ in
      _ = try PlayerNamedRequest(name: "Cleo Duarte").fetch(db)?.delete(db)
    },
    { db, rovers in
      _ = try Player.Draft(name: "Nia Bello", score: 30, teamID: rovers.id).insert(db)
      _ = try Player.Draft(name: "Oda Lund", score: 16, teamID: rovers.id).insert(db)
    },
  ]
}
