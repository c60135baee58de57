import StrataSQLite
import StrataSchema
import Testing

@testable import StrataPlanner

/// Cases of enums in JSON whose raw values change.
@Suite struct JSONCaseTests {
  private static let old = "{cases: {red: r, green: green, blue: b, old: old}}"
  private static let new = "{cases: {red: b, green: g, blue: {raw: r, was: [old]}}}"

  private func schema(_ cases: String, version: String = "3.38") -> String {
    """
    sqlite: "\(version)"
    enums:
      Color: \(cases)
      Level: {raw: Int, cases: {low: 1, high: 2}}
    values:
      Paint: {color: Color, coats: Int, thin: Bool, spare: "Color?", note: String}
      Room: {paint: Paint, walls: [Paint], byName: "[String: Color]", name: String}
      Endless: {color: Color, next: [Endless]}
    tables:
      Wall:
        columns:
          id: Int
          colors: "[Color]?"
          paint: Paint?
          room: Room?
          lists: "[[Color]]?"
          gaps: "[Color?]?"
          levels: "[Level]?"

    """
  }

  private let rows = [
    """
    INSERT INTO wall (id, colors, paint, lists, gaps, levels) VALUES (1,
      '["r","green","b","old"]',
      '{"color":"r","coats":1,"thin":true,"spare":null,"note":"r \\u00e9"}',
      '[["r"],[],["green"]]', '["r",null]', '[1,2]')
    """,
    "INSERT INTO wall (id) VALUES (2)",
    """
    INSERT INTO wall (id, room) VALUES (3, '{"paint":{"color":"b","coats":12345678901234567,
      "thin":false,"note":""},"walls":[{"color":"old","coats":1,"thin":true,"spare":"r","note":"b"}],
      "byName":{"a \\" b":"green","z":"r"},"name":"r"}')
    """,
    "INSERT INTO wall (id, colors, paint) VALUES (4, '[]', '{}')",
  ]

  @Test func `raw values follow their cases wherever they stand`() throws {
    let evolution = try Evolution(schema(Self.old), schema(Self.new))
    #expect(evolution.hazards == [])
    let connection = try evolution.migrated(rows)
    #expect(
      try connection.lines("SELECT colors, paint, lists, gaps, levels FROM wall WHERE id = 1") == [
        #"["b","g","r","r"]"#
          + #"|{"color":"b","coats":1,"thin":true,"spare":null,"note":"r \u00e9"}"#
          + #"|[["b"],[],["g"]]|["b",null]|[1,2]"#
      ]
    )
    #expect(
      try connection.lines("SELECT * FROM wall WHERE id = 2") == ["2|NULL|NULL|NULL|NULL|NULL|NULL"]
    )
    #expect(
      try connection.lines("SELECT room FROM wall WHERE id = 3") == [
        #"{"paint":{"color":"r","coats":12345678901234567,"thin":false,"note":""},"#
          + #""walls":[{"color":"r","coats":1,"thin":true,"spare":"b","note":"b"}],"#
          + #""byName":{"a \" b":"g","z":"b"},"name":"r"}"#
      ]
    )
    #expect(try connection.lines("SELECT colors, paint FROM wall WHERE id = 4") == ["[]|{}"])
  }

  @Test func `a table that is made anew converts on the way`() throws {
    let rebuilt = { (text: String) in
      text.replacing("id: Int\n", with: "id: Int\n      size: {type: Int, default: {sql: 1 + 1}}\n")
    }
    let evolution = try Evolution(schema(Self.old), rebuilt(schema(Self.new)))
    #expect(evolution.sql.contains("strata_new_wall"))
    #expect(!evolution.sql.contains("UPDATE"))
    let connection = try evolution.migrated(rows)
    #expect(
      try connection.lines("SELECT colors FROM wall ORDER BY id") == [
        #"["b","g","r","r"]"#, "NULL", "NULL", "[]",
      ]
    )
  }

  @Test func `a case that is gone from JSON is counted`() throws {
    let evolution = try Evolution(
      schema(Self.old),
      schema("{cases: {red: r, green: green, blue: b}}")
    )
    let hazards = try #require(evolution.plan?.hazards)
    #expect(
      hazards.map(\.key)
        == ["colors", "paint", "room", "lists", "gaps"].map {
          "enum-case-removed wall.\($0)"
        }
    )
    let connection = try SQLiteConnection(path: ":memory:")
    for statement in createStatements(evolution.old) { try connection.execute(statement.sql) }
    for row in rows { try connection.execute(row) }
    let counts = try hazards.map { try connection.number(try #require($0.count)) }
    #expect(counts == [1, 0, 1, 0, 0])
  }

  @Test func `where SQL cannot say it the author has to`() throws {
    let endless = { (cases: String) in
      self.schema(cases).replacing("\"[Color]?\"", with: "Endless?")
    }
    #expect(
      try Evolution(endless(Self.old), endless(Self.new)).hazards
        == ["enum-case-removed wall.colors"]
    )
    let early = try Evolution(
      schema(Self.old, version: "3.37"),
      schema(Self.new, version: "3.37")
    )
    #expect(early.hazards.count == 5)
    #expect(early.statements == [])
  }
}
