import Foundation
import Strata
import TestSupport
import Testing

@Suite struct DatabasePoolTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func pool(readers: Int = 5) throws -> DatabasePool {
    var configuration = Configuration()
    configuration.maximumReaderCount = readers
    let pool = try DatabasePool(path: directory.path(), configuration: configuration)
    try pool.write { (db: Database) throws in
      try db.execute(sql: "CREATE TABLE IF NOT EXISTS t (a INTEGER NOT NULL)")
    }
    return pool
  }

  @Test func `a read neither waits for a write nor sees it`() throws {
    let pool = try pool()
    try pool.write { (db: Database) throws in
      try db.execute(sql: "INSERT INTO t VALUES (1)")
      #expect(try pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") } == 0)
    }
    #expect(try pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") } == 1)
  }

  @Test func `all of a read sees one state`() throws {
    let pool = try pool()
    try pool.read { (db: Database) throws in
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM t") == 0)
      try pool.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM t") == 0)
    }
    try pool.unsafeRead { (db: Database) throws in
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM t") == 1)
      try pool.write { try $0.execute(sql: "INSERT INTO t VALUES (2)") }
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM t") == 2)
    }
  }

  @Test func `readers cannot write`() throws {
    let pool = try pool()
    let error = #expect(throws: DatabaseError.self) {
      try pool.unsafeRead { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
    }
    #expect(error?.resultCode == .SQLITE_READONLY)
  }

  @Test func `a new schema is seen by readers and their statements`() throws {
    let pool = try pool(readers: 1)
    try pool.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
    let fetch = { try pool.read { try Row.fetchOne($0, sql: "SELECT * FROM t")?.columnNames } }
    #expect(try fetch() == ["a"])
    try pool.write { try $0.execute(sql: "ALTER TABLE t ADD COLUMN b") }
    #expect(try fetch() == ["a", "b"])
  }

  @Test func `a concurrent read sees the state of its beginning`() async throws {
    let pool = try pool()
    let (values, continuation) = AsyncStream<Result<Int?, any Error>>.makeStream()
    let gate = DispatchSemaphore(value: 0)
    try await pool.writeWithoutTransaction { (db: Database) throws in
      try db.execute(sql: "INSERT INTO t VALUES (1)")
      pool.spawnConcurrentRead { result in
        gate.wait()
        continuation.yield(
          Result { try Int.fetchOne(result.get(), sql: "SELECT count(*) FROM t") }
        )
        continuation.finish()
      }
      try db.execute(sql: "INSERT INTO t VALUES (2)")
      gate.signal()
    }
    for await value in values { #expect(try value.get() == 1) }
  }

  @Test func `a barrier waits for reads, and reads wait for it`() async throws {
    let pool = try pool(readers: 2)
    try await withThrowingTaskGroup(of: Void.self) { group in
      let inside = Counter()
      for number in 0..<60 {
        if number % 10 == 0 {
          group.addTask {
            try await pool.barrierWriteWithoutTransaction { _ in #expect(inside.value == 0) }
          }
        } else {
          group.addTask {
            try await pool.read { (db: Database) throws in
              inside.increment()
              _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM t")
              inside.decrement()
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `there are no more readers than allowed, and many more reads`() async throws {
    let pool = try pool(readers: 3)
    let inside = Counter()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<300 {
        group.addTask {
          try await pool.read { (db: Database) throws in
            inside.increment()
            #expect(inside.value <= 3)
            _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM t")
            inside.decrement()
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `the sum stays while money moves`() async throws {
    let pool = try pool()
    try await pool.write { (db: Database) throws in
      for _ in 0..<10 { try db.execute(sql: "INSERT INTO t VALUES (100)") }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for seed in 0..<4 {
        group.addTask {
          for step in 0..<50 {
            try await pool.write { (db: Database) throws in
              let from = (seed + step) % 10 + 1
              let to = (seed * 3 + step * 7) % 10 + 1
              try db.execute(sql: "UPDATE t SET a = a - 1 WHERE rowid = ?", arguments: [from])
              try db.execute(sql: "UPDATE t SET a = a + 1 WHERE rowid = ?", arguments: [to])
            }
          }
        }
        group.addTask {
          for _ in 0..<100 {
            let sum = try await pool.read { try Int.fetchOne($0, sql: "SELECT sum(a) FROM t") }
            #expect(sum == 1000)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `a cancelled read gives its reader back`() async throws {
    let pool = try pool(readers: 1)
    for _ in 0..<20 {
      let (started, signal) = AsyncStream<Void>.makeStream()
      let task = Task {
        try await pool.read { (db: Database) throws in
          signal.finish()
          return try Int.fetchOne(
            db,
            sql: """
              WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n
              """
          )
        }
      }
      for await _ in started {}
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    #expect(try await pool.read { try Int.fetchOne($0, sql: "SELECT 1") } == 1)
  }

  @Test func `two pools on one file wait for each other`() async throws {
    let first = try pool()
    let second = try pool()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for pool in [first, second] {
        group.addTask {
          for _ in 0..<100 {
            try await pool.write { (db: Database) throws in
              let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM t") ?? -1
              try db.execute(sql: "INSERT INTO t VALUES (?)", arguments: [count])
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let values = try await first.read { try Int.fetchAll($0, sql: "SELECT a FROM t ORDER BY a") }
    #expect(values == Array(0..<200))
  }

  @Test func `a closed pool throws`() async throws {
    let pool = try pool()
    _ = try await pool.read { try Int.fetchOne($0, sql: "SELECT 1") }
    try pool.close()
    await #expect(throws: DatabaseError.self) { try await pool.read { _ in } }
    #expect(throws: DatabaseError.self) { try pool.write { _ in } }
  }

  @Test func `a checkpoint empties the log`() throws {
    let pool = try pool()
    try pool.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
    try pool.checkpoint(.truncate)
    let log = try FileManager.default.attributesOfItem(atPath: directory.path() + "-wal")
    #expect((log[.size] as? Int) == 0)
  }

  #if !os(iOS)
  @Test func `a read inside a read of the same pool stops the program`() async {
    await #expect(processExitsWith: .failure) {
      let directory = try TemporaryDirectory()
      let pool = try DatabasePool(path: directory.path())
      try pool.read { _ in try pool.read { _ in } }
    }
  }
  #endif
}
