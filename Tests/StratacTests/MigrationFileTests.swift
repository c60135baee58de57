import Foundation
import StrataSQLite
import Testing

@testable import stratac

/// Steps that were edited, interrupted, squashed, and the schema files that `seal` writes.
@Suite struct MigrationFileTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private static let one = """
    strata: 1
    database: ShopDatabase
    tables:
      Item:
        columns: {id: Int, n: Int?}

    """
  private static let two = one.replacing("n: Int?", with: "n: Int?, m: Int?")
  private static let three = two.replacing("m: Int?", with: "m: Int?, o: Int?")

  private func call(_ schema: String, _ words: String...) throws -> Call {
    Call(words + [try folder.write("Shop.yaml", schema)])
  }

  private func recordTwo() throws {
    for (schema, name) in [(Self.one, "create"), (Self.two, "more")] {
      try #require(try call(schema, "migrate", "--name", name).status == .good)
    }
  }

  private func step(_ name: String) -> String { "ShopDatabase.migrations/\(name)" }

  private func add(_ sql: String, to name: String) throws {
    _ = try folder.write(step(name), try folder.read(step(name)) + sql)
  }

  @Test(
    arguments: [
      ("COMMIT;\nBEGIN;\nUPDATE item SET m = 1;\n", "no step may have", "one transaction"),
      ("/* now */ rollback; BEGIN;\n", "no step may have", "one transaction"),
      ("ATTACH 'evil.sqlite' AS evil;\n", "no step may have", "only its own database"),
      ("DETACH main;\n", "no step may have", "only its own database"),
      ("UPDATE item SET m = :x;\n", "no step may have", "nobody gives ':x' a value"),
      ("DELETE FROM item WHERE m = ?1;\n", "no step may have", "nobody gives '?1' a value"),
      ("UPDATE item SET town = 1;\n", "SQLite refuses", "no such column: town"),
      ("/* open", "does not end", "Nothing was written"),
      ("UPDATE item SET m = 'open;\n", "SQLite refuses", "unrecognized token"),
    ]
  )
  func `a statement that cannot be in a step is not recorded`(
    sql: String,
    verdict: String,
    reason: String
  ) throws {
    try recordTwo()
    let lock = try folder.read(step("strata.lock"))
    try add(sql, to: "0002-more.sql")
    let amend = try call(Self.two, "amend")
    #expect(amend.status == .wrongInput)
    #expect(amend.messages.contains(verdict) && amend.messages.contains(reason))
    #expect(try folder.read(step("strata.lock")) == lock)
    #expect(
      try folder.names(below: "")
        == ["Shop.yaml", "ShopDatabase.migrations"]
    )
  }

  @Test func `a savepoint of a step may be rolled back to`() throws {
    try recordTwo()
    try add("SAVEPOINT s;\nDELETE FROM item;\nROLLBACK TO s;\nRELEASE s;\n", to: "0002-more.sql")
    #expect(try call(Self.two, "amend").status == .good)
    #expect(try call(Self.two, "check").status == .good)
  }

  @Test func `a squashed step has a name that no step has had`() throws {
    try recordTwo()
    #expect(try call(Self.two, "squash", "--name", "more").status == .good)
    #expect(try folder.names(below: "ShopDatabase.migrations") == ["0003-more.sql", "strata.lock"])
    #expect(try call(Self.two, "check").status == .good)
    #expect(try call(Self.three, "migrate", "--name", "create").status == .good)
    #expect(try call(Self.three, "squash", "--name", "create").status == .good)
    let names = try folder.names(below: "ShopDatabase.migrations")
    #expect(names == ["0005-create.sql", "strata.lock"])
    #expect(try call(Self.three, "check").status == .good)
  }

  @Test func `a step that stands for others is not changed`() throws {
    try recordTwo()
    #expect(try call(Self.two, "squash").status == .good)
    #expect(try call(Self.two, "amend").status == .good)
    let check = try call(Self.three, "check")
    #expect(check.messages.contains("migrate --name"))
    #expect(!check.messages.contains("'amend'"))
    let lock = try folder.read(step("strata.lock"))
    let amend = try call(Self.three, "amend")
    #expect(amend.status == .wrongInput)
    #expect(amend.messages.contains("record a new step for it: stratac migrate --name NAME"))
    try add("UPDATE item SET m = 1;\n", to: "0002-squash.sql")
    #expect(try call(Self.two, "amend").status == .wrongInput)
    #expect(try folder.read(step("strata.lock")) == lock)
  }

  @Test func `an old step beside the one that took its place is said to be one`() throws {
    try recordTwo()
    let old = try folder.read(step("0001-create.sql"))
    #expect(try call(Self.two, "squash").status == .good)
    _ = try folder.write(step("0001-create.sql"), old)
    let check = try call(Self.two, "check")
    #expect(check.messages.contains("'0002-squash' has taken the place of '0001-create.sql'"))
  }

  @Test func `an amend that was interrupted before it wrote the lock is done again`() throws {
    try recordTwo()
    let lock = try folder.read(step("strata.lock"))
    try add("UPDATE item SET m = 7;\n", to: "0002-more.sql")
    #expect(try call(Self.three, "amend").status == .good)
    let text = try folder.read(step("0002-more.sql"))
    let amended = try folder.read(step("strata.lock"))
    _ = try folder.write(step("strata.lock"), lock)
    #expect(try call(Self.three, "check").messages.contains("stratac amend"))
    #expect(try call(Self.three, "amend").status == .good)
    #expect(try folder.read(step("0002-more.sql")) == text)
    #expect(try folder.read(step("strata.lock")) == amended)
  }

  @Test func `steps and lock may begin with a byte order mark`() throws {
    try recordTwo()
    for name in ["0002-more.sql", "strata.lock"] {
      _ = try folder.write(step(name), "\u{FEFF}" + folder.read(step(name)))
    }
    #expect(try call(Self.two, "check").status == .good)
    #expect(try call(Self.three, "amend").status == .good)
    #expect(try folder.read(step("0002-more.sql")).hasPrefix("-- Step 0002-more"))
  }

  @Test func `a line end that a file would not keep is not recorded`() throws {
    let schema = Self.one.replacing("n: Int?", with: #"n: {type: String, default: "a\r\nb"}"#)
    #expect(try call(schema, "check").status == .good)
    let migrate = try call(schema, "migrate", "--name", "create")
    #expect(migrate.status == .wrongInput)
    #expect(migrate.messages.contains("char(13, 10)"))
    let sql = #"{sql: "'a' || char(13, 10) || 'b'"}"#
    let other = Self.one.replacing("n: Int?", with: "n: {type: String, default: \(sql)}")
    #expect(try call(other, "migrate", "--name", "create").status == .good)
    #expect(try call(other, "check").status == .good)
  }

  @Test func `a folder that is spelled in two ways has one history`() throws {
    try recordTwo()
    let other = Self.one.replacing("Shop", with: "Other").replacing("Item", with: "Thing")
    _ = try folder.write("Other.yaml", other)
    let spelled = folder.path(".") + "/../" + folder.url.lastPathComponent + "/Other.yaml"
    let check = Call("check", folder.path("Shop.yaml"), spelled)
    #expect(check.status == .good, "\(check.messages)")
  }

  @Test func `a file in the place of the history is no prototype`() throws {
    _ = try folder.write("ShopDatabase.migrations", "")
    let check = try call(Self.one, "check")
    #expect(check.status == .wrongInput)
    #expect(check.messages.contains("is a file, where the folder of the recorded history belongs"))
  }

  @Test func `a virtual table with rows of its own is not dropped silently`() throws {
    let path = folder.path("old.sqlite")
    let connection = try SQLiteConnection(path: path)
    for sql in [
      "CREATE TABLE item (id INTEGER PRIMARY KEY, n INTEGER) STRICT",
      "CREATE VIRTUAL TABLE words USING fts4(a, b)",
      "CREATE VIRTUAL TABLE boxes USING rtree(id, a, b)",
      "CREATE VIRTUAL TABLE bare USING fts5(a, content='')",
      "CREATE VIRTUAL TABLE found USING fts5(n, content='item', content_rowid='id')",
    ] { try connection.execute(sql) }
    try connection.close()
    #expect(Call("baseline", path, try folder.write("Shop.yaml", Self.one)).status == .good)
    let drop = try call(Self.one, "migrate", "--name", "drop")
    #expect(drop.status == .wrongInput)
    for name in ["words", "boxes", "bare"] {
      #expect(drop.messages.contains("table-dropped \(name):"), "\(drop.messages)")
    }
    #expect(!drop.messages.contains("table-dropped found"))
  }

  // MARK: Schema files

  @Test(arguments: ["\n", "\r\n"])
  func `seal removes old names however they are written`(lineEnd: String) throws {
    let before = """
      strata: 1
      database: ShopDatabase
      enums: {Size: {cases: {small: s, big: b}}}
      tables:
        Item:
          columns:
            id: Int
            a: Int?
            b: Int?
            c: Int?
            d: {type: Size, default: small}

      """
    let after = """
      strata: 1
      database: ShopDatabase
      enums: {Size: {cases: {tiny: {raw: t, was: [small]}, big: b}}}
      tables:
        Thing:
          'was' : Item  # as it was called
          columns:
            id: Int
            a1: {"was": a, type: Int?}
            b1: {type: Int?,
              was : b}
            c1:
              type: Int?
              was: c
            d: {type: Size, default: tiny}

      """
    let sealed = """
      strata: 1
      database: ShopDatabase
      enums: {Size: {cases: {tiny: {raw: t}, big: b}}}
      tables:
        Thing:
          columns:
            id: Int
            a1: {type: Int?}
            b1: {type: Int?}
            c1:
              type: Int?
            d: {type: Size, default: tiny}

      """
    let end = { (text: String) in text.replacing("\n", with: lineEnd) }
    try #require(try call(end(before), "migrate", "--name", "create").status == .good)
    let made = try call(end(after), "migrate", "--name", "rename", "--reason", "a test")
    try #require(made.status == .good, "\(made.messages)")
    let seal = try call(end(after), "seal")
    #expect(seal.messages == "")
    #expect(try folder.read("Shop.yaml") == end(sealed))
    #expect(try call(end(sealed), "check").status == .good)
  }

  @Test func `what is written over keeps its permissions, and a link stays one`() throws {
    let renamed = Self.one.replacing("n: Int?", with: "k: {type: Int?, was: n}")
    let real = try folder.write("real/Real.yaml", Self.one)
    let link = folder.path("Shop.yaml")
    let files = FileManager.default
    try files.createSymbolicLink(atPath: link, withDestinationPath: real)
    #expect(Call("migrate", "--name", "create", link).status == .good)
    let steps = folder.path("ShopDatabase.migrations")
    for path in [real, steps + "/strata.lock"] {
      try files.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    }
    _ = try Data(renamed.utf8).write(to: URL(filePath: real))
    #expect(Call("migrate", "--name", "rename", link).status == .good)
    #expect(Call("seal", link).status == .good)
    #expect(try files.destinationOfSymbolicLink(atPath: link) == real)
    #expect(try folder.read("real/Real.yaml") == renamed.replacing(", was: n", with: ""))
    for path in [real, steps + "/strata.lock"] {
      let permissions = try files.attributesOfItem(atPath: path)[.posixPermissions]
      #expect((permissions as? NSNumber)?.intValue == 0o640, "\(path)")
    }
  }

  @Test func `amend keeps comments above, behind and below statements`() throws {
    try recordTwo()
    let name = step("0002-more.sql")
    _ = try folder.write(
      name,
      try folder.read(name).replacing("ALTER", with: "-- For the shop.\nALTER")
        .replacing("INTEGER;", with: "INTEGER; -- why")
        + "UPDATE item SET m = 1; /* all */ -- of them\n\n-- The end.\n"
    )
    for schema in [Self.two, Self.three] { #expect(try call(schema, "amend").status == .good) }
    #expect(
      try folder.read(name) == """
        -- Step 0002-more of ShopDatabase, written by stratac.

        -- For the shop.
        ALTER TABLE "item" ADD COLUMN "m" INTEGER; -- why

        UPDATE item SET m = 1; /* all */ -- of them

        ALTER TABLE "item" ADD COLUMN "o" INTEGER;

        -- The end.

        """
    )
    #expect(try call(Self.three, "check").status == .good)
  }

  @Test func `a reason is made of words`() throws {
    try recordTwo()
    let unique = Self.two.replacing("n: Int?", with: "n: {type: Int?, unique: true}")
    for reason in [" ", "\n", "\t \n"] {
      let refused = try call(unique, "migrate", "--name", "unique", "--reason", reason)
      #expect(refused.status == .wrongCall)
    }
    #expect(
      try call(unique, "migrate", "--name", "unique", "--reason", " no\nrows ").status == .good
    )
    #expect(try folder.read(step("0003-unique.sql")).contains("item.n: no rows\n"))
    #expect(try call(unique, "check").status == .good)
  }

  @Test func `what a column is named in SQL may hold dots and colons`() throws {
    let named = { (columns: String, allow: String) in
      Self.one.replacing(
        "    columns: {id: Int, n: Int?}",
        with: "    sql: 'a: b.c'\n\(allow)    columns: {id: Int\(columns)}"
      )
    }
    let old = named(", n: {type: Int?, sql: 'n.o'}", "")
    try #require(try call(old, "migrate", "--name", "create").status == .good)
    let new = named("", "    allow: {drop: ['n.o']}\n")
    #expect(try call(new, "migrate", "--name", "drop").status == .good)
    #expect(try call(new, "check").status == .good)
  }

  @Test func `names that have changed places do so once, also when they are sealed`() throws {
    let swapped = Self.two.replacing(
      "n: Int?, m: Int?",
      with: "n: {type: Int?, was: m}, m: {type: Int?, was: n}"
    )
    try recordTwo()
    #expect(try call(swapped, "migrate", "--name", "swap").status == .good)
    #expect(try folder.read(step("strata.lock")).contains("  swap item.n was m\n"))
    #expect(try call(swapped, "check").status == .good)
    #expect(try call(swapped, "seal").status == .good)
    #expect(
      try folder.read("Shop.yaml")
        == Self.two.replacing("n: Int?, m: Int?", with: "n: {type: Int?}, m: {type: Int?}")
    )
    #expect(try !folder.read(step("strata.lock")).contains("swap item"))
    #expect(Call("check", folder.path("Shop.yaml")).status == .good)
    #expect(try call(swapped, "migrate", "--name", "back").status == .good)
  }

  @Test func `white space of another system in a database is no text of it`() throws {
    let file = folder.path("a.sqlite")
    let connection = try SQLiteConnection(path: file)
    try connection.execute("CREATE TABLE item (\r\n  id INTEGER PRIMARY KEY,\r\n  n INTEGER\r\n)")
    try connection.close()
    let schema = Self.one.replacing("  Item:\n", with: "  Item:\n    strict: false\n")
    #expect(try call(schema, "baseline", file).status == .good)
    #expect(try call(schema, "check").status == .good)
  }

  @Test func `a dry run of any verb writes nothing`() throws {
    let file = folder.path("a.sqlite")
    try recordTwo()
    let connection = try SQLiteConnection(path: file)
    for name in ["0001-create.sql", "0002-more.sql"] {
      try connection.execute(try folder.read(step(name)))
    }
    try connection.execute(
      """
      CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
      INSERT INTO grdb_migrations VALUES ('0001-create'), ('0002-more')
      """
    )
    try connection.close()
    let renamed = Self.two.replacing("m: Int?", with: "o: {type: Int?, was: m}")
    _ = try folder.write("Shop.yaml", renamed)
    func content() throws -> [String: String] {
      var content = ["Shop.yaml": try folder.read("Shop.yaml")]
      for name in try folder.names(below: "ShopDatabase.migrations") {
        content[name] = try folder.read(step(name))
      }
      return content
    }
    let before = try content()
    let yaml = folder.path("Shop.yaml")
    for words in [
      ["plan"], ["migrate", "--name", "x"], ["amend"], ["lint"], ["lint", "--against", file],
      ["verify", file], ["seal"], ["squash"], ["baseline", file],
    ] {
      let call = Call(words + ["--dry-run", yaml])
      #expect(call.status != .wrongCall, "\(words) \(call.messages)")
      #expect(try content() == before, "\(words)")
    }
    #expect(Call("migrate", "--name", "rename", yaml).status == .good)
    let recorded = try content()
    for verb in ["seal", "squash", "amend"] {
      #expect(Call(verb, "--dry-run", yaml).status == .good)
      #expect(try content() == recorded, "\(verb)")
    }
    #expect(Call("seal", yaml).status == .good)
    #expect(try content() != recorded)
  }

  @Test func `a history belongs to a database`() throws {
    try recordTwo()
    let other = Self.two.replacing("ShopDatabase", with: "StoreDatabase")
    for words in [["check"], ["plan"], ["generate", "--output", folder.path("out")]] {
      let renamed = Call(words + [try folder.write("Shop.yaml", other)])
      #expect(renamed.status == .wrongInput)
      #expect(renamed.messages.contains("'ShopDatabase.migrations' is the history of no database"))
    }
    // It may be that of a file that is not in the call.
    _ = try folder.write("Second.yaml", Self.two)
    _ = try folder.write("Shop.yaml", other.replacing("Item", with: "Thing"))
    #expect(Call("check", folder.path("Shop.yaml")).status == .good)
    #expect(Call("check", folder.path("Shop.yaml"), folder.path("Second.yaml")).status == .good)
  }

  @Test func `amend keeps the order that the author gives to statements`() throws {
    let columns = "n: Int?, a: {type: Int?, backfill: n}, b: Int?"
    try #require(try call(Self.one, "migrate", "--name", "create").status == .good)
    let schema = Self.one.replacing("n: Int?", with: columns)
    try #require(try call(schema, "migrate", "--name", "more").status == .good)
    let name = step("0002-more.sql")
    let last = "ALTER TABLE \"item\" ADD COLUMN \"b\" INTEGER;\n"
    let text = try folder.read(name)
    let moved = text.replacing("\n" + last, with: "").replacing(
      "\nALTER TABLE \"item\" ADD COLUMN \"a\"",
      with: "\n\(last)\nALTER TABLE \"item\" ADD COLUMN \"a\""
    )
    try #require(moved != text)
    _ = try folder.write(name, moved)
    #expect(try call(schema, "amend").status == .good)
    #expect(try folder.read(name) == moved)
    #expect(try call(schema, "check").status == .good)
    #expect(try call(schema, "amend").status == .good)
    // Where the order cannot be, it is refused.
    let update = "UPDATE \"item\" SET \"a\" = (n);\n"
    _ = try folder.write(
      name,
      text.replacing(update, with: "").replacing(
        "\nALTER",
        with: "\n\(update)\nALTER",
        maxReplacements: 1
      )
    )
    #expect(try call(schema, "amend").messages.contains("no such column: a"))
  }

  @Test func `two branches that both change the history are told apart from an edit`() throws {
    try recordTwo()
    let base = try folder.read(step("strata.lock"))
    try #require(try call(Self.three, "migrate", "--name", "third").status == .good)
    let added = try folder.read(step("strata.lock"))
    // The other branch has amended the second step.
    let amended = base.replacing("item.m: Int", with: "item.m: Int32")
    let merged = added.replacing(base, with: amended)
    _ = try folder.write(step("strata.lock"), merged)
    let check = try call(Self.three, "check")
    #expect(check.messages.contains("two branches have both changed the history"))
    #expect(check.messages.contains("git checkout BRANCH"))
  }

  @Test func `strings in double quotes of an old database are strings`() throws {
    let file = folder.path("a.sqlite")
    let connection = try SQLiteConnection(path: file)
    try connection.execute("PRAGMA writable_schema = ON")
    try connection.execute(
      """
      CREATE TABLE item (id INTEGER PRIMARY KEY, status TEXT CHECK (status <> 'bad'), n TEXT DEFAULT "new");
      CREATE INDEX i ON item (status) WHERE status = 'it''s';
      INSERT INTO item VALUES (1, 'good', 'x');
      UPDATE sqlite_master SET sql = replace(sql, '''bad''', '"bad"');
      UPDATE sqlite_master SET sql = replace(sql, '''it''''s''', '"it''s"')
      """
    )
    try connection.close()
    let schema = """
      strata: 1
      database: ShopDatabase
      tables:
        Item:
          strict: false
          columns: {id: Int, status: {type: String?, check: "status <> 'bad'"}, n: {type: String?, default: new}}
          indexes: {i: {columns: [status], where: "status = 'it''s'"}}

      """
    let baseline = try call(schema, "baseline", file)
    #expect(baseline.status == .good, "\(baseline.messages)")
    #expect(try folder.read(step("0001-baseline.sql")).contains("status <> 'bad'"))
    #expect(try call(schema, "verify", file).status == .good)
    let plan = try call(schema, "plan")
    #expect(plan.status == .good)
    #expect(!plan.output.contains("strata_new"))
  }
}
