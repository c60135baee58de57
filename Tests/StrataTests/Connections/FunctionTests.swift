import Foundation
import Strata
import TestSupport
import Testing

/// Functions, aggregates and collations that an app adds to SQL.
@Suite struct FunctionTests {
  private struct Longest: DatabaseAggregate {
    var longest: String?

    mutating func step(_ dbValues: [DatabaseValue]) throws {
      guard let text = String.fromDatabaseValue(dbValues[0]) else { throw Refusal() }
      if text.count > longest?.count ?? -1 { longest = text }
    }

    func finalize() -> (any DatabaseValueConvertible)? { longest }
  }

  private struct Refusal: Error, CustomStringConvertible {
    var description: String { "no text" }
  }

  private static let initials = DatabaseFunction("initials", argumentCount: 1, pure: true) {
    guard let name = String.fromDatabaseValue($0[0]) else { return nil }
    return String(name.split(separator: " ").compactMap(\.first))
  }

  @Test func `all connections of a pool have what the setup adds`() throws {
    let directory = try TemporaryDirectory()
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      db.add(function: Self.initials)
      db.add(function: DatabaseFunction("longest", argumentCount: 1, aggregate: Longest.self))
      db.add(
        collation: DatabaseCollation("bySize") { a, b in
          a.count < b.count
            ? .orderedAscending : a.count > b.count ? .orderedDescending : .orderedSame
        }
      )
    }
    let pool = try DatabasePool(path: directory.path(), configuration: configuration)
    try pool.write { (db: Database) throws in
      try db.execute(
        sql: """
          CREATE TABLE player (
            name TEXT COLLATE bySize, initials TEXT GENERATED ALWAYS AS (initials(name)) STORED);
          CREATE INDEX player_name ON player (name);
          INSERT INTO player VALUES ('Ann Lee'), ('Bo'), ('Zoë van Dam')
          """
      )
    }
    try pool.read { (db: Database) throws in
      #expect(
        try String.fetchAll(db, sql: "SELECT name FROM player ORDER BY name")
          == ["Bo", "Ann Lee", "Zoë van Dam"]
      )
      #expect(
        try String.fetchAll(db, sql: "SELECT initials FROM player ORDER BY name")
          == ["B", "AL", "ZvD"]
      )
      #expect(try String.fetchOne(db, sql: "SELECT longest(name) FROM player") == "Zoë van Dam")
      #expect(try String.fetchOne(db, sql: "SELECT longest(name) FROM player WHERE 0") == nil)
    }
  }

  @Test func `a function gets and gives every kind of value`() throws {
    let echo = DatabaseFunction("echo", argumentCount: 1) { $0[0] }
    let count = DatabaseFunction("argumentCount") { $0.count }
    try DatabaseQueue().read { (db: Database) throws in
      db.add(function: echo)
      db.add(function: count)
      let values: [DatabaseValue] = [
        .null, Int64.max.databaseValue, Int64.min.databaseValue, (-0.5).databaseValue,
        Double.infinity.databaseValue, "".databaseValue, "a\u{0}é".databaseValue,
        Data().databaseValue, Data([0, 255]).databaseValue,
      ]
      for value in values {
        #expect(
          try DatabaseValue.fetchOne(db, sql: "SELECT echo(?)", arguments: [value]) == value
        )
        let types = "SELECT typeof(echo(?1)) = typeof(?1)"
        #expect(try Bool.fetchOne(db, sql: types, arguments: [value]) == true)
      }
      #expect(try Int.fetchOne(db, sql: "SELECT argumentCount()") == 0)
      #expect(try Int.fetchOne(db, sql: "SELECT argumentCount(1, NULL, 'a')") == 3)
    }
  }

  @Test func `what a function throws is the error of the SQL`() throws {
    let failing = DatabaseFunction("failing", argumentCount: 1) { values in
      if values[0].isNull { throw Refusal() }
      throw DatabaseError(resultCode: .SQLITE_CONSTRAINT, message: "not this one")
    }
    try DatabaseQueue().write { (db: Database) throws in
      db.add(function: failing)
      db.add(function: DatabaseFunction("longest", argumentCount: 1, aggregate: Longest.self))
      let refused = #expect(throws: DatabaseError.self) {
        try db.execute(sql: "SELECT failing(NULL)")
      }
      #expect(refused?.resultCode == .SQLITE_ERROR)
      #expect(refused?.message == "no text")
      let constraint = #expect(throws: DatabaseError.self) {
        try db.execute(sql: "SELECT failing(1)")
      }
      #expect(constraint?.resultCode == .SQLITE_CONSTRAINT)
      #expect(constraint?.message == "not this one")
      let aggregate = #expect(throws: DatabaseError.self) {
        try db.execute(sql: "SELECT longest(a) FROM (SELECT 'x' AS a UNION SELECT 1)")
      }
      #expect(aggregate?.message == "no text")
    }
  }

  @Test func `what is removed is unknown`() throws {
    let same = DatabaseCollation("same") { _, _ in .orderedSame }
    try DatabaseQueue().write { (db: Database) throws in
      db.add(function: Self.initials)
      db.add(collation: same)
      try db.execute(sql: "SELECT initials('a b'), 'a' = 'b' COLLATE same")
      db.remove(function: Self.initials)
      db.remove(collation: same)
      #expect(throws: DatabaseError.self) { try db.execute(sql: "SELECT initials('a b')") }
      #expect(throws: DatabaseError.self) { try db.execute(sql: "SELECT 'a' = 'b' COLLATE same") }
    }
  }

  @Test func `the collations of GRDB are known by name`() throws {
    try DatabaseQueue().write { (db: Database) throws in
      try db.execute(
        sql: """
          CREATE TABLE name (name TEXT COLLATE swiftLocalizedCaseInsensitiveCompare UNIQUE);
          INSERT INTO name VALUES ('Émile'), ('adam'), ('Zoë')
          """
      )
      #expect(
        try String.fetchAll(db, sql: "SELECT name FROM name ORDER BY name")
          == ["adam", "Émile", "Zoë"]
      )
      for collation in [
        "swiftCompare", "SWIFTCASEINSENSITIVECOMPARE", "swiftLocalizedCompare",
        "swiftLocalizedStandardCompare",
      ] {
        let order = "SELECT name FROM name ORDER BY name COLLATE \(collation)"
        #expect(try String.fetchAll(db, sql: order).count == 3)
      }
      #expect(throws: DatabaseError.self) {
        try db.execute(sql: "INSERT INTO name VALUES ('ADAM')")
      }
      #expect(throws: DatabaseError.self) {
        try db.execute(sql: "SELECT name FROM name ORDER BY name COLLATE swiftNothing")
      }
    }
  }
}
