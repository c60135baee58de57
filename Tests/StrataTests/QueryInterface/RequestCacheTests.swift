import Foundation
import Testing

@testable import Strata

@Suite struct RequestCacheTests {
  private func statement(_ request: QueryInterfaceRequest<some Any>, _ db: Database) throws
    -> Statement
  {
    try request.makePreparedRequest(db, forSingleResult: false).statement
  }

  /// Two requests of one shape, in each way in which a request has values.
  private static let pairs: [@Sendable (Int) -> QueryInterfaceRequest<Member>] = [
    { Member.filter(Member.Columns.score >= $0 * 10) },
    { Member.filter(Column("score") == $0 * 10) },
    { Member.filter(Column("score") == $0 * 10 || Column("name") == ["Ann", "Bob", "Cid"][$0]) },
    { Member.filter(key: ["score": $0 * 10, "name": ["Dan", "Ann", "Cid"][$0]]) },
    { Member.filter([$0, 2 * $0].contains(Column("id"))).order(Column("id")) },
    { Member.order(Column("id")).limit($0, offset: 1) },
    {
      Member.filter(sql: "score > ?", arguments: [$0 * 10])
        .order(sql: "abs(score - ?)", arguments: [$0])
    },
    { Member.including(required: Member.club.filter(Column("id") == $0)).order(Column("id")) },
    { Member.joining(optional: Member.club.filter(Column("id") == $0).order(Column("name"))) },
    { Club(id: $0, name: "").request(for: Club.members).order(Column("id").desc) },
    {
      Member.filter(Member.Columns.score >= $0)
        .including(optional: Member.club.filter(Column("name") != "\($0)"))
        .order(Column("id"))
        .limit(3 - $0)
    },
  ]

  @Test(arguments: pairs.indices)
  func `requests of one shape share a statement and not its values`(_ index: Int) throws {
    let request = Self.pairs[index]
    let queue = try makeClubs()
    // What each finds on a connection that knows nothing.
    let expected = try (0...2).map { number in
      try makeClubs().read { try request(number).fetchAll($0) }
    }
    try queue.read { db throws in
      let statement = try statement(request(0), db)
      for number in [0, 1, 2, 1, 0] {
        #expect(try self.statement(request(number), db) === statement)
        #expect(try request(number).fetchAll(db) == expected[number])
      }
    }
  }

  @Test(arguments: pairs.indices)
  func `counts of requests of one shape share a statement and not its values`(_ index: Int) throws {
    for change in [{ $0 }, { $0.distinct() }]
      as [(QueryInterfaceRequest<Member>) -> QueryInterfaceRequest<Member>]
    {
      let request = { change(Self.pairs[index]($0)) }
      let counts = try (0...2).map { number in
        try makeClubs().read { try request(number).fetchAll($0).count }
      }
      try makeClubs().read { db throws in
        let counting = { (request: QueryInterfaceRequest<Member>) in
          let (counted, form) = request.relation.counted
          return try counted.statement(db, form)
        }
        let seeking = { (request: QueryInterfaceRequest<Member>) in
          try request.relation.sought.statement(db, .existence)
        }
        let (counter, seeker) = (try counting(request(0)), try seeking(request(0)))
        for number in [0, 1, 2, 1, 0] {
          #expect(try counting(request(number)) === counter)
          #expect(try seeking(request(number)) === seeker)
          #expect(try request(number).fetchCount(db) == counts[number])
          #expect(try request(number).isEmpty(db) == (counts[number] == 0))
        }
      }
    }
  }

  @Test func `requests of other shapes have statements of their own`() throws {
    let requests: [QueryInterfaceRequest<Member>] = [
      Member.all(), Member.filter(Column("score") == 1), Member.filter(Column("score") == nil),
      Member.filter(Column("score") != 1), Member.filter(Column("name") == 1),
      Member.filter(Member.Columns.score == 1).filter(Column("id") == 1), Member.limit(1),
      Member.limit(1, offset: 1), Member.order(Column("score")),
      Member.order(Column("score")).reversed(), Member.all().distinct(),
      Member.select(Column("name")), Member.filter([1].contains(Column("score"))),
      Member.filter([1, 2].contains(Column("score"))),
      Member.filter(key: ["name": "Ann"]), Member.filter(key: ["name": nil]),
      Member.including(required: Member.club), Member.including(optional: Member.club),
      Member.joining(required: Member.club), Member.including(required: Member.club.forKey("x")),
    ]
    try makeClubs().read { db throws in
      for _ in 0..<2 {
        let texts = try requests.map { try statement($0, db).sql }
        let written = try requests.map { request in
          var writer = SQLWriter(db)
          try writer.writeSelect(request.relation)
          return writer.sql
        }
        #expect(texts == written)
      }
    }
  }

  @Test func `a request that is being read can be read again`() throws {
    try makeClubs().read { db throws in
      let request = Member.filter(Column("score") >= 0).order(Column("id"))
      let cursor = try request.fetchCursor(db)
      #expect(try cursor.next()?.id == 1)
      #expect(try request.fetchAll(db).count == 5)
      #expect(try cursor.next()?.id == 2)
    }
  }

  @Test func `what a request asks of the schema is asked again when that has changed`() throws {
    let queue = try DatabaseQueue()
    try queue.write { db throws in
      try db.execute(
        sql: """
          CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT, other INTEGER UNIQUE);
          CREATE TABLE member (id INTEGER PRIMARY KEY, name TEXT, score, nickname, clubID INTEGER
            REFERENCES club(id));
          INSERT INTO club VALUES (1, 'One', 2), (2, 'Two', 1);
          INSERT INTO member (id, name, score, clubID) VALUES (1, 'Ann', 0, 1)
          """
      )
      let request = Person.including(required: Person.society)
      let name = { try Row.fetchOne(db, request)?.scope("club")?["name"] as String? }
      #expect(try name() == "One")
      #expect(try name() == "One")
      try db.execute(
        sql: """
          DROP TABLE member;
          CREATE TABLE member (id INTEGER PRIMARY KEY, name TEXT, score, nickname, clubID INTEGER
            REFERENCES club(other));
          INSERT INTO member (id, name, score, clubID) VALUES (1, 'Ann', 0, 1)
          """
      )
      #expect(try name() == "Two")
    }
  }

  @Test func `the version of the schema is that of the moment, also inside a transaction`() throws {
    let queue = try DatabaseQueue()
    try queue.write { db throws in
      var versions = [try db.schemaVersion(), try db.schemaVersion()]
      #expect(versions[0] == versions[1])
      for sql in ["CREATE TABLE t (a)", "CREATE INDEX i ON t (a)", "DROP INDEX i", "DROP TABLE t"] {
        try db.execute(sql: sql)
        let version = try db.schemaVersion()
        #expect(!versions.contains(version))
        versions.append(version)
      }
      try db.inSavepoint {
        try db.execute(sql: "CREATE TABLE t (a)")
        #expect(try db.schemaVersion() != versions.last)
        return .rollback
      }
      #expect(try db.schemaVersion() == versions.last)
    }
  }
}
