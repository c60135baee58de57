import Foundation
import StrataSQLite
import Testing

@testable import stratac

/// Databases whose SQL has lines that end with CR and LF, also in texts.
@Suite struct LineEndTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private static let texts = NastySchema(
    name: "",
    sql: """
      CREATE TABLE note (\r
        id INTEGER PRIMARY KEY,\r
        body TEXT NOT NULL DEFAULT 'a\r\nb''\r\n',\r
        kind TEXT DEFAULT ('x\r\n' || 1) CHECK (kind <> 'x\r\ny'),\r
        more TEXT AS (body || '\r\n'),\r
        CHECK (body <> '\r\n')\r
      );
      CREATE INDEX ends ON note (body || '\r\n') WHERE body <> '\r\n';
      CREATE VIEW lines AS\r
      SELECT id, body || '\r\n' AS text, '\r' AS cr FROM note -- to the end\r
      WHERE body <> 'a\r\nb';
      CREATE TRIGGER written AFTER INSERT ON note WHEN new.body = 'n\r\n' BEGIN\r
        UPDATE note SET body = replace(body, '\n', '\r\n') WHERE id = new.id;\r
      END;
      INSERT INTO note (body) VALUES ('q');
      """
  )

  /// What the texts of a database do.
  private func behaviour(of path: String) throws -> [[DatabaseValue]] {
    let connection = try SQLiteConnection(path: path)
    try connection.execute("DELETE FROM note; INSERT INTO note DEFAULT VALUES")
    try connection.execute("INSERT INTO note (body) VALUES ('n\r\n')")
    var rows: [[DatabaseValue]] = []
    for sql in ["SELECT body, kind, more FROM note ORDER BY id", "SELECT text, cr FROM lines"] {
      let statement = try connection.prepare(sql)
      while try statement.step() { rows.append(statement.values) }
    }
    #expect(throws: DatabaseError.self) {
      try connection.execute("INSERT INTO note (kind) VALUES ('x\r\ny')")
    }
    return rows
  }

  @Test func `texts are pulled byte for byte, and begin a history`() throws {
    let file = folder.path("a.sqlite")
    try Self.texts.make(at: file)
    let yaml = folder.path("Pulled.yaml")
    let pull = Call("pull", "--output", yaml, file)
    #expect(pull.status == .good)
    #expect(!pull.messages.contains("differs"), "\(pull.messages)")
    let ddl = Call("ddl", yaml).output
    for text in ["'a\r\nb''\r\n'", "'x\r\ny'", "'\r'", "'n\r\n'"] {
      #expect(ddl.utf8.contains(text.utf8), "\(text.debugDescription)")
    }
    let baseline = Call("baseline", file, yaml)
    #expect(baseline.status == .good, "\(baseline.messages)")
    #expect(try folder.names(below: "ADatabase.migrations").count == 2)
    let step = try folder.read("ADatabase.migrations/0001-baseline.sql")
    #expect(!step.utf8.contains("\r\n".utf8))
    #expect(Call("check", yaml).status == .good)
    #expect(Call("verify", file, yaml).status == .good)
    let created = folder.path("created.sqlite")
    let connection = try SQLiteConnection(path: created)
    try connection.execute(step)
    let prototype = folder.path("prototype.sqlite")
    try SQLiteConnection(path: prototype).execute(ddl)
    #expect(try behaviour(of: created) == behaviour(of: file))
    #expect(try behaviour(of: prototype) == behaviour(of: file))
  }

  @Test func `what is pulled is formatted without a change`() throws {
    let file = folder.path("a.sqlite")
    try Self.texts.make(at: file)
    let yaml = folder.path("Pulled.yaml")
    _ = Call("pull", "--output", yaml, file)
    let before = Call("ddl", yaml).output
    #expect(Call("format", yaml).status == .good)
    #expect(Call("ddl", yaml).output.utf8.elementsEqual(before.utf8))
  }

  @Test func `a message of RAISE is told, and what can be done`() throws {
    let file = folder.path("a.sqlite")
    let sql =
      "CREATE TABLE a (id INTEGER PRIMARY KEY); CREATE TRIGGER t BEFORE DELETE ON a BEGIN SELECT"
      + " RAISE(ABORT, 'a\r\nb'); END"
    try NastySchema(name: "", sql: sql).make(at: file)
    let yaml = folder.path("Pulled.yaml")
    #expect(!Call("pull", "--output", yaml, file).messages.contains("differs"))
    let baseline = Call("baseline", file, yaml)
    #expect(baseline.status == .wrongInput)
    #expect(baseline.messages.contains("such as the message of RAISE, has a line end"))
  }
}
