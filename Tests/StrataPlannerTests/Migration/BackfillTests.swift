import StrataSchema
import Testing

@testable import StrataPlanner

/// `backfill:` sees all tables as they were before the step.
@Suite struct BackfillTests {
  @Test(arguments: [false, true])
  func `a column moves to another table, whichever stands first`(isReversed: Bool) throws {
    func schema(_ b: String, _ item: String) -> String {
      let tables = [
        "  B: \(b)\n", "  Item: {columns: {id: Int, bID: B.ID\(item)}}\n",
      ]
      return "tables:\n" + (isReversed ? tables.reversed() : tables).joined()
    }
    let evolution = try Evolution(
      schema("{columns: {id: Int, k: {type: Int, check: k > 0}, z: Int}}", ""),
      schema(
        "{allow: {drop: [k]}, columns: {id: Int, z: Int}}",
        #", k: {type: Int, backfill: "(SELECT k FROM b WHERE b.id = item.bID)"}"#
      )
    )
    let rows = try evolution.migrated([
      "INSERT INTO b VALUES (1, 7, 0), (2, 9, 0)", "INSERT INTO item VALUES (1, 2), (2, 1)",
    ])
    #expect(try rows.lines("SELECT * FROM item") == ["1|2|9", "2|1|7"])
  }

  private static func schema(_ cases: String, _ columns: String) -> String {
    """
    enums: {E: {cases: \(cases)}}
    tables:
      B: {columns: {id: Int, k: E}}
      Item: {columns: {id: Int, a: E\(columns)}}
    """
  }

  @Test(
    arguments: [
      ", b: {type: E?, backfill: a}", ", b: {type: E, backfill: a}",
      ", b: {type: E, backfill: (SELECT k FROM b WHERE b.id = item.id)}",
    ]
  )
  func `a case that is read from old rows has its new raw value`(column: String) throws {
    for (cases, values) in [("{x: q, y: z}", ["q", "z"]), ("{x: y, y: x}", ["y", "x"])] {
      let evolution = try Evolution(
        Self.schema("{x: x, y: y}", ""),
        Self.schema(cases, column)
      )
      let rows = try evolution.migrated([
        "INSERT INTO b VALUES (1, 'x'), (2, 'y')", "INSERT INTO item VALUES (1, 'x'), (2, 'y')",
      ])
      #expect(try rows.lines("SELECT a FROM item") == values)
      #expect(try rows.lines("SELECT b FROM item") == values)
      #expect(try rows.lines("SELECT k FROM b") == values)
    }
  }

  @Test func `a constant is a raw value of the schema`() throws {
    let good = try Evolution(
      Self.schema("{x: x, y: y}", ""),
      Self.schema("{x: q, y: y}", ", b: {type: E, backfill: \"'q'\"}")
    )
    #expect(good.codes == [])
    let bad = try Evolution(
      Self.schema("{x: x, y: y}", ""),
      Self.schema("{x: q, y: y}", ", b: {type: E, backfill: \"'x'\"}")
    )
    #expect(bad.codes == ["conversion"])
  }

  @Test func `a key of texts becomes one of numbers, where all are`() throws {
    let evolution = try Evolution(
      "tables: {Item: {columns: {id: String, n: Int}}}",
      "tables: {Item: {columns: {id: Int, n: Int}}}"
    )
    #expect(evolution.hazards.contains("type-narrowed item.id"))
    let rows = try evolution.migrated(["INSERT INTO item VALUES ('12', 1)"])
    #expect(try rows.lines("SELECT * FROM item") == ["12|1"])
  }
}
