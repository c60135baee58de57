import StrataPlanner
import StrataSchema

/// Writes the type of a database with the statements that create it.
struct DatabaseWriter {
  var types: SwiftTypes
  var access: SwiftCode
  var proof: Proof

  var declaration: SwiftDeclaration {
    let schema = proof.schema
    let string = types.standard("String")
    let statements = SwiftCode.list("[", proof.creation.map { .sql($0) }, "]", .literal)
    var members = [
      SwiftDeclaration(
        "\(access)static let \(RuntimeNames.schemaHash): \(string) = \(literal: proof.schemaHash)"
      ),
      SwiftDeclaration(
        "\(access)static let \(RuntimeNames.minimumSQLiteVersion): \(types.standard("Int")) = \(schema.sqliteVersion.number)"
      ),
    ]
    if let requirements { members.append(requirements) }
    // A recorded schema is made by its steps.
    if proof.steps.isEmpty {
      members.append(
        SwiftDeclaration(
          "\(access)static let \(RuntimeNames.prototype): [\(string)] = \(statements)"
        )
      )
    }
    return SwiftDeclaration(
      "\(access)enum \(name: schema.database.value): \(RuntimeNames.generatedDatabase)",
      documentation: SwiftDocumentation(nil, else: summary),
      members: members
    )
  }

  private var summary: String {
    let schema = proof.schema
    let summary = "The database `\(schema.database.value)`."
    let names =
      schema.functions.map { "the function `\($0.name.value)`" }
      + schema.collations.map { "the collation `\($0.value)`" }
    guard !names.isEmpty else { return summary }
    return summary + "\n\nRegister in `Configuration.prepareDatabase`, before it is opened:\n"
      + names.map { "\n- \($0)" }.joined()
  }

  /// What the schema needs of connections; nil where that is nothing.
  private var requirements: SwiftDeclaration? {
    let schema = proof.schema
    var arguments: [SwiftCode] = []
    if !schema.functions.isEmpty {
      let functions: [SwiftCode] = schema.functions.map { function in
        guard let count = function.argumentCount else {
          return ".init(\(literal: function.name.value))"
        }
        return ".init(\(literal: function.name.value), \(count))"
      }
      arguments.append("functions: " + .list("[", functions, "]", .literal))
    }
    if !schema.collations.isEmpty {
      arguments.append("collations: " + .array(ofLiterals: schema.collations.map(\.value)))
    }
    if !schema.searches.isEmpty { arguments.append("hasSearch: true") }
    guard !arguments.isEmpty else { return nil }
    return SwiftDeclaration(
      "\(access)static let \(RuntimeNames.requirements): \(RuntimeNames.databaseRequirements) = .init\(arguments: arguments)"
    )
  }
}
