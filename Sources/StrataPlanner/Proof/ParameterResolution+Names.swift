import StrataSchema

extension ParameterResolution {
  /// What a request's type has already, so that no property can have the name.
  static let requestNames: Set<String> = [
    "Fetch", "Observation", "Presence", "Row", "Self", "Value", "self",
  ]

  /// The same of a statement's type.
  static let statementNames: Set<String> = ["ID", "Result", "Row", "Self", "self"]

  /// Whether the generated type can have a property of the parameter's name; what it cannot have is reported.
  func checkName(_ name: String, _ diagnostics: inout Diagnostics) -> Bool {
    let place = declared[name]?.name.range ?? firstPlaces[name]
    if !Identifier.isValid(name) {
      diagnostics.error(
        "not-an-identifier",
        "':\(name)' is a property of the request, and '\(name)' cannot be a name in Swift; choose"
          + " another, such as ':value\(name.filter { $0.isLetter || $0.isNumber })'",
        at: place
      )
      return false
    }
    guard takenNames.contains(name) else { return true }
    let lowercased = name.lowercased()
    let remedy = lowercased == "self" ? "choose another name" : "write ':\(lowercased)'"
    diagnostics.error(
      "reserved-name",
      "the parameter '\(name)' cannot have that name, which the generated type has already;"
        + " \(remedy)",
      at: place
    )
    return false
  }
}
