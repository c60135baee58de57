import Foundation
import Testing

@testable import Strata

/// `eraseDatabaseOnSchemaChange` beside databases that a history takes over.
@Suite struct ErasureTests {
  private static let creation = "CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT)"

  private static let baseline = baseline(of: ["v1", "v2"])

  /// The step that stands for a database that is there already, with what its migrator has noted.
  private static func baseline(of steps: [String]) -> RecordedMigration {
    RecordedMigration(
      "0001-baseline",
      hash: "a",
      replaces: steps,
      baseline: ["team": ["id", "name"]],
      sql: [creation]
    )
  }

  /// A database with a row, and the steps that a migrator has noted in it; nil for no migrator.
  private func database(_ applied: [String]?, table: String = creation) throws -> DatabaseQueue {
    let queue = try DatabaseQueue()
    try queue.write { db in
      try db.execute(sql: table)
      try db.execute(sql: "INSERT INTO team VALUES (1, 'Rovers')")
      guard let applied else { return }
      try db.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
      for name in applied {
        try db.execute(sql: "INSERT INTO grdb_migrations VALUES (?)", arguments: [name])
      }
    }
    return queue
  }

  private func migrate(_ queue: DatabaseQueue, _ steps: [RecordedMigration]) throws -> Int? {
    var migrator = DatabaseMigrator(steps)
    migrator.eraseDatabaseOnSchemaChange = true
    try migrator.migrate(queue)
    #expect(try queue.read { try migrator.hasCompletedMigrations($0) })
    return try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM team") }
  }

  @Test func `what is taken over is kept, time and again`() throws {
    let city = RecordedMigration(
      "0002-city",
      hash: "b",
      sql: ["ALTER TABLE team ADD COLUMN city TEXT"]
    )
    for applied in [["v1", "v2"], nil] {
      let queue = try database(applied)
      let baseline = Self.baseline(of: applied ?? [])
      #expect(try migrate(queue, [baseline]) == 1)
      #expect(try migrate(queue, [baseline]) == 1)
      #expect(try migrate(queue, [baseline, city]) == 1)
    }
    let prototype = try DatabaseQueue()
    var migrator = DatabaseMigrator()
    migrator.register(
      Migration(
        identifier: DatabaseMigrator.prototype,
        foreignKeyChecks: .deferred,
        hash: "a",
        isPrototype: true,
        migrate: { try $0.execute(sql: Self.creation) }
      )
    )
    try migrator.migrate(prototype)
    try prototype.write { try $0.execute(sql: "INSERT INTO team VALUES (1, 'Rovers')") }
    let create = RecordedMigration("0001-create", hash: "a", sql: [Self.creation])
    #expect(try migrate(prototype, [create, city]) == 1)
    // Of another version of the prototype nothing can be taken over.
    let other = RecordedMigration("0001-create", hash: "c", sql: [Self.creation])
    #expect(try migrate(prototype, [other]) == 0)
  }

  @Test func `what the history does not lead to is erased`() throws {
    #expect(try migrate(database(["v1"]), [Self.baseline]) == 0)
    #expect(try migrate(database(["v1", "v2", "v3"]), [Self.baseline]) == 0)
    #expect(try migrate(database(["0002-later"]), [Self.baseline]) == 0)
  }

  @Test func `what no migrator has made is not erased`() throws {
    let queue = try database(nil, table: "CREATE TABLE team (id INTEGER PRIMARY KEY, town TEXT)")
    let error = #expect(throws: MigrationError.self) { try migrate(queue, [Self.baseline]) }
    #expect(error?.reason == .foreignDatabase)
    #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM team") } == 1)
  }
}
