import TestSupport
import Testing

@testable import Strata

@Suite struct MigrationRunTests {
  private func run(_ sql: String, on queue: DatabaseQueue) throws {
    var migrator = DatabaseMigrator()
    migrator.registerMigration(sql) { try $0.execute(sql: sql) }
    try migrator.migrate(queue)
  }

  /// A parent and a child, and two tables that have nothing to do with them, in breach already.
  private func family() throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(configuration: configuration)
    try queue.write { db throws in
      try db.execute(
        sql: """
          CREATE TABLE parent (id INTEGER PRIMARY KEY);
          CREATE TABLE "the ""child" (id INTEGER PRIMARY KEY, parent REFERENCES PARENT);
          CREATE TABLE stranger (id INTEGER PRIMARY KEY);
          CREATE TABLE strange (id INTEGER PRIMARY KEY, stranger REFERENCES stranger);
          INSERT INTO parent VALUES (1), (2);
          INSERT INTO "the ""child" VALUES (1, 1), (2, 2), (3, NULL);
          INSERT INTO strange VALUES (1, 9);
          """
      )
    }
    return queue
  }

  @Test(arguments: [
    "DELETE FROM parent WHERE id = 2",
    "UPDATE parent SET id = 3 WHERE id = 2",
    #"INSERT INTO "the ""child" VALUES (4, 9)"#,
    #"UPDATE "the ""child" SET parent = 9 WHERE id = 1"#,
    "ALTER TABLE parent RENAME TO p; DELETE FROM p WHERE id = 1",
    #"""
    ALTER TABLE "the ""child" RENAME TO child; UPDATE child SET parent = 9 WHERE id = 1;
    ALTER TABLE child RENAME TO "the ""child"
    """#,
    """
    CREATE TABLE new (id INTEGER PRIMARY KEY); INSERT INTO new VALUES (1); DROP TABLE parent;
    ALTER TABLE new RENAME TO parent
    """,
    #"""
    CREATE TABLE new (id INTEGER PRIMARY KEY, parent REFERENCES parent);
    INSERT INTO new VALUES (1, 9); DROP TABLE "the ""child"; ALTER TABLE new RENAME TO "the ""child"
    """#,
    """
    CREATE TABLE log (a);
    CREATE TRIGGER t AFTER INSERT ON log BEGIN DELETE FROM parent WHERE id = 1; END;
    INSERT INTO log VALUES (1)
    """,
  ])
  func `a step that breaks a foreign key is refused`(_ sql: String) throws {
    let queue = try family()
    let content = { (db: Database) in
      try Row.fetchAll(db, sql: #"SELECT * FROM parent UNION ALL SELECT id FROM "the ""child""#)
    }
    let before = try queue.read(content)
    let error = try #require(throws: MigrationError.self) { try run(sql, on: queue) }
    guard case .foreignKeyViolation(let tables) = error.reason else {
      throw error
    }
    #expect(tables.count == 1)
    #expect(tables.values.first == 1)
    #expect(tables["strange"] == nil)
    #expect(try queue.read(content) == before)
  }

  @Test(arguments: [
    "CREATE TABLE other (id INTEGER PRIMARY KEY, parent REFERENCES parent)",
    #"DELETE FROM "the ""child" WHERE id = 1"#,
    "ALTER TABLE parent ADD COLUMN name TEXT; UPDATE parent SET name = 'x'",
    "ALTER TABLE parent RENAME TO ancestor",
    """
    CREATE TABLE new (id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO new SELECT id, 'x' FROM parent; DROP TABLE parent;
    ALTER TABLE new RENAME TO parent
    """,
  ])
  func `what a step does not touch is not looked at`(_ sql: String) throws {
    let queue = try family()
    try run(sql, on: queue)
    #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM strange") } == 1)
  }

  @Test func `of a step that rewrites the catalog everything is looked at`() throws {
    let queue = try family()
    let error = try #require(throws: MigrationError.self) {
      var migrator = DatabaseMigrator()
      migrator.registerMigration("rewrite") { db in
        try db.execute(sql: "PRAGMA writable_schema = ON")
        try db.execute(
          sql: "UPDATE sqlite_master SET sql = sql || ' ' WHERE name = 'stranger'"
        )
        try db.execute(sql: "PRAGMA writable_schema = OFF")
      }
      try migrator.migrate(queue)
    }
    #expect(error.reason == .foreignKeyViolation(tables: ["strange": 1]))
  }

  @Test func `a step that another connection has run meanwhile is not run again`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path()
    let other = try DatabaseQueue(path: path)
    var migrator = DatabaseMigrator()
    migrator.registerMigration("one") { db in
      try db.execute(sql: "CREATE TABLE one (a)")
      db.afterNextTransaction { _ in
        var ahead = DatabaseMigrator()
        ahead.registerMigration("two") { try $0.execute(sql: "CREATE TABLE two (other)") }
        do { try ahead.migrate(other) } catch { Issue.record(error) }
      }
    }
    migrator.registerMigration("two") { try $0.execute(sql: "CREATE TABLE two (own)") }
    migrator.registerMigration("three") { try $0.execute(sql: "CREATE TABLE three (a)") }
    let queue = try DatabaseQueue(path: path)
    try migrator.migrate(queue)
    try queue.read { db throws in
      #expect(try migrator.hasCompletedMigrations(db))
      #expect(try db.columns(in: "two").map(\.name) == ["other"])
      #expect(try db.tableExists("three"))
    }
  }

  @Test func `foreign keys are as they were after steps of both kinds`() throws {
    let queue = try DatabaseQueue()
    var migrator = DatabaseMigrator()
    let enforced = Lock<[Bool?]>([])
    for (name, checks) in [
      ("a", DatabaseMigrator.ForeignKeyChecks.deferred), ("b", .deferred), ("c", .immediate),
      ("d", .deferred),
    ] {
      migrator.registerMigration(name, foreignKeyChecks: checks) { db in
        let isOn = try Bool.fetchOne(db, sql: "PRAGMA foreign_keys")
        enforced.withLock { $0.append(isOn) }
      }
    }
    try migrator.migrate(queue)
    #expect(enforced.withLock { $0 } == [false, false, true, false])
    #expect(try queue.read { try Bool.fetchOne($0, sql: "PRAGMA foreign_keys") } == true)
  }
}
