import StrataSQLite
import StrataSchema
import Testing

@testable import StrataPlanner

/// What a step has to be told, beside the examples of the documentation.
@Suite struct HazardTests {
  /// How many rows each hazard of an evolution counts in a database of the old schema.
  private func counts(_ evolution: Evolution, _ rows: [String]) throws -> [String: Int64] {
    let connection = try SQLiteConnection(path: ":memory:")
    for statement in createStatements(evolution.old) { try connection.execute(statement.sql) }
    for row in rows { try connection.execute(row) }
    var counts: [String: Int64] = [:]
    for hazard in try #require(evolution.plan).hazards {
      counts[hazard.key] = try connection.number(try #require(hazard.count, "\(hazard.key)"))
    }
    return counts
  }

  @Test func `a table that becomes STRICT refuses what does not fit`() throws {
    let columns = "columns: {id: Int, n: Int, r: Double?, t: String?, b: Data?}"
    let evolution = try Evolution(
      "tables: {Item: {strict: false, \(columns)}}",
      "tables: {Item: {\(columns)}}"
    )
    let rows = [
      "INSERT INTO item VALUES (1, 'abc', 'x', x'00', 'text')",
      "INSERT INTO item VALUES (2, 2, 3, 'a', x'00'), (3, '12', '1.5', NULL, NULL)",
    ]
    #expect(
      try counts(evolution, rows) == [
        "type-narrowed item.n": 1, "type-narrowed item.r": 1, "type-narrowed item.t": 1,
        "type-narrowed item.b": 1,
      ]
    )
    #expect(throws: DatabaseError.self) { try evolution.migrated(rows) }
    let fitting = try evolution.migrated([rows[1]])
    #expect(try fitting.lines("SELECT n, r, t FROM item") == ["2|3.0|a", "12|1.5|NULL"])
  }

  @Test func `a key that becomes the rowid refuses what is no number, and has one for NULL`() throws
  {
    let evolution = try Evolution(
      "tables: {Item: {strict: false, columns: {id: {type: Int, sql: id INT, notNull: false}, s: Int?}}}",
      "tables: {Item: {strict: false, columns: {id: Int, s: Int?}}}"
    )
    let rows = ["INSERT INTO item VALUES (7, 1), (NULL, 2)"]
    let wrong = "INSERT INTO item VALUES ('x', 3)"
    #expect(
      try counts(evolution, rows + [wrong]) == [
        "not-null-without-backfill item.id": 1, "type-narrowed item.id": 1,
      ]
    )
    #expect(throws: DatabaseError.self) { try evolution.migrated(rows + [wrong]) }
    #expect(try evolution.migrated(rows).lines("SELECT id, s FROM item") == ["7|1", "8|2"])
    let texts = try Evolution(
      "tables: {Item: {columns: {id: String, s: Int?}}}",
      "tables: {Item: {columns: {id: Int, s: Int?}}}"
    )
    #expect(texts.hazards == ["type-narrowed item.id"])
  }

  @Test func `a new reference leads nowhere where its value does`() throws {
    let schema = { (column: String) in
      "tables: {Box: {columns: {id: Int}}, Item: {columns: {id: Int, n: Int\(column)}}}"
    }
    let rows = ["INSERT INTO box VALUES (1)", "INSERT INTO item VALUES (1, 1), (2, 7), (3, 8)"]
    for (value, count) in [("backfill: n", 2), ("default: 7", 3)] as [(String, Int64)] {
      let evolution = try Evolution(schema(""), schema(", boxID: {type: Box.ID, \(value)}"))
      let found = try counts(evolution, rows)
      #expect(found == ["foreign-key-added item.boxid": count])
      #expect(throws: MigrationStep.ForeignKeyViolation.self) { try evolution.migrated(rows) }
    }
    #expect(try Evolution(schema(""), schema(", boxID: Box.ID?")).hazards == [])
  }

  @Test func `the case of a name in SQL hides nothing`() throws {
    let schema = { (cases: String, name: String, type: String) in
      "enums: {C: \(cases)}\ntables: {Item: {sql: \(name), columns: {id: Int, \(name): C, \(type)}}}"
    }
    let evolution = try Evolution(
      schema("[a, b]", "name", "made: {type: Date, stored: unixSeconds}"),
      schema("{cases: {x: {was: a}, b: b}}", "Name", "Made: {type: Date, stored: julian}")
    )
    #expect(evolution.hazards == ["storage-changed Name.Made"])
    let rows = try evolution.migrated(["INSERT INTO name VALUES (1, 'a', 0)"])
    #expect(try rows.lines("SELECT name FROM name") == ["x"])
  }

  @Test func `a lock that spells names otherwise knows the same columns`() throws {
    var lock = MigrationLock()
    lock.steps = [MigrationLock.Step(name: "0001-create", hash: "1")]
    lock.steps[0].addedFacts = ["column Item.Made": "Date julian"]
    #expect(lock.facts(after: 1).type(of: "made", in: "item")?.storage == "julian")
  }

  @Test func `texts in another normal form of Unicode are others`() throws {
    let (one, two) = ("caf\u{E9}", "cafe\u{301}")
    let item = { (columns: String) in "tables: {Item: {columns: {id: Int, \(columns)}}}" }
    #expect(
      try Evolution(item("\(one): String"), item("\(two): String")).codes.first == "possible-rename"
    )
    let renamed = try Evolution(
      item("\(one): String"),
      item("\(two): {type: String, was: \(one)}")
    )
    let rows = try renamed.migrated(["INSERT INTO item VALUES (1, 'x')"])
    #expect(try rows.lines("SELECT \"\(two)\" FROM item") == ["x"])
    for column in ["{type: String, check: n <> 'TEXT'}", "{type: String, default: TEXT}"] {
      let evolution = try Evolution(
        item("n: \(column.replacing("TEXT", with: one))"),
        item("n: \(column.replacing("TEXT", with: two))")
      )
      #expect(evolution.plan?.isEmpty == false, "\(column)")
    }
    let cases = { (raw: String) in "enums: {C: {cases: {a: \(raw)}}}\n" + item("n: C") }
    let evolution = try Evolution(cases(one), cases(two))
    let read = try evolution.migrated(["INSERT INTO item VALUES (1, '\(one)')"])
    #expect(try read.lines("SELECT hex(n) FROM item") == ["63616665CC81"])
    #expect(try Evolution(cases(two), cases(two)).plan?.isEmpty == true)
  }

  @Test func `what is to be allowed stands on one line, whatever it names`() throws {
    let checked = try Evolution(
      "tables: {Item: {columns: {id: Int, n: String}}}",
      """
      tables:
        Item:
          columns: {id: Int, n: String}
          checks:
            a: |
              n <> 'a
              b'
      """
    )
    #expect(checked.hazards == [#"check-added item.n!='a\u{a}b'"#])
    _ = try checked.history.adding(try #require(checked.plan), "check")
    let named = { (column: String) in
      "tables: {Item: {sql: \"a: b -- c\", columns: {id: Int, n: \(column)}}}"
    }
    let unique = try Evolution(named("String"), named("{type: String, unique: true}"))
    var diagnostics = Diagnostics()
    let history = try unique.history.adding(try #require(unique.plan), "unique")
    #expect(checkAcknowledgements(history, &diagnostics), "\(diagnostics.all.map(\.message))")
    #expect(checkHistory(history, against: unique.new, &diagnostics) != nil)
  }

  @Test func `computed columns come and go in the order in which they are computed`() throws {
    let item = { (columns: String) in "tables: {Item: {columns: {id: Int, n: Int\(columns)}}}" }
    let many = item(
      ", k: {type: Int?, generated: h + g}, g: {type: Int?, generated: n + 1}, h: {type: Int?, generated: g + m}, m: {type: Int, default: 5}"
    )
    let added = try Evolution(item(""), many)
    #expect(!added.sql.contains("strata_new"))
    let rows = try added.migrated(["INSERT INTO item VALUES (1, 2)"])
    #expect(try rows.lines("SELECT g, h, k FROM item") == ["3|8|11"])
    let dropped = try Evolution(many, item(""))
    #expect(!dropped.sql.contains("strata_new"))
    _ = try dropped.migrated(["INSERT INTO item (id, n) VALUES (1, 2)"])
  }
}
