import Foundation
import StrataSQLite
import Testing

@testable import stratac

/// Made-up rows, inserted into databases that are made from the schemas by themselves.
@Suite struct FixtureTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The samples, by their paths in the checkout.
  private static let samples = [
    "Schemas/League/League.yaml", "Schemas/Chinook/Chinook.yaml",
    "Schemas/Benchmarks/Benchmarks.yaml",
  ]

  private let folder: Folder

  init() throws { folder = try Folder() }

  /// Makes a database of the schema in the ordinary way and runs the SQL of the fixtures there.
  private func fill(_ yaml: String, _ options: String...) throws -> (SQLiteConnection, Call) {
    let call = Call(["scaffold", "fixtures"] + options + [yaml])
    #expect(call.status == .good, "\(call.messages)")
    let connection = try SQLiteConnection(path: ":memory:")
    try connection.addAppParts()
    try connection.execute(Call("ddl", yaml).output)
    try connection.execute("PRAGMA foreign_keys = ON")
    try connection.execute(call.output)
    #expect(try connection.texts("SELECT * FROM pragma_foreign_key_check") == [])
    #expect(try connection.texts("PRAGMA integrity_check") == [["ok"]])
    return (connection, call)
  }

  private func counts(_ connection: SQLiteConnection) throws -> [String: Int] {
    let tables = try connection.texts(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'"
        + " AND name NOT LIKE 'sqlite%'"
    )
    var counts: [String: Int] = [:]
    for table in tables {
      let name = table[0].split(separator: "\"", omittingEmptySubsequences: false)
        .joined(separator: "\"\"")
      counts[table[0]] = Int(try connection.texts("SELECT count(*) FROM \"\(name)\"")[0][0])
    }
    return counts
  }

  @Test(arguments: samples, [1, 7])
  func `samples get all the rows that are asked for`(path: String, seed: Int) throws {
    let yaml = Self.root.appending(path: path).path
    let (connection, call) = try fill(yaml, "--rows", "25", "--seed", "\(seed)")
    #expect(call.messages == "", "seed \(seed)")
    for (table, count) in try counts(connection) { #expect(count == 25, "\(table)") }
  }

  @Test(arguments: NastySchema.all)
  func `pulled schemas get rows, or the reason why not`(schema: NastySchema) throws {
    let file = folder.path("a.sqlite")
    try schema.make(at: file)
    let yaml = folder.path("Pulled.yaml")
    #expect(Call("pull", "--output", yaml, file).status == .good)
    let (connection, call) = try fill(yaml, "--rows", "6")
    for (table, count) in try counts(connection) where count == 0 {
      #expect(call.messages.contains("\(table): 0 of 6 rows, because "), "\(table)")
    }
  }

  @Test func `rows follow foreign keys that share columns, beside rows that are replaced`()
    throws
  {
    let file = folder.path("a.sqlite")
    try NastySchema(
      name: "",
      sql: """
        CREATE TABLE tenant (id INTEGER PRIMARY KEY);
        CREATE TABLE owner (tenant INT NOT NULL REFERENCES tenant, id INT NOT NULL, boss INT,
          PRIMARY KEY (tenant, id), FOREIGN KEY (tenant, boss) REFERENCES owner (tenant, id));
        CREATE TABLE thing (id INTEGER PRIMARY KEY, tenant INT NOT NULL, owner INT NOT NULL,
          other INT NOT NULL, FOREIGN KEY (tenant, owner) REFERENCES owner (tenant, id),
          FOREIGN KEY (tenant, other) REFERENCES owner (tenant, id),
          FOREIGN KEY (tenant) REFERENCES tenant (id));
        CREATE TABLE detail (id INTEGER PRIMARY KEY REFERENCES thing, n TEXT);
        CREATE TABLE swap (k TEXT UNIQUE ON CONFLICT REPLACE, t INT REFERENCES tenant DEFERRABLE
          INITIALLY DEFERRED);
        """
    ).make(at: file)
    let yaml = folder.path("Pulled.yaml")
    #expect(Call("pull", "--output", yaml, file).status == .good)
    for seed in 1...5 {
      let call = Call("scaffold", "fixtures", "--rows", "40", "--seed", "\(seed)", yaml)
      let connection = try SQLiteConnection(path: ":memory:")
      try connection.execute(Call("ddl", yaml).output)
      try connection.execute("PRAGMA foreign_keys = ON")
      try connection.execute(call.output)
      let counts = try counts(connection)
      for table in ["tenant", "owner", "thing", "detail"] {
        #expect(counts[table] == 40, "\(table), seed \(seed): \(call.messages)")
      }
    }
  }

  @Test func `the same seed gives the same rows, and another one others`() throws {
    let yaml = Self.root.appending(path: "Schemas/League/League.yaml").path
    let first = Call("scaffold", "fixtures", "--seed", "5", yaml).output
    #expect(first == Call("scaffold", "fixtures", "--seed", "5", yaml).output)
    #expect(first != Call("scaffold", "fixtures", "--seed", "6", yaml).output)
  }

  private static let awkward = """
    strata: 1
    database: AwkwardDatabase
    sqlite: "3.38"
    enums: {Kind: [big, small], Level: {raw: Int, cases: {low: 1, high: 9}}}
    values: {Address: {street: String, since: Date?, kinds: "[Kind]", level: Level}}
    tables:
      Chicken:
        columns: {id: Int, eggID: Egg.ID, name: {type: String, unique: true}}
      Egg:
        columns: {id: Int, chickenID: Chicken.ID}
      Person:
        columns:
          id: {type: UUID, newtype: true}
          name: String
          email: {type: String, unique: true, check: email LIKE '%_@_%.__%'}
          bossID: Person.ID?
          mentorID: Person.ID
          address: Address
          tags: [String]
          weights: "[String: Double]"
          born: {type: Date, check: born < '2015-01-01'}
      Code:
        primaryKey: [code]
        columns:
          code: {type: String, check: length(code) = 3}
          percent: {type: Int, check: percent BETWEEN 40 AND 45}
          price: {type: Decimal, stored: real, check: price > 0}
          kind: {type: Kind, unique: true}
          level: Level
          word: {type: String, check: "word IN ('red', 'green')"}
          double: {type: Int, generated: percent * 2}
          data: {type: String, check: json_valid(data) AND length(data) < 40}
      Impossible:
        columns: {id: Int, never: {type: Int, check: never > 5 AND never < 5}}
      Child:
        columns: {id: Int, impossibleID: Impossible.ID, optionalID: Impossible.ID?}
      Link:
        primaryKey: [from, to]
        withoutRowID: true
        columns: {from: Person.ID, to: Person.ID, weight: Double}
        checks: {other: '"from" <> "to"'}
      Seat:
        primaryKey: [row, number]
        columns: {row: Int, number: Int, note: String?}
      Booking:
        columns: {id: Int, row: Int, number: Int, start: Date, end: Date}
        checks: {order: end >= start}
        constraints:
          - FOREIGN KEY (row, number) REFERENCES seat (row, number) DEFERRABLE INITIALLY DEFERRED

    """

  @Test(arguments: [1, 2, 3, 4, 5])
  func `circles, conditions and values of JSON are met, and what cannot be is said`(
    seed: Int
  ) throws {
    let yaml = try folder.write("Awkward.yaml", Self.awkward)
    let (connection, call) = try fill(yaml, "--rows", "12", "--seed", "\(seed)")
    let counts = try counts(connection)
    for table in ["chicken", "egg", "person", "link", "seat", "booking"] {
      #expect(counts[table] == 12, "\(table), seed \(seed): \(call.messages)")
    }
    #expect(counts["code"] == 2)
    let lines = call.messages.split(separator: "\n").map(String.init).sorted()
    #expect(
      lines == [
        "child: 0 of 12 rows, because 'impossible' has too few rows: CHECK constraint failed: never >"
          + " 5 AND never < 5",
        "code: 2 of 12 rows, because UNIQUE constraint failed: code.kind",
        "impossible: 0 of 12 rows, because CHECK constraint failed: never > 5 AND never < 5",
      ]
    )
    #expect(
      try connection.texts("SELECT DISTINCT json_type(address) || json_type(tags) FROM person")
        == [["objectarray"]]
    )
  }

  @Test func `rows are written as SQL, as JSON and as a database`() throws {
    let yaml = try folder.write("League.yaml", teams)
    #expect(
      Call("scaffold", "fixtures", "--rows", "1", yaml).output.hasPrefix(
        "-- Made-up rows of LeagueDatabase, made by stratac scaffold fixtures.\nBEGIN;\n"
      )
    )
    let json = Call("scaffold", "fixtures", "--rows", "2", "--format", "json", yaml).output
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: [Any]]
    #expect(object?["Team"]?.count == 2)
    let file = folder.path("made.sqlite")
    #expect(
      Call("scaffold", "fixtures", "--format", "sqlite", "--output", file, yaml).status == .good
    )
    let connection = try SQLiteConnection(path: file, flags: .readOnly)
    #expect(try connection.texts("SELECT count(*) FROM team") == [["10"]])
    #expect(
      Call("scaffold", "fixtures", "--format", "sqlite", "--output", file, yaml).status
        == .wrongCall
    )
  }

  @Test func `a call that says too little or too much is a wrong call`() throws {
    let yaml = try folder.write("League.yaml", teams)
    for words in [
      ["--rows", "many"], ["--rows", "-1"], ["--seed", "x"], ["--format", "xml"],
      ["--format", "sqlite"],
    ] {
      #expect(Call(["scaffold", "fixtures"] + words + [yaml]).status == .wrongCall, "\(words)")
    }
    #expect(Call("scaffold").messages.contains("fixtures'"))
    #expect(Call("scaffold", "fixtures", "--help").output.contains("--rows N"))
  }
}
