import Foundation
import Strata
import Testing

@testable import RequestsSample

/// The generated statements of `Schemas/Requests.yaml`.
@Suite struct StatementsTests {
  let database: DatabaseQueue

  init() throws { database = try RequestsDatabase.openInMemory() }

  @Test func `a statement tells how many rows it changed`() throws {
    try database.write { db in
      let red = try Team.Draft(name: "Rovers").insert(db)
      for name in ["Ann", "Ben"] {
        try AddPlayer(name: name, position: .defender, team: red.id).run(db)
      }
      let count = try AwardPoints(team: red.id, points: 3).run(db)
      #expect(count == 2)
      #expect(try AwardPoints(team: .init(rawValue: 99)).run(db) == 0)
      #expect(try Player.fetchAll(db).map(\.score) == [3, 3])
      #expect(try NameAfterTeam().run(db) == 2)
      #expect(try Player.fetchAll(db).map(\.nickname) == ["Rovers-Ann", "Rovers-Ben"])
      // The players that go with their team do not count.
      #expect(try DeleteTeams().run(db) == 1)
      #expect(try Player.fetchCount(db) == 0)
    }
  }

  @Test func `an insertion gives the key of its row`() throws {
    try database.write { db in
      let date = Date(timeIntervalSince1970: 86400)
      let id: Team.ID = try AddTeam(name: "Rovers", founded: date).run(db)
      #expect(try Team.find(db, id: id).founded == date)
      #expect(throws: DatabaseError.self) { try AddTeam(name: "Rovers", founded: nil).run(db) }
      let other: Team.ID? = try AddTeamUnlessThere(name: "United").run(db)
      #expect(try Team.fetchAll(db).map(\.id) == [id, other])
      #expect(try AddTeamUnlessThere(name: "United").run(db) == nil)
    }
  }

  @Test func `an insertion that a trigger skips has no key`() throws {
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TRIGGER skip BEFORE INSERT ON team WHEN new.name = '' \
          BEGIN SELECT RAISE(IGNORE); END
          """
      )
      try AddTeam(name: "Rovers", founded: nil).run(db)
      #expect(throws: DatabaseError.self) { try AddTeam(name: "", founded: nil).run(db) }
    }
  }

  @Test func `a statement gives the rows that it returns`() throws {
    try database.write { db in
      let ann = try #require(try AddPlayer(name: "Ann", position: .forward, team: nil).run(db))
      #expect(ann == Player(id: ann.id, name: "Ann", label: "Ann!", nickname: nil, teamID: nil))
      let anna = try Rename(name: "Anna", nickname: "A", id: ann.id).run(db)
      #expect(anna?.label == "Anna!")
      #expect(anna?.nickname == "A")
      #expect(try Rename(name: "Ben", nickname: nil, id: .init(rawValue: 99)).run(db) == nil)
      try AddPlayer(name: "Cas", position: .forward, team: nil).run(db)
      let dropped = try DropWeakest(n: 2).run(db)
      #expect(dropped.map(\.name) == ["Anna", "Cas"])
      #expect(dropped == [DropWeakestRow(id: ann.id, name: "Anna", score: 0), dropped[1]])
      #expect(try Player.fetchCount(db) == 0)
    }
  }

  @Test func `the first row is given, and all rows are written`() throws {
    try database.write { db throws in
      #expect(try CountTag(name: "x", most: 2).run(db) == CountTagRow(count: 1, isFull: false))
      #expect(try CountTag(name: "x", most: 2).run(db) == CountTagRow(count: 2, isFull: true))
      #expect(try CountTag(name: "x", most: 2).run(db) == nil)
      #expect(try CopyTags(least: 1).run(db) == 1)
      #expect(try CopyTags(least: 1).run(db) == 0)
      #expect(try Team.fetchAll(db).map(\.name) == ["x"])
    }
  }

  @Test func `an observer sees what statements write`() async throws {
    var values = AllRequest<Team>().values(in: database).makeAsyncIterator()
    #expect(try await values.next() == [])
    try await database.write { db in _ = try AddTeam(name: "Rovers", founded: nil).run(db) }
    #expect(try await values.next()?.map(\.name) == ["Rovers"])
    try await database.write { db in _ = try DeleteTeams().run(db) }
    #expect(try await values.next() == [])
  }

  @Test func `a statement is refused where nothing may be written`() {
    #expect(throws: DatabaseError.self) {
      try database.read { db in try DeleteTeams().run(db) }
    }
  }
}
