import StrataSchema

/// A stored property, which is also a parameter of its type's memberwise initialiser.
struct SwiftProperty {
  var name: String
  var type: SwiftCode
  var isOptional: Bool
  var isConstant = false
  var defaultValue: SwiftCode?
  var doc: String?

  /// The property as an expression inside its type's functions.
  var expression: SwiftCode {
    RuntimeNames.parameters.contains(name) ? "self.\(name: name)" : SwiftCode(name: name)
  }

  func declaration(_ access: SwiftCode) -> SwiftDeclaration {
    var header: SwiftCode = "\(access)\(isConstant ? "let" : "var") \(name: name): \(type)"
    // Where an initialiser is written it says the default; saying it twice costs compile time.
    if let defaultValue, access == "" { header.append(" =" + .softBreak + defaultValue) }
    return SwiftDeclaration(
      header,
      documentation: doc.map { SwiftDocumentation($0, else: "The column `\(name)`.") }
    )
  }

  /// The memberwise initialiser that Swift does not make for public types.
  static func initializer(_ access: SwiftCode, _ properties: [SwiftProperty]) -> SwiftDeclaration {
    let parameters: [SwiftCode] = properties.map { property in
      // A parameter named `self` would take the place of what is initialised.
      var parameter: SwiftCode =
        property.name == "self"
        ? "self selfValue: \(property.type)" : "\(name: property.name): \(property.type)"
      if let value = property.defaultValue {
        parameter.append(" =" + .softBreak + value)
      } else if property.isOptional && !property.isConstant {
        parameter.append(" = nil")
      }
      return parameter
    }
    return SwiftDeclaration(
      "\(access)init\(arguments: parameters)",
      statements: properties.map { property in
        let value: SwiftCode = property.name == "self" ? "selfValue" : "\(name: property.name)"
        return "self.\(name: property.name) =" + .softBreak + value
      }
    )
  }

  /// The initialiser that reads a row.
  ///
  /// It calls the memberwise one: a throwing initialiser that sets one property after the other makes
  /// Swift copy the whole record once more.
  static func reader(
    _ access: SwiftCode,
    _ columns: [(property: SwiftProperty, access: ValueAccess)]
  ) -> SwiftDeclaration {
    let values = columns.enumerated().map { $1.access.reading($0) }
    return reader(access, zip(columns.map(\.property), values))
  }

  /// The same with an expression for each property.
  static func reader(
    _ access: SwiftCode,
    _ properties: some Sequence<(SwiftProperty, SwiftCode)>
  ) -> SwiftDeclaration {
    let arguments: [SwiftCode] = properties.map { property, value in
      "\(label: property.name):" + .softBreak + value
    }
    return SwiftDeclaration(
      "\(access)init(reading row: \(RuntimeNames.rowReader)) throws",
      statements: ["self.init\(arguments: arguments)"]
    )
  }
}
