import StrataSQLite
import StrataSchema
import Testing

@testable import StrataPlanner

/// Steps that write the values that rows have, under constraints.
@Suite struct ChangedValueTests {
  private func counts(_ evolution: Evolution, _ rows: [String]) throws -> [String] {
    let connection = try SQLiteConnection(path: ":memory:")
    for statement in createStatements(evolution.old) { try connection.execute(statement.sql) }
    for row in rows { try connection.execute(row) }
    let plan = try #require(evolution.plan, "\(evolution.diagnostics.map(\.message))")
    return try plan.hazards.map { hazard in
      let count = try hazard.count.map { "\(try connection.number($0))" } ?? "?"
      return "\(hazard.key): \(count)"
    }
  }

  private func item(_ columns: String) -> String {
    "tables: {Item: {columns: {id: Int, \(columns)}}}\n"
  }

  @Test func `raw values that move up do not meet each other on the way`() throws {
    let schema = { (cases: String, rest: String) in
      """
      enums: {C: {raw: Int, cases: {\(cases)}}}
      tables:
        P: {primaryKey: [c], columns: {c: C}}
        U: {columns: {id: Int, c: {type: C, unique: true}\(rest)}}
        I: {columns: {id: Int, c: C}, indexes: {byC: {columns: [c], unique: true}}}
        K: {columns: {id: Int, c: C}, constraints: [FOREIGN KEY (c) REFERENCES p (c)]}

      """
    }
    let rows = ["p", "u (c)", "i (c)", "k (c)"].map {
      "INSERT INTO \($0.contains("(") ? $0 : $0 + " (c)") VALUES (1), (2), (3)"
    }
    for rest in ["", ", n: Int?"] {
      let evolution = try Evolution(
        schema("a: 1, b: 2, c: 3", ""),
        schema("n: 1, a: 2, b: 3, c: 4", rest)
      )
      #expect(evolution.hazards == [])
      let connection = try evolution.migrated(rows)
      for table in ["p", "u", "i", "k"] {
        #expect(try connection.lines("SELECT c FROM \(table) ORDER BY c") == ["2", "3", "4"])
      }
    }
  }

  @Test func `cases that become one may collide`() throws {
    let schema = { (cases: String) in
      "enums: {C: \(cases)}\n" + self.item("c: {type: C, unique: true}")
    }
    let evolution = try Evolution(
      schema("[a, b, c]"),
      schema("{cases: {a: {raw: a, was: [b]}, c: c}}")
    )
    let rows = ["INSERT INTO item (c) VALUES ('a'), ('b'), ('c')"]
    #expect(try counts(evolution, rows) == ["unique-added item.c: 1"])
  }

  @Test func `a key that is converted may leave its children behind, or collide`() throws {
    let schema = { (id: String, child: String) in
      """
      tables:
        Item: {columns: {id: \(id), a: Int}}
        K: {columns: {id: Int, itemID: \(child)}}

      """
    }
    let old = schema("Int", "Item.ID")
    let rows = ["INSERT INTO item VALUES (1, 1)", "INSERT INTO k VALUES (1, 1)"]
    let left = try Evolution(old, schema("{type: String, cast: \"'k' || id\"}", "Item.ID"))
    #expect(
      try counts(left, rows) == ["unique-added item.id: 0", "foreign-key-added k.itemid: 1"]
    )
    let both = try Evolution(
      old,
      schema("{type: String, cast: \"'k' || id\"}", "{type: Item.ID, cast: \"'k' || itemID\"}")
    )
    #expect(both.hazards == ["unique-added item.id"])
    #expect(try both.migrated(rows).lines("SELECT itemID FROM k") == ["k1"])
    let collision = try Evolution(
      item("n: {type: Int, unique: true}"),
      item("n: {type: String, unique: true, cast: \"substr(n, 1, 1)\"}")
    )
    let numbers = ["INSERT INTO item (n) VALUES (10), (11), (20)"]
    #expect(try counts(collision, numbers) == ["unique-added item.n: 1"])
  }

