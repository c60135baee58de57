@testable import Strata

/// Writes down what it is told.
final class TransactionLog: TransactionObserver {
  struct Refusal: Error {}

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

/// Tests of what observers of transactions are told.
protocol ObservedTransactions {}

extension ObservedTransactions {
  func database(capturesRows: Bool = true) throws -> DatabaseQueue {
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
  func told(
    _ observer: TransactionLog,
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

  func write(_ database: any DatabaseWriter, _ sql: String) throws {
    try database.write { try $0.execute(sql: sql) }
  }
}
