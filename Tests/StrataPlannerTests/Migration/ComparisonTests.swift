import StrataSQLite
import StrataSchema
import Testing

@testable import StrataPlanner

@Suite struct ComparisonTests {
  private func difference(_ one: String, _ other: String) throws -> SchemaDifference {
    let schemas = try [one, other].map { sql in
      let connection = try SQLiteConnection(path: ":memory:")
      connection.addUnknownCollations()
      try connection.execute(sql)
      return try StoredSchema(connection)
    }
    return SchemaDifference(from: schemas[0], to: schemas[1])
  }

  @Test(arguments: [
    ("CREATE TABLE t (a INTEGER DEFAULT 0)", "create table \"T\" ( [a] integer default (0) )"),
    ("CREATE TABLE t (a TEXT DEFAULT NULL)", "CREATE TABLE t (a TEXT)"),
    ("CREATE TABLE t (a INTEGER DEFAULT +1)", "CREATE TABLE t (a INTEGER DEFAULT 1)"),
    ("CREATE TABLE t (a INTEGER DEFAULT -1)", "CREATE TABLE t (a INTEGER DEFAULT (-1))"),
    (
      "CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE t (a REFERENCES p (id))",
      "CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE t (a, FOREIGN KEY (a) REFERENCES P)"
    ),
    ("CREATE TABLE t (a CHECK (a > 0), b)", "CREATE TABLE t (a, b, CHECK ((A > 0)))"),
    ("CREATE TABLE t (a, CONSTRAINT x CHECK (a>0))", "CREATE TABLE t (a, CHECK (a > 0))"),
    ("CREATE TABLE t (a CHECK (t.a <> 0))", "CREATE TABLE t (a CHECK (a != 0))"),
    ("CREATE TABLE t (a UNIQUE)", "CREATE TABLE t (a, UNIQUE (a))"),
    ("CREATE TABLE t (a PRIMARY KEY, b)", "CREATE TABLE t (a, b, PRIMARY KEY (a))"),
    ("CREATE TABLE t (a, b)", "CREATE TABLE t (b, a)"),
    (
      "CREATE TABLE t (a, b); CREATE INDEX i ON t (a ASC, b)",
      "CREATE TABLE t (a, b); CREATE INDEX I ON T(\"a\", b)"
    ),
    ("CREATE TABLE t (a COLLATE binary)", "CREATE TABLE t (a)"),
    ("CREATE TABLE t (id INTEGER PRIMARY KEY)", "CREATE TABLE t (id INTEGER NOT NULL PRIMARY KEY)"),
    (
      "CREATE TABLE t (b, a AS (1 + 1))",
      "CREATE TABLE t (b, a GENERATED ALWAYS AS ( 1+1 ) VIRTUAL)"
    ),
    (
      "CREATE TABLE t (a); CREATE VIEW v AS SELECT a FROM t -- all",
      "CREATE TABLE t (a); create view v as /* all */ select \"a\" from [t]"
    ),
    ("CREATE TABLE t (a REFERENCES t DEFERRABLE)", "CREATE TABLE t (a REFERENCES t)"),
    ("CREATE TABLE t (a VARCHAR ( 10 ))", "CREATE TABLE t (a varchar(10))"),
  ])
  func `these mean the same`(one: String, other: String) throws {
    #expect(try difference(one, other).isEmpty)
    #expect(try difference(other, one).isEmpty)
  }

