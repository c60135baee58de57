import Foundation
import StrataSQLite
import Testing

@testable import stratac

/// The folder of a history: what stands in it, whose it is, and what verbs leave as it is.
@Suite final class HistoryFolderTests: ShopHistory {
  @Test func `steps and lock may begin with a byte order mark`() throws {
    try recordTwo()
    for name in ["0002-more.sql", "strata.lock"] {
      _ = try folder.write(step(name), "\u{FEFF}" + folder.read(step(name)))
    }
    #expect(try call(Self.two, "check").status == .good)
    #expect(try call(Self.three, "amend").status == .good)
    #expect(try folder.read(step("0002-more.sql")).hasPrefix("-- Step 0002-more"))
  }

  @Test func `a line end that a file would not keep is spelled`() throws {
    let one = Self.one.replacing("n: Int?", with: #"n: {type: String, default: "a\r\nb"}"#)
    #expect(try call(one, "migrate", "--name", "create").status == .good)
    let spelled = "DEFAULT ('a' || char(13, 10) || 'b')"
    #expect(try folder.read(step("0001-create.sql")).contains(spelled))
    #expect(try call(one, "check").status == .good)
    let column = #"{type: String, default: "a\r\nb"}, m: {type: String, default: "c\r\nd"}"#
    let two = Self.one.replacing("n: Int?", with: "n: \(column)")
    #expect(try call(two, "migrate", "--name", "more").status == .good)
    #expect(try folder.read(step("0002-more.sql")).contains("('c' || char(13, 10) || 'd')"))
    #expect(try call(two, "check").status == .good)
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
