import Testing

@testable import Strata

/// The samples of the documentation comments about observation, run.
@Suite(.timeLimit(.minutes(10)))
struct ObservationSamples {
  private struct Player: Codable, FetchableRecord, PersistableRecord {
    var id: Int
    var name: String?
  }

  private struct PlayersRequest: ValueObservationQueryable {
    static var defaultValue: [String?] { [] }
    func fetch(_ db: Database) throws -> [String?] { try Player.fetchAll(db).map(\.name) }
  }

  final class PlayerWatch: TransactionObserver {
    var changedIDs: Set<Int64> = []
    func observes(eventsOfKind kind: DatabaseEventKind) -> Bool { kind.tableName == "player" }
    func databaseDidChange(with event: DatabaseEvent) { changedIDs.insert(event.rowID) }
    func databaseDidRollback(_ db: Database) { changedIDs = [] }
  }

  @Test(arguments: TestDatabase.allCases)
  func `an observer of transactions collects what has changed`(_ kind: TestDatabase) throws {
    let pool = try kind.open()
    let watch = PlayerWatch()
    pool.add(transactionObserver: watch)
    try pool.write { db in
      try Player(id: 7, name: "Ann").insert(db)
      try db.execute(sql: "INSERT INTO team(id) VALUES (1)")
    }
    #expect(watch.changedIDs == [7])
    try pool.writeWithoutTransaction { db in
      try db.inTransaction {
        try Player(id: 8, name: "Ben").insert(db)
        return .rollback
      }
    }
    #expect(watch.changedIDs == [])
  }

  @Test(arguments: TestDatabase.allCases)
  func `an observation is shared, calmed, and goes on after errors`(
    _ kind: TestDatabase
  ) async throws {
    let pool = try kind.open()
    var observation = ValueObservation.tracking { db in try Player.fetchAll(db) }
    observation.recoversFromErrors = true
    let shared = observation.shared(in: pool)
    let calm = observation.throttle(for: .milliseconds(500))
    var first = shared.values().makeAsyncIterator()
    #expect(try await first.next()?.count == 0)
    var second = calm.values(in: pool).makeAsyncIterator()
    #expect(try await second.next()?.count == 0)
    await pool.idle()
    try await pool.write { db in
      try Player(id: 1).insert(db)
      try db.notifyChanges(in: Player.all())
    }
    #expect(try await first.next()?.count == 1)
  }

  @MainActor @Test(arguments: TestDatabase.allCases)
  func `a model is tracked`(_ kind: TestDatabase) async throws {
    let pool = try kind.open()
    try await pool.write { try Player(id: 1, name: "Ann").insert($0) }
    let players = ObservedRequest(PlayersRequest(), in: .readWrite { pool })
    #expect(players.value == ["Ann"])
  }
}
