import Strata
import Testing

/// Requests, written as stratac writes them.
private struct BestMembersRequest: ManyRequest {
  typealias Row = Member
  var clubID: Int?
  var atLeast: Int = 0
  static let definition: RequestDefinition = .init(
    """
    SELECT "id", "name", "nickname", "score", "clubID", "joined" FROM "member" \
    WHERE (clubID IS ?1 AND score >= ?2) ORDER BY score DESC
    """,
    reads: "member(id, name, nickname, score, clubID, joined)"
  )
  func bind(to values: ValueBinder) {
    values.int(0, clubID)
    values.int(1, atLeast)
  }
}

private struct MemberNamedRequest: FirstRequest {
  typealias Row = Member
  var name: String
  static let definition: RequestDefinition = .init(
    """
    SELECT "id", "name", "nickname", "score", "clubID", "joined" FROM "member" \
    WHERE name = ?1 LIMIT 1
    """,
    reads: "member(id, name, nickname, score, clubID, joined)"
  )
  func bind(to values: ValueBinder) { values.string(0, name) }
}

private struct MemberCountRequest: CountRequest {
  static let definition: RequestDefinition = .init(
    #"SELECT COUNT(*) FROM "member""#,
    reads: "member"
  )
}

private struct HasMemberRequest: ExistsRequest {
  var name: String
  static let definition: RequestDefinition = .init(
    #"SELECT EXISTS (SELECT 1 FROM "member" WHERE name = ?1)"#,
    reads: "member(name)"
  )
  func bind(to values: ValueBinder) { values.string(0, name) }
}

private struct NicknameRequest: ValueRequest {
  typealias Value = String?
  var id: Int
  static let definition: RequestDefinition = .init(
    #"SELECT nickname FROM "member" WHERE id = ?1"#,
    reads: "member(id, nickname)"
  )
  func bind(to values: ValueBinder) { values.int(0, id) }
  static func read(_ row: RowReader) throws -> String? { try row.optionalString(0) }
}

private struct ScoreRequest: ValueRequest {
  typealias Value = Int
  var id: Int
  static let definition: RequestDefinition = .init(
    #"SELECT score FROM "member" WHERE id = ?1"#,
    reads: "member(id, score)"
  )
  func bind(to values: ValueBinder) { values.int(0, id) }
  static func read(_ row: RowReader) throws -> Int { try row.optionalInt(0) ?? valueWithoutRow }
  static var valueWithoutRow: Int { -1 }
}

private struct NameRequest: ValueRequest {
  typealias Value = String
  var id: Int
  static let definition: RequestDefinition = .init(
    #"SELECT name FROM "member" WHERE id = ?1"#,
    reads: "member(id, name)"
  )
  func bind(to values: ValueBinder) { values.int(0, id) }
  static func read(_ row: RowReader) throws -> String { try row.string(0) }
}

@Suite struct TypedRequestTests {
  @Test func `many rows`() throws {
    try makeClubs().read { db throws in
      #expect(try BestMembersRequest(clubID: 1).fetch(db).map(\.id) == [2, 1])
      #expect(try BestMembersRequest(clubID: 1, atLeast: 20).fetch(db).map(\.id) == [2])
      #expect(try BestMembersRequest().fetch(db).map(\.id) == [5])
      #expect(try BestMembersRequest(clubID: 9).fetch(db) == [])
    }
  }

  @Test func `the first row, if there is one`() throws {
    try makeClubs().read { db throws in
      #expect(try MemberNamedRequest(name: "Cid").fetch(db)?.id == 3)
      #expect(try MemberNamedRequest(name: "Zoe").fetch(db) == nil)
      #expect(try MemberNamedRequest(name: "Cid").fetch(db)?.score == 20)
    }
  }

  @Test func `a number, a fact, a value`() throws {
    try makeClubs().read { db throws in
      #expect(try MemberCountRequest().fetch(db) == 5)
      #expect(try HasMemberRequest(name: "Ann").fetch(db))
      #expect(try !HasMemberRequest(name: "Zoe").fetch(db))
      #expect(try NicknameRequest(id: 1).fetch(db) == "Annie")
      #expect(try NicknameRequest(id: 2).fetch(db) == nil)
      #expect(try NicknameRequest(id: 99).fetch(db) == nil)
      #expect(try ScoreRequest(id: 2).fetch(db) == 30)
      #expect(try ScoreRequest(id: 99).fetch(db) == -1)
      #expect(try NameRequest(id: 1).fetch(db) == "Ann")
      #expect(throws: DatabaseError.self) { try NameRequest(id: 99).fetch(db) }
    }
  }

