import TestSupport
import Testing

@testable import Strata

/// Writes of which nothing is noted, because nobody observes the database, and observers that come
/// after them.
@Suite(.timeLimit(.minutes(10)))
struct UnobservedWriteTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func open(capturesRows: Bool) throws -> DatabasePool {
    var configuration = Configuration()
    configuration.capturesRows = capturesRows
    configuration.allowsUnsafeTransactions = true
    let pool = try DatabasePool(path: directory.path(), configuration: configuration)
    try pool.write { db in
      try db.execute(
        sql: """
          CREATE TABLE player(id INTEGER PRIMARY KEY, name TEXT);
          CREATE TABLE team(id INTEGER PRIMARY KEY);
          """
      )
    }
    return pool
  }

  private func watcher(_ pool: DatabasePool) -> Watcher {
    Watcher(pool) { db in try db.execute(sql: "SELECT name FROM player") }
  }

  @Test(arguments: [true, false])
  func `an observer that comes inside a transaction is told of what was written before`(
    capturesRows: Bool
  ) async throws {
    let pool = try open(capturesRows: capturesRows)
    try await pool.writeWithoutTransaction { db in
      try db.beginTransaction()
      try db.execute(sql: "INSERT INTO player VALUES (1, 'Ann')")
    }
    let watcher = watcher(pool)
    pool.observationCenter.start(watcher)
    await pool.idle()
    #expect(watcher.takeCount() == 0)
    try await pool.writeWithoutTransaction { db in
      try db.execute(sql: "INSERT INTO team VALUES (1)")
      try db.commit()
    }
    await pool.idle()
    #expect(watcher.takeCount() == 1)
  }

  @Test(arguments: [true, false])
  func `an observer is told nothing of a transaction that is rolled back`(
    capturesRows: Bool
  ) async throws {
    let pool = try open(capturesRows: capturesRows)
    try await pool.writeWithoutTransaction { db in
      try db.beginTransaction()
      try db.execute(sql: "INSERT INTO player VALUES (1, 'Ann')")
    }
    let watcher = watcher(pool)
    pool.observationCenter.start(watcher)
    await pool.idle()
    try await pool.writeWithoutTransaction { db in try db.rollback() }
    try await pool.write { db in try db.execute(sql: "INSERT INTO team VALUES (1)") }
    await pool.idle()
    #expect(watcher.takeCount() == 0)
  }

  @Test(arguments: [true, false])
  func `a statement that was compiled before there was an observer is seen afterwards`(
    capturesRows: Bool
  ) async throws {
    let pool = try open(capturesRows: capturesRows)
    let fill: @Sendable (Database) throws -> Void = { db in
      try db.execute(sql: "INSERT INTO player VALUES (1, 'Ann'), (2, 'Ben')")
    }
    let empty: @Sendable (Database) throws -> Void = { db in
      try db.cachedStatement(sql: "DELETE FROM player").execute()
    }
    try await pool.write(fill)
    try await pool.write(empty)
    try await pool.write(fill)
    let watcher = watcher(pool)
    pool.observationCenter.start(watcher)
    await pool.idle()
    try await pool.write(empty)
    await pool.idle()
    #expect(watcher.takeCount() == 1)
    pool.observationCenter.stop(watcher.id)
    try await pool.write(fill)
    await pool.idle()
    #expect(watcher.takeCount() == 0)
  }
}
