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
    return SwiftDeclaration(
      "\(access)enum \(name: schema.database.value): \(RuntimeNames.generatedDatabase)",
      documentation: SwiftDocumentation(nil, else: "The database `\(schema.database.value)`."),
      members: [
        SwiftDeclaration(
          "\(access)static let \(RuntimeNames.schemaHash): \(string) = \(literal: proof.schemaHash)"
        ),
        SwiftDeclaration(
          "\(access)static let \(RuntimeNames.minimumSQLiteVersion): \(types.standard("Int")) = \(schema.sqliteVersion.number)"
        ),
        SwiftDeclaration(
          "\(access)static let \(RuntimeNames.prototype): [\(string)] = \(statements)"
        ),
      ]
    )
  }
}