  @Test func `what is computed otherwise may not meet what it met`() throws {
    let schema = { (expression: String, rest: String) in
      "tables:\n  Item:\n    columns: {id: Int, a: Int, g: {type: Int, generated: \(expression)\(rest)}}\n"
    }
    for (rest, hazard) in [
      (", unique: true", "unique-added item.g"), (", check: g > 0", "check-added item.g>0"),
    ] {
      let evolution = try Evolution(schema("a", rest), schema("a / 10", rest))
      #expect(evolution.hazards == [hazard])
    }
    let index = "    indexes: {i: {columns: [g], unique: true}}\n"
    #expect(
      try Evolution(schema("a", "") + index, schema("a / 10", "") + index).hazards
        == ["unique-added item_i"]
    )
    // Also through what is computed from it.
    let chain = { (expression: String) in
      schema(expression, "").replacing(
        "}}\n",
        with: "}, h: {type: Int, generated: g + 1, unique: true}}\n"
      )
    }
    #expect(try Evolution(chain("a"), chain("a / 10")).hazards == ["unique-added item.h"])
    #expect(
      try Evolution(chain("a"), chain("a").replacing("a: Int", with: "a: Int, n: Int?")).hazards
        == []
    )
  }

  @Test func `a conversion that may give what the column never is, is a hazard`() throws {
    let rows = ["INSERT INTO item (a) VALUES (NULL), (2)"]
    let backfill = try Evolution(item("a: Int?"), item("a: Int?, b: {type: Int, backfill: a}"))
    #expect(try counts(backfill, rows) == ["not-null-without-backfill item.b: 1"])
    #expect(throws: DatabaseError.self) { try backfill.migrated(rows) }
    let text = try Evolution(
      item("a: String"),
      item("a: String, b: {type: Int, backfill: a}")
    )
    #expect(
      try counts(text, ["INSERT INTO item (a) VALUES ('1'), ('x')"]) == ["type-narrowed item.b: 1"]
    )
    for column in [
      "a: Int?, b: {type: Int, backfill: \"'x'\"}", "a: {type: String, cast: \"nullif('x', 'x')\"}",
      "a: {type: Double, cast: \"'abc'\", backfill: 1.5}",
    ] {
      #expect(try Evolution(item("a: Int?"), item(column)).codes == ["conversion"], "\(column)")
    }
    let good = try Evolution(
      item("a: Int?"),
      item(
        "a: {type: Int, backfill: id}, b: {type: String?, backfill: a}, c: {type: Int, backfill: \"coalesce(a, 0)\"}"
      )
    )
    #expect(good.hazards == [])
  }

  @Test func `an old name that the history has beside the new one is asked about`() throws {
    let column = try Evolution(
      item("a: String, b: String"),
      "tables: {Item: {allow: {drop: [b]}, columns: {id: Int, b: {type: String, was: a}}}}"
    )
    #expect(column.codes == ["possible-rename"])
    let table = try Evolution(
      "tables: {Item: {columns: {id: Int}}, Thing: {columns: {id: Int, n: Int}}}",
      "allow: {drop: [Thing]}\ntables: {Thing: {was: Item, columns: {id: Int}}}"
    )
    #expect(table.codes.contains("possible-rename"))
    // Where it was carried out, it means nothing.
    #expect(try Evolution(item("b: Int"), item("b: {type: Int, was: a}, c: Int?")).hazards == [])
  }

  @Test func `a key in another order tells the same rows apart`() throws {
    let schema = { (key: String, unique: String) in
      "tables: {P: {primaryKey: [\(key)], unique: [[\(unique)]], columns: {a: Int, b: Int, c: Int}}}"
    }
    #expect(try Evolution(schema("a, b", "b, c"), schema("b, a", "c, b")).hazards == [])
  }

  @Test func `texts that a collation takes for the same are counted`() throws {
    let evolution = try Evolution(
      item("n: String?"),
      item("n: {type: String?, collate: NOCASE, unique: true}")
    )
    let found = try counts(evolution, ["INSERT INTO item (n) VALUES ('a'), ('A'), ('b')"])
    #expect(found.contains("unique-added item.n: 1"))
  }

  @Test func `a value type by another name is the same JSON`() throws {
    let schema = { (name: String, rest: String) in
      "values: {\(name): {x: Int, y: \(rest)}}\n" + self.item("v: \(name), w: \"[\(name)]\"")
    }
    #expect(try Evolution(schema("V", "Int"), schema("W", "Int")).hazards == [])
    #expect(try Evolution(schema("V", "Int"), schema("W", "Int?")).hazards.count == 2)
  }
}
