import Testing

@testable import Strata

/// Whatever writes is observed by whatever reads.
@Suite(.timeLimit(.minutes(10)))
struct ObservedWriteTests: ObservedChanges {
  @Test func `a write of a function that a SELECT calls is observed`() async throws {
    let database = try open(.memoryQueue)
    try await database.write { db in
      try db.sqlite.addFunction("note", argumentCount: 0, isDeterministic: false) { _ in
        try db.execute(sql: "INSERT INTO tag VALUES (hex(randomblob(8)), 1)")
        return .null
      }
    }
    let watcher = Watcher(database) { try $0.execute(sql: "SELECT name FROM tag") }
    database.observationCenter.start(watcher)
    await database.idle()
    for sql in ["SELECT note()", "BEGIN; SELECT note(), note(); COMMIT"] {
      try await database.writeWithoutTransaction { try $0.execute(sql: sql) }
      await database.idle()
      #expect(watcher.takeCount() == 1)
    }
  }

  @Test func `tables of one name in two databases are told apart`() async throws {
    let database = try open(.fileQueue)
    try await database.writeWithoutTransaction { db in
      try db.execute(
        sql: "ATTACH ':memory:' AS x; CREATE TABLE x.team(id INTEGER PRIMARY KEY, name TEXT)"
      )
    }
    let main = Watcher(database) { _ = try Team.fetchAll($0) }
    let attached = Watcher(database) { try $0.execute(sql: "SELECT * FROM x.team") }
    let both = Watcher(database) { try $0.execute(sql: "SELECT * FROM x.team, main.team") }
    for watcher in [main, attached, both] { database.observationCenter.start(watcher) }
    await database.idle()
    for (sql, counts) in [
      ("INSERT INTO x.team VALUES (1, 'a')", [0, 1, 1]),
      ("INSERT INTO team(id) VALUES (1)", [1, 0, 1]), ("DELETE FROM main.team", [1, 0, 1]),
    ] {
      try await database.writeWithoutTransaction { try $0.execute(sql: sql) }
      await database.idle()
      let told = [main, attached, both].map { $0.takeCount() }
      #expect(told.elementsEqual(counts), "\(sql)")
    }
  }

  @Test(
    arguments: TestDatabase.allCases,
    [
      "BEGIN; DELETE FROM player WHERE id = 1; INSERT INTO player(id, name) VALUES (1, 'Eve'); COMMIT",
      "REPLACE INTO player(id, name) VALUES (1, 'Eve')",
      "BEGIN; UPDATE player SET name = 'x'; UPDATE player SET name = 'Eve'; COMMIT",
    ]
  )
  func `a row that goes and comes in one transaction is one value`(
    _ kind: TestDatabase,
    _ sql: String
  ) async throws {
    let values = try await values(
      kind,
      setUp: "INSERT INTO player(id, name) VALUES (1, 'Ann')",
      writes: [sql]
    ) { try Player.fetchOne($0, key: 1)?.name ?? "none" }
    #expect(values == ["Ann", "Eve"])
  }

  @Test(arguments: TestDatabase.allCases)
  func `an empty result is no end`(_ kind: TestDatabase) async throws {
    let writes = [
      "INSERT INTO player(id, name) VALUES (1, 'Ann')", "DELETE FROM player",
      "INSERT INTO player(id, name) VALUES (2, 'Ben')",
    ]
    let all = try await values(kind, writes: writes) { db in
      try Player.fetchAll(db).map { $0.name ?? "" }.joined()
    }
    #expect(all == ["", "Ann", "", "Ben"])
    let one = try await values(kind, writes: writes) { try Player.fetchOne($0)?.name ?? "none" }
    #expect(one == ["none", "Ann", "none", "Ben"])
  }

  @Test(
    arguments: TestDatabase.allCases,
    [
      "INSERT INTO tag VALUES ('x', 1); INSERT INTO player(id, name) VALUES (1, 'Ann')",
      "INSERT INTO player(id, name) VALUES (1, 'Ann') RETURNING id",
      "INSERT INTO player(id, name) SELECT 1, 'Ann'",
      "BEGIN; INSERT INTO tag VALUES ('x', 1); INSERT INTO player(id, name) VALUES (1, 'Ann'); COMMIT",
      "WITH n(v) AS (SELECT 'Ann') INSERT INTO player(id, name) SELECT 1, v FROM n",
    ]
  )
  func `any SQL that writes is observed by any SQL that reads`(
    _ kind: TestDatabase,
    _ sql: String
  ) async throws {
    let values = try await values(kind, writes: [sql]) { db in
      try text(db, "SELECT upper(name) FROM (SELECT * FROM player) AS p")
    }
    #expect(values == ["", "ANN"])
  }

  @Test(arguments: TestDatabase.allCases)
  func `the first value is of the last commit or later`(_ kind: TestDatabase) async throws {
    let database = try open(kind)
    for number in 1...50 {
      try await database.write { try $0.execute(sql: "INSERT INTO player DEFAULT VALUES") }
      var values = ValueObservation.tracking { try Player.fetchCount($0) }
        .values(in: database).makeAsyncIterator()
      #expect(try await values.next() == number)
    }
  }

  @Test(arguments: TestDatabase.allCases)
  func `duplicates are told by the whole value`(_ kind: TestDatabase) async throws {
    struct Line: Equatable, Sendable {
      var id: Int
      var name: String?
    }
    let database = try open(kind)
    try await database.write { try $0.execute(sql: "INSERT INTO player(id) VALUES (1)") }
    let recorder = Recorder<[Line]>()
    let cancellable = ValueObservation.tracking { db in
      try Player.fetchAll(db).map { Line(id: $0.id, name: $0.name) }
    }
    .removeDuplicates()
    .start(in: database, scheduling: .inline, recording: recorder)
    await database.idle()
    for sql in ["name = 'Ann'", "status = 'in'", "name = 'Ann'", "name = 'ann'"] {
      try await database.write { try $0.execute(sql: "UPDATE player SET \(sql)") }
      await database.idle()
    }
    #expect(recorder.values.map { $0.map(\.name) } == [[nil], ["Ann"], ["ann"]])
    cancellable.cancel()
  }

  @Test(arguments: TestDatabase.allCases)
  func `a new column is in the value of the observer that reads all`(
    _ kind: TestDatabase
  ) async throws {
    let values = try await values(
      kind,
      setUp: "INSERT INTO tag VALUES ('x', 1)",
      writes: ["ALTER TABLE tag ADD COLUMN colour DEFAULT 'red'", "UPDATE tag SET colour = 'blue'"]
    ) { try text($0, "SELECT * FROM tag") }
    #expect(values == ["x,1", "x,1,red", "x,1,blue"])
  }
}
