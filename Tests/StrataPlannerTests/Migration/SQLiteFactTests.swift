import StrataSQLite
import Testing

@testable import StrataPlanner

/// What SQLite does that plans are made around, so that a version that does otherwise is noticed.
@Suite struct SQLiteFactTests {
  private func database(_ sql: String) throws -> SQLiteConnection {
    let connection = try SQLiteConnection(path: ":memory:")
    try connection.execute(sql)
    return connection
  }

  private static let family = """
    PRAGMA foreign_keys = ON;
    CREATE TABLE p (id INTEGER PRIMARY KEY, a);
    CREATE TABLE c (id INTEGER PRIMARY KEY, p REFERENCES p ON DELETE CASCADE);
    INSERT INTO p VALUES (1, 1), (2, 2); INSERT INTO c VALUES (1, 1), (2, 2);
    """
  private static let rebuild = """
    CREATE TABLE n (id INTEGER PRIMARY KEY, a); INSERT INTO n SELECT id, a FROM p;
    DROP TABLE p; ALTER TABLE n RENAME TO p;
    """

  @Test func `a dropped parent takes its children along, whatever is said inside the transaction`()
    throws
  {
    for pragma in ["foreign_keys = OFF", "defer_foreign_keys = ON"] {
      let inside = try database(
        Self.family + "BEGIN; PRAGMA \(pragma);" + Self.rebuild + "COMMIT"
      )
      #expect(try inside.lines("SELECT count(*) FROM c") == ["0"])
    }
    let before = try database(
      Self.family + "PRAGMA foreign_keys = OFF; BEGIN;" + Self.rebuild + "COMMIT"
    )
    #expect(try before.lines("SELECT count(*) FROM c") == ["2"])
  }

