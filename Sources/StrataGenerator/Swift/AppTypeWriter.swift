import StrataSchema

/// Writes the assertion of what a schema takes for granted of a type of the app, so that what is
/// missing is reported once, under the type's name.
struct AppTypeWriter {
  var types: SwiftTypes

  func declaration(_ model: AppTypeModel) -> SwiftDeclaration {
    let requirements =
      model.isCodable ? RuntimeNames.codableColumnType : RuntimeNames.columnType
    let needs =
      model.isCodable ? "`Codable`, `DatabaseValueConvertible`" : "`DatabaseValueConvertible`"
    return SwiftDeclaration(
      "extension \(name: model.name)",
      documentation: SwiftDocumentation(
        nil,
        else: "`\(model.name)` has to be \(needs), `Hashable` and `Sendable`."
      ),
      members: [
        SwiftDeclaration(
          "private typealias SchemaRequirements =" + .softBreak + requirements
            + .list("<", [types.reference(model.name)], ">", .onePerLine)
        )
      ]
    )
  }
}
