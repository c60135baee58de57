import Foundation
import StrataSQLite
import StrataSchema
import Testing

@testable import StrataPlanner

/// Random schemas, changed at random, with rows: nothing is lost that was not said to be.
///
/// `STRATA_MIGRATION_SEEDS=1000` tries so many; a seed that fails is in the name of the test.
@Suite struct MigrationPropertyTests {
  private static let seeds: Range<UInt64> = {
    let count = ProcessInfo.processInfo.environment["STRATA_MIGRATION_SEEDS"].flatMap(UInt64.init)
    return 1..<(count ?? 40) + 1
  }()

  @Test(arguments: seeds) func `a migrated database has what it had`(seed: UInt64) throws {
    let old = RandomSchema(seed: seed)
    let new = old.changed(seed: seed &+ 1_000_003)
    let evolution = try Evolution(old.text, new.text)
    let plan = try #require(
      evolution.plan,
      "\(evolution.diagnostics.map(\.message))\n\(old.text)\n\(new.text)"
    )
    let connection = try SQLiteConnection(path: ":memory:")
    for statement in createStatements(evolution.old) { try connection.execute(statement.sql) }
    var rows = RandomRows(old, seed: seed)
    try rows.insert(into: connection)
    let before = try contents(of: old, in: connection)
    let sequences = try self.sequences(of: old, in: connection)

    try MigrationStep(connection, foreignKeys: .checkedAtEnd).run(evolution.statements)

    try evolution.expectNew(connection)
    try connection.checkForeignKeys()
    for search in try StoredSchema(connection).objects(.search) {
      let name = SQLText.quote(search.name)
      try connection.execute("INSERT INTO \(name) (\(name), rank) VALUES ('integrity-check', 1)")
    }
    let after = try contents(of: new, in: connection)
    let untouched = self.untouched(old, new)
    #expect(untouched.filter { before[$0] != after[$0] } == [], "\(evolution.sql)")
    for (table, number) in try self.sequences(of: new, in: connection) {
      #expect(sequences[table] == nil || sequences[table] == number)
    }
    // Once more there is nothing to do.
    let history = try evolution.history.adding(plan, "change")
    var diagnostics = Diagnostics()
    let replayed = try #require(replay(history, for: evolution.new, &diagnostics))
    #expect(
      planMigration(from: replayed, to: evolution.new, &diagnostics)?.changes.map(\.message) == []
    )
  }

  /// The values of each column, in the order of the keys, by the identities of table and column; under 0
  /// the keys themselves.
  private func contents(
    of schema: RandomSchema,
    in connection: SQLiteConnection
  ) throws -> [String: [String]] {
    var contents: [String: [String]] = [:]
    for table in schema.tables {
      let name = SQLText.quote(table.sqlName)
      contents["\(table.identity)/0"] = try connection.lines("SELECT id FROM \(name) ORDER BY id")
      for column in table.columns {
        contents["\(table.identity)/\(column.identity)"] = try connection.lines(
          "SELECT quote(\(SQLText.quote(column.name))) FROM \(name) ORDER BY id"
        )
      }
    }
    return contents
  }

  /// The identities of what is there in both and was not said to become anything else.
  private func untouched(_ old: RandomSchema, _ new: RandomSchema) -> [String] {
    var identities: [String] = []
    for table in new.tables {
      guard let before = old.tables.first(where: { $0.identity == table.identity }) else {
        continue
      }
      identities.append("\(table.identity)/0")
      for column in table.columns {
        guard let other = before.columns.first(where: { $0.identity == column.identity }) else {
          continue
        }
        let isConverted = column.rest.contains { $0.hasPrefix("cast") || $0.hasPrefix("backfill") }
        if !isConverted, column.type.hasSuffix(".ID") || column.type == other.type {
          identities.append("\(table.identity)/\(column.identity)")
        }
      }
    }
    return identities
  }

  /// The last numbers given by AUTOINCREMENT, by the identity of the table.
  private func sequences(of schema: RandomSchema, in connection: SQLiteConnection) throws -> [Int:
    String]
  {
    guard
      try connection.number("SELECT count(*) FROM sqlite_master WHERE name = 'sqlite_sequence'")
        == 1
    else { return [:] }
    var sequences: [Int: String] = [:]
    for table in schema.tables where table.isAutoincrement {
      sequences[table.identity] = try connection.lines(
        "SELECT seq FROM sqlite_sequence WHERE name = '\(table.sqlName)'"
      ).first
    }
    return sequences
  }
}
