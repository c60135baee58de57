import Foundation
import Strata
import TestSupport
import Testing

/// What two processes do to each other.
@Suite struct ProcessTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func pool(_ busyMode: Configuration.BusyMode = .timeout(60)) throws -> DatabasePool {
    var configuration = Configuration()
    configuration.busyMode = busyMode
    let pool = try DatabasePool(path: directory.path(), configuration: configuration)
    try pool.write { db in
      try db.execute(
        sql: """
          CREATE TABLE IF NOT EXISTS entry (number INTEGER, row INTEGER, text TEXT);
          CREATE INDEX IF NOT EXISTS entry_number ON entry (number);
          CREATE TABLE IF NOT EXISTS counter (count INTEGER);
          INSERT INTO counter SELECT 0 WHERE NOT EXISTS (SELECT * FROM counter)
          """
      )
    }
    return pool
  }

  private func count(_ db: Database) throws -> Int? {
    try Int.fetchOne(db, sql: "SELECT count FROM counter")
  }

  @Test func `what a killed process has committed is there, and nothing half`() throws {
    try pool().close()
    var random = SeededGenerator(seed: 4)
    var committed = 0
    for _ in 0..<50 {
      let writer = try ChildProcess("StrataProcess", ["write", directory.path()])
      // A random moment: after some commits, and some time into the next one.
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        committed = try #require(writer.number())
      }
      for _ in 0..<Int.random(in: 0..<20_000, using: &random) { _ = getpid() }
      writer.kill()
      while let number = writer.number() { committed = number }
      let pool = try pool()
      try pool.read { db in
        #expect(try String.fetchAll(db, sql: "PRAGMA integrity_check") == ["ok"])
        let sizes = try Int.fetchAll(db, sql: "SELECT count(*) FROM entry GROUP BY number")
        #expect(sizes.allSatisfy { $0 == 10 })
        let last = try #require(try Int.fetchOne(db, sql: "SELECT max(number) FROM entry"))
        #expect(last == sizes.count)
        // The last one may have been committed without having been told.
        #expect(last == committed || last == committed + 1)
      }
      try pool.close()
    }
  }

  @Test func `the writes of three processes are one after the other`() throws {
    let pool = try pool()
    let others = try (0..<2).map { _ in
      try ChildProcess("StrataProcess", ["count", directory.path(), "300"])
    }
    for _ in 0..<300 {
      try pool.write { db in
        let count = try #require(try count(db))
        try db.execute(sql: "UPDATE counter SET count = ?", arguments: [count + 1])
      }
    }
    for other in others { #expect(other.end() == 0) }
    #expect(try pool.read(count) == 900)
  }

  @Test func `a database that another process writes is read, and busy`() throws {
    let pool = try pool(.immediateError)
    let other = try ChildProcess("StrataProcess", ["hold", directory.path()])
    #expect(other.number() == 0)
    #expect(try pool.read(count) == 0)
    let error = #expect(throws: DatabaseError.self) { try pool.write { _ in } }
    #expect(error?.resultCode == .SQLITE_BUSY)
    #expect(error?.description.contains("database is locked") == true)
    other.say()
    #expect(other.number() == 1)
    #expect(try pool.read(count) == 100)
    try pool.write { try $0.execute(sql: "UPDATE counter SET count = 1") }
    other.say()
    #expect(other.end() == 0)
  }

  @Test
  func `a deferred transaction that another process has overtaken fails, and may be repeated`()
    throws
  {
    let pool = try pool()
    let other = try ChildProcess("StrataProcess", ["hold", directory.path()])
    try pool.writeWithoutTransaction { db in
      let error = #expect(throws: DatabaseError.self) {
        try db.inTransaction(.deferred) {
          #expect(try count(db) == 0)
          #expect(other.number() == 0)
          other.say()
          #expect(other.number() == 1)
          // It still reads what it has read; to wait would not help it, so that it fails at once.
          #expect(try count(db) == 0)
          try db.execute(sql: "UPDATE counter SET count = count + 1")
          return .commit
        }
      }
      #expect(error?.extendedResultCode == .SQLITE_BUSY_SNAPSHOT)
      #expect(!db.isInsideTransaction)
      try db.inTransaction(.deferred) {
        try db.execute(sql: "UPDATE counter SET count = count + 1")
        return .commit
      }
    }
    #expect(try pool.read(count) == 101)
    other.say()
    #expect(other.end() == 0)
  }
}
