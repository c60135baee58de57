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
    reads: ["member": ["id", "name", "nickname", "score", "clubID", "joined"]]
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
    reads: ["member": ["id", "name", "nickname", "score", "clubID", "joined"]]
  )
  func bind(to values: ValueBinder) { values.string(0, name) }
}

private struct MemberCountRequest: CountRequest {
  static let definition: RequestDefinition = .init(
    #"SELECT COUNT(*) FROM "member""#,
    reads: ["member": []]
  )
}

private struct HasMemberRequest: ExistsRequest {
  var name: String
  static let definition: RequestDefinition = .init(
    #"SELECT EXISTS (SELECT 1 FROM "member" WHERE name = ?1)"#,
    reads: ["member": ["name"]]
  )
  func bind(to values: ValueBinder) { values.string(0, name) }
}

private struct NicknameRequest: ValueRequest {
  typealias Value = String?
  var id: Int
  static let definition: RequestDefinition = .init(
    #"SELECT nickname FROM "member" WHERE id = ?1"#,
    reads: ["member": ["id", "nickname"]]
  )
  func bind(to values: ValueBinder) { values.int(0, id) }
  static func read(_ row: RowReader) throws -> String? { try row.optionalString(0) }
}

private struct ScoreRequest: ValueRequest {
  typealias Value = Int
  var id: Int
  static let definition: RequestDefinition = .init(
    #"SELECT score FROM "member" WHERE id = ?1"#,
    reads: ["member": ["id", "score"]]
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
    reads: ["member": ["id", "name"]]
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
      #expect(ByIDRequest<Club>.footprint == ["club": ["id", "name"]])
      #expect(AllRequest<Club>.footprint == ["club": ["id", "name"]])
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
