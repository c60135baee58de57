import StrataPlanner
import StrataSchema

/// Writes the recorded steps of a database: frozen SQL, which no later change of the schema touches.
struct HistoryWriter {
  var types: SwiftTypes
  var access: SwiftCode
  var proof: Proof

  /// The steps; nothing for a prototype.
  var declarations: [SwiftDeclaration] {
    guard !proof.steps.isEmpty else { return [] }
    let steps = SwiftCode.list("[", proof.steps.map(step), "]", .literal)
    return [
      SwiftDeclaration(
        "extension \(name: proof.schema.database.value)",
        members: [
          SwiftDeclaration(
            "\(access)static let \(RuntimeNames.migrations): [\(RuntimeNames.recordedMigration)] = \(steps)"
          )
        ]
      )
    ]
  }

  private func step(_ step: RecordedStep) -> SwiftCode {
    var arguments: [SwiftCode] = ["\(literal: step.name)", "hash: \(literal: step.hash)"]
    if !step.replaces.isEmpty {
      arguments.append("replaces: " + .array(ofLiterals: step.replaces))
    }
    if !step.baseline.isEmpty {
      let tables: [SwiftCode] = step.baseline.map { table in
        "\(literal: table.name): " + .array(ofLiterals: table.columns)
      }
      arguments.append("baseline: " + .list("[", tables, "]", .literal))
    }
    arguments.append("sql: " + .list("[", step.statements.map { .sql($0) }, "]", .literal))
    return ".init\(arguments: arguments)"
  }
}
