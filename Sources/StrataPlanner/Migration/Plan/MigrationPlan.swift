package import StrataSchema

/// What brings databases from the end of a history to the schema.
package struct MigrationPlan: Sendable {
  /// A statement of a step, with the comment that stands above it.
  package struct Statement: Hashable, Sendable {
    package var sql: String
    package var comment: String?
    /// Comments behind it.
    package var remarks: [String] = []

    init(_ sql: String, _ comment: String? = nil) {
      self.sql = sql.withoutLineEndsInTexts
      self.comment = comment
    }
  }

  package var statements: [Statement] = []
  /// What has to be acknowledged.
  package var hazards: [Hazard] = []
  /// What differs, as it stands in the schema.
  package var changes: [SchemaChange] = []
  /// What the SQL of the schema does not hold.
  package var facts: SchemaFacts
  /// The names in the schema that have changed places, with this plan or before.
  package var swaps: [String] = []

  package var isEmpty: Bool { changes.isEmpty }

  /// The hash of the SQL.
  package var hash: String { schemaHash(of: statements.map(\.sql)) }
}

/// Something about a step that may lose data or fail on it.
package struct Hazard: Hashable, Sendable {
  /// A stable word, such as `column-dropped`.
  package var code: Code
  /// What it is about, such as `player.nickname`.
  package var subject: String
  package var message: String
  /// SQL that counts the rows concerned in a database before the step; nil where that cannot be said.
  package var count: String?

  /// The codes of hazards, in the order of the documentation.
  package enum Code: String, CaseIterable, Sendable {
    case tableDropped = "table-dropped"
    case columnDropped = "column-dropped"
    case typeNarrowed = "type-narrowed"
    case storageChanged = "storage-changed"
    case notNullWithoutBackfill = "not-null-without-backfill"
    case uniqueAdded = "unique-added"
    case checkAdded = "check-added"
    case foreignKeyAdded = "foreign-key-added"
    case enumCaseRemoved = "enum-case-removed"
    case valueChanged = "value-changed"
    case collationChanged = "collation-changed"
    case autoincrementLost = "autoincrement-lost"
  }

  /// What an acknowledgement names: `column-dropped player.nickname`.
  package var key: String { "\(code.rawValue) \(subject)".onOneLine }
}

/// Makes the plan from a history's end to a schema that has been proved.
///
/// What only its author can know is asked for, as errors with all the remedies: whether something was
/// renamed, what rows get in a column that must have a value.
///
/// - Returns: nil where the author has to act first.
package func planMigration(
  from history: ReplayedHistory,
  to schema: SchemaModel,
  _ diagnostics: inout Diagnostics
) -> MigrationPlan? {
  do {
    var planner = try MigrationPlanner(from: history, to: schema)
    let plan = try planner.plan()
    diagnostics.append(contentsOf: planner.diagnostics)
    return planner.diagnostics.hasErrors ? nil : plan
  } catch {
    diagnostics.error(
      "plan-failed",
      "SQLite refuses the plan for this change: \((error as? StepFailure)?.reason ?? "\(error)");"
        + " make the change in smaller steps, or write the step by hand",
      at: schema.database.range
    )
    return nil
  }
}
