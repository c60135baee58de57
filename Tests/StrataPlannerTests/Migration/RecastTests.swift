import StrataSchema
import Testing

@testable import StrataPlanner

/// `cast:` and `backfill:` where SQL sees no other type, and where they are of all rows.
@Suite struct RecastTests {
  private func item(_ columns: String) -> String {
    "tables: {Item: {columns: {id: Int, \(columns)}}}\n"
  }

  @Test(
    arguments: [
      (
        "d: {type: Date, stored: unixSeconds}", "0.0",
        "d: {type: Date, stored: julian, cast: \"julianday(d, 'unixepoch')\"}", "2440587.5"
      ),
      (
        "d: Date", "'2001-02-03 04:05:06.007'", "d: {type: String, cast: 'substr(d, 1, 10)'}",
        "2001-02-03"
      ),
      ("d: {type: Date, stored: unixMilliseconds}", "5000", "d: {type: Int, cast: d / 1000}", "5"),
      ("d: Int", "5", "d: {type: Bool, cast: d > 0}", "1"),
      ("d: {type: Int, unique: true}", "5", "d: {type: Int32, unique: true, cast: 10 - d}", "5"),
      ("d: '[Int]'", "'[1,2]'", "d: {type: String, cast: 'substr(d, 2)'}", "1,2]"),
    ]
  )
  func `values are converted where SQL sees the same type`(
    old: String,
    value: String,
    new: String,
    converted: String
  ) throws {
    for rest in ["", ", n: Int?"] {
      let evolution = try Evolution(item(old), item(new + rest))
      let rows = try evolution.migrated(["INSERT INTO item VALUES (1, \(value))"])
      #expect(try rows.lines("SELECT d FROM item") == [converted], "\(evolution.sql)")
      #expect(!evolution.hazards.contains { $0.hasPrefix("storage-changed") })
    }
  }

  @Test func `each conversion sees the values that there were, and triggers see nothing`() throws {
    let schema = { (columns: String) in
      """
      tables:
        Item: {columns: {id: Int, \(columns)}}
        Log: {columns: {id: Int, text: String}}
      triggers: {t: {sql: "AFTER UPDATE ON item BEGIN INSERT INTO log (text) VALUES ('x'); END"}}
      """
    }
    let evolution = try Evolution(
      schema("a: Int, b: Int"),
      schema("a: {type: Bool, cast: b > 0}, b: {type: Bool, cast: a > 0}")
    )
    #expect(!evolution.sql.contains("strata_new"))
    let rows = try evolution.migrated(["INSERT INTO item VALUES (1, 0, 7), (2, 7, 0)"])
    #expect(try rows.lines("SELECT a, b FROM item") == ["1|0", "0|1"])
    #expect(try rows.lines("SELECT * FROM log") == [])
  }

  @Test(
    arguments: [
      "e: {type: Int, backfill: max(n)}", "e: {type: Int, backfill: count(*)}",
      "e: {type: Int, default: 0, backfill: sum(n)}",
      "e: {type: Int, backfill: row_number() OVER ()}",
      "e: {type: Int, backfill: (SELECT max(n))}",
    ]
  )
  func `a value of all rows is an error where it stands`(column: String) throws {
    let evolution = try Evolution(item("n: Int"), item("n: Int, \(column)"))
    #expect(evolution.codes == ["conversion"])
    #expect(evolution.diagnostics.first?.message.contains("(SELECT … FROM …)") == true)
    #expect((evolution.diagnostics.first?.range?.start.column ?? 0) > 50)
    let cast = try Evolution(item("n: Int"), item("n: {type: String, cast: max(n)}"))
    #expect(cast.codes == ["conversion"])
  }

  @Test func `a query over all rows gives each its value`() throws {
    let evolution = try Evolution(
      item("n: Int"),
      item("n: Int, e: {type: Int, backfill: (SELECT max(n) FROM item)}")
    )
    let rows = try evolution.migrated(["INSERT INTO item VALUES (1, 2), (2, 3)"])
    #expect(try rows.lines("SELECT * FROM item") == ["1|2|3", "2|3|3"])
  }

  @Test(arguments: ["E", "'[Int]'", "V", "{type: UUID, stored: text}", "URL", "'[String: Int]'"])
  func `numbers that become texts of another type are a hazard`(type: String) throws {
    let head = "enums: {E: [a, b]}\nvalues: {V: {x: Int}}\n"
    for old in ["Int", "Bool"] {
      let evolution = try Evolution(head + item("c: \(old)"), head + item("c: \(type)"))
      #expect(evolution.hazards == ["type-narrowed item.c"])
    }
    let text = try Evolution(head + item("c: Int"), head + item("c: String"))
    #expect(text.hazards == [])
  }
}
