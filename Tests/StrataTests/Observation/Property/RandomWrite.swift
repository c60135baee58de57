import TestSupport

@testable import Strata

/// A transaction of a property test: statements, some of which are meant to fail.
struct RandomWrite: Sendable {
  /// Each is run for itself; where one fails the next one goes on.
  let statements: [String]
  /// Whether nothing of it can last.
  let isRolledBack: Bool
  /// Whether all of it is one transaction, if any.
  let isOneTransaction: Bool

  init(_ schema: RandomSchema, number: Int, using random: inout SeededGenerator) {
    if Int.random(in: 0..<12, using: &random) == 0 {
      statements = [Self.schemaChange(schema, number, using: &random)]
      isRolledBack = false
      isOneTransaction = true
      return
    }
    var body: [String] = []
    var savepoints = 0
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        savepoints += 1
        body.append("SAVEPOINT s\(savepoints)")
      case 1 where savepoints > 0:
        body.append("RELEASE s\(savepoints)")
        savepoints -= 1
      case 2, 3:
        if savepoints > 0 { body.append("ROLLBACK TO s\(savepoints)") }
      default:
        body.append(Self.statement(schema, using: &random))
      }
    }
    // After `OR ROLLBACK` each statement is a transaction.
    let isOne = !body.contains { $0.contains("OR ROLLBACK") }
    switch Int.random(in: 0..<5, using: &random) {
    case 0:
      statements = ["BEGIN IMMEDIATE"] + body + ["ROLLBACK"]
      isRolledBack = isOne
      isOneTransaction = isOne
    case 1:
      statements = body
      isRolledBack = false
      isOneTransaction = false
    default:
      statements = ["BEGIN"] + body + ["COMMIT"]
      isRolledBack = false
      isOneTransaction = isOne
    }
  }

  private static func statement(
    _ schema: RandomSchema,
    using random: inout SeededGenerator
  ) -> String {
    guard let table = schema.tables.randomElement(using: &random) else { return "SELECT 1" }
    func number() -> Int { Int.random(in: 0...5, using: &random) }
    func value() -> String {
      ["\(number())", "\(number())", "'x'", "'Y'", "NULL", "\(number()).5"]
        .randomElement(using: &random) ?? "NULL"
    }
    func column() -> String { table.columns.randomElement(using: &random) ?? "a" }
    let conflict =
      ["", "", "OR REPLACE ", "OR IGNORE ", "OR FAIL ", "OR ROLLBACK ", "OR ABORT "]
      .randomElement(using: &random) ?? ""
    let name = table.name
    let condition =
      ["id = \(number())", "a = \(number())", "b = 'x'", "true", "a > \(number())", "c IS NULL"]
      .randomElement(using: &random) ?? "true"
    let returning = Int.random(in: 0..<6, using: &random) == 0 ? " RETURNING *" : ""
    switch Int.random(in: 0..<9, using: &random) {
    case 0, 1:
      return "INSERT \(conflict)INTO \(name)(id, a, b, c) VALUES"
        + " (\(number()), \(number()), \(value()), \(value()))\(returning)"
    case 2:
      return "INSERT \(conflict)INTO \(name)(a, b) VALUES (\(number()), \(value())),"
        + " (\(number()), \(value()))"
    case 3, 4:
      return "UPDATE \(conflict)\(name) SET \(column()) = \(value()) WHERE \(condition)\(returning)"
    case 5:
      return "UPDATE \(conflict)\(name) SET a = a, c = c + 1 WHERE \(condition)"
    case 6:
      return "DELETE FROM \(name) WHERE \(condition)\(returning)"
    case 7:
      return Bool.random(using: &random)
        ? "DELETE FROM \(name)" : "INSERT INTO search(text) VALUES ('word\(number())')"
    default:
      return "INSERT INTO \(name)(id, a) VALUES (\(number()), 1)"
        + " ON CONFLICT DO UPDATE SET a = a + 1, b = \(value())"
    }
  }

  private static func schemaChange(
    _ schema: RandomSchema,
    _ number: Int,
    using random: inout SeededGenerator
  ) -> String {
    let table = schema.tables.last?.name ?? "t1"
    return [
      "ALTER TABLE \(table) ADD COLUMN n\(number) DEFAULT 5",
      "CREATE INDEX j\(number) ON \(table)(a)",
      "CREATE TRIGGER n\(number) AFTER INSERT ON t0 BEGIN UPDATE \(table) SET a = a + 1; END",
      "BEGIN; DROP TABLE \(table); CREATE TABLE \(table)(id, c, b, a, p); COMMIT",
      "BEGIN; DROP VIEW v; CREATE VIEW v AS SELECT id, a, b FROM \(table); COMMIT",
      "DROP TABLE IF EXISTS \(table)",
      "CREATE TABLE IF NOT EXISTS \(table)(id INTEGER PRIMARY KEY, a, b, c, p)",
      "ALTER TABLE \(table) RENAME COLUMN c TO d",
      "VACUUM",
      "BEGIN; DROP TABLE IF EXISTS log; CREATE TABLE log(message, n); COMMIT",
      "BEGIN; CREATE TABLE u(x); DROP TABLE t0; ROLLBACK",
      "ANALYZE",
    ].randomElement(using: &random) ?? "ANALYZE"
  }

  /// Runs the statements, and ends what is left open.
  func run(_ db: Database) throws {
    for statement in statements {
      do {
        if statement.hasSuffix("RETURNING *") {
          // A cursor that is left before its last row.
          _ = try Row.fetchCursor(db, sql: statement).next()
        } else {
          try db.execute(sql: statement)
        }
      } catch is DatabaseError {
        // Some are meant to fail.
      }
    }
    if db.isInsideTransaction { try db.rollback() }
  }
}
