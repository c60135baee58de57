import Foundation
import Strata
import Testing

@testable import RequestsSample

/// The generated requests of `Schemas/Requests.yaml`, which are written in SQL.
@Suite struct RequestsTests {
  let database: DatabaseQueue
  let rovers: Team
  let united: Team
  let ann: Player
  let ben: Player

  init() throws {
    database = try RequestsDatabase.openInMemory()
    (rovers, united, ann, ben) = try database.write { db in
      let rovers = try Team.Draft(name: "Rovers", founded: Date(timeIntervalSince1970: 86400))
        .insert(db)
      let united = try Team.Draft(name: "United").insert(db)
      let ann = try Player.Draft(name: "Ann", score: 12, position: .goalkeeper, teamID: rovers.id)
        .insert(db)
      let ben = try Player.Draft(name: "Ben", nickname: "B", score: 5, teamID: rovers.id)
        .insert(db)
      return (rovers, united, ann, ben)
    }
  }

  @Test func `records are parts of a row, and one that may be missing is optional`() throws {
    try database.read { db in
      let card = try TeamCardRequest(team: rovers.id).fetch(db)
      #expect(card.map(\.team) == [rovers, rovers])
      #expect(card.map(\.player) == [ann, ben])
      #expect(card.map(\.squad) == [2, 2])
      #expect(
        try TeamCardRequest(team: united.id).fetch(db)
          == [TeamCardRow(team: united, player: nil, squad: 0)]
      )
      #expect(try TeamCardRequest(team: .init(rawValue: 99)).fetch(db) == [])
    }
  }

  @Test func `a date is compared in the form that SQL gives`() throws {
    try database.read { db throws in
      let noon = Date(timeIntervalSince1970: 86400 + 43200.5)
      #expect(try FoundedOnRequest(day: noon).fetch(db) == [rovers])
      #expect(try FoundedOnRequest(day: noon + 86400).fetch(db) == [])
      #expect(try FoundedOnOneOfRequest(days: [noon + 86400, noon]).fetch(db) == [rovers])
      #expect(try FoundedOnOneOfRequest(days: []).fetch(db) == [])
      let start = Date(timeIntervalSince1970: 86400.25)
      #expect(try FoundedAtRequest(moment: start).fetch(db) == [rovers])
      #expect(try FoundedAtRequest(moment: start + 1).fetch(db) == [])
    }
  }

  @Test func `a record without a key is missing where all of its columns are NULL`() throws {
    try database.write { db in
      try Place(x: 12, text: nil).insert(db)
      let rows = try PlacedRequest().fetch(db)
      #expect(rows.map(\.id) == [ann.id, ben.id])
      #expect(rows.map(\.place) == [Place(x: 12, text: nil), nil])
    }
  }

  @Test func `two records of one table stand beside each other`() throws {
    try database.write { db in
      let other = try Player.Draft(name: "Ann", score: 2).insert(db)
      let rows = try NamesakesRequest().fetch(db)
      #expect(rows == [NamesakesRow(first: ann, second: other, difference: 10)])
    }
  }

  @Test func `the rows of a record are that record's`() throws {
    try database.read { db throws in
      #expect(try EverybodyRequest(team: "Rovers").fetch(db) == [ben, ann])
      #expect(try BestRequest(position: .forward).fetch(db) == ben)
      #expect(try BestRequest(position: .defender).fetch(db) == nil)
      let leaders = try LeadersRequest(atLeast: 1).fetch(db)
      #expect(leaders.map(\.name) == ["Rovers"])
      #expect(leaders.map(\.points) == [17])
    }
  }

  @Test func `rows of their own have the names and types of their columns`() throws {
    try database.read { db in
      let scores = try ScoresRequest(position: nil).fetch(db)
      #expect(
        scores == [
          ScoresRow(name: "Ann", nickname: nil, bonus: 18, rank: .goalkeeper, place: 1),
          ScoresRow(name: "Ben", nickname: "B", bonus: 7.5, rank: nil, place: 2),
        ]
      )
      #expect(try ScoresRequest(position: .forward).fetch(db).map(\.name) == ["Ben"])
      let numbers = try NumbersRequest(from: 1, to: 3).fetch(db)
      #expect(numbers.map(\.i) == [1, 2, 3])
      #expect(numbers.map(\.isEven) == [false, true, false])
    }
  }

  @Test func `values, counts and existence`() throws {
    try database.read { db throws in
      #expect(try BestScoreRequest(team: rovers.id).fetch(db) == 12)
      #expect(try BestScoreRequest(team: united.id).fetch(db) == nil)
      #expect(try BestOrZeroRequest(team: united.id).fetch(db) == 0)
      #expect(try HowManyRequest().fetch(db) == 2)
      #expect(try AnybodyRequest(nickname: "B").fetch(db))
      #expect(try !AnybodyRequest(nickname: "C").fetch(db))
    }
  }

  @Test func `a row can be made of a row with the same columns`() throws {
    try database.read { db in
      let definition = TeamCardRequest.definition
      let request = SQLRequest<TeamCardRow>(sql: definition.sql, arguments: [rovers.id])
      #expect(try request.fetchAll(db) == TeamCardRequest(team: rovers.id).fetch(db))
      let rows = try Row.fetchAll(db, sql: definition.sql, arguments: [united.id])
      let copies = try rows.map { try TeamCardRow(row: $0) }
      #expect(try copies == TeamCardRequest(team: united.id).fetch(db))
    }
  }

  @Test func `columns that a migration has put in another order are found`() throws {
    let migrated = try DatabaseQueue()
    try migrated.write { db throws in
      try db.execute(
        sql: """
          CREATE TABLE team (founded REAL, name TEXT NOT NULL, id INTEGER PRIMARY KEY);
          CREATE TABLE player (
            teamID INTEGER, position TEXT NOT NULL, score INTEGER NOT NULL DEFAULT 0, nickname TEXT,
            label TEXT AS (name || '!'), name TEXT NOT NULL, id INTEGER PRIMARY KEY
          );
          CREATE TABLE tag (count INTEGER NOT NULL, name TEXT PRIMARY KEY);
          """
      )
      let red = try Team.Draft(name: "Rovers").insert(db)
      let ann = try Player.Draft(name: "Ann", score: 3, teamID: red.id).insert(db)
      let card = try TeamCardRequest(team: red.id).fetch(db)
      #expect(card == [TeamCardRow(team: red, player: ann, squad: 1)])
      try SetTag(name: "x", count: 3).run(db)
      #expect(try Tag.fetchAll(db) == [Tag(name: "x", count: 3)])
    }
  }

  @Test func `a value that a record's column does not take says where it stands`() throws {
    try database.write { db in
      try db.execute(sql: "UPDATE player SET position = 'coach' WHERE id = ?", arguments: [ben.id])
      let error = #expect(throws: RowDecodingError.self) {
        try TeamCardRequest(team: rovers.id).fetch(db)
      }
      #expect(error?.column == "position")
      #expect(error?.table == "player")
      #expect(error?.value == "coach".databaseValue)
    }
  }

  @Test func `requests have their three variants`() throws {
    var fetch = BestScoreRequest(team: rovers.id).fetching
    fetch.team = united.id
    let score = try database.read { [fetch] db in try fetch.fetch(db) }
    #expect(score == nil)
    #expect(BestRequest(position: .forward).observingPresence.position == .forward)
    #expect(TeamCardRequest(team: united.id).observing.request.team == united.id)
  }

  @Test func `an observed request wakes for what it reads`() async throws {
    var values = TeamCardRequest(team: rovers.id).values(in: database).makeAsyncIterator()
    #expect(try await values.next()?.map(\.player) == [ann, ben])
    try await database.write { db in
      try db.execute(sql: "INSERT INTO tag VALUES ('x', 1)")
      try AwardPoints(team: rovers.id, points: 100).run(db)
    }
    #expect(try await values.next()?.map(\.player?.score) == [112, 105])
  }

  @Test func `an observed request wakes for columns that only USING compares`() async throws {
    var values = TaggedRequest().values(in: database).makeAsyncIterator()
    #expect(try await values.next() == false)
    try await database.write { db in
      _ = try CountTag(name: "Rovers", most: 2).run(db)
    }
    #expect(try await values.next() == true)
  }
}
