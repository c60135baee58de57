import TestSupport
import Testing

@testable import Strata

/// Tables that another connection alters while the database does not look for changes of others.
@Suite(.timeLimit(.minutes(10)))
struct AlteredTableTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func open(_ isPool: Bool) throws -> any ObservedReader & DatabaseWriter {
    var configuration = Configuration()
    configuration.journalMode = .wal
    return isPool
      ? try DatabasePool(path: directory.path(), configuration: configuration)
      : try DatabaseQueue(path: directory.path(), configuration: configuration)
  }

  /// Ways to write to the table that differ in when SQLite learns of the other schema.
  enum Way: CaseIterable {
    case cached, fresh, newColumn, inTransaction, afterRead
  }

  @Test(arguments: [true, false], Way.allCases)
  func `changes are those of the columns as they are now`(
    _ isPool: Bool,
    _ way: Way
  ) async throws {
    let database = try open(isPool)
    try await database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE t(id INTEGER PRIMARY KEY, a, b, c);
          INSERT INTO t VALUES (1, 1, 1, 1);
          """
      )
    }
    let sql = "UPDATE t SET c = c + 1 WHERE id = 1"
    let watcher = Watcher(database) { try $0.execute(sql: "SELECT c FROM t") }
    database.observationCenter.start(watcher)
    await database.idle()
    try await database.writeWithoutTransaction { db in
      try db.cachedStatement(sql: sql).execute()
    }
    await database.idle()
    #expect(watcher.takeCount() == 1)

    // As many columns as before, in another order.
    try await open(!isPool).write { db in
      try db.execute(
        sql: """
          DROP TABLE t;
          CREATE TABLE t(id INTEGER PRIMARY KEY, c, a, d);
          INSERT INTO t VALUES (1, 1, 1, 1);
          """
      )
    }
    try await database.writeWithoutTransaction { db in
      switch way {
      case .cached: try db.cachedStatement(sql: sql).execute()
      case .fresh: try db.execute(sql: sql)
      case .newColumn: try db.execute(sql: "UPDATE t SET c = c + 1, d = d WHERE id = 1")
      case .inTransaction:
        try db.inTransaction {
          try db.execute(sql: "UPDATE t SET a = a")
          try db.cachedStatement(sql: sql).execute()
          return .commit
        }
      case .afterRead:
        try db.execute(sql: "SELECT d FROM t")
        try db.cachedStatement(sql: sql).execute()
      }
    }
    await database.idle()
    #expect(watcher.takeCount() > 0)
  }
}
