import Foundation
import StrataSQLite
import Testing

@Suite struct SQLiteConnectionTests {
  private func memory() throws -> SQLiteConnection { try SQLiteConnection(path: ":memory:") }

  @Test func `an error in SQL has its place`() throws {
    let connection = try memory()
    let error = try #require(throws: DatabaseError.self) {
      try connection.prepare("SELECT 1; SELECT nope", from: 9)
    }
    #expect(error.resultCode == .SQLITE_ERROR)
    #expect(error.message == "no such column: nope")
    #expect(error.offset == 17)
  }

  @Test func `text in double quotes is a column`() throws {
    let connection = try memory()
    #expect(throws: DatabaseError.self) { try connection.prepare("SELECT \"text\"") }
    connection.acceptsDoubleQuotedStrings = true
    _ = try connection.prepare("SELECT \"text\"")
  }

  @Test func `statements of one text are prepared one after the other`() throws {
    let connection = try memory()
    let sql = "SELECT 1; -- é\n SELECT 2; /* ; */ ;"
    let (first, end) = try #require(try connection.prepare(sql, from: 0))
    #expect(first.sql == "SELECT 1;")
    let (second, last) = try #require(try connection.prepare(sql, from: end))
    #expect(try second.step())
    #expect(second.value(0) == 2.databaseValue)
    #expect(try connection.prepare(sql, from: last) == nil)
    #expect(connection.isBlank(sql, from: last))
  }

  @Test func `columns know where they come from`() throws {
    let connection = try memory()
    try connection.execute("CREATE TABLE t (a INTEGER, b TEXT)")
    let statement = try connection.prepare("SELECT b AS x, a + 1 FROM t")
    #expect(statement.columnNames == ["x", "a + 1"])
    #expect(statement.columnOrigin(0)?.table == "t")
    #expect(statement.columnOrigin(0)?.column == "b")
    #expect(statement.columnOrigin(1) == nil)
    #expect(statement.columnDeclaredType(0) == "TEXT")
    #expect(statement.isReadOnly)
  }

  @Test func `parameters have names and numbers`() throws {
    let connection = try memory()
    let statement = try connection.prepare("SELECT :a, ?, ?5, @b")
    #expect(statement.parameterCount == 6)
    #expect(statement.parameterNames == ["a", nil, nil, nil, nil, "b"])
  }

  @Test func `values of all classes are bound and read back, NUL inside too`() throws {
    let connection = try memory()
    let values: [DatabaseValue] = [
      .null, Int64.min.databaseValue, Int64.max.databaseValue, 1.5.databaseValue,
      "a\u{0}b\u{0}".databaseValue, "".databaseValue, Data([0, 1, 0]).databaseValue,
      Data().databaseValue, String(repeating: "é", count: 10_000).databaseValue,
    ]
    let statement = try connection.prepare("SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?")
    for _ in 0..<3 {
      try statement.bind(StatementArguments(values: values))
      #expect(try statement.step())
      #expect(statement.values == values)
      statement.reset()
    }
  }

  @Test func `arguments that do not fit are an error`() throws {
    let statement = try memory().prepare("SELECT ?, :name")
    #expect(throws: DatabaseError.self) { try statement.bind([1]) }
    #expect(throws: DatabaseError.self) { try statement.bind([1, 2, 3]) }
    try statement.bind([1, 2])
    try statement.bind(StatementArguments([1]) + ["name": 2])
  }

  @Test func `hooks tell of changes`() throws {
    let connection = try memory()
    try connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT UNIQUE)")
    var events: [String] = []
    connection.setUpdateHook { events.append("\($0.kind) \($0.table) \($0.rowID)") }
    connection.setCommitHook {
      events.append("commit")
      return true
    }
    connection.setRollbackHook { events.append("rollback") }
    try connection.execute("INSERT INTO t VALUES (1, 'x'); BEGIN; DELETE FROM t; ROLLBACK")
    #expect(events == ["insert t 1", "commit", "rollback"])
    connection.setCommitHook { false }
    #expect(throws: DatabaseError.self) { try connection.execute("DELETE FROM t WHERE id = 1") }
  }

  @Test(.enabled(if: SQLiteLibrary.hasPreupdateHook))
  func `the pre-update hook tells of rows that REPLACE deletes`() throws {
    let connection = try memory()
    try connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT UNIQUE)")
    try connection.execute("INSERT INTO t VALUES (1, 'x')")
    var events: [String] = []
    connection.setPreupdateHook { change in
      events.append(
        "\(change.kind) \(change.table) \(change.oldRowID) \(change.newRowID) "
          + "\(change.oldValue(1) ?? .null) \(change.newValue(1) ?? .null)"
      )
    }
    try connection.execute("INSERT OR REPLACE INTO t VALUES (2, 'x')")
    #expect(events.contains("delete t 1 1 \"x\" NULL"))
    #expect(events.contains("insert t 2 2 NULL \"x\""))
  }

  @Test func `the authorizer sees what is read`() throws {
    let connection = try memory()
    try connection.execute("CREATE TABLE t (a, b)")
    var reads: Set<String> = []
    connection.setAuthorizer { action in
      if action.code == .read { reads.insert("\(action.first ?? "").\(action.second ?? "")") }
      return .allow
    }
    _ = try connection.prepare("SELECT a FROM t WHERE b = 1")
    #expect(reads == ["t.a", "t.b"])
    connection.setAuthorizer { _ in .deny }
    let error = #expect(throws: DatabaseError.self) { try connection.prepare("SELECT a FROM t") }
    #expect(error?.resultCode == .SQLITE_AUTH)
  }

  @Test func `functions, aggregates and collations are Swift closures`() throws {
    final class Longest: SQLiteAggregate {
      var longest = ""
      func step(_ arguments: [DatabaseValue]) {
        let text = String.fromDatabaseValue(arguments[0]) ?? ""
        if text.count > longest.count { longest = text }
      }
      func finalize() -> DatabaseValue { longest.databaseValue }
    }
    struct Refusal: Error, CustomStringConvertible { var description: String { "refused" } }
    let connection = try memory()
    try connection.addFunction("twice", argumentCount: 1, isDeterministic: true) { arguments in
      guard let text = String.fromDatabaseValue(arguments[0]) else { throw Refusal() }
      return (text + text).databaseValue
    }
    try connection.addAggregate("longest", argumentCount: 1, isDeterministic: true) { Longest() }
    try connection.addCollation("backwards") { a, b in a < b ? 1 : a > b ? -1 : 0 }
    let statement = try connection.prepare(
      """
      WITH t(a) AS (VALUES ('x'), ('zz'), ('y'))
      SELECT longest(a), twice('ab'), (SELECT a FROM t ORDER BY a COLLATE backwards LIMIT 1) FROM t
      """
    )
    #expect(try statement.step())
    #expect(statement.values == ["zz", "abab", "zz"].map(\.databaseValue))
    let failing = try connection.prepare("SELECT twice(1)")
    let error = #expect(throws: DatabaseError.self) { try failing.step() }
    #expect(error?.message == "refused")
  }

  @Test func `a connection with a living statement is not closed`() throws {
    let connection = try memory()
    var statement: SQLiteStatement? = try connection.prepare("SELECT 1")
    #expect(throws: DatabaseError.self) { try connection.close() }
    withExtendedLifetime(statement) {}
    statement = nil
    try connection.close()
    try connection.close()
  }

  @Test func `result codes match in patterns`() throws {
    let connection = try memory()
    try connection.execute("CREATE TABLE t (a UNIQUE); INSERT INTO t VALUES (1)")
    do {
      try connection.execute("INSERT INTO t VALUES (1)")
      Issue.record("no error")
    } catch DatabaseError.SQLITE_CONSTRAINT {
    } catch {
      Issue.record(error)
    }
    #expect(ResultCode.SQLITE_CONSTRAINT ~= ResultCode.SQLITE_CONSTRAINT_UNIQUE)
    #expect(!(ResultCode.SQLITE_CONSTRAINT_UNIQUE ~= ResultCode.SQLITE_CONSTRAINT))
  }

  @Test func `a migration step checks foreign keys at its end`() throws {
    let connection = try memory()
    try connection.execute(
      """
      PRAGMA foreign_keys = ON;
      CREATE TABLE parent (id INTEGER PRIMARY KEY);
      CREATE TABLE child (id INTEGER PRIMARY KEY, parent REFERENCES parent ON DELETE CASCADE);
      INSERT INTO parent VALUES (1); INSERT INTO child VALUES (1, 1);
      """
    )
    let step = MigrationStep(connection, foreignKeys: .checkedAtEnd)
    let violation = #expect(throws: MigrationStep.ForeignKeyViolation.self) {
      try step.run(["DELETE FROM parent"])
    }
    #expect(violation?.rowCounts == ["child": 1])
    try step.run([
      "CREATE TABLE new (id INTEGER PRIMARY KEY, name TEXT)",
      "INSERT INTO new SELECT id, 'x' FROM parent", "DROP TABLE parent",
      "ALTER TABLE new RENAME TO parent",
    ])
    let children = try connection.prepare("SELECT count(*) FROM child")
    #expect(try children.step())
    #expect(children.value(0) == 1.databaseValue)
    children.reset()
    #expect(throws: DatabaseError.self) {
      try connection.execute("INSERT INTO child VALUES (2, 9)")
    }
  }
}
