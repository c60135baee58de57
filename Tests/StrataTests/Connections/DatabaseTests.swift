import Foundation
import Strata
import Testing

@Suite struct DatabaseTests {
  private func names(_ db: Database) throws -> [String] {
    try String.fetchAll(db, sql: "SELECT name FROM t ORDER BY rowid")
  }

  private func queue() throws -> DatabaseQueue {
    let queue = try DatabaseQueue()
    try queue.write { try $0.execute(sql: "CREATE TABLE t (name TEXT NOT NULL UNIQUE)") }
    return queue
  }

  @Test func `several statements take their arguments in order`() throws {
    let queue = try queue()
    try queue.write { (db: Database) throws in
      try db.execute(
        sql: "INSERT INTO t VALUES (?); INSERT INTO t VALUES (:b); -- end",
        arguments: StatementArguments(["a"]) + ["b": "x"]
      )
      try db.execute(
        sql: "INSERT INTO t VALUES (?); INSERT INTO t VALUES (?)",
        arguments: ["c", "d"]
      )
      #expect(try names(db) == ["a", "x", "c", "d"])
      #expect(db.changesCount == 1)
      #expect(db.lastInsertedRowID == 4)
    }
    #expect(throws: DatabaseError.self) {
      try queue.write {
        try $0.execute(sql: "INSERT INTO t VALUES (?)", arguments: ["e", "f"])
      }
    }
    #expect(throws: DatabaseError.self) {
      try queue.write { try $0.execute(sql: "INSERT INTO t VALUES (?)") }
    }
    #expect(try queue.read(names) == ["a", "x", "c", "d"])
  }

  @Test func `an error rolls a write back`() throws {
    struct Stop: Error {}
    let queue = try queue()
    #expect(throws: Stop.self) {
      try queue.write { (db: Database) throws in
        try db.execute(sql: "INSERT INTO t VALUES ('a')")
        throw Stop()
      }
    }
    #expect(try queue.read(names) == [])
  }

  @Test func `an error has the SQL, and its arguments only where that is allowed`() throws {
    var configuration = Configuration()
    let insert: (Database) throws -> Void = { db in
      try db.execute(sql: "CREATE TABLE t (a UNIQUE); INSERT INTO t VALUES ('secret')")
      try db.execute(sql: "INSERT INTO t VALUES (?)", arguments: ["secret"])
    }
    let hidden = try #require(throws: DatabaseError.self) {
      try DatabaseQueue(configuration: configuration).write(insert)
    }
    #expect(hidden.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE)
    #expect(hidden.sql == "INSERT INTO t VALUES (?)")
    #expect(!"\(hidden)".contains("secret"))
    #expect(hidden.expandedDescription.contains("secret"))
    configuration.publicStatementArguments = true
    let shown = try #require(throws: DatabaseError.self) {
      try DatabaseQueue(configuration: configuration).write(insert)
    }
    #expect("\(shown)".contains("secret"))
  }

  @Test func `savepoints nest, and are undone alone`() throws {
    struct Stop: Error {}
    let queue = try queue()
    try queue.write { (db: Database) throws in
      try db.execute(sql: "INSERT INTO t VALUES ('a')")
      try db.inSavepoint {
        try db.execute(sql: "INSERT INTO t VALUES ('b')")
        try? db.inSavepoint {
          try db.execute(sql: "INSERT INTO t VALUES ('c')")
          throw Stop()
        }
        try db.inSavepoint {
          try db.execute(sql: "INSERT INTO t VALUES ('d')")
          return .rollback
        }
        return .commit
      }
    }
    #expect(try queue.read(names) == ["a", "b"])
  }

  @Test func `a savepoint outside of a transaction is one`() throws {
    let queue = try queue()
    try queue.writeWithoutTransaction { (db: Database) throws in
      try db.inSavepoint {
        #expect(db.isInsideTransaction)
        try db.execute(sql: "INSERT INTO t VALUES ('a')")
        return .rollback
      }
      #expect(!db.isInsideTransaction)
    }
    #expect(try queue.read(names) == [])
  }

  @Test func `a savepoint whose transaction SQLite has rolled back throws the first error`() throws
  {
    let queue = try queue()
    let error = #expect(throws: DatabaseError.self) {
      try queue.write { (db: Database) throws in
        try db.execute(sql: "INSERT INTO t VALUES ('a')")
        try db.inSavepoint {
          try db.execute(sql: "INSERT OR ROLLBACK INTO t VALUES ('a')")
          return .commit
        }
      }
    }
    #expect(error?.resultCode == .SQLITE_CONSTRAINT)
    #expect(try queue.read(names) == [])
  }

  @Test func `reading refuses to write`() throws {
    let queue = try queue()
    let error = #expect(throws: DatabaseError.self) {
      try queue.read { try $0.execute(sql: "INSERT INTO t VALUES ('a')") }
    }
    #expect(error?.resultCode == .SQLITE_READONLY)
    try queue.write { (db: Database) throws in
      #expect(throws: DatabaseError.self) {
        try db.readOnly { try db.execute(sql: "DELETE FROM t") }
      }
      try db.execute(sql: "INSERT INTO t VALUES ('b')")
    }
  }

  @Test func `the end of a transaction is told once`() throws {
    let queue = try queue()
    var events: [String] = []
    try queue.writeWithoutTransaction { (db: Database) throws in
      db.afterNextTransaction(onCommit: { _ in events.append("autocommit") })
      try db.execute(sql: "INSERT INTO t VALUES ('a')")
      #expect(events == ["autocommit"])
      try db.inTransaction {
        db.afterNextTransaction(
          onCommit: { _ in events.append("no") },
          onRollback: { _ in events.append("rollback") }
        )
        return .rollback
      }
      try db.inTransaction(.deferred) {
        db.afterNextTransaction { db in
          events.append("empty")
          #expect(!db.isInsideTransaction)
        }
        return .commit
      }
      try db.inTransaction { .commit }
    }
    #expect(events == ["autocommit", "rollback", "empty"])
  }

  @Test func `a commit that breaks a deferred foreign key rolls back`() throws {
    let queue = try DatabaseQueue()
    try queue.write { (db: Database) throws in
      try db.execute(
        sql: """
          CREATE TABLE parent (id INTEGER PRIMARY KEY);
          CREATE TABLE child (parent REFERENCES parent DEFERRABLE INITIALLY DEFERRED)
          """
      )
    }
    let error = #expect(throws: DatabaseError.self) {
      try queue.write { try $0.execute(sql: "INSERT INTO child VALUES (1)") }
    }
    #expect(error?.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY)
    #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM child") } == 0)
    try queue.write { try $0.execute(sql: "INSERT INTO parent VALUES (1)") }
  }

  @Test func `a cached statement sees a new schema, and its columns`() throws {
    let queue = try queue()
    try queue.write { (db: Database) throws in
      try db.execute(sql: "INSERT INTO t VALUES ('a')")
      #expect(try Row.fetchOne(db, sql: "SELECT * FROM t")?.columnNames == ["name"])
      try db.execute(sql: "ALTER TABLE t ADD COLUMN score INTEGER DEFAULT 3")
      let row = try Row.fetchOne(db, sql: "SELECT * FROM t")
      #expect(row == ["name": "a", "score": 3])
    }
  }

  @Test func `a statement that is in use is compiled again`() throws {
    let queue = try queue()
    try queue.write { (db: Database) throws in
      try db.execute(sql: "INSERT INTO t VALUES ('a'), ('b')")
      let sql = "SELECT name FROM t ORDER BY name"
      let outer = try String.fetchCursor(db, sql: sql)
      #expect(try outer.next() == "a")
      #expect(try String.fetchAll(db, sql: sql) == ["a", "b"])
      #expect(try outer.next() == "b")
      #expect(try outer.next() == nil)
      #expect(try outer.next() == nil)
    }
  }

  @Test func `a statement of several is refused`() throws {
    try queue().read { (db: Database) throws in
      #expect(throws: DatabaseError.self) { try db.makeStatement(sql: "SELECT 1; SELECT 2") }
      #expect(throws: DatabaseError.self) { try db.makeStatement(sql: " -- nothing") }
      _ = try db.makeStatement(sql: "SELECT 1; -- and no more\n ;")
    }
  }

  @Test func `the schema can be asked`() throws {
    try DatabaseQueue().write { (db: Database) throws in
      try db.execute(
        sql: """
          CREATE TABLE a (id INTEGER PRIMARY KEY, b TEXT NOT NULL DEFAULT 'x', c AS (id + 1));
          CREATE TABLE ab (a, b, PRIMARY KEY (b, a)) WITHOUT ROWID;
          CREATE TABLE plain (x); CREATE VIEW v AS SELECT 1; CREATE INDEX i ON a (b);
          CREATE TABLE descending (id INTEGER PRIMARY KEY DESC)
          """
      )
      #expect(try db.tableExists("A"))
      #expect(try !db.tableExists("v"))
      #expect(try db.viewExists("v"))
      #expect(try db.indexExists("i"))
      let columns = try db.columns(in: "a")
      #expect(columns.map(\.name) == ["id", "b", "c"])
      #expect(columns[1].defaultValueSQL == "'x'")
      #expect(columns[2].isGenerated)
      #expect(try db.primaryKey("a").rowIDColumn == "id")
      #expect(try db.primaryKey("ab").columns == ["b", "a"])
      #expect(try !db.primaryKey("ab").tableHasRowID)
      #expect(try db.primaryKey("plain").columns == ["rowid"])
      #expect(try db.primaryKey("descending").rowIDColumn == nil)
      #expect(throws: DatabaseError.self) { try db.primaryKey("missing") }
    }
  }
}
