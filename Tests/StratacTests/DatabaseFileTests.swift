import Foundation
import StrataSQLite
import Testing

@testable import stratac

/// Verbs that look at databases of the field.
@Suite struct DatabaseFileTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func schema(_ columns: String) throws -> String {
    try folder.write(
      "League.yaml",
      "strata: 1\ndatabase: LeagueDatabase\ntables: {Team: {columns: {id: Int, \(columns)}}}\n"
    )
  }

  private func database(_ name: String, _ sql: String) throws -> String {
    let connection = try SQLiteConnection(path: folder.path(name))
    try connection.execute(sql)
    try connection.close()
    return folder.path(name)
  }

  private static let grdb = """
    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
    INSERT INTO grdb_migrations VALUES ('v1'), ('v2');
    CREATE TABLE "team" ("id" INTEGER PRIMARY KEY, "name" TEXT NOT NULL) STRICT;
    INSERT INTO team VALUES (1, 'Rovers'), (2, 'rovers')
    """

  @Test func `a history begins with a database that GRDB has made`() throws {
    let file = try database("a.sqlite", Self.grdb)
    let bytes = try Data(contentsOf: URL(filePath: file))
    let yaml = try schema("name: String")
    #expect(Call("baseline", "--dry-run", file, yaml).output.contains(#"CREATE TABLE "team""#))
    #expect(Call("baseline", file, yaml).status == .good)
    #expect(
      try folder.read("LeagueDatabase.migrations/strata.lock").contains(
        "  replaces v1\n  replaces v2\n"
      )
    )
    #expect(Call("check", yaml).status == .good)
    #expect(Call("verify", file, yaml).output == "1 of 1 steps, schema as recorded\n")
    #expect(Call("verify", "--json", file, yaml).output.contains(#""position" : 1,"#))
    #expect(Call("baseline", file, yaml).status == .wrongInput)
    #expect(try Data(contentsOf: URL(filePath: file)) == bytes)
    let output = folder.path("out")
    #expect(Call("generate", "--output", output, yaml).status == .good)
    let code = try folder.read("out/StrataMigrations.swift")
    #expect(code.contains(#"replaces: ["v1", "v2"]"#))
    #expect(code.contains(#"baseline: ["team": ["id", "name"]]"#))
  }

  @Test func `rows without parents that a step does not touch are no fault of it`() throws {
    func yaml(_ other: String, _ item: String = "", rest: String = "") throws -> String {
      try folder.write(
        "League.yaml",
        """
        strata: 1
        database: LeagueDatabase
        tables:
          B: {columns: {id: Int}}
          Item: {columns: {id: Int, b: B.ID?\(item)}}
          Other: {columns: {id: Int\(other)}}
        \(rest)
        """
      )
    }
    #expect(Call("migrate", "--name", "create", try yaml("")).status == .good)
    let file = try database(
      "a.sqlite",
      Call("ddl", try yaml("")).output + """
        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
        INSERT INTO grdb_migrations VALUES ('0001-create');
        INSERT INTO item VALUES (1, 9)
        """
    )
    #expect(Call("migrate", "--name", "other", try yaml(", n: Int?")).status == .good)
    #expect(Call("verify", file, try yaml(", n: Int?")).status == .good)
    let rest = """
      views: {Items: {sql: "SELECT id, b FROM item"}}
      triggers: {t: {sql: "AFTER INSERT ON item BEGIN DELETE FROM other; END"}}
      """
    #expect(Call("migrate", "--name", "view", try yaml(", n: Int?", rest: rest)).status == .good)
    #expect(Call("verify", file, try yaml(", n: Int?", rest: rest)).status == .good)
    let touching = try yaml(", n: Int?", ", n: Int?", rest: rest)
    #expect(Call("migrate", "--name", "item", touching).status == .good)
    #expect(Call("verify", file, touching).messages.contains("no parent (item: 1)"))
  }

  @Test func `foreign keys that lead to no unique columns are no fault of a step elsewhere`() throws
  {
    let file = try database(
      "a.sqlite",
      """
      CREATE TABLE par (a INT, b INT);
      CREATE TABLE noref (id INTEGER PRIMARY KEY, ref INT REFERENCES par (a));
      CREATE TABLE other (id INTEGER PRIMARY KEY, n TEXT);
      INSERT INTO noref VALUES (1, 2); INSERT INTO other VALUES (1, 'a')
      """
    )
    let yaml = folder.path("A.yaml")
    #expect(Call("pull", "--output", yaml, file).status == .good)
    #expect(Call("baseline", file, yaml).status == .good)
    let text = try folder.read("A.yaml")
    _ = try folder.write("A.yaml", text + "      more: Int?\n")
    #expect(Call("migrate", "--name", "more", yaml).status == .good)
    let verified = Call("verify", file, yaml)
    #expect(
      verified.output == "1 of 2 steps, schema as recorded\n0002-more runs on a copy\n",
      "\(verified.messages)"
    )
  }

  @Test func `what stands in for a function of the app gives values of its type`() throws {
    func yaml(_ columns: String) throws -> String {
      try folder.write(
        "League.yaml",
        """
        strata: 1
        database: LeagueDatabase
        functions: {isGood: {arguments: 1, returns: Int, deterministic: true}}
        tables: {Team: {columns: {id: Int, name: String\(columns)}}}
        """
      )
    }
    #expect(Call("migrate", "--name", "create", try yaml("")).status == .good)
    let file = try database(
      "a.sqlite",
      Call("ddl", try yaml("")).output + """
        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
        INSERT INTO grdb_migrations VALUES ('0001-create');
        INSERT INTO team VALUES (1, 'Rovers')
        """
    )
    let filled = try yaml(", good: {type: Int, backfill: isGood(name)}")
    #expect(Call("migrate", "--name", "good", filled).status == .good)
    #expect(Call("verify", file, filled).status == .good)
    let checked = try yaml(
      ", good: {type: Int, backfill: isGood(name), check: good > 100 AND isGood(good)}"
    )
    let made = Call("migrate", "--name", "check", "--reason", "a test", checked)
    #expect(made.status == .good, "\(made.messages)")
    let verify = Call("verify", file, checked)
    #expect(verify.messages.contains("it may run in the app, which alone has isgood"))
  }

  @Test func `pending steps are tried on a copy, with the rows that are there`() throws {
    let file = try database("a.sqlite", Self.grdb)
    #expect(Call("baseline", file, try schema("name: String")).status == .good)
    let unique = try schema("name: {type: String, unique: true, collate: NOCASE}")
    let counted = Call("lint", "--against", file, unique)
    #expect(counted.status == .wrongInput)
    #expect(counted.output.contains("unique-added team.name"))
    #expect(Call("migrate", "--name", "unique", "--reason", "they are", unique).status == .good)
    let verified = Call("verify", file, unique)
    #expect(verified.status == .wrongInput)
    #expect(verified.messages.contains("'0002-unique' fails: UNIQUE constraint failed"))
    let good = try database("b.sqlite", Self.grdb + "; DELETE FROM team WHERE id = 2")
    #expect(
      Call("verify", good, unique).output
        == "1 of 2 steps, schema as recorded\n0002-unique runs on a copy\n"
    )
  }

  @Test func `rows that a step concerns are counted`() throws {
    let file = try database("a.sqlite", Self.grdb + "; UPDATE team SET name = '7' WHERE id = 1")
    #expect(Call("baseline", file, try schema("name: String")).status == .good)
    for (columns, line) in [
      ("name: Int", "to come: type-narrowed team.name: "),
      ("size: Int?", "to come: column-dropped team.name: "),
      ("name: {type: String, check: \"name = 'rovers'\"}", "to come: check-added "),
    ] {
      let call = Call("lint", "--against", file, try schema(columns))
      #expect(call.output.hasPrefix(line))
      let count = columns.hasPrefix("size") ? "(2 rows)\n" : "(1 row)\n"
      #expect(call.output.hasSuffix(count), "\(call.output)")
    }
  }

  @Test func `a database of another history is refused`() throws {
    let yaml = try schema("name: String")
    #expect(Call("migrate", "--name", "create", yaml).status == .good)
    let grdb = try database("a.sqlite", Self.grdb)
    #expect(
      Call("verify", grdb, yaml).messages.contains("has run 'v1', which the history does not know")
    )
    let plain = try database("b.sqlite", "CREATE TABLE team (id)")
    #expect(Call("verify", plain, yaml).messages.contains("'baseline' begins a history with it"))
    let empty = try database("c.sqlite", "PRAGMA user_version = 1")
    #expect(
      Call("verify", empty, yaml).output
        == "0 of 1 steps, schema as recorded\n0001-create runs on a copy\n"
    )
    let other = try database(
      "d.sqlite",
      """
      CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
      INSERT INTO grdb_migrations VALUES ('0001-create'); CREATE TABLE team (id INTEGER PRIMARY KEY)
      """
    )
    let call = Call("verify", other, yaml)
    #expect(call.status == .wrongInput)
    #expect(call.messages.contains("column 'name' of 'team' is gone"))
    #expect(
      Call("verify", folder.path("nothing.sqlite"), yaml).messages.contains("there is no file")
    )
    let text = try folder.write("text.sqlite", String(repeating: "no database ", count: 100))
    #expect(Call("verify", text, yaml).messages.contains("is no SQLite database"))
  }
}
