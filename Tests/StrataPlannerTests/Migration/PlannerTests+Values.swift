import StrataSQLite
import StrataSchema
import Testing

@testable import StrataPlanner

extension PlannerTests {
  private func position(_ cases: String) -> String {
    "enums:\n  Position: \(cases)\n" + table("position: Position, spare: Position?")
  }

  @Test func `raw values follow their cases`() throws {
    let evolution = try Evolution(
      position("[left, right, middle, sweeper]"),
      position(
        "{cases: {left: right, right: left, centre: {raw: c, was: [middle, sweeper]}}}"
      )
    )
    #expect(evolution.hazards == [])
    #expect(!evolution.sql.contains("strata_new"))
    let rows = try evolution.migrated([
      "INSERT INTO player VALUES (1, 'left', 'right'), (2, 'middle', NULL), (3, 'sweeper', 'left')"
    ])
    #expect(
      try rows.lines("SELECT position, spare FROM player") == ["right|left", "c|NULL", "c|right"]
    )
  }

  @Test func `a case that nothing stands for any more is a hazard, a new one a step without SQL`()
    throws
  {
    let gone = try Evolution(position("[left, right]"), position("[left]"))
    #expect(
      gone.hazards == ["enum-case-removed player.position", "enum-case-removed player.spare"]
    )
    let new = try Evolution(position("[left]"), position("[left, right]"))
    #expect(new.plan?.changes.map(\.message) == ["case 'right' of 'Position' is new"])
    #expect(new.statements == [])
    #expect(new.hazards == [])
  }

  @Test func `cases in JSON are watched`() throws {
    let schema = { (cases: String) in
      """
      enums: {Color: \(cases)}
      values: {Paint: {color: Color, next: [Paint]}}
      tables: {Wall: {columns: {id: Int, colors: [Color], paint: Paint?, other: "[String: Int]"}}}
      """
    }
    let evolution = try Evolution(schema("[red, green]"), schema("[red, blue]"))
    #expect(
      evolution.hazards == ["enum-case-removed wall.colors", "enum-case-removed wall.paint"]
    )
  }

  @Test func `properties of values are watched`() throws {
    let schema = { (properties: String) in
      "values:\n  Address: {\(properties)}\n" + self.table("home: Address")
    }
    let evolution = try Evolution(
      schema("street: String, zip: Int, old: String?"),
      schema("street: String, zip: String, city: String, note: String?")
    )
    #expect(
      evolution.hazards == [
        "value-changed Address.city", "value-changed Address.old", "value-changed Address.zip",
      ]
    )
  }
}
