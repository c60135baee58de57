import Foundation
import Strata
import Testing

@testable import LeagueExample

/// The samples of the documentation comments about connections.
@Suite struct ConnectionSamples {
  struct Longest: DatabaseAggregate {
    var longest: String?

    mutating func step(_ dbValues: [DatabaseValue]) {
      guard let text = String.fromDatabaseValue(dbValues[0]) else { return }
      if text.count > longest?.count ?? -1 { longest = text }
    }

    func finalize() -> (any DatabaseValueConvertible)? { longest }
  }

  private final class Output: TextOutputStream {
    var text = ""
    func write(_ string: String) { text += string }
  }

  @Test func `functions, aggregates, collations and traces are set up`() throws {
    let initials = DatabaseFunction("initials", argumentCount: 1, pure: true) { values in
      guard let name = String.fromDatabaseValue(values[0]) else { return nil }
      return String(name.split(separator: " ").compactMap(\.first))
    }
    let bySize = DatabaseCollation("bySize") { a, b in
      a.count < b.count ? .orderedAscending : a.count > b.count ? .orderedDescending : .orderedSame
    }
    var configuration = Configuration()
    configuration.prepareDatabase { db in db.add(function: initials) }
    configuration.prepareDatabase { db in db.add(collation: bySize) }

    let letters = DatabaseTokenizer("letters") { text in
      text.indices.filter { text[$0].isLetter }.map {
        .init(text[$0].lowercased(), in: $0..<text.index(after: $0))
      }
    }
    configuration.prepareDatabase { db in db.add(tokenizer: letters) }
    configuration.prepareDatabase { db in
      db.trace { print("SQL> \($0)") }
    }
    configuration.prepareDatabase { db in
      db.trace()
      db.add(function: DatabaseFunction("longest", argumentCount: 1, aggregate: Longest.self))
    }
    let database = try DatabaseQueue(configuration: configuration)
    try database.read { (db: Database) throws in
      let sql = "SELECT longest(a) || initials('Ann Lee') FROM (SELECT 'x' a UNION SELECT 'yy')"
      #expect(try String.fetchOne(db, sql: sql) == "yyAL")
      #expect(try Bool.fetchOne(db, sql: "SELECT 'a' = 'b' COLLATE bySize") == true)
    }
  }

  @Test func `a snapshot stays, and changes of others are observed`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "league.sqlite").path
    try LeagueDatabase.open(at: URL(fileURLWithPath: path)).close()
    var configuration = Configuration()
    configuration.observesExternalChanges = true
    let pool = try DatabasePool(path: path, configuration: configuration)
    _ = try pool.write { db in try Player.Draft(name: "Ann").insert(db) }
    let snapshot = try pool.makeSnapshot()
    try pool.write { db in try db.execute(sql: "DELETE FROM player") }
    let count = try snapshot.read { db in try Player.fetchCount(db) }  // as many as there were
    #expect(count == 1)
    #expect(try pool.read { db in try Player.fetchCount(db) } == 0)
  }

  @Test func `rows are printed`() throws {
    let database = try LeagueDatabase.openInMemory()
    try database.write { (db: Database) throws in
      _ = try Player.Draft(name: "Ann", score: 12).insert(db)
      _ = try Player.Draft(name: "Bob", score: 7).insert(db)
      try db.dumpSQL("SELECT name, score FROM player ORDER BY name")
      let output = Output()
      try db.dumpSQL("SELECT name, score FROM player ORDER BY name", to: output)
      #expect(output.text == "Ann|12\nBob|7\n")
    }
  }
}
