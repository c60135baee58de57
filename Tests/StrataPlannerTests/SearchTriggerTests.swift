import StrataSQLite
import StrataSchema
import Testing

@testable import StrataPlanner

/// The index of a search follows its table, whatever other triggers write.
@Suite struct SearchTriggerTests {
  private static let search = """
    tables:
      Item: {columns: {id: Int, t: String}}
      Log: {columns: {id: Int, item: Int}}
    search:
      S: {table: Item, columns: [t]}

    """

  private static let triggers = """
    triggers:
      edit: {sql: "AFTER INSERT ON item BEGIN UPDATE item SET t = trim(new.t) || ' done' WHERE id = new.id; END"}
      log: {sql: "AFTER UPDATE ON item BEGIN INSERT INTO log (item) VALUES (new.id); END"}
      again: {sql: "AFTER INSERT ON log BEGIN UPDATE item SET t = t || '!' WHERE id = new.item AND t NOT LIKE '%!'; END"}
      drop: {sql: "AFTER INSERT ON item WHEN new.t = 'none' BEGIN DELETE FROM item WHERE id = new.id; END"}

    """

  private func expectInStep(_ connection: SQLiteConnection) throws {
    try connection.execute("INSERT INTO item (t) VALUES (' hello'), ('none')")
    #expect(try connection.lines("SELECT t FROM item ORDER BY id").last == "hello done!")
    #expect(try connection.lines("SELECT rowid FROM s('done')") == ["1"])
    #expect(try connection.lines("SELECT rowid FROM s('none')") == [])
    try connection.execute("UPDATE item SET t = 'new'")
    try connection.execute("INSERT INTO s(s, rank) VALUES ('integrity-check', 1)")
    #expect(try connection.lines("SELECT rowid FROM s('new')") == ["1"])
  }

  @Test func `a created database`() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    let schema = try Evolution.schema(Self.search + Self.triggers)
    for statement in createStatements(schema) { try connection.execute(statement.sql) }
    try expectInStep(connection)
  }

  @Test func `triggers that come later`() throws {
    try expectInStep(Evolution(Self.search, Self.search + Self.triggers).migrated([]))
  }

  @Test func `triggers that are made again`() throws {
    let old = Self.search + Self.triggers
    let other = old.replacing("trim(new.t)", with: "trim(trim(new.t))")
    try expectInStep(Evolution(old, other).migrated([]))
    let table = old.replacing("t: String}", with: "t: {type: String, check: t <> ''}}")
    try expectInStep(Evolution(old, table).migrated([]))
  }

  @Test func `a step without triggers leaves those of the searches alone`() throws {
    let other = Self.search.replacing("Log:", with: "Other: {columns: {id: Int}}\n  Log:")
    #expect(try !Evolution(Self.search, other).sql.contains("TRIGGER"))
  }

  @Test func `triggers fire in the order of the schema, however they came`() throws {
    let tables = """
      tables:
        Item: {columns: {id: Int}}
        Log: {columns: {id: Int, what: String}}
        Other: {columns: {id: Int}}
      triggers:

      """
    func trigger(_ name: String, _ table: String = "item", _ what: String? = nil) -> String {
      "  \(name): {sql: \"AFTER INSERT ON \(table) BEGIN INSERT INTO log (what)"
        + " VALUES ('\(what ?? name)'); END\"}\n"
    }
    let other = trigger("other", "other")
    let old = tables + trigger("a") + trigger("c") + other
    for new in [
      tables + trigger("a") + trigger("b") + trigger("c") + other,
      tables + trigger("a", "item", "new") + trigger("c") + other,
      tables + trigger("c") + other,
    ] {
      let evolution = try Evolution(old, new)
      #expect(!evolution.sql.contains("\"other\""))
      let migrated = try evolution.migrated([])
      let created = try SQLiteConnection(path: ":memory:")
      for statement in createStatements(evolution.new) { try created.execute(statement.sql) }
      for connection in [migrated, created] {
        try connection.execute("INSERT INTO item DEFAULT VALUES")
      }
      let order = try created.lines("SELECT what FROM log ORDER BY id")
      #expect(order.count > 0)
      #expect(try migrated.lines("SELECT what FROM log ORDER BY id") == order)
    }
  }
}
