import Foundation
import TestSupport
import Testing

@testable import Strata

/// A database whose history has two steps.
private enum ClubDatabase: GeneratedDatabase {
  static let schemaHash = "2"
  static let migrations: [RecordedMigration] = [
    .init(
      "0001-create",
      hash: "a",
      sql: [#"CREATE TABLE "team" ("id" INTEGER PRIMARY KEY, "name" TEXT)"#]
    ),
    .init(
      "0002-city",
      hash: "b",
      sql: [#"ALTER TABLE "team" ADD COLUMN "city" TEXT"#, "UPDATE team SET city = 'x'"]
    ),
  ]
}

/// What the schema of the first step was called before a history was recorded.
private enum PrototypeDatabase: GeneratedDatabase {
  static let schemaHash = "a"
  static let prototype = [#"CREATE TABLE "team" ("id" INTEGER PRIMARY KEY, "name" TEXT)"#]
}

@Suite struct RecordedMigrationTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private var url: URL { URL(fileURLWithPath: directory.path()) }

  private func migrator(_ migrations: RecordedMigration...) -> DatabaseMigrator {
    DatabaseMigrator(migrations)
  }

  private func identifiers(_ reader: any DatabaseReader) throws -> [String] {
    try reader.read {
      try String.fetchAll($0, sql: "SELECT identifier FROM grdb_migrations ORDER BY rowid")
    }
  }

  @Test func `a recorded history makes the database and brings an older one up`() throws {
    let first = DatabaseMigrator(Array(ClubDatabase.migrations.prefix(1)))
    let pool = try DatabasePool(path: directory.path())
    try first.migrate(pool)
    try pool.write { try $0.execute(sql: "INSERT INTO team VALUES (1, 'Rovers')") }
    try pool.close()
    let club = try ClubDatabase.open(at: url)
    #expect(
      try club.read { try Row.fetchAll($0, sql: "SELECT * FROM team").map(\.description) } == [
        "[id:1 name:\"Rovers\" city:\"x\"]"
      ]
    )
    #expect(try identifiers(club) == ["0001-create", "0002-city"])
    #expect(
      try ClubDatabase.openInMemory().read { try $0.columns(in: "team").map(\.name) } == [
        "id", "name", "city",
      ]
    )
  }

  @Test func `what the prototype made is taken over where its schema is that of the first step`()
    throws
  {
    try PrototypeDatabase.open(at: url).write {
      try $0.execute(sql: "INSERT INTO team VALUES (1, 'a')")
    }
    let club = try ClubDatabase.open(at: url)
    #expect(try identifiers(club) == ["prototype", "0001-create", "0002-city"])
    #expect(try club.read { try String.fetchAll($0, sql: "SELECT city FROM team") } == ["x"])
    try club.close()
    _ = try ClubDatabase.open(at: url)
    let other = try DatabaseQueue()
    try PrototypeDatabase.migrator.migrate(other)
    try other.write { try $0.execute(sql: "UPDATE strata_migrations SET hash = 'z'") }
    let error = #expect(throws: MigrationError.self) { try ClubDatabase.migrator.migrate(other) }
    #expect(error?.reason == .prototypeChanged)
  }

  private static let baseline = RecordedMigration(
    "0001-baseline",
    hash: "a",
    replaces: ["v1", "v2"],
    baseline: ["team": ["id", "Name"]],
    sql: ["CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT)"]
  )
  private static let next = RecordedMigration(
    "0002-city",
    hash: "b",
    sql: ["ALTER TABLE team ADD COLUMN city TEXT"]
  )

  private func grdb(_ identifiers: String...) throws -> DatabaseQueue {
    let queue = try DatabaseQueue()
    try queue.write { db in
      try db.execute(
        sql: """
          CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
          CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO team VALUES (1, 'a')
          """
      )
      for identifier in identifiers {
        try db.execute(sql: "INSERT INTO grdb_migrations VALUES (?)", arguments: [identifier])
      }
    }
    return queue
  }

