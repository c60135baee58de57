package import StrataSchema

extension MigrationHistory {
  /// One step in the place of all: it makes at once what they make one after the other.
  package func squashed(
    as name: String,
    for schema: SchemaModel,
    statements: [String]
  ) -> (step: String, text: String, lock: MigrationLock) {
    // Databases know the old steps by their names, so the new one has a name of its own.
    let known = Set(lock.steps.flatMap { [$0.name] + $0.replaces })
    var number = steps.last.flatMap { Self.number(of: $0.name) } ?? 1
    var stepName = Self.stepName(number, name)
    while known.contains(stepName) {
      number += 1
      stepName = Self.stepName(number, name)
    }
    let text = StepText(
      database: schema.database.value,
      name: stepName,
      statements: statements.map { .init($0) },
      acknowledgements: []
    ).text
    var step = MigrationLock.Step(name: stepName, hash: SQLScript(text).hash)
    step.isSealed = lock.steps.allSatisfy(\.isSealed)
    for old in lock.steps { step.replaces += old.replaces + [old.name] }
    step.setFacts(from: SchemaFacts(), to: facts)
    step.swaps = lock.steps.last?.swaps ?? []
    if !step.isSealed { step.planned = statements.map { schemaHash(of: [$0]) } }
    var lock = MigrationLock()
    lock.steps = [step]
    lock.updateChain()
    return (stepName, text, lock)
  }

  /// The lock of a history that begins with a database of the field.
  package func baseline(
    as name: String,
    of file: DatabaseFile,
    for schema: SchemaModel
  ) -> (step: String, text: String, lock: MigrationLock) {
    let stepName = Self.stepName(1, name)
    let text = StepText(
      database: schema.database.value,
      name: stepName,
      statements: file.creation,
      acknowledgements: []
    ).text
    var step = MigrationLock.Step(name: stepName, hash: SQLScript(text).hash)
    step.isSealed = true
    step.isBaseline = true
    step.replaces = file.appliedNames
    var facts = SchemaFacts(schema)
    // Only of what is there already is known how it is stored.
    let columns = file.stored.tables.flatMap { table in
      table.columns.map { SQLTokenizer.fold(SchemaFacts.column(table.name, $0.name)) }
    }
    facts.values = facts.values.filter {
      !$0.key.hasPrefix("column ") || columns.contains(SQLTokenizer.fold($0.key))
    }
    step.setFacts(from: SchemaFacts(), to: facts)
    var lock = MigrationLock()
    lock.steps = [step]
    lock.updateChain()
    return (stepName, text, lock)
  }
}

extension MigrationHistory {
  /// The step after a baseline that makes views and triggers anew; nil where there is none to be made.
  package static func requoting(
    _ file: DatabaseFile,
    after lock: MigrationLock,
    for schema: SchemaModel
  ) -> (step: String, text: String, lock: MigrationLock)? {
    var statements = file.requotation
    guard !statements.isEmpty else { return nil }
    statements[0].comment =
      "Strings in double quotes are in single ones: an app takes double quotes for names."
    let name = stepName(lock.steps.count + 1, "single-quotes")
    let (text, lock) = MigrationHistory(folder: "", lock: lock).recording(
      MigrationPlan(facts: lock.facts(after: lock.steps.count)),
      statements: statements,
      as: name,
      at: lock.steps.count,
      database: schema.database.value,
      reasons: [:]
    )
    return (name, text, lock)
  }
}

/// The tables into which the steps of a history themselves write rows, which a squashed one would not.
///
/// - Throws: `StepFailure`.
package func tablesFilled(by history: MigrationHistory, for schema: SchemaModel) throws -> [String]
{
  let database = try ReplayDatabase(schema)
  for step in history.steps { try database.run(step.script.statements) }
  return try StoredSchema(database.connection).tables.map(\.name).filter {
    try database.connection.number("SELECT EXISTS (SELECT 1 FROM \(SQLText.quote($0)))") == 1
  }
}
