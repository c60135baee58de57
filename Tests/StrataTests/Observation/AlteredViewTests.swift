import TestSupport
import Testing

@testable import Strata

@Suite(.timeLimit(.minutes(10)))
struct AlteredViewTests {
  private let directory: TemporaryDirectory
  private let clock = ManualClock()

  init() throws { directory = try TemporaryDirectory() }

  @Test func `a view that others change is observed as it is, also where it was read meanwhile`()
    async throws
  {
    var configuration = Configuration()
    configuration.maximumReaderCount = 1
    configuration.observesExternalChanges = true
    configuration.externalChangesClock = clock.start
    let pool = try DatabasePool(path: directory.path(), configuration: configuration)
    try await pool.write { db in
      try db.execute(
        sql: """
          CREATE TABLE team(id INTEGER PRIMARY KEY);
          CREATE TABLE player(id INTEGER PRIMARY KEY);
          CREATE VIEW v AS SELECT id FROM team;
          """
      )
    }
    let count: @Sendable (Database) throws -> Int = { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM v") ?? -1
    }
    let values = Protected<[Int]>([])
    let cancellable = ValueObservation.tracking(count)
      .start(in: pool, scheduling: .inline, onError: { _ in }) { value in
        values.update { $0.append(value) }
      }
    await pool.idle()
    let other = try DatabaseQueue(path: directory.path())
    try await other.write { db in
      try db.execute(sql: "DROP VIEW v; CREATE VIEW v AS SELECT id FROM player")
    }
    // SQLite compiles the statement of the observer anew, in a read that nobody records.
    #expect(try await pool.read(count) == 0)
    clock.tick()
    try await pool.writeWithoutTransaction { _ in }
    await pool.idle()
    try await pool.write { try $0.execute(sql: "INSERT INTO player VALUES (1)") }
    await pool.idle()
    #expect(values.value.last == 1)
    cancellable.cancel()
  }
}
