import Testing

@testable import Strata

/// What observers of transactions are told, in order, with and without the pre-update hook.
@Suite(.timeLimit(.minutes(10)))
struct TransactionObserverTests: ObservedTransactions {
  @Test(
    arguments: [true, false],
    [
      ("INSERT INTO team(id) VALUES (5)", ["insert team 5", "will commit", "commit"]),
      ("SELECT * FROM team", []),
      ("BEGIN; COMMIT", ["will commit", "commit"]),
      ("BEGIN; ROLLBACK", ["rollback"]),
      (
        "BEGIN; INSERT INTO team(id) VALUES (5); UPDATE player SET teamID = 5 WHERE id = 3; COMMIT",
        ["insert team 5", "update player 3", "will commit", "commit"]
      ),
      ("BEGIN; INSERT INTO team(id) VALUES (5); ROLLBACK", ["insert team 5", "rollback"]),
      (
        "UPDATE team SET name = 'Green' WHERE id = 2",
        ["update team 2", "insert log 1", "will commit", "commit"]
      ),
      (
        "INSERT INTO attached.team VALUES (7)", ["insert attached.team 7", "will commit", "commit"]
      ),
      (
        """
        BEGIN; INSERT INTO team(id) VALUES (5);
        SAVEPOINT a; INSERT INTO team(id) VALUES (6); SAVEPOINT b; INSERT INTO team(id) VALUES (7);
        ROLLBACK TO b; INSERT INTO team(id) VALUES (8); RELEASE a; INSERT INTO team(id) VALUES (9);
        COMMIT
        """,
        [
          "insert team 5", "insert team 6", "insert team 8", "insert team 9", "will commit",
          "commit",
        ]
      ),
      (
        "SAVEPOINT a; INSERT INTO team(id) VALUES (5); RELEASE a",
        ["insert team 5", "will commit", "commit"]
      ),
      (
        "BEGIN; SAVEPOINT a; INSERT INTO team(id) VALUES (5); COMMIT",
        ["insert team 5", "will commit", "commit"]
      ),
      ("SAVEPOINT a; INSERT INTO team(id) VALUES (5); ROLLBACK TO a; RELEASE a", nil),
      ("INSERT INTO team(id) VALUES (5), (1)", []),
      ("BEGIN; DELETE FROM log; INSERT OR ROLLBACK INTO team(id) VALUES (1)", ["rollback"]),
      (
        "BEGIN; INSERT INTO team(id) VALUES (5), (1)", ["rollback"]
      ),
      (
        "INSERT INTO team(id, name) VALUES (9, 'a') RETURNING id",
        ["insert team 9", "will commit", "commit"]
      ),
      (
        "INSERT INTO team VALUES (1, 'x') ON CONFLICT (id) DO UPDATE SET name = 'x'",
        ["update team 1", "insert log 1", "will commit", "commit"]
      ),
      ("CREATE TABLE other(id)", ["will commit", "commit"]),
      ("PRAGMA user_version = 3", ["will commit", "commit"]),
    ] as [(String, [String]?)]
  )
  func `changes and ends of transactions are told in order`(
    _ capturesRows: Bool,
    _ write: (sql: String, expected: [String]?)
  ) throws {
    let told = try told(TransactionLog(), try database(capturesRows: capturesRows), write.sql)
    if let expected = write.expected {
      #expect(told == expected)
    } else {
      // What a savepoint has undone is not told, whatever is told of the transaction.
      #expect(!told.contains { $0.contains("team") })
    }
  }

  @Test(
    arguments: [
      (
        "INSERT OR REPLACE INTO team VALUES (9, 'Red')",
        ["delete team 1", "insert team 9", "will commit", "commit"]
      ),
      (
        "UPDATE team SET id = 7 WHERE id = 2",
        ["update team 2", "update team 7", "insert log 1", "will commit", "commit"]
      ),
      ("UPDATE log SET message = 'x'", ["will commit", "commit"]),
      ("INSERT INTO tag VALUES ('x')", ["insert tag 0", "will commit", "commit"]),
      (
        "DELETE FROM player",
        ["delete player 1", "delete player 2", "delete player 3", "will commit", "commit"]
      ),
      (
        "INSERT OR FAIL INTO team(id) VALUES (5), (1)", ["insert team 5", "will commit", "commit"]
      ),
    ] as [(String, [String])]
  )
  func `with the pre-update hook every row is told`(
    _ write: (sql: String, expected: [String])
  ) throws {
    let database = try database()
    try database.write { try $0.execute(sql: "DELETE FROM player WHERE teamID = 1 AND id > 99") }
    try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA foreign_keys = OFF") }
    #expect(try told(TransactionLog(), database, write.sql) == write.expected)
  }

