import StrataSQLite
import StrataSchema

/// Plans a step, and tries it on the replayed history before anybody sees it.
struct MigrationPlanner {
  let schema: SchemaModel
  let tables: TablesInSQL
  let history: ReplayedHistory
  let renames: Renames
  /// The history's database after the renames, and its schema.
  let scratch: ReplayDatabase
  let renamed: StoredSchema
  let target: StoredSchema
  let difference: SchemaDifference
  /// The tables that are there before the step and after it, changed or not.
  let commonTables: [TableDifference]
  /// What becomes of raw values, by the folded names of tables.
  private(set) var mappings: [String: [CaseMapping]] = [:]
  /// The facts of the history under the new names.
  let oldFacts: SchemaFacts
  let facts: SchemaFacts
  let oldParts: FactParts
  var diagnostics = Diagnostics()

  init(from history: ReplayedHistory, to schema: SchemaModel) throws {
    self.schema = schema
    tables = TablesInSQL(schema)
    self.history = history
    let database = try ReplayDatabase(schema)
    try database.run(createStatements(schema).map(\.sql))
    target = try StoredSchema(database.connection)
    renames = Renames(from: history.stored, to: target, schema, done: history.swaps)
    var renamed = history.stored
    scratch = try history.database.copy()
    if !renames.isEmpty {
      try scratch.run(history.stored.dropViewsAndTriggers + renames.statements.map(\.sql))
      renamed = try StoredSchema(scratch.connection)
      renamed.objects += history.stored.objects.filter { $0.kind == .view || $0.kind == .trigger }
    }
    self.renamed = renamed
    difference = SchemaDifference(from: renamed, to: target)
    commonTables = target.tables.compactMap { table in
      renamed.table(table.foldedName).map { TableDifference(from: $0, to: table) }
    }
    oldFacts = renames.renaming(history.facts, in: history.stored)
    facts = SchemaFacts(schema)
    oldParts = FactParts(oldFacts)
    mappings = Dictionary(grouping: CaseMapping.all(of: self)) { SQLTokenizer.fold($0.table) }
  }

  mutating func plan() throws -> MigrationPlan? {
    var plan = MigrationPlan(facts: facts, swaps: Renames.swaps(in: schema))
    plan.changes = changes().sorted(by: SchemaChange.comesBefore)
    if plan.isEmpty { return plan }
    checkRenames()
    checkVersion()
    checkBackfills()
    checkConversions()
    checkConstants()
    checkOldNames()
    guard !diagnostics.hasErrors else { return nil }
    var writer = StepWriter(planner: self)
    plan.statements = writer.statements()
    plan.hazards = HazardFinder(planner: self).hazards()
    try prove(plan)
    return plan
  }

  /// What differs, in words.
  func changes() -> [SchemaChange] {
    var changes = renames.tables.map { table in
      SchemaChange(
        message: "table '\(table.old)' is named '\(table.new)'",
        range: tables[SQLTokenizer.fold(table.new)]?.range ?? schema.database.range
      )
    }
    changes += renames.columns.map { column in
      SchemaChange(
        message: "column '\(column.old)' of '\(column.table)' is named '\(column.new)'",
        range: tables.column(
          SQLTokenizer.fold(column.new),
          of: SQLTokenizer.fold(column.table)
        )?.range ?? schema.database.range
      )
    }
    changes += ChangeWriter(schema: schema).changes(difference)
    return changes + FactChanges(planner: self).changes()
  }

  /// Runs the plan on the replayed history with its rows: the schema that comes of it has to mean the
  /// one that is wanted.
  private mutating func prove(_ plan: MigrationPlan) throws {
    let database = try history.database.copy()
    try database.run(plan.statements.map(\.sql))
    let result = try StoredSchema(database.connection)
    let rest = SchemaDifference(from: result, to: target)
    guard !rest.isEmpty else { return }
    let words = ChangeWriter(schema: schema).changes(rest).map(\.message).joined(separator: "; ")
    diagnostics.error(
      "plan-failed",
      "the plan would leave a difference to the schema: \(words); make the change in smaller steps",
      at: plan.changes.first?.range
    )
  }
}

extension StoredSchema {
  /// What has to go before tables are renamed.
  var dropViewsAndTriggers: [String] {
    objects(.trigger).map { "DROP TRIGGER \(SQLText.quote($0.name))" }
      + objects(.view).reversed().map { "DROP VIEW \(SQLText.quote($0.name))" }
  }
}
