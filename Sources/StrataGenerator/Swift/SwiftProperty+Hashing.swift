import StrataSchema

extension SwiftProperty {
  /// What a type needs among whose properties is the `hashValue` that `Hashable` once asked for: Swift
  /// would hash by it, and warn of that.
  static func hashing(
    _ access: SwiftCode,
    _ properties: [SwiftProperty],
    _ types: SwiftTypes
  ) -> [SwiftDeclaration] {
    let int = types.type(.int, isOptional: false)
    guard properties.contains(where: { $0.name == "hashValue" && $0.type == int }) else {
      return []
    }
    return [
      SwiftDeclaration(
        "\(access)func hash(into hasher: inout \(types.standard("Hasher")))",
        statements: ["hasher.combine(hashValue)"]
      )
    ]
  }
}
