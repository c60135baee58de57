import StrataPlanner
import StrataSchema

/// Writes the parameters of a request or a statement: its stored properties, and how they are bound.
struct ParameterWriter {
  var types: SwiftTypes
  var access: SwiftCode
  var parameters: [ProvedParameter]
  /// The parameter by which the order is chosen.
  var order: SwiftProperty?

  private var properties: [SwiftProperty] {
    parameters.map { parameter in
      SwiftProperty(
        name: parameter.name,
        type: types.type(parameter),
        isOptional: parameter.isOptional,
        defaultValue: types.argument(
          parameter.defaultValue,
          of: parameter.type,
          isOptional: parameter.isOptional
        )
      )
    }
  }

  /// The properties with their initialiser.
  var declarations: [SwiftDeclaration] {
    let properties = properties + [order].compactMap(\.self)
    let initializer = access == "" ? [] : [SwiftProperty.initializer(access, properties)]
    return properties.map { $0.declaration(access) } + initializer
      + SwiftProperty.hashing(access, properties, types)
  }

  /// The function that binds them; none where there are none.
  var binding: [SwiftDeclaration] {
    guard !parameters.isEmpty else { return [] }
    let statements = zip(parameters, properties).enumerated().map { index, pair in
      pair.0.access.binding(index, pair.1.expression)
    }
    return [SwiftDeclaration("\(access)func \(RuntimeNames.bind)", statements: statements)]
  }
}

extension SwiftTypes {
  /// A default as an expression: in a request or a statement Swift evaluates all of them.
  func argument(
    _ value: ColumnModel.DefaultValue?,
    of type: ValueType,
    isOptional: Bool
  ) -> SwiftCode? {
    value == .now ? ".now" : defaultValue(value, of: type, isOptional: isOptional)
  }

  /// The type of the rows, a record of the schema or a struct of their own.
  func rowAlias(_ access: SwiftCode, record: String?, row: ProvedRow?) -> SwiftDeclaration? {
    let type = row.map { reference($0.typeName) } ?? record.map { reference($0) }
    return type.map { SwiftDeclaration("\(access)typealias Row =" + .softBreak + $0) }
  }
}
