import Foundation
import Strata
import TestSupport
import Testing

@testable import LeagueExample

/// The tour of the README, which a test of the house holds against this file.
@Suite struct ReadmeTour {
  @Test func `the tour of the README runs`() async throws {
    let folder = try TemporaryDirectory()
    let url = folder.url.appending(path: "league.sqlite")

    let database = try LeagueDatabase.open(at: url)  // makes or opens the file, migrates it

    let (rovers, ann) = try await database.write { db in
      let rovers = try Team.Draft(name: "Harbour Rovers", city: "Port Ellery").insert(db)
      var ann = try Player.Draft(name: "Ann", position: .goalkeeper, teamID: rovers.id).insert(db)
      ann.score += 12
      try ann.update(db)
      return (rovers, ann)
    }

    let best = try await database.read { db in
      try TopPlayersRequest(team: rovers.id, atLeast: 10).fetch(db)  // [Player]
    }
    let twelve = try await database.read { db in
      try Player.filter(Player.Columns.score >= 12).order(Player.Columns.name).fetchAll(db)
    }

    for try await players in TopPlayersRequest(team: rovers.id).values(in: database) {
      print(players.map(\.fullName))  // now, and after every change that concerns these players
      break
    }

    let presences = ByIDRequest<Player>(id: ann.id).observingPresence
    for try await presence in presences.values(in: database) {
      guard case .existing(let player) = presence else { break }  // .missing, .existing or .gone
      try await database.write { db in _ = try player.delete(db) }
    }

    #expect(best == [ann])
    #expect(twelve == [ann])
    #expect(try await database.read { db in try Player.fetchCount(db) } == 0)
  }
}
