import Foundation
import StrataSQLite
import Testing

@testable import stratac

/// What machines read of verbs about histories and databases.
@Suite final class MessageTests: ShopHistory {
  /// A schema with another column than the one that is recorded.
  private static let dropped = one.replacing("n: Int?", with: "k: Int")

  /// The only message of a call that fails, which is an error.
  private func error(_ schema: String, _ words: String...) throws -> Message {
    let path = try folder.write("Shop.yaml", schema)
    let call = Call(words + ["--diagnostics", "json", path])
    #expect(call.output == "")
    #expect(call.status == .wrongInput)
    let messages = try call.readMessages()
    try #require(messages.count == 1, "\(call.messages)")
    #expect(messages[0].severity == "error")
    return messages[0]
  }

  private func database(_ name: String, _ sql: String) throws -> String {
    let connection = try SQLiteConnection(path: folder.path(name))
    try connection.execute(sql)
    try connection.close()
    return folder.path(name)
  }

  @Test func `nothing recorded, nothing to record and a history that is there are told apart`()
    throws
  {
    let file = try database("a.sqlite", "CREATE TABLE item (id INTEGER PRIMARY KEY, n INTEGER)")
    for verb in ["amend", "seal", "squash"] {
      #expect(try error(Self.one, verb).code == "no-history")
    }
    #expect(try error(Self.one, "verify", file).code == "no-history")
    let empty = try database("empty.sqlite", "PRAGMA user_version = 1")
    let nothing = try folder.write("nothing.sqlite", "")
    for file in [empty, nothing] {
      #expect(try error(Self.one, "baseline", file).code == "empty-database")
    }
    #expect(try error(Self.one, "baseline", folder.path("none.sqlite")).code == "unreadable-file")
    try recordTwo()
    #expect(try error(Self.two, "migrate", "--name", "again").code == "nothing-to-record")
    #expect(try error(Self.two, "baseline", file).code == "history-exists")
  }

