import StrataSQLite
import StrataSchema
import Testing

@testable import StrataPlanner

/// Rows made up for every schema of the cases.
@Suite struct FixtureCaseTests {
  private static func proofs(_ name: String) throws -> [Proof] {
    var diagnostics = Diagnostics()
    let schemas = readSchemas(try CaseFile(named: name).files, &diagnostics)
    let proofs = schemas.compactMap { prove($0, &diagnostics) }
    return diagnostics.hasErrors ? [] : proofs
  }

  @Test(arguments: CaseFile.all)
  func `rows are accepted by a database of their schema, and are the same for the same seed`(
    name: String
  ) throws {
    for proof in try Self.proofs(name) {
      for seed: UInt64 in [1, 2, 3] {
        let fixtures = try makeFixtures(proof, rows: 12, seed: seed)
        #expect(try makeFixtures(proof, rows: 12, seed: seed).sql == fixtures.sql, "seed \(seed)")
        let database = try ReplayDatabase(proof.schema)
        try database.run(proof.creation)
        try database.connection.execute("PRAGMA foreign_keys = ON")
        try database.connection.execute(fixtures.sql)
        #expect(try database.connection.rows("SELECT * FROM pragma_foreign_key_check") == [])
        for table in proof.schema.tables {
          let count = try database.connection.number(
            "SELECT count(*) FROM \(SQLText.quote(table.sqlName))"
          )
          let shortage = fixtures.shortages.first { $0.table == table.sqlName }
          #expect(count >= 12 || shortage != nil, "\(table.sqlName), seed \(seed)")
          #expect(shortage?.reason != "no other row was found", "\(table.sqlName), seed \(seed)")
        }
      }
    }
  }
}
