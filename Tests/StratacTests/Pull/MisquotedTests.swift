import Foundation
import StrataSQLite
import Testing

@testable import stratac

/// Strings in double quotes, which SQLite takes for strings and connections of an app for names.
@Suite struct MisquotedTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private static let schema = NastySchema(
    name: "misquoted",
    sql: #"""
      CREATE TABLE t (
        id INTEGER PRIMARY KEY, kind TEXT CHECK (kind <> "never"), n INT, "shown" INT, at TEXT
      );
      CREATE INDEX shown ON t (n) WHERE kind <> "it's";
      CREATE VIEW around AS SELECT id, "shown" FROM within WHERE kind <> "closed";
      CREATE VIEW within AS SELECT id, kind, "shown" FROM t WHERE kind = "open" OR kind = "shown";
      CREATE VIEW called AS SELECT my_function(id) AS value FROM t WHERE kind = "say ""so""";
      CREATE TRIGGER "update" AFTER INSERT ON t WHEN new.kind = "x"
        BEGIN UPDATE t SET n = 1, at = "now" WHERE id = new.id AND "kind" <> "kinds"; END;
      CREATE TRIGGER changed BEFORE UPDATE OF kind, n ON t
        BEGIN SELECT RAISE(ABORT, "bad") WHERE new.kind = "bad"; END;
      CREATE TRIGGER instead INSTEAD OF DELETE ON within
        BEGIN DELETE FROM t WHERE id = old.id AND old.kind <> "kept"; END;
      CREATE TRIGGER plain INSTEAD OF INSERT ON within BEGIN INSERT INTO t (id) VALUES (new.id); END;
      INSERT INTO t VALUES (1, 'open', 2, 3, NULL), (2, 'x', 2, 3, NULL), (3, 'closed', 5, 6, NULL);
      """#
  )

  /// What the views and triggers of a database do; `strings` says whether double quotes make strings.
  private func behaviour(_ path: String, strings: Bool) throws -> [[String]] {
    let copy = folder.path("\(UUID().uuidString).sqlite")
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    let connection = try SQLiteConnection(path: copy)
    connection.acceptsDoubleQuotedStrings = strings
    try connection.addAppParts()
    try connection.execute(
      "INSERT INTO t (id, kind) VALUES (7, 'x'), (8, 'kinds'), (9, 'open'); DELETE FROM within;"
    )
    try connection.execute("INSERT INTO within (id) VALUES (20)")
    try connection.execute("UPDATE t SET kind = 'open' WHERE id = 7")
    return try connection.texts("SELECT * FROM around") + connection.texts("SELECT * FROM called")
      + connection.texts("SELECT id, kind, n, at FROM t ORDER BY id")
  }

  @Test func `an app can use views and triggers once the steps after the baseline have run`() throws
  {
    let file = folder.path("a.sqlite")
    try Self.schema.make(at: file)
    let before = try behaviour(file, strings: true)
    let yaml = folder.path("Pulled.yaml")
    let call = Call("pull", "--output", yaml, file)
    #expect(!call.messages.contains("differs"), "\(call.messages)")
    #expect(
      call.messages.contains(
        "single quotes here; 'baseline' records a step that has it so in the database: "
      )
    )
    let text = try folder.read("Pulled.yaml")
    #expect(text.contains("  Within:\n"), "\(text)")
    #expect(text.contains("kind = 'open' OR kind = \"shown\""))
    #expect(text.contains("SELECT id, kind, \"shown\" FROM t"))
    #expect(text.contains("old.kind <> 'kept'"))
    let dry = Call("baseline", "--dry-run", file, yaml)
    #expect(dry.output.contains("-- Step 0002-single-quotes of"), "\(dry.output)")
    #expect(Call("baseline", file, yaml).status == .good)
    #expect(Call("plan", yaml).output == "")
    let verified = Call("verify", file, yaml)
    #expect(
      verified.output
        == "1 of 2 steps, schema as recorded\n0002-single-quotes runs on a copy\n",
      "\(verified.messages)"
    )
    // As an app runs it.
    let connection = try SQLiteConnection(path: file)
    try connection.execute(try folder.read("ADatabase.migrations/0002-single-quotes.sql"))
    try connection.close()
    #expect(try behaviour(file, strings: false) == before)
    let amended = Call("amend", yaml)
    #expect(amended.status == .good, "\(amended.messages)")
    #expect(try folder.read("ADatabase.migrations/0002-single-quotes.sql").contains("DROP VIEW"))
  }

  @Test func `a step of the baseline is run where ALTER TABLE reads strings in double quotes`()
    throws
  {
    let file = folder.path("a.sqlite")
    try Self.schema.make(at: file)
    let yaml = folder.path("Pulled.yaml")
    #expect(Call("pull", "--output", yaml, file).status == .good)
    #expect(Call("baseline", file, yaml).status == .good)
    let text = try folder.read("Pulled.yaml")
    let edited = text.replacingOccurrences(
      of: "      at: String?",
      with: "      time: {type: String?, was: at}\n      more: {type: Int, default: 1}"
    )
    #expect(edited != text)
    _ = try folder.write(
      "Pulled.yaml",
      edited.replacingOccurrences(of: "at = 'now'", with: "time = 'now'")
    )
    let migrated = Call("migrate", "--name", "rename", yaml)
    #expect(migrated.status == .good, "\(migrated.messages)")
    let verified = Call("verify", file, yaml)
    #expect(verified.status == .good, "\(verified.messages)")
  }

  @Test func `what cannot be said in single quotes is told with SQLite's words`() throws {
    let file = folder.path("a.sqlite")
    try NastySchema(
      name: "",
      sql: """
        CREATE TABLE t (id INTEGER PRIMARY KEY);
        CREATE VIEW named AS SELECT id, "text" FROM t;
        """
    ).make(at: file)
    let call = Call("pull", file)
    #expect(call.messages.contains("'named' cannot be used by an app"), "\(call.messages)")
    #expect(call.messages.contains("no such column: text"))
  }
}
