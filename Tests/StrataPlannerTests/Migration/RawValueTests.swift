import Testing

@testable import StrataPlanner

/// Raw values that become others while the SQL of the tables stays.
@Suite struct RawValueTests {
  private static func schema(_ cases: String) -> String {
    """
    enums: {Priority: {raw: Int, cases: \(cases)}}
    tables: {Item: {columns: {id: Int, p: Priority}}}
    """
  }

  @Test func `cases that exchange their raw values are a change, and rows keep their meaning`()
    throws
  {
    let evolution = try Evolution(
      Self.schema("{low: 1, high: 2, top: 3}"),
      Self.schema("{low: 2, high: 1, top: 3}")
    )
    #expect(
      evolution.plan?.changes.map(\.message) == [
        "case 'low' of 'Priority' is stored as 2, and was as 1",
        "case 'high' of 'Priority' is stored as 1, and was as 2",
      ]
    )
    let rows = try evolution.migrated(["INSERT INTO item VALUES (1, 1), (2, 2), (3, 3)"])
    #expect(try rows.lines("SELECT * FROM item") == ["1|2", "2|1", "3|3"])
  }

  @Test func `another name of a case is no change`() throws {
    let evolution = try Evolution(
      Self.schema("{low: 1, high: 2}"),
      Self.schema("{small: 1, high: 2}")
    )
    #expect(evolution.plan?.isEmpty == true)
  }
}