  @Test func `renaming the old table first makes children refer to it`() throws {
    let connection = try database(
      Self.family + "PRAGMA foreign_keys = OFF; ALTER TABLE p RENAME TO old_p"
    )
    #expect(
      try connection.lines("SELECT sql FROM sqlite_master WHERE name = 'c'")[0].contains("old_p")
    )
  }

  @Test func `a view or a trigger that names the table keeps the new one from its name`() throws {
    let other = Self.family + "PRAGMA foreign_keys = OFF; CREATE VIEW v AS SELECT a FROM p;"
    #expect(throws: DatabaseError.self) { try database(other + Self.rebuild) }
    let connection = try database(
      other + "BEGIN; PRAGMA legacy_alter_table = ON;" + Self.rebuild + "COMMIT"
    )
    #expect(try connection.lines("SELECT * FROM v") == ["1", "2"])
  }

  @Test func `a table that is dropped takes indexes and triggers along, also temporary ones`()
    throws
  {
    let connection = try database(
      """
      CREATE TABLE t (a); CREATE INDEX i ON t (a); CREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT 1; END;
      CREATE TEMP TRIGGER s AFTER INSERT ON t BEGIN SELECT 1; END; DROP TABLE t
      """
    )
    #expect(
      try connection.lines(
        "SELECT name FROM sqlite_master UNION SELECT name FROM temp.sqlite_master"
      ) == []
    )
  }

  @Test func `a rebuild forgets which numbers were given`() throws {
    let connection = try database(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, a); INSERT INTO t VALUES (3, 1); DELETE FROM t;
      CREATE TABLE n (id INTEGER PRIMARY KEY AUTOINCREMENT, a); INSERT INTO n SELECT * FROM t;
      DROP TABLE t; ALTER TABLE n RENAME TO t; INSERT INTO t (a) VALUES (1)
      """
    )
    #expect(try connection.lines("SELECT id FROM t") == ["1"])
  }

  @Test func `rowids that are no column change in a copy, unless they are copied`() throws {
    let start =
      "CREATE TABLE t (a); INSERT INTO t VALUES (1), (2); DELETE FROM t WHERE a = 1; CREATE TABLE n (a, b);"
    #expect(
      try database(start + "INSERT INTO n (a) SELECT a FROM t").lines("SELECT rowid FROM n") == [
        "1"
      ]
    )
    #expect(
      try database(start + "INSERT INTO n (rowid, a) SELECT rowid, a FROM t").lines(
        "SELECT rowid FROM n"
      )
        == ["2"]
    )
  }

  @Test func `a star copies generated columns, which cannot be written`() throws {
    #expect(throws: DatabaseError.self) {
      try database(
        "CREATE TABLE t (a, b AS (a)); CREATE TABLE n (a, b AS (a)); INSERT INTO n SELECT * FROM t; SELECT 1 FROM nothing"
      )
    }
  }

  @Test(arguments: [
    "a NOT NULL", "a DEFAULT (1 + 1)", "a DEFAULT CURRENT_TIMESTAMP",
    "a REFERENCES t DEFAULT 1", "a AS (1) STORED",
  ])
  func `a column that an empty table takes is refused by one with rows`(column: String) throws {
    let start = "PRAGMA foreign_keys = ON; CREATE TABLE t (id INTEGER PRIMARY KEY);"
    let add = "ALTER TABLE t ADD COLUMN \(column);"
    if !column.hasSuffix("STORED") { _ = try database(start + add) }
    #expect(throws: DatabaseError.self) { try database(start + "INSERT INTO t VALUES (1);" + add) }
  }

  @Test(arguments: ["a PRIMARY KEY", "a UNIQUE"])
  func `a key is never added`(column: String) throws {
    #expect(throws: DatabaseError.self) {
      try database("CREATE TABLE t (b); ALTER TABLE t ADD COLUMN \(column)")
    }
  }

  @Test(arguments: [
    "CREATE TABLE t (a PRIMARY KEY, b)", "CREATE TABLE t (a UNIQUE, b)",
    "CREATE TABLE t (a, b); CREATE INDEX i ON t (a)",
    "CREATE TABLE t (a, b); CREATE INDEX i ON t (b) WHERE a > 0",
    "CREATE TABLE t (a, b, CHECK (a > 0))", "CREATE TABLE t (a, b AS (a))",
    "CREATE TABLE t (a, b, FOREIGN KEY (a) REFERENCES t)",
    "CREATE TABLE t (a, b); CREATE VIEW v AS SELECT a FROM t",
    "CREATE TABLE t (a, b); CREATE TRIGGER r AFTER UPDATE OF a ON t BEGIN SELECT new.a; END",
  ])
  func `a column that something names is not dropped`(schema: String) throws {
    #expect(throws: DatabaseError.self) { try database(schema + "; ALTER TABLE t DROP COLUMN a") }
  }

  @Test(arguments: ["a CHECK (a > 0)", "a REFERENCES t"])
  func `a column with a constraint of its own is dropped`(column: String) throws {
    _ = try database("CREATE TABLE t (b, \(column)); ALTER TABLE t DROP COLUMN a")
  }

  @Test func `a renamed column fails on a view of a view and on a broken view`() throws {
    let table = "CREATE TABLE t (a); CREATE VIEW v AS SELECT a FROM t; "
    #expect(throws: DatabaseError.self) {
      try database(table + "CREATE VIEW w AS SELECT a FROM v; ALTER TABLE t RENAME COLUMN a TO b")
    }
    #expect(throws: DatabaseError.self) {
      try database(
        table + "CREATE VIEW w AS SELECT x FROM nothing; ALTER TABLE t RENAME COLUMN a TO b"
      )
    }
  }

  @Test func `a STRICT table refuses what does not fit`() throws {
    #expect(throws: DatabaseError.self) {
      try database(
        "CREATE TABLE t (a); INSERT INTO t VALUES ('x'); CREATE TABLE n (a INTEGER) STRICT; INSERT INTO n SELECT a FROM t"
      )
    }
  }

  @Test func `pragmas strip brackets of defaults and do not tell targets`() throws {
    let connection = try database(
      "CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE t (a DEFAULT (0), p REFERENCES p); CREATE INDEX i ON t (a + 1)"
    )
    #expect(
      try connection.lines("SELECT dflt_value FROM pragma_table_xinfo('t')") == ["0", "NULL"]
    )
    #expect(try connection.lines("SELECT \"to\" FROM pragma_foreign_key_list('t')") == ["NULL"])
    #expect(try connection.lines("SELECT name, cid FROM pragma_index_xinfo('i')")[0] == "NULL|-2")
  }

  @Test func `user_version is part of the transaction`() throws {
    let connection = try database("BEGIN; PRAGMA user_version = 7; ROLLBACK")
    #expect(try connection.lines("PRAGMA user_version") == ["0"])
    try connection.execute("PRAGMA user_version = 99999999999")
    #expect(try connection.lines("PRAGMA user_version") == ["0"])
  }

  @Test func `a check of foreign keys fails where the parent has no key`() throws {
    let connection = try database(
      "CREATE TABLE p (a); CREATE TABLE c (p REFERENCES p (a)); INSERT INTO c VALUES (1)"
    )
    #expect(throws: DatabaseError.self) { try connection.rows("PRAGMA foreign_key_check(c)") }
  }

  @Test func `legacy_alter_table is no part of the transaction`() throws {
    let connection = try database("BEGIN; PRAGMA legacy_alter_table = ON; ROLLBACK")
    #expect(try connection.lines("PRAGMA legacy_alter_table") == ["1"])
  }
}
