import StrataSQLite
import StrataSchema
import Testing

@testable import StrataPlanner

/// Two versions of a schema, with the step that leads from the one to the other.
struct Evolution {
  let old: SchemaModel
  let new: SchemaModel
  let history: MigrationHistory
  let plan: MigrationPlan?
  let diagnostics: [Diagnostic]

  /// Plans the step between what stands below `strata: 1` and `database:` of two schema files.
  init(_ old: String, _ new: String) throws {
    self.old = try Evolution.schema(old)
    self.new = try Evolution.schema(new)
    var diagnostics = Diagnostics()
    history = try Evolution.history(of: self.old)
    let replayed = try #require(replay(history, for: self.new, &diagnostics))
    plan = planMigration(from: replayed, to: self.new, &diagnostics)
    self.diagnostics = diagnostics.all
  }

  static func schema(_ text: String) throws -> SchemaModel {
    var diagnostics = Diagnostics()
    let head = text.contains("strata:") ? "" : "strata: 1\ndatabase: TestDatabase\n"
    let file = SchemaFile(path: "Test.yaml", text: head + text)
    let schemas = readSchemas([file], &diagnostics)
    let schema = try #require(schemas.first)
    _ = prove(schema, &diagnostics)
    try #require(diagnostics.all.isEmpty, "\(diagnostics.all.map(\.message))")
    return schema
  }

  /// A history whose only step makes a schema.
  static func history(of schema: SchemaModel) throws -> MigrationHistory {
    var diagnostics = Diagnostics()
    let empty = MigrationHistory(folder: "Test.migrations")
    let replayed = try #require(replay(empty, for: schema, &diagnostics))
    let plan = try #require(planMigration(from: replayed, to: schema, &diagnostics))
    return try empty.adding(plan, "create")
  }

  var statements: [String] { plan?.statements.map(\.sql) ?? [] }
  var sql: String { statements.joined(separator: ";\n") }
  var hazards: [String] { plan?.hazards.map(\.key) ?? [] }
  var codes: [String] { diagnostics.map(\.code) }

  /// A database of the old schema with rows, migrated; its schema then means the new one.
  func migrated(_ rows: [String]) throws -> SQLiteConnection {
    let connection = try SQLiteConnection(path: ":memory:")
    try connection.execute("PRAGMA foreign_keys = ON")
    connection.addUnknownCollations()
    for statement in createStatements(old) { try connection.execute(statement.sql) }
    for row in rows { try connection.execute(row) }
    try #require(plan != nil, "\(diagnostics.map(\.message))")
    try MigrationStep(connection, foreignKeys: .checkedAtEnd).run(statements)
    #expect(try connection.number("PRAGMA foreign_keys") == 1)
    #expect(try connection.number("PRAGMA legacy_alter_table") == 0)
    try expectNew(connection)
    return connection
  }

  /// The schema of the connection means the new one.
  func expectNew(_ connection: SQLiteConnection) throws {
    let fresh = try ReplayDatabase(new)
    try fresh.run(createStatements(new).map(\.sql))
    let difference = SchemaDifference(
      from: try StoredSchema(connection),
      to: try StoredSchema(fresh.connection)
    )
    #expect(ChangeWriter(schema: new).changes(difference).map(\.message) == [])
    #expect(try connection.rows("PRAGMA integrity_check").first?.first?.text == "ok")
  }
}

extension MigrationHistory {
  /// The history with one more step, as its files would be read again.
  func adding(
    _ plan: MigrationPlan,
    _ name: String,
    byHand: (after: String, sql: String)? = nil
  ) throws -> MigrationHistory {
    let step = MigrationHistory.stepName(nextNumber, name)
    var statements = plan.statements
    if let byHand {
      let place = try #require(statements.firstIndex { $0.sql.contains(byHand.after) })
      statements.insert(.init(byHand.sql, "By hand."), at: place + 1)
    }
    let (text, lock) = recording(
      plan,
      statements: statements,
      as: step,
      at: steps.count,
      database: "TestDatabase",
      reasons: Dictionary(plan.hazards.map { ($0.key, "a test") }) { first, _ in first }
    )
    var files = steps.map { SchemaFile(path: $0.path, text: $0.text) }
    files.append(SchemaFile(path: "\(folder)/\(step).sql", text: text))
    files.append(SchemaFile(path: "\(folder)/strata.lock", text: lock.text))
    var diagnostics = Diagnostics()
    let history = readHistory(folder: folder, files: files, &diagnostics)
    return try #require(history, "\(diagnostics.all.map(\.message))")
  }
}

extension SQLiteConnection {
  /// All rows of a statement, a text for each: values separated by `|`.
  func lines(_ sql: String) throws -> [String] {
    try rows(sql).map { row in
      row.map { value in
        switch value.storage {
        case .null: "NULL"
        case .int64(let number): "\(number)"
        case .double(let number): "\(number)"
        case .string(let text): text
        case .blob(let data): "x\(data.count)"
        }
      }.joined(separator: "|")
    }
  }
}