  @Test(arguments: [
    "INSERT INTO tag VALUES ('x')", "DELETE FROM player", "DELETE FROM log WHERE 1",
    "INSERT INTO search(text) VALUES ('x')",
  ])
  func `rows that cannot be told are told as a change`(_ sql: String) throws {
    let database = try database(capturesRows: false)
    try database.write { try $0.execute(sql: "INSERT INTO log VALUES ('x')") }
    let observer = TransactionLog()
    let table = try #require(["tag", "player", "log", "search"].first { sql.contains($0) })
    observer.isObserved = { $0.tableName == table }
    let told = try told(observer, database, sql)
    #expect(told.count > 2)
    #expect(told.suffix(2) == ["will commit", "commit"])
  }

  @Test(arguments: [true, false])
  func `who observes a virtual table is told, also without its storage`(
    _ capturesRows: Bool
  ) throws {
    let observer = TransactionLog()
    observer.isObserved = { $0.tableName == "search" }
    let told = try told(
      observer,
      try database(capturesRows: capturesRows),
      "INSERT INTO search(text) VALUES ('x')"
    )
    #expect(told == ["change", "will commit", "commit"])
  }

  @Test(arguments: [true, false])
  func `cascades and triggers are asked about as what they do`(_ capturesRows: Bool) throws {
    let database = try database(capturesRows: capturesRows)
    let observer = TransactionLog()
    observer.isObserved = { $0 == .delete(tableName: "player") }
    let deletion = try told(observer, database, "DELETE FROM team WHERE id = 1")
    #expect(deletion == ["delete player 1", "delete player 2", "will commit", "commit"])
    observer.isObserved = { $0.tableName == "log" }
    let update = try told(observer, database, "UPDATE team SET name = 'x' WHERE id = 2")
    #expect(update == ["insert log 1", "will commit", "commit"])
  }

  @Test func `an update is asked about with its columns`() throws {
    let database = try database()
    let observer = TransactionLog()
    var kinds: Set<DatabaseEventKind> = []
    observer.isObserved = { kind in
      kinds.insert(kind)
      return kind == .update(tableName: "player", columnNames: ["teamID"])
    }
    #expect(
      try told(observer, database, "UPDATE player SET teamID = 2 WHERE id = 1")
        == ["update player 1", "will commit", "commit"]
    )
    #expect(kinds.contains(.update(tableName: "player", columnNames: ["teamID"])))
    #expect(
      try told(observer, database, "UPDATE player SET id = 8 WHERE id = 1")
        == ["will commit", "commit"]
    )
  }

  @Test(arguments: [true, false])
  func `a replaced row is asked about as a deletion`(_ isObserved: Bool) throws {
    let observer = TransactionLog()
    observer.isObserved = { isObserved && $0 == .delete(tableName: "team") }
    let database = try database()
    try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA foreign_keys = OFF") }
    let told = try told(observer, database, "REPLACE INTO team VALUES (9, 'Red')")
    #expect(told == (isObserved ? ["delete team 1"] : []) + ["will commit", "commit"])
  }

  @Test func `rows of statements that run inside of each other are told with their statement`()
    throws
  {
    let database = try database()
    let observer = TransactionLog()
    database.add(transactionObserver: observer)
    try database.write { db in
      let cursor = try Row.fetchCursor(db, sql: "INSERT INTO team(id) VALUES (5), (6) RETURNING id")
      while try cursor.next() != nil {
        try db.execute(sql: "INSERT INTO log VALUES ('row')")
      }
    }
    let told = observer.take()
    #expect(
      Set(told) == [
        "insert team 5", "insert team 6", "insert log 1", "insert log 2", "will commit", "commit",
      ]
    )
    #expect(told.count == 6)
  }
}
