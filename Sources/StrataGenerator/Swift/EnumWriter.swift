import StrataSchema

/// Writes the enums of a schema.
struct EnumWriter {
  var types: SwiftTypes
  var access: SwiftCode
  /// Whether all enums are `Codable`, because records are.
  var isCodable: Bool

  func declaration(_ model: EnumModel) -> SwiftDeclaration {
    var conformances: [SwiftCode] = [
      types.standard(model.rawType.rawValue), types.standard("CaseIterable"),
      types.standard("Sendable"),
    ]
    if isCodable || model.isCodable { conformances.append(types.standard("Codable")) }
    conformances.append(RuntimeNames.databaseValueConvertible)
    return SwiftDeclaration(
      .conforming("\(access)enum \(name: model.name)", conformances),
      documentation: SwiftDocumentation(model.doc, else: "A value of `\(model.name)`."),
      members: model.cases.map { SwiftDeclaration(declaration($0, model.rawType)) }
    )
  }

  private func declaration(_ enumCase: EnumModel.Case, _ rawType: EnumModel.RawType) -> SwiftCode {
    switch rawType {
    case .int: "case \(name: enumCase.name) = \(SwiftCode(verbatim: enumCase.rawValue))"
    case .string where enumCase.rawValue == enumCase.name: "case \(name: enumCase.name)"
    case .string: "case \(name: enumCase.name) = \(literal: enumCase.rawValue)"
    }
  }
}

extension SwiftCode {
  /// The header of a type with its conformances.
  static func conforming(_ header: SwiftCode, _ conformances: [SwiftCode]) -> SwiftCode {
    conformances.isEmpty ? header : header + .list(": ", conformances, "", .onePerLine)
  }
}
