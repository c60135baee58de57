import Foundation
import Strata
import Testing

@testable import LeagueExample

/// The samples of the article about migrations.
@Suite struct MigrationSamples {
  @Test func `a step by hand runs beside those of the schema`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "league.sqlite")
    let first = try LeagueDatabase.open(at: url)
    _ = try first.write { db in try Player.Draft(name: "Ann", score: 7).insert(db) }
    try first.close()

    var migrator = LeagueDatabase.migrator
    migrator.registerMigration("import") { db in
      try db.execute(sql: "UPDATE player SET score = 0")
    }
    let database = try LeagueDatabase.open(at: url, migrator: migrator)

    #expect(try database.read { db in try Player.fetchAll(db).map(\.score) } == [0])
  }
}
