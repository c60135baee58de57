import StrataSQLite
import Testing

/// Databases as they are found: nothing in them was made with a schema language in mind.
struct NastySchema: Sendable, CustomTestStringConvertible {
  var name: String
  var sql: String

  var testDescription: String { name }

  static let all =
    [names, legacy, references, dependents, modules, strict, letters, lines, large, curiosities]
    + frameworks

  static let names = NastySchema(
    name: "names",
    sql: #"""
      CREATE TABLE "Order Details" (
        "Order ID" INTEGER PRIMARY KEY, "select" TEXT, "it's ""quoted""" VARCHAR(10), class INT,
        "self" INT, "1st" TEXT, [a b] TEXT, a_b TEXT, "é" TEXT, "👍" TEXT, `order-id` INT,
        "a: b # c" TEXT DEFAULT 'x: # y', "{}" TEXT DEFAULT '', "'" TEXT DEFAULT '''"\'
      );
      CREATE TABLE "select" (
        id TEXT, "Columns" INT, "order" INT REFERENCES "Order Details" ("Order ID"), "where" INT
      );
      CREATE TABLE Type (Type TEXT PRIMARY KEY, id INT);
      CREATE TABLE "Data" ("Draft" INT, "ID" INT, "omittedColumns" INT, Record INT);
      CREATE TABLE user_accounts (
        user_id INTEGER PRIMARY KEY AUTOINCREMENT, "Home URL" TEXT,
        createdAt DATETIME DEFAULT CURRENT_TIMESTAMP
      );
      CREATE TABLE UserAccounts (x);
      CREATE TABLE [2024 figures] ("2024" INT, "null" TEXT DEFAULT 'null', yes BOOLEAN DEFAULT 1);
      CREATE TABLE "日本" ("名前" TEXT NOT NULL);
      CREATE TABLE "!!!" ("???" INT, "***" INT);
      CREATE VIEW "all orders" AS SELECT "Order ID", "select" FROM "Order Details";
      CREATE VIEW v_users AS SELECT user_id AS id, createdAt FROM user_accounts WHERE user_id > 3;
      CREATE VIEW named(a, b) AS SELECT 1, 2;
      CREATE INDEX "my index" ON "Order Details" ("select" DESC, lower("a b")) WHERE class > 3;
      CREATE INDEX "order" ON "select" ("order", "where");
      CREATE UNIQUE INDEX user_accounts_url ON user_accounts ("Home URL" COLLATE nocase);
      CREATE TRIGGER "a trigger's name" AFTER INSERT ON "select"
        BEGIN UPDATE "Order Details" SET "select" = 'x' WHERE "Order ID" = new."order"; END;
      INSERT INTO "Order Details" ("Order ID", "select") VALUES (1, 'a'), (2, NULL);
      INSERT INTO "select" (id, "order") VALUES ('a', 1);
      """#
  )

  static let legacy = NastySchema(
    name: "legacy",
    sql: """
      CREATE TABLE t (a, b NOT NULL, c STRING, d JSON, e, PRIMARY KEY (a, b));
      INSERT INTO t VALUES (1, 2, 'x', '{}', 3), (NULL, 'b', 3, 4, 5);
      CREATE TABLE code (
        code VARCHAR(3) PRIMARY KEY, name TEXT DEFAULT "none", n int default -1, m int default +5,
        s text default active, st TEXT CHECK (st IN ('open', 'in progress', 'closed')) DEFAULT 'open',
        k INTEGER CHECK (k in (1, 2, 3)), f BOOLEAN NOT NULL DEFAULT 0 CHECK (f IN (0, 1)),
        price DECIMAL(10, 2) default 1.5, at DATETIME default (datetime('now')),
        big unsigned big int(5), tz timestamp with time zone, empty text default '', void text default null,
        truth boolean default true, b blob default x'00ff', r real default 1e3, d double precision
      );
      CREATE TABLE kv (k text, v blob, primary key (k desc));
      CREATE TABLE wr (k text collate nocase primary key, v any) without rowid;
      CREATE TABLE down (k "any text" PRIMARY KEY DESC, n INT);
      CREATE TABLE nn (a int not null on conflict ignore, b integer primary key desc);
      CREATE TABLE "times" (
        day DATE, at DATETIME, seconds TIMESTAMP, milliseconds DATETIME, days DATETIME, mixed DATETIME,
        number DATE
      );
      INSERT INTO "times" VALUES
        ('2024-02-29', '2024-02-29 12:30:00', 1709209800, 1709209800000, 2460370.02, 'soon', 20240229);
      CREATE TABLE mixed (i INTEGER, t TEXT, b BLOB, n NUMERIC, u UUID, flag BOOL);
      INSERT INTO mixed VALUES ('x', x'00', 'text', 'n', 'no uuid', 7);
      CREATE TABLE copy AS SELECT * FROM code;
      CREATE TABLE commented ( -- what it is
        a INT, /* b INT, */ c TEXT -- the last
      );
      CREATE TABLE x (
        a int constraint a_positive check (a > 0) constraint a_small check (a < 100),
        b text constraint b_is unique constraint b_there not null, c,
        constraint both check (a <> c or (b is not null and length(b) > 2)),
        check (c in ('p', 'q') or c is null), unique (a, c) on conflict replace
      );
      CREATE TABLE misquoted (
        a TEXT CHECK (a IN ("x", "Y z")), "b" TEXT CHECK ("b" <> "it's" AND misquoted."b" > ''), c TEXT
        AS ("b" || "-") STORED, lines TEXT DEFAULT 'two
        lines', CHECK ("a" = a OR "a" IS NOT "A")
      );
      CREATE TABLE browser ("a" INTEGER, n TEXT, CONSTRAINT pk PRIMARY KEY ("a" AUTOINCREMENT));
      CREATE TABLE meta (key PRIMARY KEY, value);
      CREATE TABLE numbered (n INTEGER PRIMARY KEY ON CONFLICT REPLACE AUTOINCREMENT, t);
      """
  )

  static let references = NastySchema(
    name: "references",
    sql: """
      CREATE TABLE node (
        id integer primary key, parent int references node (id) on delete cascade on update set null,
        twin integer references node, later integer references node deferrable initially deferred
      );
      INSERT INTO node VALUES (1, NULL, 1, 2), (2, 1, NULL, NULL);
      CREATE TABLE chicken (id INTEGER PRIMARY KEY, egg_id INTEGER NOT NULL REFERENCES egg);
      CREATE TABLE egg (id INTEGER PRIMARY KEY, chicken_id INTEGER NOT NULL REFERENCES chicken);
      CREATE TABLE left (id INTEGER PRIMARY KEY REFERENCES "right" (id));
      CREATE TABLE "right" (id INTEGER PRIMARY KEY REFERENCES left (id));
      CREATE TABLE person (id INTEGER PRIMARY KEY, email TEXT UNIQUE, name TEXT);
      CREATE TABLE profile (person_id INTEGER PRIMARY KEY REFERENCES person ON DELETE CASCADE, bio TEXT);
      CREATE TABLE mail (
        sender TEXT REFERENCES person (email) ON UPDATE CASCADE, receiver INTEGER REFERENCES person,
        receiver_id TEXT, owner INTEGER, owner_id INTEGER REFERENCES person (id)
      );
      CREATE TABLE seat (hall TEXT, number INT, PRIMARY KEY (hall, number)) WITHOUT ROWID;
      CREATE TABLE booking (
        id INTEGER PRIMARY KEY, hall TEXT NOT NULL, number INT NOT NULL, person VARCHAR(20),
        FOREIGN KEY (hall, number) REFERENCES seat (hall, number) ON DELETE RESTRICT,
        FOREIGN KEY (person) REFERENCES person (email), FOREIGN KEY (number) REFERENCES person (id)
          MATCH FULL ON DELETE SET DEFAULT NOT DEFERRABLE
      );
      CREATE TABLE strict_child (id INTEGER PRIMARY KEY, n INTEGER NOT NULL
        REFERENCES node ON DELETE SET NULL) STRICT;
      """
  )

  static let dependents = NastySchema(
    name: "views and triggers",
    sql: """
      CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL, n INT, kind TEXT);
      CREATE TABLE log (what TEXT, at TEXT);
      CREATE VIEW c AS SELECT * FROM b WHERE n > 1;
      CREATE VIEW b AS SELECT a.*, upper(name) AS shout FROM a;
      CREATE VIEW a AS SELECT id, name, n FROM item; -- the first
      CREATE VIEW sums AS
        WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 3)
        SELECT n, (SELECT total(item.n) FROM item WHERE item.id = counted.n) AS total FROM counted;
      CREATE VIEW remarked AS SELECT id FROM item -- all
      ;
      CREATE VIEW doubled AS SELECT 1 AS a, 2 AS a;
      CREATE VIEW broken AS SELECT * FROM nowhere;
      CREATE VIEW windows AS SELECT id, rank() OVER (PARTITION BY kind ORDER BY n DESC) AS place FROM item;
      CREATE VIEW texts AS SELECT 'two
        lines' AS text, id FROM item;
      CREATE TRIGGER t1 BEFORE INSERT ON item BEGIN SELECT RAISE(IGNORE) WHERE new.n < 0; END;
      CREATE TRIGGER t2 AFTER INSERT ON item FOR EACH ROW WHEN new.n > 0
        BEGIN INSERT INTO log (what, at) VALUES ('ins; -- ' || new.name, datetime('now')); SELECT 1; END;
      CREATE TRIGGER t3 BEFORE UPDATE OF name, n ON item
        BEGIN SELECT CASE WHEN new.name = '' THEN RAISE(ABORT, 'no name') END; END;
      CREATE TRIGGER t4 AFTER UPDATE ON item BEGIN UPDATE log SET what = 'u' WHERE what = old.name; END;
      CREATE TRIGGER t5 BEFORE DELETE ON item BEGIN DELETE FROM log WHERE what = old.name; END;
      CREATE TRIGGER t6 AFTER DELETE ON item
      BEGIN
        INSERT OR REPLACE INTO log (what) SELECT name FROM item; -- all of them
        UPDATE item SET n = n - 1 WHERE id > old.id;
      END;
      CREATE TRIGGER t7 INSTEAD OF INSERT ON b BEGIN INSERT INTO item (name) VALUES (new.name); END;
      CREATE TRIGGER t8 INSTEAD OF UPDATE OF name ON c BEGIN UPDATE a SET name = new.name; END;
      CREATE TRIGGER t9 INSTEAD OF DELETE ON c BEGIN DELETE FROM item WHERE id = old.id; END;
      CREATE TRIGGER t10 INSTEAD OF UPDATE ON a BEGIN UPDATE item SET name = new.name; END;
      CREATE TRIGGER t11 AFTER DELETE ON log BEGIN DELETE FROM nowhere; END;
      INSERT INTO item VALUES (1, 'a', 2, 'x');
      """
  )

  static let modules = NastySchema(
    name: "virtual tables",
    sql: """
      CREATE TABLE doc (id INTEGER PRIMARY KEY, title TEXT, body TEXT);
      CREATE VIRTUAL TABLE doc_fts USING fts5(title, body, content='doc', content_rowid='id',
        tokenize='porter unicode61');
      CREATE TRIGGER doc_ai AFTER INSERT ON doc
        BEGIN INSERT INTO doc_fts (rowid, title, body) VALUES (new.id, new.title, new.body); END;
      CREATE VIRTUAL TABLE own USING fts5(x, y UNINDEXED);
      CREATE VIRTUAL TABLE contentless USING fts5(z, content='');
      CREATE VIRTUAL TABLE f4 USING fts4(x, tokenize=porter);
      CREATE VIRTUAL TABLE box USING rtree(id, x0, x1);
      CREATE VIEW found AS SELECT x, rank FROM own;
      CREATE VIEW docs_found AS SELECT doc.*, doc_fts.rank FROM doc JOIN doc_fts ON doc_fts.rowid = doc.id;
      CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
      CREATE VIRTUAL TABLE noteSearch USING fts5(text, content='note', content_rowid='id', prefix='2 3');
      CREATE TRIGGER noteSearch_insert AFTER INSERT ON note BEGIN
        INSERT INTO noteSearch (rowid, text) VALUES (new.id, new.text); END;
      CREATE TRIGGER noteSearch_update AFTER UPDATE OF id, text, rowid, oid, _rowid_ ON note BEGIN
        INSERT INTO noteSearch (noteSearch, rowid, text) VALUES ('delete', old.id, old.text);
        INSERT INTO noteSearch (rowid, text) VALUES (new.id, new.text); END;
      CREATE TRIGGER noteSearch_delete AFTER DELETE ON note BEGIN
        INSERT INTO noteSearch (noteSearch, rowid, text) VALUES ('delete', old.id, old.text); END;
      INSERT INTO own VALUES ('a', 'b');
      INSERT INTO contentless VALUES ('c');
      INSERT INTO doc VALUES (1, 't', 'b');
      INSERT INTO note VALUES (1, 'n');
      """
  )

  static let strict = NastySchema(
    name: "strict tables and functions of an app",
    sql: """
      CREATE TABLE s (
        id INTEGER PRIMARY KEY, x ANY, t TEXT NOT NULL UNIQUE ON CONFLICT REPLACE, u INT UNIQUE,
        v TEXT AS (upper(t)) STORED, w INTEGER GENERATED ALWAYS AS (u + 1) VIRTUAL, r REAL, b BLOB,
        UNIQUE (t, u)
      ) STRICT;
      CREATE TABLE pair (a TEXT, b INTEGER, c TEXT, PRIMARY KEY (b, a)) STRICT, WITHOUT ROWID;
      CREATE TABLE g (a int, b int as (a + 1) stored, c text generated always as (a || 'x') virtual, d int);
      CREATE TABLE fn (
        a text check (my_function(a) > 1), b text collate localized default 'x, y',
        c text check (c like 'a%' and c <> ';'), d TEXT COLLATE localizedStandard, e TEXT COLLATE it
      );
      CREATE INDEX by_length ON fn (length(a), b DESC) WHERE b IS NOT NULL AND a <> 'x';
      CREATE INDEX by_json ON s (json_extract(t, '$.a'), u);
      CREATE UNIQUE INDEX one_null ON s (ifnull(u, -1));
      CREATE VIEW called AS SELECT my_function(a) AS value, a FROM fn;
      """
  )

  /// Names that are one to Unicode and several to SQLite, which folds A to Z and nothing else.
  static let letters = NastySchema(
    name: "letters beyond ASCII",
    sql: """
      CREATE TABLE "é" (id INTEGER PRIMARY KEY, größe INT, "GRÖßE" INT, i INT, "ı" INT, "İ" INT);
      CREATE TABLE "É" (id INTEGER PRIMARY KEY, "e\u{301}" INT, "é" INT REFERENCES "é", "É" TEXT,
        CONSTRAINT "ä" CHECK ("É" <> 'É'), CONSTRAINT "Ä" CHECK ("É" <> 'é'), UNIQUE ("é", "É"));
      CREATE TABLE "\u{212A}elvin" (id INTEGER PRIMARY KEY, k INT, "\u{212A}" INT);
      CREATE TABLE kelvin (id INTEGER PRIMARY KEY, state TEXT CHECK (state IN ('ö', 'Ö', 'o\u{308}')));
      CREATE INDEX "ü" ON "é" (größe);
      CREATE INDEX "Ü" ON "É" ("É");
      CREATE VIEW "ö" AS SELECT größe, "GRÖßE" FROM "é";
      CREATE VIEW "Ö" AS SELECT "é", "É" FROM "É";
      CREATE VIEW strange(a) AS SELECT "É" FROM "É";
      CREATE VIEW "STRÄNGE"(a) AS SELECT "É" FROM "É";
      CREATE VIEW "STRäNGE"(a) AS SELECT "é" FROM "É";
      CREATE TRIGGER "à" AFTER INSERT ON "é" BEGIN UPDATE "É" SET "É" = 'a' WHERE "é" = new.größe; END;
      CREATE TRIGGER "À" AFTER INSERT ON "É" BEGIN UPDATE "é" SET "GRÖßE" = 2 WHERE größe = new."é"; END;
      INSERT INTO "é" VALUES (1, 2, 3, 4, 5, 6);
      INSERT INTO "É" VALUES (1, 2, 1, 'x');
      """
  )

  /// Texts and names of several lines.
  static let lines = NastySchema(
    name: "lines",
    sql: """
      CREATE TABLE a (
        id INTEGER PRIMARY KEY, t TEXT DEFAULT 'l1\nl2', u TEXT DEFAULT ('l1\nl2' || 'x'),
        v TEXT CHECK (v <> 'a\n b'), w TEXT AS (t || '\n') STORED, x TEXT AS ('\n\n' || u),
        y TEXT DEFAULT 'r\rs', z TEXT DEFAULT '\ttab', CHECK (t <> '\n'), CONSTRAINT "n\nn" CHECK (u <> '\nx')
      );
      CREATE INDEX on_lines ON a (t || '\n  ', id) WHERE u > '\n';
      CREATE VIEW lines AS SELECT 'a\n\n  b ' AS x,\r\n 2 AS y FROM a;
      CREATE TRIGGER written AFTER INSERT ON a WHEN new.t = '\n' BEGIN
        UPDATE a SET u = 'a
          b' WHERE id = new.id;\r\n END;
      INSERT INTO a (id) VALUES (1);
      """
  )

  /// A schema of 150 tables with chains of references, indexes, views and triggers.
  static let large = NastySchema(
    name: "150 tables",
    sql: (0..<150).map { number in
      let parent = number == 0 ? "" : " REFERENCES table_\(number / 2) (table_\(number / 2)_id)"
      return """
        CREATE TABLE table_\(number) (
          table_\(number)_id INTEGER PRIMARY KEY, parent_id INTEGER\(parent), "some text" VARCHAR(\(number + 1)),
          amount DECIMAL(10,\(number % 5)) NOT NULL DEFAULT \(number), created_at DATETIME,
          state TEXT NOT NULL CHECK (state IN ('new', 'state \(number)'))
        );
        CREATE INDEX idx_\(number) ON table_\(number) (parent_id, "some text" COLLATE NOCASE);
        CREATE VIEW view_\(number) AS SELECT table_\(number)_id, amount FROM table_\(number);
        CREATE TRIGGER trigger_\(number) AFTER DELETE ON table_\(number)
          BEGIN UPDATE table_\(number / 2) SET amount = 0; END;
        """
    }.joined(separator: "\n")
  )

  /// Makes the database.
  func make(at path: String) throws {
    let connection = try SQLiteConnection(path: path)
    connection.acceptsDoubleQuotedStrings = true
    try connection.addAppParts()
    try connection.execute(sql)
    try connection.close()
  }
}

extension SQLiteConnection {
  /// Adds what the app of these databases has.
  func addAppParts() throws {
    for name in ["localized", "localizedStandard", "it"] {
      try addCollation(name) { $0 == $1 ? 0 : $0 < $1 ? -1 : 1 }
    }
    for name in [
      "my_function", "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue",
      "store_last_inserted_id", "is_frecency_decaying",
    ] {
      try addFunction(name, argumentCount: nil, isDeterministic: true) { _ in 2.databaseValue }
    }
  }
}
