import Testing

@testable import Strata

/// Fetches of one row wake their observers for that row only.
@Suite(.timeLimit(.minutes(10)))
struct KeyedObservationTests {
  /// A way to fetch the member with an id.
  struct Way: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let observation: @Sendable (Int) -> ValueObservation<ValueReducers.Fetch<Member?>>

    private static func ways(
      _ name: String,
      _ fetch: @escaping @Sendable (Database, Int) throws -> Member?
    ) -> [Way] {
      [
        Way(testDescription: name) { id in .tracking { try fetch($0, id) } },
        Way(testDescription: "\(name), constant") { id in
          .trackingConstantRegion { try fetch($0, id) }
        },
      ]
    }

    static let all =
      ways("find(id:)") { try? Member.find($0, id: $1) }
      + ways("fetchOne(key:)") { try Member.fetchOne($0, key: $1) }
      + ways("fetchOne(id:)") { try Member.fetchOne($0, id: $1) }
      + ways("ByIDRequest") { try ByIDRequest<Member>(id: $1).fetch($0) }
      + ways("filter(key:)") { try Member.filter(key: $1).fetchOne($0) }
      + ways("filter(id:)") { try Member.filter(id: $1).fetchOne($0) }
      + ways("filter(Columns.id ==)") { try Member.filter(Member.Columns.id == $1).fetchOne($0) }
      + [
        Way(testDescription: "ByIDRequest.observation") { ByIDRequest<Member>(id: $0).observation },
        Way(testDescription: "tracking(region:)") { id in
          .tracking(region: Member.filter(key: id)) { try Member.fetchOne($0, key: id) }
        },
      ]
  }

  @Test(arguments: Way.all)
  func `an observer of one row is woken by changes of that row`(_ way: Way) async throws {
    let database = try makeClubs()
    let values = Protected<[String?]>([])
    let cancellable = way.observation(2)
      .start(in: database, scheduling: .inline, onError: { _ in }) { member in
        values.update { $0.append(member?.name) }
      }
    await database.observationCenter.idle()
    #expect(values.value == ["Bob"])
    for sql in [
      "UPDATE member SET name = 'Anna' WHERE id = 1", "DELETE FROM member WHERE id = 3",
      "INSERT INTO member(id, name) VALUES (9, 'Ida')", "UPDATE club SET name = 'x'",
    ] {
      try await database.write { try $0.execute(sql: sql) }
      await database.observationCenter.idle()
      #expect(values.value == ["Bob"], "\(sql)")
    }
    for (sql, name) in [
      ("UPDATE member SET name = 'Rob' WHERE id = 2", "Rob"),
      ("DELETE FROM member WHERE id = 2", nil),
      ("UPDATE member SET id = 2 WHERE id = 1", "Anna"), ("DELETE FROM member", nil),
      ("INSERT INTO member(id, name) VALUES (2, 'Zoe')", "Zoe"),
    ] {
      try await database.write { try $0.execute(sql: sql) }
      await database.observationCenter.idle()
      #expect(values.value.last == name, "\(sql)")
    }
    #expect(values.value == ["Bob", "Rob", nil, "Anna", nil, "Zoe"])
    cancellable.cancel()
  }

  @Test func `a row that was asked for is no part of what another fetch reads`() async throws {
    let database = try makeClubs()
    let values = Protected<[Int]>([])
    let cancellable = ValueObservation.tracking { db in
      _ = try Member.filter(key: 1).databaseRegion(db)
      _ = try Member.filter(key: 1).makePreparedRequest(db)
      return try Member.filter(Column("score") >= 0).fetchCount(db)
    }
    .start(in: database, scheduling: .inline, onError: { _ in }) { count in
      values.update { $0.append(count) }
    }
    await database.observationCenter.idle()
    try await database.write { try $0.execute(sql: "DELETE FROM member WHERE id = 4") }
    await database.observationCenter.idle()
    #expect(values.value == [5, 4])
    cancellable.cancel()
  }
}
