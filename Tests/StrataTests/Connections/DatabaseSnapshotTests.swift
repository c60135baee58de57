import Foundation
import Strata
import TestSupport
import Testing

@Suite struct DatabaseSnapshotTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func pool() throws -> DatabasePool {
    let pool = try DatabasePool(path: directory.path())
    try pool.write { try $0.execute(sql: "CREATE TABLE t (a); INSERT INTO t VALUES (1)") }
    return pool
  }

  private func count(_ db: Database) throws -> Int? {
    try Int.fetchOne(db, sql: "SELECT count(*) FROM t")
  }

  @Test func `a snapshot never changes, the pool goes on`() async throws {
    let pool = try pool()
    let snapshot = try pool.makeSnapshot()
    try await pool.write { try $0.execute(sql: "INSERT INTO t VALUES (2)") }
    let later = try pool.makeSnapshot()
    try await pool.write { db in
      try db.execute(sql: "DROP TABLE t; CREATE TABLE t (b, c)")
    }
    try pool.checkpoint()
    try pool.vacuum()
    for _ in 0..<2 {
      #expect(try await snapshot.read(count) == 1)
      let values = try await later.read { try Int.fetchAll($0, sql: "SELECT a FROM t") }
      #expect(values == [1, 2])
    }
    #expect(try await pool.read(count) == 0)
    #expect(try await snapshot.read { try $0.columns(in: "t").count } == 1)
  }

  @Test func `a snapshot sees what was committed, not the transaction that is open`() throws {
    let pool = try pool()
    try pool.writeWithoutTransaction { (db: Database) throws in
      try db.execute(sql: "INSERT INTO t VALUES (2)")
      let inside = try pool.makeSnapshot()
      #expect(try inside.read(count) == 2)
    }
    let before = try pool.read { (db: Database) throws in
      // A read that is older does not matter.
      _ = try count(db)
      try pool.write { try $0.execute(sql: "INSERT INTO t VALUES (3)") }
      return try pool.makeSnapshot()
    }
    #expect(try before.read(count) == 3)
  }

  @Test func `a snapshot outlives its pool, is closed, and cannot write`() throws {
    var pool: DatabasePool? = try pool()
    let snapshot = try #require(try pool?.makeSnapshot())
    try pool?.close()
    pool = nil
    #expect(try snapshot.read(count) == 1)
    #expect(try snapshot.unsafeReentrantRead { _ in try snapshot.unsafeReentrantRead(count) } == 1)
    let error = #expect(throws: DatabaseError.self) {
      try snapshot.unsafeRead { try $0.execute(sql: "DELETE FROM t") }
    }
    #expect(error?.resultCode == .SQLITE_READONLY)
    #expect(try snapshot.read(count) == 1)
    try snapshot.close()
    #expect(throws: DatabaseError.self) { try snapshot.read(count) }
  }

  @Test func `a cancelled read leaves the snapshot as it was`() async throws {
    let pool = try pool()
    let snapshot = try pool.makeSnapshot()
    try await pool.write { try $0.execute(sql: "DELETE FROM t") }
    let (started, signal) = AsyncStream<Void>.makeStream()
    let task = Task {
      try await snapshot.read { (db: Database) throws in
        signal.finish()
        return try Int.fetchOne(db, sql: endlessCount)
      }
    }
    for await _ in started {}
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await snapshot.read(count) == 1)
  }

  @Test func `an observation of a snapshot gives one value`() async throws {
    let pool = try pool()
    let snapshot = try pool.makeSnapshot()
    try await pool.write { try $0.execute(sql: "DELETE FROM t") }
    let observation = ValueObservation.tracking { try Int.fetchOne($0, sql: "SELECT a FROM t") }
    for try await value in observation.values(in: snapshot) {
      #expect(value == 1)
      break
    }
  }
}

/// SQL without an end, unless it is interrupted.
let endlessCount = """
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n
  """
