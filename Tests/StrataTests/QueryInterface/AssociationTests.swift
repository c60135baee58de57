import Testing

@testable import Strata

@Suite struct AssociationTests {
  struct MemberWithClub: FetchableRecord {
    var member: Member
    var club: Club?

    init(row: Row) throws {
      member = try Member(row: row)
      club = row["club"]
    }
  }

  private struct PersonWithSociety: Decodable, FetchableRecord {
    var person: Person
    var society: Society?
  }

  private struct ClubWithMembers: FetchableRecord {
    var club: Club
    var members: [Member]

    init(row: Row) throws {
      club = try Club(row: row)
      members = row["members"]
    }
  }

  private struct SocietyWithPeople: Decodable, FetchableRecord {
    var society: Society
    var people: [Person]
  }

  /// A tree of plain types, that only the outermost one makes records.
  private struct Tree: Decodable, FetchableRecord {
    struct Leaf: Decodable {
      var name: String
      var club: Root?
    }
    struct Root: Decodable {
      var name: String
    }
    var name: String
    var members: Set<String>?
    var leaves: [Leaf]
  }

  private func sql(_ request: QueryInterfaceRequest<some Any>, _ db: Database) throws -> String {
    var writer = SQLWriter(db)
    try writer.writeSelect(request.relation)
    return writer.sql
  }

  /// Members by the club that they share, which is no foreign key of either.
  private static let mates = Member.hasMany(
    Member.self,
    key: "mates",
    using: ForeignKey(["clubID"], to: ["clubID"])
  )

  @Test func `an association is named as its accessor, or after its table`() {
    #expect(Member.club.path.key == "club")
    #expect(Club.members.path.key == "members")
    #expect(Person.society.path.key == "club")
    #expect(Member.club.forKey("home").path.key == "home")
  }