  @Test func `each hazard that nobody has allowed is a note`() throws {
    try recordTwo()
    let message = try error(Self.one, "migrate", "--name", "drop")
    #expect(message.code == "unacknowledged-hazard")
    #expect(message.message.contains("--reason TEXT"))
    #expect(
      message.notes.map(\.message) == [
        "column-dropped item.m: the values of 'm' in 'item' are lost"
      ]
    )
  }

  @Test func `steps that cannot be recorded say why`() throws {
    try recordTwo()
    try add("UPDATE item SET town = 1;\n", to: "0002-more.sql")
    let failed = try error(Self.two, "amend")
    #expect(failed.code == "step-failed")
    #expect(failed.notes.map(\.message) == ["UPDATE item SET town = 1"])
    let text = try folder.read(step("0002-more.sql"))
    _ = try folder.write(step("0002-more.sql"), text.replacing("town", with: "n"))
    #expect(try error(Self.one, "amend").code == "added-statement")
    #expect(try call(Self.two, "amend").status == .good)
    try add("INSERT INTO item (n) VALUES (1);\n", to: "0002-more.sql")
    #expect(try call(Self.two, "amend").status == .good)
    #expect(try error(Self.two, "squash").code == "step-writes-rows")
    #expect(try call(Self.two, "seal").status == .good)
    #expect(try error(Self.three, "amend").code == "step-sealed")
  }

  @Test func `a text with a line end that files do not keep has a code`() throws {
    let trigger = #"{t: {sql: "BEFORE DELETE ON item BEGIN SELECT RAISE(ABORT, 'a\r\nb'); END"}}"#
    let schema = Self.one + "triggers: \(trigger)\n"
    #expect(try error(schema, "migrate", "--name", "create").code == "line-end-in-text")
  }

  @Test func `a database that is not what the history makes says what differs`() throws {
    try recordTwo()
    let ledger = """
      CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
      INSERT INTO grdb_migrations VALUES ('0001-create')
      """
    let other = try database("a.sqlite", ledger + "; CREATE TABLE item (id INTEGER PRIMARY KEY)")
    let differs = try error(Self.two, "verify", other)
    #expect(differs.code == "database-differs")
    #expect(!differs.notes.isEmpty)
    let unknown = try database("b.sqlite", ledger.replacing("0001-create", with: "v1"))
    #expect(try error(Self.two, "verify", unknown).code == "database-differs")
    let text = try folder.write("c.sqlite", "no database")
    #expect(try error(Self.two, "verify", text).code == "unreadable-file")
  }

  @Test func `a folder of a history that cannot be one has a code`() throws {
    _ = try folder.write("ShopDatabase.migrations", "a file")
    #expect(try error(Self.one, "plan").code == "history-folder")
  }

  @Test func `a plan is one note a change, and what may be lost is a warning`() throws {
    try recordTwo()
    let path = try folder.write("Shop.yaml", Self.one)
    let call = Call("plan", "--diagnostics", "json", path)
    #expect(call.status == .good)
    #expect(call.output.contains("DROP COLUMN"))
    let messages = try call.readMessages()
    #expect(messages.map(\.code) == ["planned-hazard", "planned-change"])
    #expect(messages.map(\.severity) == ["warning", "note"])
    #expect(messages[1].range?.start.line == 4)
    let none = try self.call(Self.two, "plan", "--diagnostics", "json")
    #expect(try none.readMessages().map(\.code) == ["nothing-to-record"])
  }

  @Test func `a plan is one document for machines`() throws {
    struct Plan: Decodable {
      struct Change: Decodable {
        var message: String
        var file: String
        var start: Message.Place.Position
        var end: Message.Place.Position
      }

      struct Hazard: Decodable {
        var hazard: String
        var message: String
        var isAllowed: Bool
        var count: String?
      }

      var database: String
      var step: String?
      var statements: [String]
      var changes: [Change]
      var hazards: [Hazard]
    }
    func plan(_ schema: String) throws -> Plan {
      let call = try call(schema, "plan", "--json")
      #expect(call.status == .good)
      #expect(call.messages == "")
      return try JSONDecoder().decode(Plan.self, from: Data(call.output.utf8))
    }
    try recordTwo()
    let drop = try plan(Self.one)
    #expect(drop.database == "ShopDatabase")
    #expect(drop.step == "0003-NAME")
    #expect(drop.statements == [#"ALTER TABLE "item" DROP COLUMN "m""#])
    #expect(drop.changes.map(\.message) == ["column 'm' of 'item' is gone"])
    #expect(drop.changes[0].start.line == 4)
    #expect(drop.hazards.map(\.hazard) == ["column-dropped item.m"])
    #expect(drop.hazards[0].count?.hasPrefix("SELECT count(*) FROM") == true)
    #expect(!drop.hazards[0].isAllowed)
    let allowed = Self.one.replacing("columns:", with: "allow: {drop: [m]}\n    columns:")
    #expect(try plan(allowed).hazards.map(\.isAllowed) == [true])
    let none = try plan(Self.two)
    #expect(none.step == nil && none.statements == [] && none.changes.isEmpty)
  }

  @Test func `what is said beside a result is a note or a warning`() throws {
    try recordTwo()
    for expected in [[], ["nothing-to-seal"]] {
      let seal = try call(Self.two, "seal", "--diagnostics", "json")
      #expect(seal.status == .good)
      #expect(try seal.readMessages().map(\.code) == expected)
    }
    let few = Self.one.replacing("n: Int?", with: "n: {type: Bool, unique: true}")
    let fixtures = try call(few, "scaffold", "fixtures", "--diagnostics", "json")
    #expect(try fixtures.readMessages().map(\.code) == ["fewer-rows"])
    let file = try database("a.sqlite", "CREATE TABLE t (x); CREATE TABLE u (y ANY)")
    let pull = Call("pull", "--diagnostics", "json", file)
    #expect(pull.status == .good)
    let codes = Set(try pull.readMessages().map(\.code))
    #expect(!codes.isEmpty && codes.isSubset(of: ["pull-note", "pull-difference"]))
  }

  @Test func `what cannot be written ends with 2 and has a code`() throws {
    let path = try folder.write("Shop.yaml", Self.one)
    let file = try folder.write("file", "")
    for words in [
      ["docs", "--output", "\(file)/a.md"], ["generate", "--output", file],
      ["json-schema", "--output", "/nowhere/a.json"],
    ] {
      let files = words[0] == "json-schema" ? [] : [path]
      let call = Call(words + ["--diagnostics", "json"] + files)
      #expect(call.status == .wrongCall)
      #expect(try call.readMessages().map(\.code) == ["unwritable-file"])
    }
  }
}
