extension NastySchema {
  /// What SQLite takes and hardly anybody writes.
  static let curiosities = NastySchema(
    name: "curiosities",
    sql: """
      CREATE TABLE "line
      name" ("a
      b" INT PRIMARY KEY, "c;--d" TEXT DEFAULT '--', "e/*f" TEXT, "%s" INT, "$1" INT, ":p" INT, "?" INT, "@x" INT, "#" INT) WITHOUT ROWID;
      CREATE TABLE "😀" ("👩‍👩‍👧" TEXT, "🇩🇪" INT, "\u{AD}" INT, "\u{A0}" INT, "  lead" INT,
        "trail  " INT, "\ttab" INT);
      CREATE TABLE "CREATE" ("TABLE" INT REFERENCES "DROP" ("PRIMARY"), "CHECK" TEXT, "NULL" INT,
        "true" INT, "rowid" TEXT, "oid" TEXT, "_rowid_" TEXT, PRIMARY KEY ("TABLE", "CHECK"));
      CREATE TABLE "DROP" ("PRIMARY" INTEGER PRIMARY KEY, "GENERATED" INT AS ("PRIMARY" + 1),
        "ALWAYS" INT GENERATED ALWAYS AS ("GENERATED" * 2) STORED, "STORED" TEXT DEFAULT 'as');
      CREATE TABLE u (a, b, c, d NULL, e DEFAULT NULL, f DEFAULT 0x1F, g DEFAULT -0x10,
        h DEFAULT 9223372036854775808, i DEFAULT 1e400, j DEFAULT (1+1), k DEFAULT CURRENT_DATE,
        l DEFAULT x'', m DEFAULT +1.50, n DEFAULT - 5, o "quoted type" , p [brackets] ,
        q 'str type', r FLOATING POINT, s CHARINT, t VARCHAR (20) , v DECIMAL(10 , 2),
        w NATIVE CHARACTER(70), x ANY, y DEFAULT TRUE, z DEFAULT 'it''s');
      CREATE TABLE conf (a INTEGER PRIMARY KEY ON CONFLICT REPLACE,
        b TEXT NOT NULL ON CONFLICT IGNORE DEFAULT 'x', c INT UNIQUE ON CONFLICT ROLLBACK,
        d INT CHECK (d > 0) , UNIQUE (b, c) ON CONFLICT FAIL, CHECK (a <> d OR a = d));
      CREATE TABLE strictly (a INT PRIMARY KEY NOT NULL,
        b TEXT NOT NULL CHECK (b IN ('x','y z','1','')), c ANY, d REAL DEFAULT 1.0,
        e BLOB DEFAULT x'0102', f INTEGER AS (a*2) STORED) STRICT, WITHOUT ROWID;
      CREATE TABLE enums (id INTEGER PRIMARY KEY,
        k TEXT NOT NULL CHECK (k IN ('a','b','self','init','class','A')),
        n INT CHECK (n IN (-1,0,1)), m TEXT CHECK (m IN ('x','y') OR m IS NULL),
        o TEXT CHECK (o IS NULL OR o IN ('p',NULL,'q')), p TEXT CHECK (p='x' OR p='y'),
        q TEXT COLLATE NOCASE CHECK (q IN ('x','y')), r TEXT CHECK (r NOT IN ('x')),
        s TEXT CHECK (s IN ('emoji 😀','ünï','1st','','a b','a_b','a-b')));
      CREATE TABLE selfref (id INTEGER PRIMARY KEY, p INT REFERENCES selfref ON DELETE SET NULL,
        q INT REFERENCES selfref(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
        FOREIGN KEY (p) REFERENCES selfref(id));
      CREATE TABLE comp (a INT, b TEXT COLLATE NOCASE, c INT, PRIMARY KEY (a DESC,
        b COLLATE BINARY), UNIQUE (c COLLATE NOCASE, a), UNIQUE (a, c));
      CREATE TABLE compchild (x INT, y TEXT, z INT, FOREIGN KEY (x, z) REFERENCES comp(a,
        c) MATCH FULL);
      CREATE TABLE "as select" AS SELECT 1 AS one, 'a' AS "two words", x'00' AS b, 1.5 r,
        NULL AS n, id FROM enums;
      CREATE TABLE "tab\\t" (a, b TEXT DEFAULT ('x' || 'y'), c INT, UNIQUE (a, c) ON CONFLICT REPLACE);
      CREATE UNIQUE INDEX "on tab" ON "tab\\t" (lower(a) || 'x' DESC, "c" || '''');
      CREATE TABLE notnullkey (a TEXT PRIMARY KEY, b INT);
      CREATE TABLE ipkdesc (a INTEGER PRIMARY KEY DESC, b);
      CREATE TABLE onlygen (a INT AS (1), b INT);
      CREATE INDEX "ix 1" ON u (a DESC, b COLLATE NOCASE, c || 'x' COLLATE RTRIM DESC, (d), +e);
      CREATE INDEX ix2 ON u (a) WHERE a IS NOT NULL AND b IN (1,2) OR c LIKE 'x%';
      CREATE UNIQUE INDEX "ix""3" ON "line
      name" ("a
      b", "c;--d");
      CREATE VIEW "v 1" AS SELECT * FROM u;
      CREATE VIEW v2(x, "y z") AS SELECT a, b FROM "v 1";
      CREATE VIEW v3 AS WITH t(a) AS (VALUES (1),(2)) SELECT a,
        count(*) OVER (ORDER BY a) AS n FROM t UNION ALL SELECT "y z", x FROM v2 ORDER BY 1;
      CREATE VIEW v4 AS SELECT v3.*, "v 1".z, 1, 'a', max(1,2) FROM v3, "v 1";
      CREATE VIEW v5 AS SELECT "TABLE", "CHECK", "NULL" FROM "CREATE";
      CREATE TRIGGER tr1 INSTEAD OF INSERT ON v2 WHEN new.x > 1 BEGIN INSERT INTO u(a,b) VALUES
        (new.x, new."y z"); END;
      CREATE TRIGGER tr2 INSTEAD OF UPDATE OF x ON v2 BEGIN UPDATE u SET a = new.x WHERE a =
        old.x; END;
      CREATE TRIGGER "tr 3" AFTER UPDATE OF a,
        b ON u FOR EACH ROW WHEN old.a IS NOT new.a BEGIN INSERT INTO conf(b) SELECT 'x' UNION
        SELECT 'y' ON CONFLICT DO NOTHING; DELETE FROM selfref WHERE id = old.a; SELECT CASE WHEN
        new.a = 5 THEN RAISE(ROLLBACK, 'no; "way"') END; END;
      CREATE TRIGGER tr4 BEFORE INSERT ON "line
      name" BEGIN UPDATE u SET a = 1 WHERE b = new."c;--d"; END;
      CREATE TRIGGER tr5 AFTER DELETE ON enums BEGIN INSERT INTO conf (b, c) VALUES ('a',
        old.id) ON CONFLICT (c) DO UPDATE SET b = excluded.b WHERE excluded.c > 1; END;
      CREATE VIRTUAL TABLE f3 USING fts3(a, b TEXT NOT NULL, tokenize=simple);
      CREATE VIRTUAL TABLE f4 USING fts4(content="enums", k,
        tokenize=unicode61 "remove_diacritics=0", prefix="2,3", order=desc);
      CREATE VIRTUAL TABLE f4c USING fts4(content="", x, y);
      CREATE VIRTUAL TABLE f5 USING fts5(k, m UNINDEXED, content='enums', content_rowid='id',
        tokenize = "porter ascii", prefix='1 2', columnsize=0, detail=column);
      CREATE VIRTUAL TABLE f5c USING fts5(x, content='');
      CREATE VIRTUAL TABLE f5v USING fts5vocab('f5c', 'row');
      CREATE VIRTUAL TABLE rt USING rtree(id, x0, x1, +label TEXT);
      CREATE VIRTUAL TABLE rti USING rtree_i32(id, x0, x1);
      INSERT INTO "line
      name" ("a
      b") VALUES (1),(2);
      INSERT INTO u (a,b) VALUES (1,2),('x',NULL);
      INSERT INTO enums (id,k,n) VALUES (1,'a',0),(2,'self',NULL);
      INSERT INTO selfref VALUES (1,1,2),(2,NULL,1);
      INSERT INTO comp VALUES (1,'a',2);
      INSERT INTO compchild VALUES (1,'a',2),(NULL,NULL,NULL);
      INSERT INTO f5(rowid,k) VALUES (1,'a');
      INSERT INTO rt VALUES (1,2,3,'x');
      INSERT INTO strictly (a,b) VALUES (1,'y z');
      INSERT INTO "😀" VALUES (1,2,3,4,5,6,7);
      INSERT INTO conf VALUES (1,'b',2,3);
      INSERT INTO notnullkey VALUES (NULL,1),(NULL,2),('a',3);
      INSERT INTO ipkdesc VALUES (1,2);
      ANALYZE;
      """
  )
}
