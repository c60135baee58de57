import Foundation
import Testing

@testable import Strata

@Suite(.timeLimit(.minutes(10)))
struct DatabaseRegionObservationTests {
  private struct Player: TableRecord, FetchableRecord, Codable { var id: Int }

  /// Counts the players that are there at each change.
  private func start(
    _ observation: DatabaseRegionObservation,
    _ database: any DatabaseWriter,
    _ recorder: Recorder<Int>
  ) -> AnyDatabaseCancellable {
    observation.start(in: database, onError: recorder.onError) { db in
      do {
        recorder.onChange(try Player.fetchCount(db))
      } catch {
        recorder.onError(error)
      }
    }
  }

  private func write(_ database: any DatabaseWriter, _ sql: String) throws {
    try database.writeWithoutTransaction { try $0.execute(sql: sql) }
  }

  @Test(arguments: TestDatabase.allCases)
  func `each transaction that changes the region is told, in the write`(
    _ kind: TestDatabase
  ) throws {
    let database = try kind.open()
    let recorder = Recorder<Int>()
    let observation = DatabaseRegionObservation(tracking: Player.all())
    let cancellable = start(observation, database, recorder)
    #expect(recorder.values.isEmpty)
    try write(database, "INSERT INTO player(id) VALUES (1)")
    #expect(recorder.values == [1])
    try write(database, "BEGIN; INSERT INTO player(id) VALUES (2), (3); DELETE FROM team; COMMIT")
    #expect(recorder.values == [1, 3])
    try write(database, "INSERT INTO team(id) VALUES (1)")
    try write(database, "BEGIN; DELETE FROM player; ROLLBACK")
    try write(database, "UPDATE player SET name = 'x' WHERE id = 99")
    #expect(recorder.values == [1, 3])
    try write(database, "DELETE FROM player")
    #expect(recorder.values == [1, 3, 0])

    cancellable.cancel()
    try write(database, "INSERT INTO player(id) VALUES (1)")
    #expect(recorder.values == [1, 3, 0])
    #expect(database.observationCenter.isEmpty)
  }

  @Test func `columns, rows and several regions are told apart`() throws {
    let database = try TestDatabase.memoryQueue.open()
    try write(database, "INSERT INTO player(id, name, score) VALUES (1, 'Ann', 1), (2, 'Ben', 2)")
    let regions: [(DatabaseRegionObservation, String, Bool)] = [
      (.init(tracking: DatabaseRegion(table: "player", columns: ["name"])), "score = 5", false),
      (.init(tracking: DatabaseRegion(table: "player", columns: ["name"])), "name = 'x'", true),
      (.init(tracking: DatabaseRegion(table: "player", rowIDs: [2])), "score = 6", false),
      (.init(tracking: DatabaseRegion(table: "player", rowIDs: [1])), "score = 7", true),
      (.init(tracking: .fullDatabase), "score = 8", true),
      (.init(tracking: []), "score = 9", false),
      (
        .init(tracking: DatabaseRegion(table: "team"), DatabaseRegion(table: "player")),
        "score = 10", true
      ),
    ]
    for (observation, change, isTold) in regions {
      let recorder = Recorder<Int>()
      let cancellable = start(observation, database, recorder)
      try write(database, "UPDATE player SET \(change) WHERE id = 1")
      #expect(recorder.values.count == (isTold ? 1 : 0), "\(change)")
      cancellable.cancel()
    }
  }

  @Test(arguments: TestDatabase.allCases)
  func `the region follows the schema, and an error is the end`(_ kind: TestDatabase) throws {
    let database = try kind.open()
    try write(database, "CREATE VIEW v AS SELECT id FROM player")
    let recorder = Recorder<Int>()
    let observation = DatabaseRegionObservation(tracking: SQLRequest<Row>(sql: "SELECT * FROM v"))
    let cancellable = start(observation, database, recorder)
    try write(database, "BEGIN; DROP VIEW v; CREATE VIEW v AS SELECT id FROM team; COMMIT")
    #expect(recorder.values.count == 1)
    try write(database, "INSERT INTO team(id) VALUES (1)")
    #expect(recorder.values.count == 2)
    try write(database, "INSERT INTO player(id) VALUES (1)")
    #expect(recorder.values.count == 2)
    try write(database, "DROP VIEW v")
    #expect(recorder.errors.count == 1)
    try write(database, "INSERT INTO team(id) VALUES (2)")
    #expect(recorder.values.count == 2)
    #expect(database.observationCenter.isEmpty)
    cancellable.cancel()

    let failing = Recorder<Int>()
    let other = start(observation, database, failing)
    #expect(failing.errors.count == 1)
    other.cancel()
    #expect(database.observationCenter.isEmpty)
  }

