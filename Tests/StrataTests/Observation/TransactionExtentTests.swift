import TestSupport
import Testing

@testable import Strata

/// How long observers of transactions are told, and what they may do meanwhile.
@Suite(.timeLimit(.minutes(10)))
struct TransactionExtentTests: ObservedTransactions {
  @Test(arguments: ["INSERT INTO team(id) VALUES (5)", "BEGIN; DELETE FROM player; COMMIT"])
  func `a commit can be refused, with an error for the writer`(_ sql: String) throws {
    let database = try database()
    let observer = TransactionLog()
    observer.refuses = true
    database.add(transactionObserver: observer)
    #expect(throws: TransactionLog.Refusal.self) {
      try database.writeWithoutTransaction { try $0.execute(sql: sql) }
    }
    #expect(observer.take().suffix(2) == ["will commit", "rollback"])
    #expect(throws: TransactionLog.Refusal.self) {
      try database.write { try $0.execute(sql: "INSERT INTO team(id) VALUES (5)") }
    }
    let counts = try database.read { db in
      try Int.fetchAll(db, sql: "SELECT count(*) FROM team UNION ALL SELECT count(*) FROM player")
    }
    #expect(counts == [2, 3])
    database.remove(transactionObserver: observer)
    try database.write { try $0.execute(sql: "INSERT INTO team(id) VALUES (5)") }
  }

  @Test func `a refused commit wakes no observation`() async throws {
    let database = try database()
    let watcher = Watcher(database) { db in try db.execute(sql: "SELECT * FROM team") }
    database.observationCenter.start(watcher)
    await database.idle()
    let observer = TransactionLog()
    observer.refuses = true
    database.add(transactionObserver: observer)
    #expect(throws: TransactionLog.Refusal.self) {
      try write(database, "INSERT INTO team(id) VALUES (5)")
    }
    await database.idle()
    #expect(watcher.takeCount() == 0)
  }

  @Test func `reads are not told`() throws {
    let directory = try TemporaryDirectory()
    let databases: [any DatabaseWriter] = [
      try database(), try DatabasePool(path: directory.path()),
    ]
    for database in databases {
      let observer = TransactionLog()
      database.add(transactionObserver: observer)
      try database.read { try $0.execute(sql: "SELECT 1") }
      #expect(observer.take().isEmpty)
    }
  }

  @Test func `an observer may write when it is told of a commit`() throws {
    let database = try database()
    let observer = TransactionLog()
    observer.onCommit = { [unowned observer] db in
      observer.onCommit = nil
      try db.execute(sql: "INSERT INTO log VALUES ('seen')")
    }
    #expect(
      try told(observer, database, "INSERT INTO team(id) VALUES (5)")
        == [
          "insert team 5", "will commit", "commit", "insert log 1", "will commit", "commit",
        ]
    )
  }

  @Test func `an observer is told as long as its extent says`() throws {
    let database = try database()
    weak var alive: TransactionLog?
    var kept: [TransactionLog] = []
    func add(_ extent: Database.TransactionObservationExtent, isKept: Bool) {
      let observer = TransactionLog()
      alive = observer
      database.add(transactionObserver: observer, extent: extent)
      if isKept { kept.append(observer) }
    }
    add(.observerLifetime, isKept: false)
    #expect(alive == nil)
    add(.databaseLifetime, isKept: false)
    #expect(alive != nil)
    add(.nextTransaction, isKept: false)
    #expect(alive != nil)
    try write(database, "INSERT INTO team(id) VALUES (5)")
    #expect(alive == nil)

    add(.observerLifetime, isKept: true)
    add(.nextTransaction, isKept: true)
    for id in 6...7 { try write(database, "INSERT INTO team(id) VALUES (\(id))") }
    #expect(kept.map(\.told.count) == [6, 3])
    add(.nextTransaction, isKept: true)
    try database.writeWithoutTransaction { try $0.execute(sql: "BEGIN; DELETE FROM log; ROLLBACK") }
    try write(database, "INSERT INTO team(id) VALUES (8)")
    #expect(kept.last?.told == ["rollback"])

    kept = []
    try write(database, "INSERT INTO team(id) VALUES (9)")
    #expect(!database.observationCenter.isEmpty, "the observer of the database is there")
  }

  @Test func `an observer that has gone leaves writes unobserved`() throws {
    let database = try database()
    do {
      let observer = TransactionLog()
      database.add(transactionObserver: observer)
      withExtendedLifetime(observer) {}
    }
    try write(database, "INSERT INTO team(id) VALUES (5)")
    #expect(database.observationCenter.isEmpty)
  }

  @Test func `who has seen enough is told no more changes until the next transaction`() throws {
    let database = try database()
    let observer = TransactionLog()
    observer.stops = true
    let other = TransactionLog()
    database.add(transactionObserver: other)
    let sql = "BEGIN; INSERT INTO team(id) VALUES (8), (9); DELETE FROM log; COMMIT"
    #expect(try told(observer, database, sql) == ["insert team 8", "will commit", "commit"])
    #expect(other.take() == ["insert team 8", "insert team 9", "will commit", "commit"])
    #expect(
      try told(observer, database, "DELETE FROM team WHERE id > 7; DELETE FROM player")
        == ["delete team 8", "will commit", "commit", "delete player 1", "will commit", "commit"]
    )
  }
}
