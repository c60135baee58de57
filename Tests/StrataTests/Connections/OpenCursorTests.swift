import Foundation
import TestSupport
import Testing

@testable import Strata

/// Cursors that still stand on a row when their savepoint, transaction or access ends.
@Suite struct OpenCursorTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func database(_ isPool: Bool) throws -> any DatabaseWriter {
    let path = directory.path()
    var configuration = Configuration()
    configuration.maximumReaderCount = 1
    let database: any DatabaseWriter =
      try isPool
      ? DatabasePool(path: path, configuration: configuration)
      : DatabaseQueue(path: path, configuration: configuration)
    try database.write { (db: Database) throws in
      try db.execute(
        sql: "CREATE TABLE t (a); INSERT INTO t VALUES (1), (2), (3); CREATE TABLE u (a)"
      )
    }
    return database
  }

  /// Keeps a cursor beyond the closure that made it, as a careless closure may.
  ///
  /// `@unchecked Sendable`: only the thread of the access uses it.
  private final class Keeper: @unchecked Sendable {
    var cursor: RowCursor?
    var statement: Statement?
  }

  private struct Stop: Error {}

  private func isUsable(_ database: any DatabaseWriter) async throws {
    try await database.write { (db: Database) throws in
      #expect(try Int.fetchAll(db, sql: "SELECT a FROM u") == [])
      try db.execute(sql: "INSERT INTO u VALUES (0)")
    }
    #expect(try await database.read { try Int.fetchAll($0, sql: "SELECT a FROM u") } == [0])
    try await database.write { try $0.execute(sql: "DELETE FROM u") }
  }

  @Test(arguments: [true, false])
  func `a write that is cancelled inside a cursor is rolled back`(_ isPool: Bool) async throws {
    let database = try database(isPool)
    for sql in ["SELECT a FROM t", "INSERT INTO u VALUES (1), (2) RETURNING a", "SELECT 1 AS a"] {
      let keeper = Keeper()
      let (started, signal) = AsyncStream<Void>.makeStream()
      let task = Task {
        try await database.write { (db: Database) throws in
          try db.execute(sql: "INSERT INTO u VALUES (1)")
          keeper.cursor = try Row.fetchCursor(db, sql: sql)
          _ = try keeper.cursor?.next()
          signal.finish()
          while true { _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM t") }
        }
      }
      for await _ in started {}
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      try await isUsable(database)
      keeper.cursor = nil
      try await isUsable(database)
    }
  }

  @Test(arguments: [true, false])
  func `a read that is cancelled inside a cursor gives the connection back`(_ isPool: Bool)
    async throws
  {
    let database = try database(isPool)
    let keeper = Keeper()
    let (started, signal) = AsyncStream<Void>.makeStream()
    let task = Task {
      try await database.read { (db: Database) throws in
        keeper.cursor = try Row.fetchCursor(db, sql: "SELECT a FROM t")
        _ = try keeper.cursor?.next()
        signal.finish()
        while true { _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM t") }
      }
    }
    for await _ in started {}
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await isUsable(database)
  }

  @Test(arguments: [true, false])
  func `an error while a cursor is open undoes the write`(_ isPool: Bool) async throws {
    let database = try database(isPool)
    for sql in ["SELECT a FROM t", "INSERT INTO u VALUES (1), (2) RETURNING a"] {
      let keeper = Keeper()
      await #expect(throws: Stop.self) {
        try await database.write { (db: Database) throws in
          try db.execute(sql: "INSERT INTO u VALUES (1)")
          keeper.cursor = try Row.fetchCursor(db, sql: sql)
          _ = try keeper.cursor?.next()
          throw Stop()
        }
      }
      try await isUsable(database)
    }
  }

  @Test func `a savepoint that is interrupted inside a cursor is undone alone`() async throws {
    let queue = try database(false)
    let keeper = Keeper()
    try await queue.write { (db: Database) throws in
      try db.execute(sql: "INSERT INTO u VALUES (1)")
      keeper.cursor = try Row.fetchCursor(db, sql: "SELECT a FROM t")
      _ = try keeper.cursor?.next()
      let error = #expect(throws: DatabaseError.self) {
        try db.inSavepoint {
          try db.execute(sql: "INSERT INTO u VALUES (2)")
          db.interrupt()
          try db.execute(sql: "INSERT INTO u VALUES (3)")
          return .commit
        }
      }
      #expect(error?.resultCode == .SQLITE_INTERRUPT)
      // The cursor was ended with it, and does not begin anew.
      let end = #expect(throws: DatabaseError.self) { try keeper.cursor?.next() }
      #expect(end?.resultCode == .SQLITE_ABORT)
      #expect(try keeper.cursor?.next() == nil)
      try db.execute(sql: "INSERT INTO u VALUES (4)")
    }
    #expect(try await queue.read { try Int.fetchAll($0, sql: "SELECT a FROM u") } == [1, 4])
  }

  @Test func `a cursor that writes is ended with the savepoint that it keeps open`() throws {
    let queue = try database(false)
    let keeper = Keeper()
    try queue.write { (db: Database) throws in
      try db.inSavepoint {
        try db.execute(sql: "INSERT INTO u VALUES (1)")
        #expect(throws: DatabaseError.self) {
          try db.inSavepoint {
            keeper.cursor = try Row.fetchCursor(
              db,
              sql: "INSERT INTO u VALUES (2), (3) RETURNING a"
            )
            _ = try keeper.cursor?.next()
            return .commit
          }
        }
        #expect(try Int.fetchAll(db, sql: "SELECT a FROM u") == [1])
        return .rollback
      }
      #expect(try Int.fetchAll(db, sql: "SELECT a FROM u") == [])
    }
  }

  @Test func `a savepoint inside a cursor leaves it where it is`() throws {
    let queue = try database(false)
    try queue.write { (db: Database) throws in
      let cursor = try Int.fetchCursor(db, sql: "SELECT a FROM t ORDER BY a")
      var seen: [Int] = []
      while let number = try cursor.next() {
        seen.append(number)
        #expect(throws: Stop.self) {
          try db.inSavepoint {
            try db.execute(sql: "INSERT INTO u VALUES (?)", arguments: [number])
            throw Stop()
          }
        }
      }
      #expect(seen == [1, 2, 3])
      #expect(try Int.fetchAll(db, sql: "SELECT a FROM u") == [])
    }
  }

  @Test(arguments: [true, false])
  func `a cursor that is kept holds no later access in its state`(_ isPool: Bool) async throws {
    let database = try database(isPool)
    let keeper = Keeper()
    try await database.read { (db: Database) throws in
      keeper.cursor = try Row.fetchCursor(db, sql: "SELECT a FROM t")
      _ = try keeper.cursor?.next()
    }
    try await database.write { try $0.execute(sql: "INSERT INTO u VALUES (5)") }
    try await database.read { (db: Database) throws in
      #expect(try Int.fetchAll(db, sql: "SELECT a FROM u") == [5])
      // Its statement is not given to anybody else.
      #expect(try Row.fetchAll(db, sql: "SELECT a FROM t").count == 3)
      let end = #expect(throws: DatabaseError.self) { try keeper.cursor?.next() }
      #expect(end?.resultCode == .SQLITE_ABORT)
    }
    keeper.cursor = nil
    #expect(try await database.read { try Row.fetchAll($0, sql: "SELECT a FROM t").count } == 3)
  }

  @Test func `a cursor that is used outside of its access stops the program`() async {
    await #expect(processExitsWith: .failure) {
      let queue = try DatabaseQueue()
      let cursor = try queue.read { (db: Database) throws in
        let sql = "SELECT name FROM sqlite_master UNION SELECT 'a' UNION SELECT 'b'"
        let cursor = try Row.fetchCursor(db, sql: sql)
        _ = try cursor.next()
        return cursor
      }
      _ = try cursor.next()
    }
  }

  @Test func `cursors of one SQL are independent, begun and ended in any order`() throws {
    let queue = try database(false)
    try queue.read { (db: Database) throws in
      let sql = "SELECT a + ? FROM t ORDER BY a"
      let first = try Int.fetchCursor(db, sql: sql, arguments: [10])
      let second = try Int.fetchCursor(db, sql: sql, arguments: [20])
      #expect(try first.next() == 11)
      #expect(try second.next() == 21)
      #expect(try first.next() == 12)
      var third: DatabaseValueCursor<Int>? = try Int.fetchCursor(db, sql: sql, arguments: [30])
      while try third?.next() != nil {}
      let fourth = try Int.fetchCursor(db, sql: sql, arguments: [40])
      #expect(try fourth.next() == 41)
      third = nil
      #expect(try fourth.next() == 42)
      #expect(try Array(first) == [13])
      #expect(try Array(second) == [22, 23])
      #expect(try first.next() == nil)
    }
  }

  @Test func `a statement that was ended runs again`() throws {
    let queue = try database(false)
    let keeper = Keeper()
    try queue.writeWithoutTransaction { (db: Database) throws in
      keeper.statement = try db.makeStatement(sql: "SELECT a FROM t")
      let statement = try #require(keeper.statement)
      let cursor = try Row.fetchCursor(statement)
      _ = try cursor.next()
      try db.inTransaction {
        db.interrupt()
        return .rollback
      }
      #expect(throws: DatabaseError.self) { try cursor.next() }
      #expect(try Row.fetchAll(statement).count == 3)
    }
  }
}
