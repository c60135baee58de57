import Testing

@testable import Strata

/// What observers of transactions are told before a row changes.
@Suite(.timeLimit(.minutes(10)))
struct PreUpdateEventTests {
  /// Writes down what it is told, in the order of the calls.
  private final class Witness: TransactionObserver {
    var told: [String] = []
    var kept: [DatabasePreUpdateEvent] = []
    var isObserved: (DatabaseEventKind) -> Bool = { _ in true }

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { isObserved(eventKind) }

    func databaseWillChange(with event: DatabasePreUpdateEvent) {
      let old = event.initialDatabaseValues.map { "\($0.map(\.description))" } ?? "-"
      let new = event.finalDatabaseValues.map { "\($0.map(\.description))" } ?? "-"
      told.append("will \(event.kind) \(event.tableName) \(old) \(new) \(event.depth)")
      kept.append(event.copy())
    }

    func databaseDidChange(with event: DatabaseEvent) {
      told.append("did \(event.kind) \(event.tableName) \(event.rowID)")
    }
  }

  private func database(capturesRows: Bool = true) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.capturesRows = capturesRows
    let queue = try DatabaseQueue(configuration: configuration)
    try queue.write { db in
      try db.execute(
        sql: """
          CREATE TABLE player(id INTEGER PRIMARY KEY, name TEXT UNIQUE);
          CREATE TABLE log(message TEXT);
          CREATE TRIGGER named AFTER UPDATE ON player BEGIN INSERT INTO log VALUES (new.name); END;
          INSERT INTO player VALUES (1, 'Ann'), (2, 'Ben');
          """
      )
    }
    return queue
  }

  private func told(_ witness: Witness, _ sql: String) throws -> [String] {
    let database = try database()
    database.add(transactionObserver: witness)
    try database.writeWithoutTransaction { try? $0.execute(sql: sql) }
    return witness.told
  }

  @Test(
    arguments: [
      (
        "INSERT INTO player VALUES (3, 'Cleo')",
        [#"will insert player - ["3", "\"Cleo\""] 0"#, "did insert player 3"]
      ),
      (
        "DELETE FROM player WHERE id = 2",
        [#"will delete player ["2", "\"Ben\""] - 0"#, "did delete player 2"]
      ),
      (
        "UPDATE player SET name = NULL WHERE id = 1",
        [
          #"will update player ["1", "\"Ann\""] ["1", "NULL"] 0"#,
          #"will insert log - ["NULL"] 1"#, "did update player 1", "did insert log 1",
        ]
      ),
      (
        "REPLACE INTO player VALUES (9, 'Ann')",
        [
          #"will delete player ["1", "\"Ann\""] - 0"#, #"will insert player - ["9", "\"Ann\""] 0"#,
          "did delete player 1", "did insert player 9",
        ]
      ),
      (
        "INSERT INTO player VALUES (5, 'Eve'), (1, 'Ann')",
        [#"will insert player - ["5", "\"Eve\""] 0"#]
      ),
    ] as [(String, [String])]
  )
  func `the values of a row are told before it changes`(
    _ sql: String,
    _ expected: [String]
  ) throws {
    #expect(try told(Witness(), sql) == expected)
  }

  @Test func `only a copy has values later`() throws {
    let witness = Witness()
    _ = try told(witness, "UPDATE player SET id = 7, name = 'Anna' WHERE id = 1")
    let event = try #require(witness.kept.first)
    #expect(event.count == 2)
    #expect(event.initialRowID == 1)
    #expect(event.finalRowID == 7)
    #expect(event.initialDatabaseValue(atIndex: 1) == "Ann".databaseValue)
    #expect(event.finalDatabaseValue(atIndex: 1) == "Anna".databaseValue)
    #expect(event.databaseName == "main")
  }

  @Test func `rows of other kinds are not told`() throws {
    let witness = Witness()
    witness.isObserved = { $0.tableName == "log" }
    let told = try told(witness, "UPDATE player SET name = 'x' WHERE id = 1; DELETE FROM player")
    #expect(told == [#"will insert log - ["\"x\""] 1"#, "did insert log 1"])
  }

  @Test func `without the hook nothing is told before`() throws {
    let database = try database(capturesRows: false)
    let witness = Witness()
    database.add(transactionObserver: witness)
    try database.write { try $0.execute(sql: "INSERT INTO player VALUES (3, 'Cleo')") }
    #expect(witness.told == ["did insert player 3"])
  }
}