  @Test(arguments: TestDatabase.allCases)
  func `the closure may write, start and cancel`(_ kind: TestDatabase) throws {
    let database = try kind.open()
    let recorder = Recorder<Int>()
    let cancellables = Protected<[AnyDatabaseCancellable]>([])
    let observation = DatabaseRegionObservation(tracking: DatabaseRegion(table: "player"))
    let cancellable = observation.start(in: database, onError: recorder.onError) { db in
      do {
        let count = try Player.fetchCount(db)
        recorder.onChange(count)
        if count < 3 {
          try db.execute(sql: "INSERT INTO player DEFAULT VALUES")
        } else {
          let inner = observation.start(in: database, onError: recorder.onError) { _ in }
          cancellables.update { cancellables in
            for cancellable in cancellables { cancellable.cancel() }
            cancellables.append(inner)
          }
        }
      } catch {
        recorder.onError(error)
      }
    }
    cancellables.update { $0.append(cancellable) }
    try write(database, "INSERT INTO player DEFAULT VALUES")
    #expect(recorder.values == [1, 2, 3])
    try write(database, "INSERT INTO player DEFAULT VALUES")
    #expect(recorder.values == [1, 2, 3])
    #expect(recorder.errors.isEmpty)
    for cancellable in cancellables.value { cancellable.cancel() }
    try write(database, "INSERT INTO player DEFAULT VALUES")
    #expect(database.observationCenter.isEmpty)
  }

  @Test(arguments: TestDatabase.allCases)
  func `the observation ends when its cancellable goes`(_ kind: TestDatabase) throws {
    let database = try kind.open()
    let recorder = Recorder<Int>()
    do {
      let observation = DatabaseRegionObservation(tracking: DatabaseRegion(table: "player"))
      withExtendedLifetime(start(observation, database, recorder)) {}
    }
    try write(database, "INSERT INTO player DEFAULT VALUES")
    #expect(recorder.values.isEmpty)
    #expect(database.observationCenter.isEmpty)
  }

  @Test(arguments: TestDatabase.allCases)
  func `changes that SQLite does not tell of can be told`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    let player = Watcher(database) { try $0.execute(sql: "SELECT name FROM player") }
    let team = Watcher(database) { try $0.execute(sql: "SELECT name FROM team") }
    for watcher in [player, team] { database.observationCenter.start(watcher) }
    await database.idle()
    let recorder = Recorder<Int>()
    let cancellable = start(
      DatabaseRegionObservation(tracking: DatabaseRegion(table: "player")),
      database,
      recorder
    )
    let observer = TransactionLog()
    observer.isObserved = { $0.tableName == "player" }
    database.add(transactionObserver: observer)

    try await database.write { db in try db.notifyChanges(in: Player.all()) }
    await database.idle()
    #expect(player.takeCount() == 1)
    #expect(team.takeCount() == 0)
    #expect(recorder.values == [0])
    #expect(observer.take() == ["change", "will commit", "commit"])

    // Outside of a transaction at once, of one that is rolled back never.
    try await database.writeWithoutTransaction { db in
      try db.notifyChanges(in: DatabaseRegion(table: "player", columns: ["score"]))
    }
    await database.idle()
    #expect(player.takeCount() == 0)
    try await database.writeWithoutTransaction { try $0.notifyChanges(in: .fullDatabase) }
    await database.idle()
    #expect(player.takeCount() == 1)
    #expect(team.takeCount() == 1)
    try await database.writeWithoutTransaction { db in
      try db.inTransaction {
        try db.notifyChanges(in: Player.all())
        return .rollback
      }
    }
    await database.idle()
    #expect(player.takeCount() == 0)
    #expect(team.takeCount() == 0)
    cancellable.cancel()
  }

  @Test func `a region knows which events are in it`() {
    let region = DatabaseRegion(table: "player", columns: ["name"], rowIDs: [1])
    func event(_ table: String, _ rowID: Int64, in database: String = "main") -> DatabaseEvent {
      DatabaseEvent(kind: .update, databaseName: database, tableName: table, rowID: rowID)
    }
    #expect(region.isModified(by: event("PLAYER", 1)))
    #expect(!region.isModified(by: event("player", 2)))
    #expect(!region.isModified(by: event("team", 1)))
    #expect(!region.isModified(by: event("player", 1, in: "other")))
    #expect(DatabaseRegion.fullDatabase.isModified(by: event("team", 1)))
    #expect(!DatabaseRegion().isModified(by: event("team", 1)))
    #expect([DatabaseEvent.Kind.delete, .insert, .update].map(\.rawValue) == [9, 18, 23])
  }
}
