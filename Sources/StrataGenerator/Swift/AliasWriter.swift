/// Writes the aliases of types whose names mean something else inside records and requests.
struct AliasWriter {
  var types: SwiftTypes

  func declaration(_ name: String, _ access: SwiftCode) -> SwiftDeclaration? {
    guard let alias = types.aliases[name] else { return nil }
    return SwiftDeclaration(
      "\(access)typealias \(name: alias) =" + .softBreak + "\(name: name)",
      documentation: SwiftDocumentation(
        nil,
        else: "`\(name)`, where that name means something else."
      )
    )
  }
}