  @Test func `a required association leaves out rows without a partner`() throws {
    try makeClubs().read { db throws in
      let request = Member.including(required: Member.club).order(Column("id"))
      #expect(
        try sql(request, db) == """
          SELECT "member"."id", "member"."name", "member"."nickname", "member"."score", \
          "member"."clubID", "member"."joined", "club"."id", "club"."name" \
          FROM "member" JOIN "club" ON "club"."id" = "member"."clubID" ORDER BY "member"."id"
          """
      )
      let found = try MemberWithClub.fetchAll(db, request)
      #expect(found.map(\.member.name) == ["Ann", "Bob", "Cid", "Dan"])
      #expect(found.map(\.club?.name) == ["Chess", "Chess", "Rowing", "Rowing"])
      #expect(try request.fetchCount(db) == 4)
      #expect(try request.fetchAll(db).map(\.id) == [1, 2, 3, 4])
    }
  }

  @Test func `an optional association keeps rows without a partner`() throws {
    try makeClubs().read { db throws in
      let request = Member.including(optional: Member.club).filter(Column("score") > 20)
        .order(Column("id"))
      let found = try MemberWithClub.fetchAll(db, request)
      #expect(found.map(\.member.name) == ["Bob", "Eve"])
      #expect(found.map(\.club?.name) == ["Chess", nil])
    }
  }

  @Test func `records written by hand decode by the names of their properties`() throws {
    try makeClubs().read { db throws in
      let request = Person.including(optional: Person.society.forKey("society"))
        .order(Column("id").desc).limit(2).asRequest(of: PersonWithSociety.self)
      let found = try request.fetchAll(db)
      #expect(found.map(\.person.name) == ["Eve", "Dan"])
      #expect(found.map(\.society?.name) == [nil, "Rowing"])
      #expect(try request.fetchOne(db)?.person.id == 5)
    }
  }

  @Test func `an association is filtered and ordered`() throws {
    try makeClubs().read { db throws in
      let chess = Member.club.filter(Column("name") == "Chess")
      let request = Member.including(optional: chess).order(Column("id"))
      let found = try MemberWithClub.fetchAll(db, request)
      #expect(found.map { $0.club?.id } == [1, 1, nil, nil, nil])
      let joined = Member.joining(required: chess)
      #expect(
        try sql(joined.select(Column("id")), db) == """
          SELECT "member"."id" FROM "member" \
          JOIN "club" ON "club"."id" = "member"."clubID" AND ("club"."name" = ?)
          """
      )
      #expect(try joined.fetchAll(db).map(\.id) == [1, 2])
      #expect(try joined.fetchCount(db) == 2)
      let ordered = Member.joining(required: Member.club.order(Column("name").desc))
        .order(Column("score"))
      #expect(try ordered.fetchAll(db).map(\.id) == [4, 1, 3, 2])
    }
  }

  @Test func `a typed column finds its table`() throws {
    try makeClubs().read { db throws in
      let request = Member.joining(required: Member.club)
        .filter(Club.Columns.name == "Rowing" && Member.Columns.name == "Cid")
      #expect(try request.fetchAll(db).map(\.id) == [3])
    }
  }

  @Test func `a table that is joined twice by one association is joined once`() throws {
    try makeClubs().read { db throws in
      let request = Member.joining(required: Member.club.filter(Column("id") > 0))
        .including(optional: Member.club).select(Column("id"))
      #expect(
        try sql(request, db) == """
          SELECT "member"."id", "club"."id", "club"."name" FROM "member" \
          JOIN "club" ON "club"."id" = "member"."clubID" AND ("club"."id" > ?)
          """
      )
    }
  }

  @Test func `a table that is joined by two associations has two names`() throws {
    try makeClubs().read { db throws in
      let request = Member.including(required: Member.club)
        .including(optional: Member.club.forKey("other"))
      let row = try #require(try request.asRequest(of: Row.self).fetchOne(db))
      #expect(try sql(request, db).contains(#"LEFT JOIN "club" AS "club2" ON "club2"."id""#))
      let names = try [
        row.scopes["club"]?.decode(String.self, forColumn: "name"),
        row.scopes["other"]?.decode(String.self, forColumn: "name"),
      ]
      #expect(names == ["Chess", "Chess"])
    }
  }

  @Test func `associations are joined to associations`() throws {
    try makeClubs().read { db throws in
      let request = Club.including(
        required: Club.members.including(required: Member.club.forKey("home"))
      )
      .asRequest(of: Row.self)
      let rows = try request.fetchAll(db)
      #expect(rows.count == 4)
      let row = try #require(rows.first)
      let member = try #require(row.scopes["members"])
      #expect(try member.decode(String.self, forColumn: "name") == "Ann")
      #expect(try member.scopes["home"]?.decode(String.self, forColumn: "name") == "Chess")
    }
  }

  @Test func `what an optional association requires is an error`() throws {
    try makeClubs().read { db throws in
      let request = Club.including(
        optional: Club.members.including(required: Member.club)
      )
      #expect(throws: DatabaseError.self) { try request.fetchAll(db) }
    }
  }

  @Test func `all associated rows come by one more query`() throws {
    try makeClubs().read { db throws in
      var statements: [String] = []
      db.trace { statements.append("\($0)") }
      let request = Club.including(all: Club.members.order(Column("score").desc))
        .order(Column("id"))
      let found = try ClubWithMembers.fetchAll(db, request)
      #expect(found.map(\.club.name) == ["Chess", "Rowing", "Empty"])
      #expect(found.map { $0.members.map(\.name) } == [["Bob", "Ann"], ["Cid", "Dan"], []])
      #expect(statements.count == 2)
    }
  }

  @Test func `all associated rows of records written by hand`() throws {
    try makeClubs().read { db throws in
      let request = Society.including(all: Society.people).filter(id: 1)
      let found = try SocietyWithPeople.fetchAll(db, request)
      #expect(found.map(\.society.name) == ["Chess"])
      #expect(found.map { $0.people.map(\.name) } == [["Ann", "Bob"]])
      #expect(try SocietyWithPeople.fetchOne(db, request)?.people.count == 2)
    }
  }

  @Test func `types that are no records decode nested rows`() throws {
    try makeClubs().read { db throws in
      let leaves = Club.members.forKey("leaves").including(optional: Member.club)
        .order(Column("id"))
      let trees = try Tree.fetchAll(db, Club.including(all: leaves).order(Column("id")))
      #expect(trees.map(\.name) == ["Chess", "Rowing", "Empty"])
      #expect(trees.map { $0.leaves.map(\.name) } == [["Ann", "Bob"], ["Cid", "Dan"], []])
      #expect(trees[1].leaves.map(\.club?.name) == ["Rowing", "Rowing"])
      #expect(trees[0].members == nil)
    }
  }

  @Test func `associated rows of associated rows come by one more query each`() throws {
    try makeClubs().read { db throws in
      var statements = 0
      db.trace { _ in statements += 1 }
      let request = Club.including(all: Club.members.including(all: Self.mates))
        .asRequest(of: Row.self)
      let rows = try request.fetchAll(db)
      #expect(rows.count == 3)
      #expect(statements == 3)
      let members = try #require(try rows.first?.prefetchedRows("members"))
      #expect(try members.map { try $0.prefetchedRows("mates")?.count } == [2, 2])
    }
  }

  @Test func `a record requests its associated records`() throws {
    try makeClubs().read { db throws in
      let ann = try #require(try Member.fetchOne(db, key: 1))
      let eve = try #require(try Member.fetchOne(db, key: 5))
      #expect(try ann.request(for: Member.club).fetchOne(db)?.name == "Chess")
      #expect(try eve.request(for: Member.club).fetchOne(db) == nil)
      let club = try #require(try Club.fetchOne(db, key: 2))
      let members = club.request(for: Club.members).order(Column("id").desc)
      #expect(try members.fetchAll(db).map(\.name) == ["Dan", "Cid"])
      let bob = try #require(try Person.fetchOne(db, key: 2))
      #expect(try bob.request(for: Person.society).fetchOne(db)?.name == "Chess")
    }
  }

  @Test func `a missing foreign key is an error that names the remedy`() throws {
    struct Stranger: TableRecord {
      static let databaseTableName = "club"
      static let members = belongsTo(Member.self)
    }
    try makeClubs().read { db throws in
      let error = #expect(throws: DatabaseError.self) {
        try Stranger.joining(required: Stranger.members).fetchCount(db)
      }
      #expect(error?.message?.contains("no foreign key to table member") == true)
    }
  }

  @Test func `a foreign key is no other column whose name differs in a letter beyond ASCII`() throws
  {
    struct Place: TableRecord {}
    struct Visit: PersistableRecord {
      static let place = belongsTo(Place.self)
      func encode(to container: inout PersistenceContainer) {
        container["É"] = 2
        container["é"] = 1
      }
    }
    let queue = try DatabaseQueue()
    try queue.write { db throws in
      try db.execute(
        sql: """
          CREATE TABLE place (id INTEGER PRIMARY KEY);
          INSERT INTO place VALUES (1), (2);
          CREATE TABLE visit ("É" INTEGER, "é" INTEGER REFERENCES place);
          """
      )
      let places = Visit().request(for: Visit.place).select([Column("id")])
      #expect(try Int.fetchAll(db, places) == [1])
    }
  }
}
