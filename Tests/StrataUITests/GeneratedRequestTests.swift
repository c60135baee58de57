import Foundation
import Strata
import StrataUI
import SwiftUI
import Testing

@testable import LeagueExample

/// Generated requests in queries.
@MainActor @Suite(.timeLimit(.minutes(10)))
struct GeneratedRequestTests {
  struct TopPlayers: View {
    @Query<TopPlayersRequest.Observation> private var players: [LeagueExample.Player]

    init(_ team: Team) { _players = Query(TopPlayersRequest(team: team.id).observing) }

    var body: some View {
      VStack {
        List(players) { player in Text(player.name) }
        Button("better") { $players.atLeast.wrappedValue = 10 }
      }
    }
  }

  struct PlayerName: View {
    @Query<ByIDRequest<LeagueExample.Player>.Presence> private var presence:
      Presence<LeagueExample.Player>

    init(_ id: LeagueExample.Player.ID) { _presence = Query(ByIDRequest(id: id).observingPresence) }

    var body: some View {
      switch presence {
      case .missing: Text("nobody")
      case .existing(let player): Text(player.name)
      case .gone(let player): Text("\(player.name) has left")
      }
    }
  }

  struct Choices: View {
    @Query<TopPlayersRequest.Fetch> private var players: [LeagueExample.Player]

    init(_ team: Team) { _players = Query(constant: TopPlayersRequest(team: team.id).fetching) }

    var body: some View { Text("\(players.count)") }
  }

  @Test func `generated requests are queried, bound to and remembered`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "strata-ui-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let database = try LeagueDatabase.open(at: folder.appending(path: "league.sqlite"))
    let (rovers, ann) = try await database.write { db in
      let rovers = try Team.Draft(name: "Harbour Rovers", city: "Port Ellery").insert(db)
      let ann = try LeagueExample.Player.Draft(
        name: "Ann",
        score: 12,
        position: .goalkeeper,
        teamID: rovers.id
      ).insert(db)
      return (rovers, ann)
    }
    let context = DatabaseContext.readWrite { database }
    let hosts = [
      ViewHost(TopPlayers(rovers).databaseContext(context)),
      ViewHost(PlayerName(ann.id).databaseContext(context)),
      ViewHost(Choices(rovers).databaseContext(context)),
    ]
    #expect(hosts.map(\.texts) == [["Ann"], ["Ann"], ["1"]])

    try await database.write { db in
      _ = try LeagueExample.Player.Draft(name: "Ben", score: 1, teamID: rovers.id).insert(db)
      _ = try ann.delete(db)
    }
    await database.observationCenter.idle()
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume() }
    }
    for host in hosts { host.render() }
    #expect(hosts.map(\.texts) == [["Ben"], ["Ann has left"], ["1"]])
    hosts[0].push("better")
    #expect(hosts[0].texts == [])
    #expect(hosts.flatMap(\.faults) == [])
    for host in hosts { host.remove() }
    #expect(database.observationCenter.isEmpty)
  }
}
