import Foundation
import Strata
import Testing

@Suite struct DumpTests {
  /// Keeps what is printed.
  private final class Output: TextOutputStream {
    var text = ""
    func write(_ string: String) { text += string }
  }

  private func text(_ dump: (Output) throws -> Void) throws -> String {
    let output = Output()
    try dump(output)
    return output.text
  }

  private func database() throws -> DatabaseQueue {
    let queue = try DatabaseQueue()
    try queue.write { (db: Database) throws in
      try db.execute(
        sql: """
          CREATE TABLE Team (name TEXT PRIMARY KEY) WITHOUT ROWID;
          CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT, score REAL, face BLOB);
          CREATE INDEX player_name ON player (name);
          CREATE VIEW best AS SELECT name FROM player ORDER BY score DESC;
          CREATE VIRTUAL TABLE words USING fts5(word);
          INSERT INTO words VALUES ('hello');
          INSERT INTO Team VALUES ('Rovers'), ('Harbour');
          INSERT INTO player VALUES (2, 'Bob''s', -0.5, x'00ff'), (1, 'Ann', 12.0, NULL);
          INSERT INTO player VALUES (3, NULL, 9e999, x'000102030405060708090a0b0c0d0eff')
          """
      )
    }
    return queue
  }

  private let rows: SQL = "SELECT name, score, face FROM player ORDER BY id"

  @Test func `rows are printed in each format`() throws {
    let queue = try database()
    #expect(
      try text { try queue.dumpSQL(rows, to: $0) } == """
        Ann|12.0|
        Bob's|-0.5|X'00FF'
        |inf|00010203-0405-0607-0809-0A0B0C0D0EFF

        """
    )
    #expect(
      try text { try queue.dumpSQL(rows, format: .quote(header: true), to: $0) } == """
        'name','score','face'
        'Ann',12.0,NULL
        'Bob''s',-0.5,X'00FF'
        NULL,9e999,X'000102030405060708090A0B0C0D0EFF'

        """
    )
    let names: SQL = "SELECT name, score FROM player ORDER BY id LIMIT 2"
    #expect(
      try text { try queue.dumpSQL(names, format: .list(header: true, separator: ", "), to: $0) }
        == "name, score\nAnn, 12.0\nBob's, -0.5\n"
    )
    #expect(
      try text { try queue.dumpSQL(names, format: .line(), to: $0) }
        == " name = Ann\nscore = 12.0\n\n name = Bob's\nscore = -0.5\n"
    )
    #expect(
      try text { try queue.dumpSQL(rows, format: .json(), to: $0) } == """
        [{"name":"Ann","score":12,"face":null},
        {"name":"Bob's","score":-0.5,"face":"AP8="},
        {"name":null,"score":"inf","face":"AAECAwQFBgcICQoLDA0O/w=="}]

        """
    )
    let none: SQL = "SELECT name FROM player WHERE 0"
    #expect(try text { try queue.dumpSQL(none, format: .json(), to: $0) } == "[]\n")
    #expect(try text { try queue.dumpSQL(none, format: .debug(header: true), to: $0) } == "")
  }

  @Test func `several statements and bound values are printed in order`() throws {
    let name = "Ann"
    let sql: SQL = "SELECT id FROM player WHERE name = \(name); SELECT \(2)"
    #expect(try text { try database().dumpSQL(sql, to: $0) } == "1\n2\n")
    let request: SQLRequest<Row> = "SELECT id FROM player WHERE name <> \(name)"
    #expect(try text { try database().dumpRequest(request, to: $0) } == "2\n")
  }

  @Test func `tables come in the order of their keys`() throws {
    let queue = try database()
    #expect(
      try text { try queue.dumpTables(["team", "best"], to: $0) }
        == "team\nHarbour\nRovers\n\nbest\n\nAnn\nBob's\n"
    )
    #expect(try text { try queue.dumpTables(["Team"], to: $0) } == "Harbour\nRovers\n")
    #expect(
      try text { try queue.dumpTables(["Team"], tableHeader: .always, to: $0) }
        == "Team\nHarbour\nRovers\n"
    )
    #expect(throws: DatabaseError.self) { try queue.dumpTables(["nothing"], to: Output()) }
  }

  @Test func `the content is the schema and all tables`() throws {
    let schema = """
      sqlite_master
      CREATE VIEW best AS SELECT name FROM player ORDER BY score DESC;
      CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT, score REAL, face BLOB);
      CREATE INDEX player_name ON player (name);
      CREATE TABLE Team (name TEXT PRIMARY KEY) WITHOUT ROWID;
      CREATE VIRTUAL TABLE words USING fts5(word);

      """
    #expect(try text { try database().dumpSchema(to: $0) } == schema)
    #expect(
      try text { try database().dumpContent(format: .quote(), to: $0) } == schema + """

        player
        1,'Ann',12.0,NULL
        2,'Bob''s',-0.5,X'00FF'
        3,NULL,9e999,X'000102030405060708090A0B0C0D0EFF'

        Team
        'Harbour'
        'Rovers'

        words
        'hello'

        """
    )
    #expect(try text { try DatabaseQueue().dumpContent(to: $0) } == "sqlite_master\n")
  }
}
