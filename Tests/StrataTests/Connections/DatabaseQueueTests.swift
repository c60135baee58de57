import Foundation
import Strata
import TestSupport
import Testing

@Suite struct DatabaseQueueTests {
  private let count = "SELECT count(*) FROM t"

  @Test func `a file keeps what was written`() throws {
    let directory = try TemporaryDirectory()
    let queue = try DatabaseQueue(path: directory.path())
    try queue.write { try $0.execute(sql: "CREATE TABLE t (a); INSERT INTO t VALUES (1)") }
    try queue.close()
    #expect(throws: DatabaseError.self) { try queue.read { _ in } }
    let again = try DatabaseQueue(path: directory.path())
    #expect(try again.read { try Int.fetchOne($0, sql: count) } == 1)
  }

  @Test func `named databases in memory share their content`() throws {
    let name = UUID().uuidString
    let first = try DatabaseQueue(named: name)
    let second = try DatabaseQueue(named: name)
    try first.write { try $0.execute(sql: "CREATE TABLE t (a)") }
    #expect(try second.read { try Int.fetchOne($0, sql: count) } == 0)
    #expect(throws: DatabaseError.self) {
      try DatabaseQueue().read { try Int.fetchOne($0, sql: count) }
    }
  }

  @Test func `a file that is no database is an error`() throws {
    let directory = try TemporaryDirectory()
    try Data(repeating: 65, count: 4096).write(to: URL(fileURLWithPath: directory.path()))
    let error = #expect(throws: DatabaseError.self) { try DatabaseQueue(path: directory.path()) }
    #expect(error?.resultCode == .SQLITE_NOTADB)
    // SQLite itself would take a file of one byte for an empty database, and overwrite it.
    try Data("x".utf8).write(to: URL(fileURLWithPath: directory.path()))
    for open in [{ _ = try DatabaseQueue(path: $0) }, { _ = try DatabasePool(path: $0) }]
      as [(String) throws -> Void]
    {
      let error = #expect(throws: DatabaseError.self) { try open(directory.path()) }
      #expect(error?.resultCode == .SQLITE_NOTADB)
      #expect(error?.message?.contains(directory.path()) == true)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: directory.path())) == Data("x".utf8))
    let missing = #expect(throws: DatabaseError.self) {
      try DatabaseQueue(path: directory.path("no/such/folder.sqlite"))
    }
    #expect(missing?.resultCode == .SQLITE_CANTOPEN)
  }

  @Test func `a read-only database is not written`() throws {
    let directory = try TemporaryDirectory()
    try DatabaseQueue(path: directory.path()).write { try $0.execute(sql: "CREATE TABLE t (a)") }
    var configuration = Configuration()
    configuration.readonly = true
    let queue = try DatabaseQueue(path: directory.path(), configuration: configuration)
    let error = #expect(throws: DatabaseError.self) {
      try queue.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
    }
    #expect(error?.resultCode == .SQLITE_READONLY)
    #expect(try queue.read { try Int.fetchOne($0, sql: count) } == 0)
  }

  @Test func `a database that another one writes is busy`() throws {
    let directory = try TemporaryDirectory()
    var configuration = Configuration()
    configuration.busyMode = .immediateError
    let first = try DatabaseQueue(path: directory.path(), configuration: configuration)
    let second = try DatabaseQueue(path: directory.path(), configuration: configuration)
    try first.write { (db: Database) throws in
      try db.execute(sql: "CREATE TABLE t (a)")
      let error = #expect(throws: DatabaseError.self) { try second.write { _ in } }
      #expect(error?.resultCode == .SQLITE_BUSY)
    }
    try second.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
  }

  @Test func `a busy callback decides how often to try`() throws {
    let directory = try TemporaryDirectory()
    let first = try DatabaseQueue(path: directory.path())
    var configuration = Configuration()
    let tries = Counter()
    configuration.busyMode = .callback { attempt in
      tries.increment()
      return attempt < 3
    }
    let second = try DatabaseQueue(path: directory.path(), configuration: configuration)
    try first.write { (_: Database) -> Void in
      #expect(throws: DatabaseError.self) { try second.write { _ in } }
    }
    #expect(tries.value == 4)
  }

  @Test func `writes of many threads are one after the other`() async throws {
    let queue = try DatabaseQueue()
    try await queue.write { try $0.execute(sql: "CREATE TABLE t (a)") }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask {
          try await queue.write { (db: Database) throws in
            let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM t") ?? -1
            try db.execute(sql: "INSERT INTO t VALUES (?)", arguments: [count])
          }
          _ = number
        }
      }
      try await group.waitForAll()
    }
    let values = try await queue.read { try Int.fetchAll($0, sql: "SELECT a FROM t ORDER BY a") }
    #expect(values == Array(0..<200))
  }

  @Test func `a cancelled write is rolled back, and the connection goes on`() async throws {
    let queue = try DatabaseQueue()
    try await queue.write { try $0.execute(sql: "CREATE TABLE t (a)") }
    for _ in 0..<20 {
      let (started, signal) = AsyncStream<Void>.makeStream()
      let task = Task {
        try await queue.write { (db: Database) throws in
          try db.execute(sql: "INSERT INTO t VALUES (1)")
          signal.finish()
          // Without an end, unless it is interrupted.
          _ = try Int.fetchOne(
            db,
            sql: """
              WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
              SELECT count(*) FROM n
              """
          )
        }
      }
      for await _ in started {}
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(try await queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") } == 0)
    }
  }

  @Test func `an access that is cancelled while it waits ends at once`() async throws {
    let queue = try DatabaseQueue()
    let gate = DispatchSemaphore(value: 0)
    let (started, signal) = AsyncStream<Void>.makeStream()
    let first = Task {
      try await queue.write { _ in
        signal.finish()
        gate.wait()
      }
    }
    for await _ in started {}
    let second = Task { try await queue.write { _ in Issue.record("a cancelled access has run") } }
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    gate.signal()
    try await first.value
  }

  @Test func `interrupting stops the SQL`() async throws {
    let queue = try DatabaseQueue()
    let (started, signal) = AsyncStream<Void>.makeStream()
    let task = Task {
      try await queue.read { (db: Database) throws in
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
    let interruption = Task {
      while !Task.isCancelled {
        queue.interrupt()
        await Task.yield()
      }
    }
    let error = await #expect(throws: DatabaseError.self) { try await task.value }
    interruption.cancel()
    #expect(error?.resultCode == .SQLITE_INTERRUPT)
  }

  @Test func `a setup prepares the connection`() throws {
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      try db.execute(sql: "CREATE TEMP TABLE ready AS SELECT 7 AS a")
    }
    let queue = try DatabaseQueue(configuration: configuration)
    #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT a FROM ready") } == 7)
    #expect(try queue.read { try Bool.fetchOne($0, sql: "PRAGMA foreign_keys") } == true)
  }

  #if !os(iOS)
  @Test func `an access inside an access of the same queue stops the program`() async {
    await #expect(processExitsWith: .failure) {
      let queue = try DatabaseQueue()
      try queue.read { _ in try queue.read { _ in } }
    }
  }

  @Test func `a connection used outside of its access stops the program`() async {
    await #expect(processExitsWith: .failure) {
      let queue = try DatabaseQueue()
      var escaped: Database?
      try queue.read { escaped = $0 }
      try escaped?.execute(sql: "SELECT 1")
    }
  }

  @Test func `a transaction left open stops the program`() async {
    await #expect(processExitsWith: .failure) {
      try DatabaseQueue().writeWithoutTransaction { try $0.beginTransaction() }
    }
  }
  #endif
}

final class Counter: Sendable {
  private let count = Lock(0)
  var value: Int { count.withLock { $0 } }
  func increment() { count.withLock { $0 += 1 } }
  func decrement() { count.withLock { $0 -= 1 } }
}
