import Foundation
import TestSupport
import Testing

@testable import Strata

/// Accesses of many tasks and threads, cancelled and not, one after the other.
@Suite(.timeLimit(.minutes(10)))
struct AccessSequenceTests {
  private static let count: @Sendable (Database) throws -> Int = { db in
    try Int.fetchOne(db, sql: "SELECT count(*) FROM player") ?? -1
  }

  @Test(arguments: TestDatabase.allCases)
  func `a read after a write sees it, in each of many tasks`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    try await withThrowingTaskGroup { group in
      for id in 1...20 {
        group.addTask {
          for score in 1...10 {
            try await database.write { db in
              try db.execute(
                sql: "INSERT OR REPLACE INTO player(id, score) VALUES (?, ?)",
                arguments: [id, score]
              )
            }
            let seen = try await database.read { db in
              try Int.fetchOne(db, sql: "SELECT score FROM player WHERE id = ?", arguments: [id])
            }
            #expect(seen == score)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test(arguments: TestDatabase.allCases)
  func `after a read that was cancelled in the middle the next write succeeds`(
    _ kind: TestDatabase
  ) async throws {
    let database = try kind.open()
    for round in 1...100 {
      let rows = Protected(0)
      let task = Task {
        try await database.read { db in
          // It never ends by itself, however long the cancellation takes.
          let cursor = try Row.fetchCursor(
            db,
            sql: """
              WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number)
              SELECT n FROM number
              """
          )
          while try cursor.next() != nil { rows.update { $0 += 1 } }
        }
      }
      while rows.value < round % 7 { await Task.yield() }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      try await database.write { try $0.execute(sql: "INSERT INTO team(name) VALUES ('x')") }
    }
    #expect(
      try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM team") } == 100
    )
  }

  @Test(arguments: [TestDatabase.fileQueue, .pool])
  func `a thousand writes that are cancelled at random leave no transaction open`(
    _ kind: TestDatabase
  ) async throws {
    let database = try kind.open()
    try await database.write { db in
      try db.execute(sql: "CREATE VIRTUAL TABLE word USING fts5(text)")
    }
    var generator = SeededGenerator(seed: 37)
    var committed = 0
    for _ in 0..<1000 {
      let yields = Int.random(in: 0..<8, using: &generator)
      let task = Task {
        try await database.write { db in
          try db.execute(sql: "INSERT INTO word(text) VALUES ('ann ben')")
          _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM word WHERE word MATCH 'ben'")
          try db.execute(sql: "INSERT INTO player(name) VALUES ('Ann')")
        }
      }
      for _ in 0..<yields { await Task.yield() }
      task.cancel()
      do {
        try await task.value
        committed += 1
      } catch is CancellationError {}
    }
    #expect(try await database.writeWithoutTransaction { !$0.isInsideTransaction })
    #expect(try await database.read(Self.count) == committed)
    try await database.write { db in
      try db.execute(sql: "INSERT INTO word(word) VALUES ('integrity-check')")
    }
  }

  @Test(
    arguments: [TestDatabase.memoryQueue, .pool],
    [
      "INSERT INTO word(text) SELECT stop(value) FROM numbers",
      "SELECT stop(rowid) FROM word WHERE word MATCH 'ann'",
      "UPDATE word SET text = stop(rowid) WHERE word MATCH 'ann'",
      "DELETE FROM word WHERE rowid > stop(rowid)",
      "INSERT INTO word(word) VALUES ('optimize'); SELECT stop(50)",
      "SELECT snippet(word, 0, '', '', '', 3), stop(rowid) FROM word('be*') ORDER BY rank",
    ]
  )
  func `whatever an interruption stops, the transaction can be rolled back`(
    _ kind: TestDatabase,
    _ sql: String
  ) async throws {
    let database = try kind.open()
    try await database.write { db in
      let stop = DatabaseFunction("stop", argumentCount: 1) { [unowned database] values in
        let number = Int.fromDatabaseValue(values[0]) ?? 0
        if number == 50 { database.interrupt() }
        return "ann ben \(number)"
      }
      db.add(function: stop)
      try db.execute(
        sql: """
          CREATE VIRTUAL TABLE word USING fts5(text);
          CREATE TABLE numbers(value INTEGER);
          WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 200)
          INSERT INTO numbers SELECT value FROM n;
          INSERT INTO word(text) SELECT 'ann ben ' || value FROM numbers;
          """
      )
    }
    let before = try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM word") }
    for savepoint in [false, true] {
      #expect(throws: DatabaseError.self) {
        try database.write { db in
          func run() throws {
            try db.execute(sql: "INSERT INTO word(text) VALUES ('ann')")
            _ = try Row.fetchAll(db, sql: "SELECT * FROM word WHERE word MATCH 'ann'")
            try db.execute(sql: sql)
            // Where it came too late for that.
            db.interrupt()
            try db.execute(sql: "SELECT stop(value) FROM numbers")
          }
          guard savepoint else { return try run() }
          try db.inSavepoint {
            try run()
            return .commit
          }
        }
      }
      let after = try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM word") }
      #expect(after == before)
      try await database.write { db in
        try db.execute(sql: "INSERT INTO word(word) VALUES ('integrity-check')")
      }
    }
  }

  @Test(arguments: TestDatabase.allCases)
  func `threads that read and write find no database locked`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    let errors = Protected<[String]>([])
    await withCheckedContinuation { done in
      let group = DispatchGroup()
      for _ in 0..<8 {
        group.enter()
        Thread.detachNewThread {
          do {
            for turn in 0..<500 {
              if turn % 4 == 0 {
                try database.write { try $0.execute(sql: "INSERT INTO player DEFAULT VALUES") }
              } else {
                _ = try database.read(Self.count)
              }
            }
          } catch {
            errors.update { $0.append("\(error)") }
          }
          group.leave()
        }
      }
      group.notify(queue: .global()) { done.resume() }
    }
    #expect(errors.value == [])
    #expect(try await database.read(Self.count) == 8 * 125)
  }
}
