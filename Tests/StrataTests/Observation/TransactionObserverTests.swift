import Testing

@testable import Strata

/// What observers of transactions are told, in order, with and without the pre-update hook.
@Suite(.timeLimit(.minutes(10)))
struct TransactionObserverTests {
  struct Refusal: Error {}

  /// Writes down what it is told.
  final class Observer: TransactionObserver {
    var told: [String] = []
    var isObserved: (DatabaseEventKind) -> Bool = { _ in true }
    var stops = false
    var refuses = false
    var onCommit: ((Database) throws -> Void)?

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { isObserved(eventKind) }

    func databaseDidChange() {
      told.append("change")
      if stops { stopObservingDatabaseChangesUntilNextTransaction() }
    }

    func databaseDidChange(with event: DatabaseEvent) {
      let database = event.databaseName == "main" ? "" : "\(event.databaseName)."
      told.append("\(event.copy().kind) \(database)\(event.tableName) \(event.rowID)")
      if stops { stopObservingDatabaseChangesUntilNextTransaction() }
    }

    func databaseWillCommit() throws {
      told.append("will commit")
      if refuses { throw Refusal() }
    }

    func databaseDidCommit(_ db: Database) {
      told.append("commit")
      do { try onCommit?(db) } catch { told.append("\(error)") }
    }

    func databaseDidRollback(_ db: Database) { told.append("rollback") }

    func take() -> [String] {
      defer { told = [] }
      return told
    }
  }

  private func database(capturesRows: Bool = true) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.capturesRows = capturesRows
    let queue = try DatabaseQueue(configuration: configuration)
    try queue.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          ATTACH ':memory:' AS attached;
          CREATE TABLE attached.team(id INTEGER PRIMARY KEY);
          CREATE TABLE team(id INTEGER PRIMARY KEY, name TEXT UNIQUE);
          CREATE TABLE player(
            id INTEGER PRIMARY KEY, teamID INTEGER REFERENCES team ON DELETE CASCADE
          );
          CREATE TABLE log(message TEXT);
          CREATE TABLE tag(name TEXT PRIMARY KEY) WITHOUT ROWID;
          CREATE VIRTUAL TABLE search USING fts5(text);
          CREATE TRIGGER onTeam AFTER UPDATE ON team BEGIN INSERT INTO log VALUES (new.name); END;
          INSERT INTO team VALUES (1, 'Red'), (2, 'Blue');
          INSERT INTO player VALUES (1, 1), (2, 1), (3, 2);
          """
      )
    }
    return queue
  }

  /// What an observer is told of SQL, each run of which is a write without a transaction.
  private func told(
    _ observer: Observer,
    _ database: DatabaseQueue,
    _ sql: String
  ) throws -> [String] {
    database.add(transactionObserver: observer)
    defer { database.remove(transactionObserver: observer) }
    try database.writeWithoutTransaction { db in
      // Some of it is meant to fail.
      try? db.execute(sql: sql)
      if db.isInsideTransaction { try db.rollback() }
    }
    return observer.take()
  }

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
    let told = try told(Observer(), try database(capturesRows: capturesRows), write.sql)
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
    #expect(try told(Observer(), database, write.sql) == write.expected)
  }

  @Test(arguments: [
    "INSERT INTO tag VALUES ('x')", "DELETE FROM player", "DELETE FROM log WHERE 1",
    "INSERT INTO search(text) VALUES ('x')",
  ])
  func `rows that cannot be told are told as a change`(_ sql: String) throws {
    let database = try database(capturesRows: false)
    try database.write { try $0.execute(sql: "INSERT INTO log VALUES ('x')") }
    let observer = Observer()
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
    let observer = Observer()
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
    let observer = Observer()
    observer.isObserved = { $0 == .delete(tableName: "player") }
    let deletion = try told(observer, database, "DELETE FROM team WHERE id = 1")
    #expect(deletion == ["delete player 1", "delete player 2", "will commit", "commit"])
    observer.isObserved = { $0.tableName == "log" }
    let update = try told(observer, database, "UPDATE team SET name = 'x' WHERE id = 2")
    #expect(update == ["insert log 1", "will commit", "commit"])
  }

  @Test func `an update is asked about with its columns`() throws {
    let database = try database()
    let observer = Observer()
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
    let observer = Observer()
    observer.isObserved = { isObserved && $0 == .delete(tableName: "team") }
    let database = try database()
    try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA foreign_keys = OFF") }
    let told = try told(observer, database, "REPLACE INTO team VALUES (9, 'Red')")
    #expect(told == (isObserved ? ["delete team 1"] : []) + ["will commit", "commit"])
  }

  @Test func `who has seen enough is told no more changes until the next transaction`() throws {
    let database = try database()
    let observer = Observer()
    observer.stops = true
    let other = Observer()
    database.add(transactionObserver: other)
    let sql = "BEGIN; INSERT INTO team(id) VALUES (8), (9); DELETE FROM log; COMMIT"
    #expect(try told(observer, database, sql) == ["insert team 8", "will commit", "commit"])
    #expect(other.take() == ["insert team 8", "insert team 9", "will commit", "commit"])
    #expect(
      try told(observer, database, "DELETE FROM team WHERE id > 7; DELETE FROM player")
        == ["delete team 8", "will commit", "commit", "delete player 1", "will commit", "commit"]
    )
  }

  @Test(arguments: ["INSERT INTO team(id) VALUES (5)", "BEGIN; DELETE FROM player; COMMIT"])
  func `a commit can be refused, with an error for the writer`(_ sql: String) throws {
    let database = try database()
    let observer = Observer()
    observer.refuses = true
    database.add(transactionObserver: observer)
    #expect(throws: Refusal.self) {
      try database.writeWithoutTransaction { try $0.execute(sql: sql) }
    }
    #expect(observer.take().suffix(2) == ["will commit", "rollback"])
    #expect(throws: Refusal.self) {
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
    let observer = Observer()
    observer.refuses = true
    database.add(transactionObserver: observer)
    #expect(throws: Refusal.self) {
      try write(database, "INSERT INTO team(id) VALUES (5)")
    }
    await database.idle()
    #expect(watcher.takeCount() == 0)
  }

  private func write(_ database: any DatabaseWriter, _ sql: String) throws {
    try database.write { try $0.execute(sql: sql) }
  }

  @Test func `reads are not told`() throws {
    let directory = try TemporaryDirectory()
    let databases: [any DatabaseWriter] = [
      try database(), try DatabasePool(path: directory.path()),
    ]
    for database in databases {
      let observer = Observer()
      database.add(transactionObserver: observer)
      try database.read { try $0.execute(sql: "SELECT 1") }
      #expect(observer.take().isEmpty)
    }
  }

  @Test func `an observer may write when it is told of a commit`() throws {
    let database = try database()
    let observer = Observer()
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
    weak var alive: Observer?
    var kept: [Observer] = []
    func add(_ extent: Database.TransactionObservationExtent, isKept: Bool) {
      let observer = Observer()
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
      let observer = Observer()
      database.add(transactionObserver: observer)
      withExtendedLifetime(observer) {}
    }
    try write(database, "INSERT INTO team(id) VALUES (5)")
    #expect(database.observationCenter.isEmpty)
  }

  @Test func `rows of statements that run inside of each other are told with their statement`()
    throws
  {
    let database = try database()
    let observer = Observer()
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
