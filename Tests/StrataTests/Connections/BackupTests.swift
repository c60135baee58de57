import Foundation
import TestSupport
import Testing

@testable import Strata

@Suite struct BackupTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func source() throws -> DatabasePool {
    let pool = try DatabasePool(path: directory.path("source.sqlite"))
    try pool.write { (db: Database) throws in
      try db.execute(sql: "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT)")
      for number in 0..<200 {
        try db.execute(
          sql: "INSERT INTO t VALUES (?, ?)",
          arguments: [number, String(repeating: "x", count: 500)]
        )
      }
    }
    return pool
  }

  private func count(_ db: Database) throws -> Int? {
    try Int.fetchOne(db, sql: "SELECT count(*) FROM t")
  }

  @Test func `a backup has the state of its begin, whatever is written meanwhile`() throws {
    let pool = try source()
    let copy = try DatabaseQueue(path: directory.path("copy.sqlite"))
    var steps: [DatabaseBackupProgress] = []
    try pool.backup(to: copy, pagesPerStep: 5) { progress in
      if steps.isEmpty { try pool.write { try $0.execute(sql: "DELETE FROM t") } }
      steps.append(progress)
    }
    #expect(try copy.read(count) == 200)
    #expect(try pool.read(count) == 0)
    let last = try #require(steps.last)
    #expect(last.isCompleted)
    #expect(last.remainingPageCount == 0)
    #expect(last.completedPageCount == last.totalPageCount)
    #expect(steps.dropLast().allSatisfy { !$0.isCompleted && $0.remainingPageCount > 0 })
    #expect(steps.count > 2)
  }

  @Test func `what the progress throws leaves the other database as it was`() throws {
    struct Stop: Error {}
    let pool = try source()
    let copy = try DatabaseQueue(path: directory.path("copy.sqlite"))
    try copy.write { try $0.execute(sql: "CREATE TABLE t (b); INSERT INTO t VALUES (1)") }
    #expect(throws: Stop.self) {
      try pool.backup(to: copy, pagesPerStep: 1) { progress in
        if progress.completedPageCount > 3 { throw Stop() }
      }
    }
    #expect(try copy.read(count) == 1)
    try copy.write { try $0.execute(sql: "INSERT INTO t VALUES (2)") }
    #expect(try pool.read(count) == 200)
  }

  @Test func `a destination that is locked is busy, one that cannot be written says so`() throws {
    let pool = try source()
    var configuration = Configuration()
    configuration.busyMode = .immediateError
    let path = directory.path("copy.sqlite")
    let copy = try DatabaseQueue(path: path, configuration: configuration)
    let other = try DatabaseQueue(path: path, configuration: configuration)
    try other.write { (db: Database) throws in
      try db.execute(sql: "CREATE TABLE t (a)")
      let error = #expect(throws: DatabaseError.self) { try pool.backup(to: copy) }
      #expect(error?.resultCode == .SQLITE_BUSY)
    }
    configuration.readonly = true
    let reading = try DatabaseQueue(path: path, configuration: configuration)
    let error = #expect(throws: DatabaseError.self) { try pool.backup(to: reading) }
    #expect(error?.resultCode == .SQLITE_READONLY)
    try pool.backup(to: copy)
    #expect(try copy.read(count) == 200)
  }

  @Test func `statements, keys and observers of the other database see the copy`() async throws {
    let pool = try source()
    let copy = try DatabaseQueue()
    try await copy.write { (db: Database) throws in
      try db.execute(sql: "CREATE TABLE t (a TEXT PRIMARY KEY); INSERT INTO t VALUES ('x')")
      #expect(try db.primaryKey("t").columns == ["a"])
      #expect(try db.cachedStatement(sql: "SELECT * FROM t").columnNames == ["a"])
    }
    let observation = ValueObservation.tracking { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM t") ?? 0
    }
    var values = observation.values(in: copy).makeAsyncIterator()
    #expect(try await values.next() == 1)
    try pool.backup(to: copy)
    #expect(try await values.next() == 200)
    try await copy.read { (db: Database) throws in
      #expect(try db.primaryKey("t").columns == ["id"])
      #expect(try Row.fetchOne(db, sql: "SELECT * FROM t")?.columnNames == ["id", "a"])
    }
  }

  @Test func `a file is copied into memory, a temporary file, or another file`() async throws {
    let pool = try source()
    for copy in [
      try DatabaseQueue.inMemoryCopy(fromPath: pool.path),
      try DatabaseQueue.temporaryCopy(fromPath: pool.path),
    ] {
      try await copy.write { try $0.execute(sql: "DELETE FROM t WHERE id < 100") }
      #expect(try await copy.read(count) == 100)
    }
    #expect(try await pool.read(count) == 200)
    let path = directory.path("vacuumed.sqlite")
    try pool.vacuum(into: path)
    #expect(try await DatabaseQueue(path: path).read(count) == 200)
    // A file that is there is not overwritten.
    #expect(throws: DatabaseError.self) { try pool.vacuum(into: path) }
    #expect(throws: DatabaseError.self) {
      try DatabaseQueue.inMemoryCopy(fromPath: directory.path("missing.sqlite"))
    }
  }
}
