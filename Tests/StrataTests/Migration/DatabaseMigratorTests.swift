import Foundation
import Strata
import TestSupport
import Testing

@Suite struct DatabaseMigratorTests {
  private func migrator(steps: Int = 2) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    let statements = [
      "CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT)",
      "CREATE TABLE player (id INTEGER PRIMARY KEY, team REFERENCES team)",
      "ALTER TABLE player ADD COLUMN score INTEGER",
    ]
    for (number, statement) in statements.prefix(steps).enumerated() {
      migrator.registerMigration("step\(number + 1)") { try $0.execute(sql: statement) }
    }
    return migrator
  }

  @Test func `steps run once, in order`() throws {
    let queue = try DatabaseQueue()
    try migrator().migrate(queue, upTo: "step1")
    try queue.read { (db: Database) throws in
      #expect(try migrator().appliedMigrations(db) == ["step1"])
      #expect(try !migrator().hasCompletedMigrations(db))
      #expect(try !db.tableExists("player"))
    }
    try migrator().migrate(queue)
    try migrator().migrate(queue)
    try queue.read { (db: Database) throws in
      #expect(try migrator().completedMigrations(db) == ["step1", "step2"])
      #expect(try migrator().hasCompletedMigrations(db))
      #expect(try !migrator().hasBeenSuperseded(db))
      #expect(try migrator(steps: 1).hasBeenSuperseded(db))
      #expect(
        try String.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations ORDER BY identifier")
          == ["step1", "step2"]
      )
    }
  }

  @Test func `a step that fails is not begun, those before it are done`() throws {
    struct Stop: Error {}
    let queue = try DatabaseQueue()
    var failing = migrator()
    failing.registerMigration("fails") { db in
      try db.execute(sql: "CREATE TABLE half (a)")
      throw Stop()
    }
    #expect(throws: Stop.self) { try failing.migrate(queue) }
    try queue.write { (db: Database) throws in
      #expect(try failing.appliedMigrations(db) == ["step1", "step2"])
      #expect(try !db.tableExists("half"))
      #expect(try Bool.fetchOne(db, sql: "PRAGMA foreign_keys") == true)
    }
  }

  @Test func `a step may make a parent anew, and breaks no foreign key`() throws {
    let queue = try DatabaseQueue()
    try migrator().migrate(queue)
    try queue.write { (db: Database) throws in
      try db.execute(sql: "INSERT INTO team VALUES (1, 'red'); INSERT INTO player VALUES (1, 1)")
    }
    var rebuilding = migrator()
    rebuilding.registerMigration("rebuild") { db in
      try db.execute(
        sql: """
          CREATE TABLE new (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
          INSERT INTO new SELECT * FROM team; DROP TABLE team; ALTER TABLE new RENAME TO team
          """
      )
    }
    try rebuilding.migrate(queue)
    #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM player") } == 1)
    rebuilding.registerMigration("break") { try $0.execute(sql: "DELETE FROM team") }
    let error = #expect(throws: MigrationError.self) { try rebuilding.migrate(queue) }
    #expect(error?.reason == .foreignKeyViolation(tables: ["player": 1]))
    #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM team") } == 1)
    try rebuilding.disablingDeferredForeignKeyChecks().migrate(queue)
    #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM team") } == 0)
  }

  @Test func `a changed history erases the database where that is wanted`() throws {
    let directory = try TemporaryDirectory()
    let pool = try DatabasePool(path: directory.path())
    try migrator().migrate(pool)
    try pool.write { try $0.execute(sql: "INSERT INTO team VALUES (1, 'red')") }
    var changed = DatabaseMigrator()
    changed.eraseDatabaseOnSchemaChange = true
    changed.registerMigration("step1") { try $0.execute(sql: "CREATE TABLE other (id)") }
    try changed.migrate(pool)
    try pool.read { (db: Database) throws in
      #expect(try db.tableExists("other"))
      #expect(try !db.tableExists("team"))
    }
    try pool.write { try $0.execute(sql: "INSERT INTO other VALUES (1)") }
    try changed.migrate(pool)
    #expect(try pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM other") } == 1)
  }

  @Test func `two connections that migrate at once run each step once`() async throws {
    let directory = try TemporaryDirectory()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          let queue = try DatabaseQueue(path: directory.path())
          try migrator(steps: 3).migrate(queue)
        }
      }
      try await group.waitForAll()
    }
    let isComplete = try await DatabaseQueue(path: directory.path()).read { db in
      try migrator(steps: 3).hasCompletedMigrations(db)
    }
    #expect(isComplete)
  }
}

private enum Shop: GeneratedDatabase {
  static let schemaHash = "1"
  static let prototype = ["CREATE TABLE item (id INTEGER PRIMARY KEY)"]
}

private enum ChangedShop: GeneratedDatabase {
  static let schemaHash = "2"
  static let prototype = ["CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT)"]
}

private enum FutureShop: GeneratedDatabase {
  static let schemaHash = "3"
  static let prototype: [String] = []
  static let minimumSQLiteVersion = 99_000_000
}

@Suite struct GeneratedDatabaseTests {
  @Test func `a prototype is opened again, and by no other version`() throws {
    let directory = try TemporaryDirectory()
    let url = URL(fileURLWithPath: directory.path())
    try Shop.open(at: url).write { try $0.execute(sql: "INSERT INTO item VALUES (1)") }
    let count = { (db: Database) in try Int.fetchOne(db, sql: "SELECT count(*) FROM item") }
    #expect(try Shop.open(at: url).read(count) == 1)
    let error = #expect(throws: MigrationError.self) { try ChangedShop.open(at: url) }
    #expect(error?.reason == .prototypeChanged)
    #expect(error?.description.contains("erasingOnSchemaChange: true") == true)
    #expect(try Shop.open(at: url).read(count) == 1)
    #expect(try ChangedShop.open(at: url, erasingOnSchemaChange: true).read(count) == 0)
    #expect(try ChangedShop.open(at: url).read { try $0.columns(in: "item").count } == 2)
  }

  @Test func `a database with other tables is left alone`() throws {
    let directory = try TemporaryDirectory()
    try DatabaseQueue(path: directory.path()).write { try $0.execute(sql: "CREATE TABLE x (a)") }
    let url = URL(fileURLWithPath: directory.path())
    let error = #expect(throws: MigrationError.self) { try Shop.open(at: url) }
    #expect(error?.reason == .foreignDatabase)
  }

  @Test func `a database in memory is of the schema`() throws {
    try Shop.openInMemory().read { (db: Database) throws in #expect(try db.tableExists("item")) }
  }

  @Test func `an old library is refused`() {
    let error = #expect(throws: MigrationError.self) { try FutureShop.openInMemory() }
    #expect(error?.description.contains("SQLite 99.0.0 is needed") == true)
  }
}
