import Foundation
import TestSupport
import Testing

@testable import Strata

/// Who waits for whom in a pool.
@Suite struct PoolAccessTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func pool(readers: Int = 5) throws -> DatabasePool {
    var configuration = Configuration()
    configuration.maximumReaderCount = readers
    let pool = try DatabasePool(path: directory.path(), configuration: configuration)
    try pool.write { try $0.execute(sql: "CREATE TABLE IF NOT EXISTS t (a)") }
    return pool
  }

  private func count(_ db: Database) throws -> Int? {
    try Int.fetchOne(db, sql: "SELECT count(*) FROM t")
  }

  /// Begins a read on a thread of its own, which ends when the gate opens.
  private func hold(_ pool: DatabasePool, _ gate: Gate) async {
    let (started, signal) = AsyncStream<Void>.makeStream()
    pool.asyncRead { result in
      _ = try? result.get().schemaVersion()
      signal.finish()
      gate.wait()
    }
    for await _ in started {}
  }

  @Test func `a write waits for no read, when all readers are in use`() async throws {
    let pool = try pool(readers: 2)
    let gate = Gate()
    await hold(pool, gate)
    await hold(pool, gate)
    for _ in 0..<10 { try await pool.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") } }
    try await pool.write { try $0.execute(sql: "ALTER TABLE t ADD COLUMN b") }
    gate.open()
    #expect(try await pool.read(count) == 10)
  }

  @Test func `a barrier is alone, also where readers are still to be made`() async throws {
    let pool = try pool(readers: 3)
    let gate = Gate()
    let (started, signal) = AsyncStream<Void>.makeStream()
    let hasRead = Protected(0)
    let barrier = Task {
      try await pool.barrierWriteWithoutTransaction { db in
        signal.finish()
        gate.wait()
        #expect(hasRead.value == 0)
        try db.execute(sql: "INSERT INTO t VALUES (1)")
      }
    }
    for await _ in started {}
    let counts = Protected<[Int?]>([])
    let group = DispatchGroup()
    for _ in 0..<8 {
      group.enter()
      pool.asyncRead { result in
        hasRead.update { $0 += 1 }
        let number = try? count(result.get())
        counts.update { $0.append(number) }
        group.leave()
      }
    }
    #expect(hasRead.value == 0)
    gate.open()
    try await barrier.value
    await withCheckedContinuation { done in group.notify(queue: .global()) { done.resume() } }
    #expect(counts.value == Array(repeating: 1, count: 8))
    #expect(try await pool.read(count) == 1)
  }

  @Test func `closing waits for the accesses that run, and ends those that wait`() async throws {
    let pool = try pool(readers: 1)
    let gate = Gate()
    await hold(pool, gate)
    let waiting = Task { try await pool.read(count) }
    let closing = Task {
      try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
        DispatchQueue.global().async { done.resume(with: Result { try pool.close() }) }
      }
    }
    // The read that waits gets its error while the first one still runs.
    await #expect(throws: DatabaseError.self) { try await waiting.value }
    gate.open()
    try await closing.value
    let error = #expect(throws: DatabaseError.self) { try pool.read(count) }
    #expect(error?.description.contains("the connection is closed") == true)
    await #expect(throws: DatabaseError.self) { try await pool.write { _ in } }
    #expect(throws: DatabaseError.self) { try pool.makeSnapshot().read(count) }
    #expect(throws: DatabaseError.self) { try pool.barrierWriteWithoutTransaction { _ in } }
    try pool.close()
  }

  @Test func `a closed pool leaves one file`() throws {
    let pool = try pool()
    try pool.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
    #expect(try pool.read(count) == 1)
    try pool.close()
    let files = try FileManager.default.contentsOfDirectory(atPath: directory.url.path)
    #expect(files == ["test.sqlite"])
  }

  @Test func `accesses that wait block no thread of Swift's pool`() async throws {
    let pool = try pool(readers: 1)
    let gate = Gate()
    await hold(pool, gate)
    let (started, signal) = AsyncStream<Void>.makeStream()
    pool.asyncWriteWithoutTransaction { _ in
      signal.finish()
      gate.wait()
    }
    for await _ in started {}
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask {
          if number % 2 == 0 {
            _ = try await pool.read(count)
          } else {
            try await pool.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
          }
        }
      }
      // Were the threads blocked, these would never run.
      for _ in 0..<64 { #expect(await Task.detached { true }.value) }
      gate.open()
      try await group.waitForAll()
    }
    #expect(try await pool.read(count) == 100)
  }

  @Test func `a schema is seen at once by all readers and their statements`() async throws {
    let pool = try pool(readers: 3)
    let other = try DatabaseQueue(path: directory.path())
    try await pool.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
    var expected = ["a"]
    for number in 0..<6 {
      let gate = Gate()
      let columns = Protected<[[String]]>([])
      let group = DispatchGroup()
      for _ in 0..<3 {
        group.enter()
        pool.asyncRead { result in
          let row = try? Row.fetchOne(result.get(), sql: "SELECT * FROM t")
          let names = row?.columnNames ?? []
          columns.update { $0.append(names) }
          group.leave()
          // All three at once, so that each is another reader.
          gate.wait()
        }
      }
      await withCheckedContinuation { done in group.notify(queue: .global()) { done.resume() } }
      gate.open()
      #expect(columns.value == [expected, expected, expected])
      // By the pool itself, and by another connection.
      let sql = "ALTER TABLE t ADD COLUMN c\(number)"
      if number % 2 == 0 {
        try await pool.write { try $0.execute(sql: sql) }
      } else {
        try await other.write { try $0.execute(sql: sql) }
      }
      expected.append("c\(number)")
      #expect(
        try await pool.read { try Row.fetchOne($0, sql: "SELECT * FROM t")?.columnNames }
          == expected
      )
    }
  }

  @Test func `there may be more observers than readers`() async throws {
    let pool = try pool(readers: 1)
    let recorders = (0..<40).map { _ in Recorder<Int>() }
    let cancellables = recorders.map { recorder in
      ValueObservation.tracking { try count($0) ?? -1 }
        .start(
          in: pool,
          scheduling: .async(onQueue: .global()),
          onError: recorder.onError,
          onChange: { value in
            // An observer may read, and may write.
            _ = try? pool.read(count)
            if value == 1 { try? pool.write { try $0.execute(sql: "UPDATE t SET a = a + 1") } }
            recorder.onChange(value)
          }
        )
    }
    for recorder in recorders { await recorder.events(1) }
    try await pool.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
    for recorder in recorders { await recorder.value { $0 == 1 } }
    for cancellable in cancellables { cancellable.cancel() }
    #expect(try await pool.read { try Int.fetchOne($0, sql: "SELECT a FROM t") ?? 0 } >= 41)
  }

  @Test func `a cursor that was left early holds nothing`() throws {
    let pool = try pool(readers: 1)
    try pool.write { try $0.execute(sql: "INSERT INTO t VALUES (1), (2), (3)") }
    try pool.read { (db: Database) throws in
      let cursor = try Int.fetchCursor(db, sql: "SELECT a FROM t")
      #expect(try cursor.next() == 1)
    }
    try pool.write { try $0.execute(sql: "DELETE FROM t") }
    #expect(try pool.read(count) == 0)
    try pool.checkpoint(.truncate)
  }

  @Test func `a deferred transaction that was overtaken fails at once, and may be repeated`() throws
  {
    let pool = try pool()
    let other = try self.pool()
    try pool.writeWithoutTransaction { (db: Database) throws in
      let error = #expect(throws: DatabaseError.self) {
        try db.inTransaction(.deferred) {
          _ = try count(db)
          try other.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
          try db.execute(sql: "INSERT INTO t VALUES (2)")
          return .commit
        }
      }
      #expect(error?.extendedResultCode == .SQLITE_BUSY_SNAPSHOT)
      try db.inTransaction(.deferred) {
        try db.execute(sql: "INSERT INTO t VALUES (2)")
        return .commit
      }
    }
    #expect(try other.read(count) == 2)
  }

  @Test func `writes that are cancelled at any moment leave nothing, full text too`() async throws {
    let pool = try pool()
    try await pool.write { try $0.execute(sql: "CREATE VIRTUAL TABLE words USING fts5(word)") }
    var generator = SeededGenerator(seed: 11)
    var committed = 0
    for _ in 0..<200 {
      let steps = Int.random(in: 0..<6, using: &generator)
      let reached = Protected(0)
      let task = Task {
        defer { reached.update { $0 = .max } }
        try await pool.write { (db: Database) throws in
          for step in 0..<5 {
            reached.update { $0 = step }
            try db.execute(sql: "INSERT INTO t VALUES (1); INSERT INTO words VALUES ('a b')")
            _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM words WHERE words MATCH 'b'")
          }
        }
      }
      while reached.value < steps { await Task.yield() }
      task.cancel()
      do {
        try await task.value
        committed += 5
      } catch is CancellationError {}
      try await pool.read { [committed] (db: Database) throws in
        #expect(try count(db) == committed)
        let words = try Int.fetchOne(
          db,
          sql: "SELECT count(*) FROM words WHERE words MATCH 'a'"
        )
        #expect(words == committed)
      }
    }
    try await pool.write { db in
      try db.execute(sql: "INSERT INTO words (words) VALUES ('integrity-check')")
    }
  }

  @Test func `a read-only pool reads what others write`() throws {
    let pool = try pool()
    var configuration = Configuration()
    configuration.readonly = true
    let reading = try DatabasePool(path: directory.path(), configuration: configuration)
    try pool.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
    #expect(try reading.read(count) == 1)
    let error = #expect(throws: DatabaseError.self) {
      try reading.write { try $0.execute(sql: "DELETE FROM t") }
    }
    #expect(error?.resultCode == .SQLITE_READONLY)
    try reading.close()
    let missing = #expect(throws: DatabaseError.self) {
      try DatabasePool(path: directory.path("missing"), configuration: configuration)
    }
    #expect(missing?.resultCode == .SQLITE_CANTOPEN)
  }
}
