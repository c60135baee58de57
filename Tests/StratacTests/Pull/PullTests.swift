import Foundation
import StrataSQLite
import Testing

@testable import stratac

/// Schema files of databases that were there first.
@Suite struct PullTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// Runs `pull` on a database and creates another from what it writes.
  private func roundTrip(_ file: String) throws -> (call: Call, facts: [String]) {
    let call = Call("pull", "--output", folder.path("Pulled.yaml"), file)
    #expect(call.status == .good, "\(call.messages)")
    let check = Call("check", folder.path("Pulled.yaml"))
    #expect(check.status == .good, "\(check.messages)")
    let ddl = Call("ddl", folder.path("Pulled.yaml"))
    let connection = try SQLiteConnection(path: ":memory:")
    try connection.addAppParts()
    try connection.execute(ddl.output)
    return (call, try SchemaFacts.facts(of: connection))
  }

  private func facts(of file: String) throws -> [String] {
    let connection = try SQLiteConnection(path: file, flags: .readOnly)
    try connection.addAppParts()
    return try SchemaFacts.facts(of: connection)
  }

  @Test(arguments: NastySchema.all)
  func `a database made from what was pulled is the original by SQLite's own word`(
    schema: NastySchema
  ) throws {
    let file = folder.path("a.sqlite")
    try schema.make(at: file)
    let bytes = try Data(contentsOf: URL(filePath: file))
    let before = try facts(of: file)
    let (call, after) = try roundTrip(file)
    #expect(!call.messages.contains("differs:"), "\(call.messages)")
    let text = try folder.read("Pulled.yaml")
    #expect(before.filter { !after.contains($0) } == [], "\(text)")
    #expect(after.filter { !before.contains($0) } == [])
    #expect(try Data(contentsOf: URL(filePath: file)) == bytes)
    #expect(try folder.names(below: "") == ["Pulled.yaml", "a.sqlite"])
  }

  @Test(arguments: NastySchema.all)
  func `what was pulled begins a history with the database, and goes with it`(
    schema: NastySchema
  ) throws {
    let file = folder.path("a.sqlite")
    try schema.make(at: file)
    let yaml = folder.path("Schemas/Pulled.yaml")
    _ = try folder.write("Schemas/README", "")
    #expect(Call("pull", "--output", yaml, file).status == .good)
    let baseline = Call("baseline", file, yaml)
    #expect(baseline.status == .good, "\(baseline.messages)")
    let check = Call("check", yaml)
    #expect(check.status == .good, "\(check.messages)")
    #expect(Call("plan", yaml).output == "")
    let verified = Call("verify", file, yaml)
    #expect(verified.output == "1 of 1 steps, schema as recorded\n", "\(verified.messages)")
  }

  @Test(arguments: NastySchema.all)
  func `what was pulled migrates on, with all of its rows`(schema: NastySchema) throws {
    let file = folder.path("a.sqlite")
    try schema.make(at: file)
    let yaml = folder.path("Pulled.yaml")
    #expect(Call("pull", "--output", yaml, file).status == .good)
    #expect(Call("baseline", file, yaml).status == .good)
    let text = try folder.read("Pulled.yaml")
    let edited = text.replacingOccurrences(
      of: "\n    columns:\n",
      with: "\n    columns:\n      addedOne: Int?\n      addedTwo: {type: String, default: x}\n"
    )
    _ = try folder.write("Pulled.yaml", edited)
    let migrated = Call("migrate", "--name", "more", yaml)
    #expect(migrated.status == .good, "\(migrated.messages)")
    let verified = Call("verify", file, yaml)
    #expect(
      verified.output == "1 of 2 steps, schema as recorded\n0002-more runs on a copy\n",
      "\(verified.messages)"
    )
    let connection = try SQLiteConnection(path: file)
    try connection.addAppParts()
    connection.acceptsDoubleQuotedStrings = true
    let before = try contents(of: connection, columns: [:])
    try connection.execute(
      "BEGIN; \(try folder.read("ADatabase.migrations/0002-more.sql")); COMMIT"
    )
    let after = try contents(of: connection, columns: before.mapValues(\.columns))
    for (table, content) in before { #expect(after[table]?.rows == content.rows, "\(table)") }
    #expect(try connection.texts("PRAGMA integrity_check") == [["ok"]])
  }

  /// The rows of all tables, in these columns or else in all.
  private func contents(
    of connection: SQLiteConnection,
    columns known: [String: [String]]
  ) throws -> [String: (columns: [String], rows: [[String]])] {
    func quoted(_ name: String) -> String {
      "\"" + name.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    }
    let tables = try connection.texts(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'"
        + " AND name NOT LIKE 'sqlite%'"
    )
    var contents: [String: (columns: [String], rows: [[String]])] = [:]
    for table in tables.map({ $0[0] }) {
      let columns =
        try known[table]
        ?? connection.texts("SELECT name FROM pragma_table_info(?1)", [table]).map { $0[0] }
      let values = columns.map { "quote(\(quoted($0)))" }.joined(separator: " || ', ' || ")
      let rows = try connection.texts("SELECT \(values) AS row FROM \(quoted(table)) ORDER BY row")
      contents[table] = (columns, rows)
    }
    return contents
  }

  @Test func `what no form serves is left out with the reason, on standard error and in the file`()
    throws
  {
    let file = folder.path("a.sqlite")
    let schema = NastySchema(
      name: "",
      sql: """
        CREATE TABLE a (id INTEGER PRIMARY KEY, gone INT REFERENCES missing (id), b REFERENCES b (n));
        CREATE TABLE b (n INT);
        """
    )
    try schema.make(at: file)
    let call = Call("pull", file)
    #expect(call.status == .good)
    let message =
      "other foreign keys of 'a' (the foreign key of gone is left out: a foreign key leads to 'missing',"
      + " which is no table; the foreign key of b is left out: the columns of 'b' that this foreign key"
      + " leads to are not unique there; they have to be its primary key or UNIQUE); mend it in the"
      + " original, and pull again"
    #expect(call.messages.contains("differs: " + message), "\(call.messages)")
    #expect(call.output.contains("# - " + message))
    let json = Call("pull", "--json", file)
    #expect(json.output.contains("\"subject\" : \"a\""))
    #expect(json.output.contains("\"schema\" : \"# Pulled from a.sqlite.\\n"))
  }

  @Test func `an index stays with a table that is kept in SQL, whose foreign keys are looked at`()
    throws
  {
    let file = folder.path("a.sqlite")
    let schema = NastySchema(
      name: "",
      sql: """
        CREATE TABLE owner (tenant INT, id INT);
        CREATE TABLE strange (id INT, "a\nb" TEXT, n TEXT, FOREIGN KEY (id) REFERENCES owner (id));
        CREATE UNIQUE INDEX i ON strange (lower(n) DESC, id) WHERE "a\nb" <> 'x';
        CREATE INDEX j ON strange ("a\nb");
        """
    )
    try schema.make(at: file)
    let call = Call("pull", file)
    #expect(!call.messages.contains("differs"), "\(call.messages)")
    #expect(call.output.contains("CREATE UNIQUE INDEX i ON strange"))
    #expect(
      call.messages.contains(
        "'strange' and the tables that it refers to cannot be written with foreign keys on, as an app"
          + " has them: SQLite says 'foreign key mismatch - \"strange\" referencing \"owner\"'"
      ),
      "\(call.messages)"
    )
  }

  @Test func `conditions make enums, and data decides types`() throws {
    let file = folder.path("a.sqlite")
    try NastySchema.legacy.make(at: file)
    let text = Call("pull", file).output
    for line in [
      #"      inProgress: "in progress""#,
      "      st: {type: CodeSt?, default: open, check: \"st IN ('open', 'in progress', 'closed')\"}",
      #"      f: {type: Bool, sql: f BOOLEAN, default: false, check: "f IN (0, 1)"}"#,
      "      at: {type: Date?, sql: at DATETIME}",
      "      seconds: {type: Date?, sql: seconds TIMESTAMP, stored: unixSeconds}",
      "      milliseconds: {type: Date?, sql: milliseconds DATETIME, stored: unixMilliseconds}",
      "      days: {type: Date?, sql: days DATETIME, stored: julian}",
      "      mixed: {type: Any?, sql: mixed DATETIME}",
      "      number: {type: Int?, sql: number DATE}",
      "# - Times: 'day' holds dates in another form than 'yyyy-MM-dd HH:mm:ss.SSS', in which an app"
        + " writes them; SQL compares them as texts",
      "# - Times: 'seconds' holds numbers from 1709209800.0 to 1709209800.0, which are taken for"
        + " unixSeconds",
      "      i: {type: Any?, sql: i INTEGER}",
      "      code: {type: String, sql: code VARCHAR(3), notNull: false}",
    ] {
      #expect(text.contains(line + "\n"), "\(line)")
    }
  }

  @Test func `odd names get good ones in Swift`() throws {
    let file = folder.path("a.sqlite")
    try NastySchema.names.make(at: file)
    let call = Call("pull", "--output", folder.path("Names.yaml"), file)
    for line in [
      "table 'Order Details' is OrderDetails", "table 'user_accounts' is UserAccounts",
      "table 'UserAccounts' is UserAccounts2", "table 'Type' is TypeTable",
      "table '2024 figures' is Table2024Figures",
      "column 'Order Details.Order ID' is OrderDetails.orderID",
      "column 'Order Details.1st' is OrderDetails.column1st",
      "column 'Order Details.a_b' is OrderDetails.aB2", "column 'Type.id' is TypeTable.idValue",
      "view 'v_users' is VUsers",
    ] {
      #expect(call.output.contains(line + "\n"), "\(line) in \(call.output)")
    }
    #expect(Call("pull", "--output", folder.path("Names.yaml"), file).status == .wrongCall)
  }

  @Test func `a search is recognised with its triggers`() throws {
    let file = folder.path("a.sqlite")
    try NastySchema.modules.make(at: file)
    let text = Call("pull", file).output
    #expect(text.contains("  NoteSearch: {table: Note, columns: [text], prefix: [2, 3]}\n"))
    #expect(!text.contains("noteSearch_insert"))
    #expect(text.contains("  doc_fts:\n    sql: |\n      CREATE VIRTUAL TABLE doc_fts"))
  }
}