  @Test(arguments: [
    ("CREATE TABLE t (a INTEGER DEFAULT 0)", "CREATE TABLE t (a INTEGER DEFAULT 1)"),
    ("CREATE TABLE t (a DEFAULT 'x  y')", "CREATE TABLE t (a DEFAULT 'x y')"),
    ("CREATE TABLE t (a DEFAULT '--x')", "CREATE TABLE t (a DEFAULT '')"),
    ("CREATE TABLE t (a CHECK (a > 0))", "CREATE TABLE t (a CHECK (a >= 0))"),
    ("CREATE TABLE t (a CHECK (a = 'x'))", "CREATE TABLE t (a CHECK (a = 'X'))"),
    (
      "CREATE TABLE t (a REFERENCES t)",
      "CREATE TABLE t (a REFERENCES t DEFERRABLE INITIALLY DEFERRED)"
    ),
    ("CREATE TABLE t (a REFERENCES t)", "CREATE TABLE t (a REFERENCES t ON DELETE CASCADE)"),
    (
      "CREATE TABLE t (a); CREATE VIEW v AS SELECT x.a FROM t x JOIN t y",
      "CREATE TABLE t (a); CREATE VIEW v AS SELECT x.a FROM t x LEFT JOIN t y"
    ),
    (
      "CREATE TABLE t (a, b); CREATE INDEX i ON t (a, b)",
      "CREATE TABLE t (a, b); CREATE INDEX i ON t (b, a)"
    ),
    (
      "CREATE TABLE t (a); CREATE INDEX i ON t (a)",
      "CREATE TABLE t (a); CREATE INDEX i ON t (a DESC)"
    ),
    (
      "CREATE TABLE t (a); CREATE INDEX i ON t (a)",
      "CREATE TABLE t (a); CREATE INDEX i ON t (a) WHERE a > 0"
    ),
    ("CREATE TABLE t (a INTEGER)", "CREATE TABLE t (a INTEGER) STRICT"),
    ("CREATE TABLE t (a PRIMARY KEY)", "CREATE TABLE t (a PRIMARY KEY NOT NULL) WITHOUT ROWID"),
    ("CREATE TABLE t (a COLLATE NOCASE)", "CREATE TABLE t (a)"),
    ("CREATE TABLE t (a UNIQUE)", "CREATE TABLE t (a UNIQUE ON CONFLICT REPLACE)"),
    ("CREATE TABLE t (b, a AS (1))", "CREATE TABLE t (b, a AS (1) STORED)"),
    (
      "CREATE TABLE t (id INTEGER PRIMARY KEY)",
      "CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT)"
    ),
    ("CREATE TABLE t (a TEXT)", "CREATE TABLE t (a TEXT NOT NULL)"),
    (
      "CREATE TABLE t (\"desc\"); CREATE INDEX i ON t (\"desc\")",
      "CREATE TABLE t (\"desc\"); CREATE INDEX i ON t (\"desc\" desc)"
    ),
  ])
  func `these mean something else`(one: String, other: String) throws {
    #expect(try !difference(one, other).isEmpty)
    #expect(try !difference(other, one).isEmpty)
  }

  @Test func `a table that ALTER TABLE has changed means what one made at once does`() throws {
    let difference = try difference(
      """
      CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE t (a, old TEXT, CHECK (a > 0));
      ALTER TABLE t ADD COLUMN b INTEGER NOT NULL DEFAULT 7 REFERENCES p (id);
      ALTER TABLE t RENAME COLUMN old TO new; ALTER TABLE p RENAME TO parent
      """,
      """
      CREATE TABLE parent (id INTEGER PRIMARY KEY);
      CREATE TABLE t (b INTEGER DEFAULT 7 NOT NULL, a CHECK (a > 0), new TEXT,
        FOREIGN KEY (b) REFERENCES parent)
      """
    )
    #expect(difference.isEmpty)
  }

  @Test func `tables of SQLite, of searches and of migrators are left out`() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    try connection.execute(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, a TEXT);
      CREATE VIRTUAL TABLE s USING fts5(a, content='t', content_rowid='id');
      CREATE TABLE grdb_migrations (identifier TEXT); CREATE TABLE strata_migrations (identifier TEXT)
      """
    )
    let schema = try StoredSchema(connection)
    #expect(schema.tables.map(\.name) == ["t"])
    #expect(schema.objects.map(\.name) == ["s"])
  }
}
