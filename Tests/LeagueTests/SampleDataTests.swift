import Foundation
import Strata
import Testing

@testable import LeagueExample

@Suite struct SampleDataTests {
  @Test func `the sample is imported once and reads back as it was written`() throws {
    let database = try LeagueDatabase.openInMemory()
    #expect(try SampleData.importIfEmpty(database) == 13)
    #expect(try SampleData.importIfEmpty(database) == 0)
    try database.read { db in
      let cleo = try #require(try PlayerNamedRequest(name: "cleo duarte").fetch(db))
      #expect(cleo.fullName == "Cleo Duarte (Comet)")
      #expect(cleo.position == .forward)
      let ida = try #require(try TeamNamedRequest(name: "SAINT IDA'S, OLD BOYS").fetch(db))
      #expect(ida.founded == nil)
      #expect(try CareerRequest(player: cleo.id).fetch(db).map(\.season) == [2022, 2021])
      #expect(try HasFreePlayersRequest().fetch(db))
      #expect(try PlayersAtLeastRequest(score: 15).fetch(db) == 3)
      #expect(try BestScoreRequest(team: ida.id).fetch(db) == 14)
      #expect(try BestScoreRequest(team: 999).fetch(db) == nil)
      #expect(
        try StandingsRequest().fetch(db).map(\.name) == [
          "Harbour Rovers", "Meadow United", "Granite Athletic", "Saint Ida's, Old Boys",
        ]
      )
      #expect(try StandingsRequest().fetch(db).map(\.points) == [43, 37, 31, 20])
    }
  }

  @Test func `deleting a team frees its players and ends its seasons`() throws {
    let database = try LeagueDatabase.openInMemory()
    _ = try SampleData.importIfEmpty(database)
    try database.write { db in
      let rovers = try #require(try TeamNamedRequest(name: "Harbour Rovers").fetch(db))
      #expect(try rovers.delete(db))
      let ann = try #require(try PlayerNamedRequest(name: "Ann Okafor").fetch(db))
      #expect(ann.teamID == nil)
      #expect(try CareerRequest(player: ann.id).fetch(db).isEmpty)
    }
  }

  @Test(arguments: [
    ("a,b\n1,\"x,\"\"y\"\"\nz\"\r\n", ["1", "x,\"y\"\nz"]),
    ("a,b\r\n,\r\n", ["", ""]),
    ("a,b\né,\"\"", ["é", ""]),
  ])
  func `fields may be quoted, empty and of several lines`(text: String, row: [String]) throws {
    #expect(try CSV(text).rows == [row])
  }

  @Test(arguments: ["", "a,b\n1\n", "a\n\"x"])
  func `broken text is an error with its line`(text: String) {
    #expect(throws: CSV.Problem.self) { try CSV(text) }
  }
}
