import Strata
import Testing

/// A request, written as stratac writes it.
private struct NamedMembersRequest: ManyRequest {
  typealias Row = Member
  var name: String
  static let definition: RequestDefinition = .init(
    """
    SELECT "id", "name", "nickname", "score", "clubID", "joined" FROM "member" \
    WHERE (name = ?1) ORDER BY id
    """,
    reads: "member(id, name, nickname, score, clubID, joined)"
  )
  func bind(to values: ValueBinder) { values.string(0, name) }
}

@Suite struct RequestVariantsTests {
  @Test func `a variant has the request's parameters`() {
    var fetching = NamedMembersRequest(name: "Ann").fetching
    #expect(fetching.name == "Ann")
    fetching.name = "Bob"
    #expect(fetching == NamedMembersRequest.Fetch(NamedMembersRequest(name: "Bob")))
    var observing: NamedMembersRequest.Observation = NamedMembersRequest(name: "Ann").observing
    observing.name = "Bob"
    #expect(observing.request == NamedMembersRequest(name: "Bob"))
    var presence: ByIDRequest<Member>.Presence = ByIDRequest(id: 1).observingPresence
    presence.id = 2
    #expect(presence.request == ByIDRequest(id: 2))
  }

  @Test @MainActor func `a variant shows nothing before its first value`() {
    #expect(NamedMembersRequest.Fetch.defaultValue == [])
    #expect(NamedMembersRequest.Observation.defaultValue == [])
    #expect(ByIDRequest<Member>.Observation.defaultValue == nil)
    #expect(ByIDRequest<Member>.Presence.defaultValue == .missing)
  }

  @Test func `what a request reads is known`() throws {
    try makeClubs().read { db throws in
      let region = NamedMembersRequest.footprint.databaseRegion(db)
      #expect(region.description == "member(clubID,id,joined,name,nickname,score)")
      let whole: RequestFootprint = "member"
      #expect(whole.databaseRegion(db).description == "member(*)")
      let request = Club.including(all: Club.members.select(Column("name"))).filter(id: 1)
      #expect(
        try request.databaseRegion(db).description == "club(id,name),member(clubID,name)"
      )
    }
  }

  @Test func `values follow changes of what is read`() async throws {
    let queue = try makeClubs()
    let values = NamedMembersRequest(name: "Ann").values(in: queue)
    var iterator = values.makeAsyncIterator()
    #expect(try await iterator.next()?.map(\.id) == [1])
    try await queue.write { db in
      try db.execute(sql: "UPDATE club SET name = 'Go' WHERE id = 1")
      try db.execute(sql: "UPDATE member SET name = 'Ann' WHERE id = 3")
    }
    #expect(try await iterator.next()?.map(\.id) == [1, 3])
  }

  @Test @MainActor func `presence remembers the last row`() async throws {
    let queue = try makeClubs()
    let context = DatabaseContext.readOnly { queue }
    let values = ByIDRequest<Member>(id: 5).observingPresence.values(in: context)
    var iterator = values.makeAsyncIterator()
    #expect(try await iterator.next()?.exists == true)
    try await queue.write { db in
      _ = try Member.filter(id: 5).deleteAll(db)
    }
    let gone = try #require(try await iterator.next())
    #expect(!gone.exists)
    #expect(gone.value?.name == "Eve")
  }

  @Test @MainActor func `a fetch gives one value`() async throws {
    let queue = try makeClubs()
    let context = DatabaseContext.readOnly { queue }
    var found: [[Int]] = []
    for try await members in NamedMembersRequest(name: "Ann").fetching.values(in: context) {
      found.append(members.map(\.id))
    }
    #expect(found == [[1]])
  }
}
