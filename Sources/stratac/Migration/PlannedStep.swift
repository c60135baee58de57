import StrataPlanner
import StrataSchema

/// The step to come, as a machine reads it.
struct PlannedStep: Encodable {
  struct Place: Encodable {
    var line: Int
    var column: Int
  }

  struct Change: Encodable {
    var message: String
    var file: String
    var start: Place
    var end: Place
  }

  /// Named as those of `lint`.
  struct Hazard: Encodable {
    var hazard: String
    var message: String
    /// Whether `allow:` in the schema says that it is meant.
    var isAllowed: Bool
    /// SQL that counts the rows concerned in a database before the step.
    var count: String?
  }

  var database: String
  /// The number and the word NAME, for which `migrate` wants a name; nil where nothing is to be recorded.
  var step: String?
  var statements: [String]
  var changes: [Change]
  var hazards: [Hazard]

  init(_ plan: MigrationPlan, of call: MigrationCall) {
    database = call.database
    step = plan.isEmpty ? nil : MigrationHistory.stepName(call.history.nextNumber, "NAME")
    statements = plan.statements.map(\.sql)
    changes = plan.changes.map { change in
      Change(
        message: change.message,
        file: change.range.file,
        start: Place(line: change.range.start.line, column: change.range.start.column),
        end: Place(line: change.range.end.line, column: change.range.end.column)
      )
    }
    hazards = plan.hazards.map { hazard in
      Hazard(
        hazard: hazard.key,
        message: hazard.message,
        isAllowed: call.schema.allows(hazard),
        count: hazard.count
      )
    }
  }
}