  @Test func `a database that GRDB's migrator made is taken over`() throws {
    let queue = try grdb("v1", "v2")
    try migrator(Self.baseline).migrate(queue)
    #expect(try identifiers(queue) == ["v1", "v2", "0001-baseline"])
    try migrator(Self.baseline, Self.next).migrate(queue)
    #expect(try identifiers(queue) == ["v1", "v2", "0001-baseline", "0002-city"])
    #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM team") } == 1)
    #expect(try queue.read { try !migrator(Self.baseline, Self.next).hasBeenSuperseded($0) })
    let fresh = try DatabaseQueue()
    try migrator(Self.baseline, Self.next).migrate(fresh)
    #expect(try identifiers(fresh) == ["0001-baseline", "0002-city"])
  }

  @Test func `a database of which GRDB's migrator has done less or more is refused`() throws {
    let less = #expect(throws: MigrationError.self) {
      try migrator(Self.baseline, Self.next).migrate(try grdb("v1"))
    }
    #expect(less?.reason == .historySquashed)
    let more = #expect(throws: MigrationError.self) {
      try migrator(Self.baseline, Self.next).migrate(try grdb("v1", "v2", "v3"))
    }
    #expect(more?.reason == .stepUnknown)
    #expect(more?.migration == "v3")
  }

  @Test
  func `a database without a migrator is taken over where its tables are those of the baseline`()
    throws
  {
    var plain = Self.baseline
    plain.replaces = []
    let queue = try DatabaseQueue()
    try queue.write { try $0.execute(sql: "CREATE TABLE team (ID INTEGER PRIMARY KEY, name TEXT)") }
    try migrator(plain, Self.next).migrate(queue)
    #expect(try identifiers(queue) == ["0001-baseline", "0002-city"])
    let other = try DatabaseQueue()
    try other.write {
      try $0.execute(sql: "CREATE TABLE team (id INTEGER PRIMARY KEY, title TEXT)")
    }
    let error = #expect(throws: MigrationError.self) { try migrator(plain).migrate(other) }
    #expect(error?.reason == .foreignDatabase)
  }

  @Test func `steps run on a database of others whose strings are in double quotes`() throws {
    var plain = Self.baseline
    plain.replaces = []
    let queue = try DatabaseQueue()
    try queue.write { db in
      // As another program has it, for which these are strings.
      db.sqlite.acceptsDoubleQuotedStrings = true
      defer { db.sqlite.acceptsDoubleQuotedStrings = false }
      try db.execute(
        sql: """
          CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT CHECK (name <> "nobody"));
          CREATE TABLE other (a TEXT);
          CREATE INDEX named ON other (a) WHERE a <> "b";
          CREATE VIEW open AS SELECT a FROM other WHERE a = "open";
          CREATE TRIGGER added AFTER INSERT ON team BEGIN INSERT INTO other VALUES ("open"); END;
          """
      )
    }
    let second = RecordedMigration(
      "0002-quotes",
      hash: "b",
      sql: [
        "ALTER TABLE team RENAME COLUMN name TO title", "DROP VIEW open", "DROP TRIGGER added",
        "CREATE VIEW open AS SELECT a FROM other WHERE a = 'open'",
        "CREATE TRIGGER added AFTER INSERT ON team BEGIN INSERT INTO other VALUES ('open'); END",
      ]
    )
    try migrator(plain, second).migrate(queue)
    try queue.write { db in
      try db.execute(sql: "INSERT INTO team (title) VALUES ('a')")
      #expect(try String.fetchAll(db, sql: "SELECT a FROM open") == ["open"])
      #expect(throws: DatabaseError.self) { try db.execute(sql: #"SELECT "open" FROM team"#) }
    }
  }

  @Test func `a squashed history knows databases that have passed all of its steps`() throws {
    let squashed = RecordedMigration(
      "0002-squash",
      hash: "s",
      replaces: ["0001-create", "0002-city"],
      sql: ["CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT, city TEXT)"]
    )
    let old = try DatabaseQueue()
    try ClubDatabase.migrator.migrate(old)
    try migrator(squashed).migrate(old)
    #expect(try identifiers(old) == ["0001-create", "0002-city", "0002-squash"])
    let older = try DatabaseQueue()
    try DatabaseMigrator(Array(ClubDatabase.migrations.prefix(1))).migrate(older)
    let error = #expect(throws: MigrationError.self) { try migrator(squashed).migrate(older) }
    #expect(error?.reason == .historySquashed)
    #expect(error?.description.contains("open it with a program that still has these") == true)
  }

  @Test func `steps by hand run beside the recorded ones`() throws {
    var migrator = ClubDatabase.migrator
    migrator.registerMigration("import") {
      try $0.execute(sql: "INSERT INTO team VALUES (7, 'b', 'c')")
    }
    let club = try ClubDatabase.open(at: url, migrator: migrator)
    #expect(try identifiers(club) == ["0001-create", "0002-city", "import"])
    try club.close()
    _ = try ClubDatabase.open(at: url, migrator: migrator).close()
    let error = #expect(throws: MigrationError.self) { try ClubDatabase.open(at: url) }
    #expect(error?.reason == .databaseIsNewer(unknown: ["import"]))
  }

  @Test func `a step that fails leaves the database and the connection as they were`() throws {
    let queue = try DatabaseQueue()
    try queue.write { try $0.execute(sql: "PRAGMA legacy_alter_table = OFF") }
    try migrator(Self.baseline).migrate(queue)
    try queue.write { db in
      try db.execute(sql: "CREATE TEMP VIEW names AS SELECT name FROM team")
    }
    let failing = RecordedMigration(
      "0002-bad",
      hash: "x",
      sql: ["PRAGMA legacy_alter_table = ON", "DROP TABLE team", "CREATE TABLE team (a, a)"]
    )
    #expect(throws: DatabaseError.self) { try migrator(Self.baseline, failing).migrate(queue) }
    try queue.read { db throws in
      #expect(try Bool.fetchOne(db, sql: "PRAGMA legacy_alter_table") == false)
      #expect(try Bool.fetchOne(db, sql: "PRAGMA foreign_keys") == true)
      #expect(try db.columns(in: "team").map(\.name) == ["id", "name"])
      #expect(try String.fetchAll(db, sql: "SELECT name FROM names") == [])
    }
    #expect(try identifiers(queue) == ["0001-baseline"])
  }

  @Test func `progress is told before each statement`() throws {
    var migrator = ClubDatabase.migrator
    migrator.registerMigration("hand") { _ in }
    let heard = Lock<[MigrationProgress]>([])
    migrator.onProgress = { progress in heard.withLock { $0.append(progress) } }
    let queue = try DatabaseQueue()
    try migrator.migrate(queue)
    let all = heard.withLock { $0 }
    #expect(all.map(\.migration) == ["0001-create", "0002-city", "0002-city", "hand"])
    #expect(all.map(\.completedStepCount) == [0, 1, 1, 2])
    #expect(all.map(\.completedStatementCount) == [0, 0, 1, 0])
    #expect(all.allSatisfy { $0.stepCount == 3 })
    #expect(all.map(\.fractionCompleted) == all.map(\.fractionCompleted).sorted())
    heard.withLock { $0 = [] }
    try migrator.migrate(queue)
    let heardAgain = heard.withLock { $0 }
    #expect(heardAgain == [])
  }

  @Test func `a database is copied before it is migrated, and a new one is not`() throws {
    let backup = directory.url.appending(path: "backup.sqlite")
    var first = DatabaseMigrator(Array(ClubDatabase.migrations.prefix(1)))
    first.backupURL = backup
    let club = try ClubDatabase.open(at: url, migrator: first)
    #expect(!FileManager.default.fileExists(atPath: backup.path))
    try club.write { try $0.execute(sql: "INSERT INTO team VALUES (1, 'Rovers')") }
    try club.close()
    var all = ClubDatabase.migrator
    all.backupURL = backup
    try ClubDatabase.open(at: url, migrator: all).close()
    let copy = try DatabaseQueue(path: backup.path)
    #expect(try copy.read { try $0.columns(in: "team").map(\.name) } == ["id", "name"])
    #expect(try copy.read { try String.fetchAll($0, sql: "SELECT name FROM team") } == ["Rovers"])
    try copy.close()
    let date =
      try FileManager.default.attributesOfItem(atPath: backup.path)[.modificationDate] as? Date
    try ClubDatabase.open(at: url, migrator: all).close()
    let same =
      try FileManager.default.attributesOfItem(atPath: backup.path)[.modificationDate] as? Date
    #expect(date == same)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: directory.url.path).filter {
        $0.hasPrefix("backup")
      } == ["backup.sqlite"]
    )
  }
}
