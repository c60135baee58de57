import Testing

@testable import Strata

@Suite struct PrefetchTests {
  private struct Roster: FetchableRecord, Equatable {
    var club: Club
    var members: [Member]

    init(row: Row) throws {
      club = try Club(row: row)
      members = row["members"]
    }
  }

  /// A record that asks for the same rows twice, as two types.
  private struct Twice: FetchableRecord {
    var members: [Member]
    var people: [Person]

    init(row: Row) throws {
      members = row["members"]
      people = row["members"]
    }
  }

  /// A record that asks for nothing.
  private struct Name: FetchableRecord {
    var name: String
    init(row: Row) throws { name = row["name"] }
  }

  /// A record that keeps its row.
  private struct Keeper: FetchableRecord {
    var row: Row
    init(row: Row) { self.row = row }
  }

  private let request = Club.including(all: Club.members.order(Column("id"))).order(Column("id"))

  @Test func `associated records come by one more query, whatever reads them`() throws {
    try makeClubs().read { db throws in
      var statements: [String] = []
      db.trace { statements.append("\($0)") }
      let rosters = try Roster.fetchAll(db, request)
      #expect(rosters.map { $0.members.map(\.name) } == [["Ann", "Bob"], ["Cid", "Dan"], []])
      #expect(statements.count == 2)
      #expect(try Roster.fetchOne(db, request) == rosters.first)
      #expect(statements.count == 4)
      let twice = try Twice.fetchAll(db, request)
      #expect(twice.map { $0.members.map(\.id) } == twice.map { $0.people.map(\.id) })
      #expect(twice[1].people.map(\.name) == ["Cid", "Dan"])
    }
  }

  @Test func `rows with their associated rows stay after the access`() throws {
    let rows = try makeClubs().read { db in try Row.fetchAll(db, request) }
    let names = try rows.map { try $0.prefetchedRows("members")?.map { $0["name"] as String } }
    #expect(names == [["Ann", "Bob"], ["Cid", "Dan"], []])
    let keepers = try makeClubs().read { db in try Keeper.fetchAll(db, request) }
    #expect(keepers.map { ($0.row["members"] as [Member]).count } == [2, 2, 0])
    let keeper = try #require(try makeClubs().read { db in try Keeper.fetchOne(db, request) })
    #expect((keeper.row["members"] as [Member]).map(\.name) == ["Ann", "Bob"])
  }

  @Test func `an association is fetched also where no record asks for it`() throws {
    let queue = try makeClubs()
    try queue.read { db throws in
      var count = 0
      db.trace { _ in count += 1 }
      #expect(try Name.fetchAll(db, request).map(\.name) == ["Chess", "Rowing", "Empty"])
      #expect(count == 2)
      let broken = Club.including(all: Club.members.filter(sql: "nothing = 1"))
      #expect(throws: DatabaseError.self) { try Name.fetchAll(db, broken) }
    }
  }

  @Test func `an associated row that is no such record is an error of the fetch`() throws {
    let queue = try makeClubs()
    try queue.write { db throws in
      try db.execute(sql: "PRAGMA ignore_check_constraints = 1")
      try db.execute(sql: "UPDATE member SET name = ''")
      let request = Club.including(all: Club.members.select(Column("id"), Column("name")))
      #expect(throws: RowDecodingError.self) { try Roster.fetchAll(db, request) }
    }
  }
}
