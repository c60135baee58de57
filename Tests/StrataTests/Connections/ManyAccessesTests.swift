import Foundation
import Strata
import TestSupport
import Testing

/// Many accesses at once, of queues and pools.
@Suite(.timeLimit(.minutes(10)))
struct ManyAccessesTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func open(_ isPool: Bool) throws -> any DatabaseWriter {
    let path = directory.path()
    let writer: any DatabaseWriter =
      isPool ? try DatabasePool(path: path) : try DatabaseQueue(path: path)
    try writer.write { db throws in
      try db.execute(sql: "CREATE TABLE t (a INTEGER NOT NULL)")
    }
    return writer
  }

  @Test(arguments: [true, false])
  func `what a task has written it reads`(_ isPool: Bool) async throws {
    let writer = try open(isPool)
    for count in 1...200 {
      try await writer.write { db in
        try db.execute(sql: "INSERT INTO t VALUES (?)", arguments: [count])
      }
      let seen = try await writer.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") }
      #expect(seen == count)
    }
  }

  @Test(arguments: [true, false])
  func `threads that read and write never find the database locked`(_ isPool: Bool) throws {
    let writer = try open(isPool)
    let failures = Failures()
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for count in 0..<100 {
        do {
          try writer.write { db in
            try db.execute(sql: "INSERT INTO t VALUES (?)", arguments: [thread * 1000 + count])
          }
          _ = try writer.read { try Int.fetchOne($0, sql: "SELECT max(a) FROM t") }
        } catch {
          failures.append(error)
        }
      }
    }
    #expect(failures.all.isEmpty)
    #expect(try writer.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") } == 800)
  }

  private final class Failures: @unchecked Sendable {
    private let lock = NSLock()
    // Only used while the lock is held.
    private var errors: [any Error] = []

    func append(_ error: any Error) { lock.withLock { errors.append(error) } }
    var all: [String] { lock.withLock { errors.map { "\($0)" } } }
  }
}