  @Test func `standard requests exist for every record`() throws {
    try makeClubs().read { db throws in
      #expect(try ByIDRequest<Member>(id: 4).fetch(db)?.name == "Dan")
      #expect(try ByIDRequest<Member>(id: 99).fetch(db) == nil)
      #expect(try AllRequest<Club>().fetch(db).map(\.name) == ["Chess", "Rowing", "Empty"])
      #expect(ByIDRequest<Club>.footprint == "club(id, name)")
      #expect(AllRequest<Club>.footprint == "club(id, name)")
    }
  }

  @Test func `a request runs while another of its kind does`() throws {
    try makeClubs().read { db throws in
      let cursor = try SQLRequest<Int>(sql: "SELECT id FROM member ORDER BY id").fetchCursor(db)
      var names: [String] = []
      while let id = try cursor.next() {
        names.append(try NameRequest(id: id).fetch(db))
      }
      #expect(names == ["Ann", "Bob", "Cid", "Dan", "Eve"])
    }
  }
}

/// A record whose key has two columns, and one whose key is a type of its own.
private struct Seat: Hashable, Sendable, Identifiable {
  struct ID: Hashable, Sendable, CompositeID {
    var row: Int
    var number: Int
    func bind(to values: ValueBinder) {
      values.int(0, row)
      values.int(1, number)
    }
  }
  var row: Int
  var number: Int
  var id: ID { ID(row: row, number: number) }
}

extension Seat: GeneratedRecord, StandardRequests {
  static let table = TableDefinition(
    name: "seat",
    columns: "row, number",
    primaryKey: "row, number"
  )
  init(reading reader: RowReader) throws {
    row = try reader.int(0)
    number = try reader.int(1)
  }
  func bind(to values: ValueBinder) {
    values.int(0, row)
    values.int(1, number)
  }
}

private struct Tag: Hashable, Sendable, Identifiable {
  struct ID: RecordID { var rawValue: Int }
  var id: ID
}

extension Tag: GeneratedRecord, StandardRequests {
  static let table = TableDefinition(
    name: "tag",
    columns: "id",
    primaryKey: "id",
    rowID: "id"
  )
  init(reading row: RowReader) throws { id = ID(rawValue: try row.int(0)) }
  func bind(to values: ValueBinder) { values.int(0, id.rawValue) }
}

@Suite struct KeyRequestTests {
  @Test func `records are found by every kind of key`() throws {
    try DatabaseQueue().write { db throws in
      try db.execute(
        sql: """
          CREATE TABLE seat (row INTEGER, number INTEGER, PRIMARY KEY (row, number)) STRICT;
          INSERT INTO seat VALUES (1, 1), (1, 2), (2, 1);
          CREATE TABLE tag (id INTEGER PRIMARY KEY) STRICT;
          INSERT INTO tag VALUES (7), (8);
          """
      )
      let seat = Seat(row: 1, number: 2)
      #expect(try ByIDRequest<Seat>(id: seat.id).fetch(db) == seat)
      #expect(try ByIDRequest<Seat>(id: .init(row: 3, number: 1)).fetch(db) == nil)
      #expect(try Seat.filter(id: seat.id).fetchOne(db) == seat)
      #expect(try Seat.filter(id: seat.id).fetchCount(db) == 1)
      let ids = [seat.id, Seat.ID(row: 2, number: 1), Seat.ID(row: 9, number: 9)]
      #expect(try Seat.filter(ids: ids).fetchSet(db) == [seat, Seat(row: 2, number: 1)])
      #expect(try Seat.filter(ids: ids).limit(1).deleteAll(db) == 1)
      #expect(try ByIDRequest<Tag>(id: .init(rawValue: 8)).fetch(db)?.id.rawValue == 8)
      #expect(try Tag.filter(id: .init(rawValue: 7)).fetchOne(db)?.id.rawValue == 7)
    }
  }
}
