import Foundation
import TestSupport
import Testing

@testable import Strata

/// Steps with hashes, as a recorded history has them.
@Suite struct FrozenHistoryTests {
  private func migrator(_ steps: [(name: String, hash: String)]) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    for (name, hash) in steps {
      migrator.register(
        Migration(
          identifier: name,
          foreignKeyChecks: .deferred,
          hash: hash,
          isPrototype: false,
          migrate: { try $0.execute(sql: "CREATE TABLE \(name.quotedDatabaseIdentifier) (a)") }
        )
      )
    }
    return migrator
  }

  /// The error of the migration, which has touched nothing.
  private func refusal(_ migrator: DatabaseMigrator, _ queue: DatabaseQueue) throws
    -> MigrationError
  {
    let content = { (db: Database) in
      try db.schemaDescription()
        + String.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations")
        + String.fetchAll(db, sql: "SELECT identifier || hash FROM strata_migrations")
    }
    let before = try queue.read(content)
    let changes = try queue.read { $0.totalChangesCount }
    let error = try #require(throws: MigrationError.self) { try migrator.migrate(queue) }
    #expect(try queue.read(content) == before)
    #expect(try queue.read { $0.totalChangesCount } == changes)
    return error
  }

  @Test func `a step that was edited is refused`() throws {
    let queue = try DatabaseQueue()
    try migrator([("one", "1"), ("two", "2")]).migrate(queue)
    let error = try refusal(migrator([("one", "1"), ("two", "2b"), ("three", "3")]), queue)
    #expect(error == MigrationError(reason: .stepChanged, migration: "two"))
    #expect(error.description.contains("'two' was changed after the database had run it"))
  }

  @Test func `a step that is not known is refused`() throws {
    let queue = try DatabaseQueue()
    try migrator([("one", "1"), ("other", "2")]).migrate(queue)
    let error = try refusal(migrator([("one", "1"), ("two", "2")]), queue)
    #expect(error == MigrationError(reason: .stepUnknown, migration: "other"))
  }

  @Test func `a step that was skipped is refused`() throws {
    let queue = try DatabaseQueue()
    try migrator([("one", "1"), ("three", "3")]).migrate(queue)
    let error = try refusal(migrator([("one", "1"), ("two", "2"), ("three", "3")]), queue)
    #expect(error == MigrationError(reason: .stepSkipped, migration: "two"))
  }

  @Test func `a database that is newer than the program is refused`() throws {
    let queue = try DatabaseQueue()
    try migrator([("one", "1"), ("two", "2")]).migrate(queue)
    let error = try refusal(migrator([("one", "1")]), queue)
    #expect(error == MigrationError(reason: .databaseIsNewer(unknown: ["two"])))
    #expect(error.description.contains("newer than the program: it has run 'two'"))
  }

  @Test func `an older database is brought up, also past other steps by hand`() throws {
    let queue = try DatabaseQueue()
    try migrator([("one", "1")]).migrate(queue)
    try migrator([("one", "1"), ("two", "2")]).migrate(queue)
    #expect(try queue.read { try $0.tableExists("two") })
    // Of steps without hashes nobody can know: GRDB's rules.
    var byHand = DatabaseMigrator()
    byHand.registerMigration("hand") { try $0.execute(sql: "CREATE TABLE hand (a)") }
    try byHand.migrate(queue)
    try queue.read { (db: Database) throws in
      #expect(try byHand.hasBeenSuperseded(db))
      #expect(try byHand.hasCompletedMigrations(db))
    }
  }

  @Test func `a changed history may erase the database where that is wanted`() throws {
    let queue = try DatabaseQueue()
    try migrator([("one", "1"), ("two", "2")]).migrate(queue)
    var erasing = migrator([("one", "1")])
    erasing.eraseDatabaseOnSchemaChange = true
    try erasing.migrate(queue)
    #expect(try queue.read { try !$0.tableExists("two") })
  }
}

private enum Shop: GeneratedDatabase {
  static let schemaHash = "1"
  static let prototype = ["CREATE TABLE item (id INTEGER PRIMARY KEY)"]
}

private enum OtherShop: GeneratedDatabase {
  static let schemaHash = "2"
  static let prototype = ["CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT)"]
}

@Suite struct OpeningTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private var url: URL { URL(fileURLWithPath: directory.path()) }

  @Test func `a refused file stays as it is, to the byte`() throws {
    // Neither of a schema, nor in WAL mode.
    let queue = try DatabaseQueue(path: directory.path())
    try queue.write { try $0.execute(sql: "CREATE TABLE x (a); INSERT INTO x VALUES (1)") }
    try queue.close()
    let before = try Data(contentsOf: url)
    let error = #expect(throws: MigrationError.self) { try Shop.open(at: url) }
    #expect(error?.reason == .foreignDatabase)
    #expect(try Data(contentsOf: url) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path).count == 1)
  }

  @Test func `a database of a newer program is refused`() throws {
    let pool = try Shop.open(at: url)
    try pool.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('0002-names')") }
    try pool.close()
    let error = #expect(throws: MigrationError.self) { try Shop.open(at: url) }
    #expect(error?.reason == .databaseIsNewer(unknown: ["0002-names"]))
    let other = #expect(throws: MigrationError.self) { try OtherShop.open(at: url) }
    #expect(other?.reason == .prototypeChanged)
  }

  @Test func `a database that is only read must be of the schema`() throws {
    var configuration = Configuration()
    configuration.readonly = true
    let missing = #expect(throws: DatabaseError.self) {
      try Shop.open(at: url, configuration: configuration)
    }
    #expect(missing?.resultCode == .SQLITE_CANTOPEN)
    try DatabasePool(path: directory.path()).write { _ in }
    let older = #expect(throws: MigrationError.self) {
      try Shop.open(at: url, configuration: configuration)
    }
    #expect(older?.reason == .databaseIsOlder)
    #expect(older?.description.contains("opened for reading only") == true)
    try Shop.open(at: url).write { try $0.execute(sql: "INSERT INTO item VALUES (1)") }
    let pool = try Shop.open(at: url, configuration: configuration)
    #expect(try pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM item") } == 1)
    let refusal = #expect(throws: DatabaseError.self) {
      try pool.write { try $0.execute(sql: "DELETE FROM item") }
    }
    #expect(refusal?.resultCode == .SQLITE_READONLY)
  }
}
