import StrataSchema

extension Linter {
  /// Warns of types that nothing has.
  mutating func checkTypes() {
    let used = usedTypes
    let isUsed = { (condition: (ValueType) -> Bool) in used.contains { $0.contains(condition) } }
    for model in schema.enums where !isUsed({ $0 == .enumeration(model.name) }) {
      warn(ofUnused: "enum '\(model.name)'", at: model.range)
    }
    for model in schema.structs where !isUsed({ $0 == .structure(model.name) }) {
      warn(ofUnused: "value '\(model.name)'", at: model.range)
    }
    for model in schema.appTypes {
      let isThis = { (type: ValueType) in
        if case .app(model.name, _) = type { true } else { false }
      }
      if !isUsed(isThis) { warn(ofUnused: "type '\(model.name)'", at: model.range) }
    }
  }

  private mutating func warn(ofUnused what: String, at range: SourceRange) {
    diagnostics.warning(
      "unused-type",
      "nothing has the \(what); give a column, a parameter or a property that type, or remove it",
      at: range
    )
  }

  /// The types that are written somewhere.
  private var usedTypes: [ValueType] {
    var types = schema.tables.flatMap { $0.columns.map(\.type) }
    for model in schema.structs {
      // A value in its own list is not used for that.
      types += model.properties.map(\.type).filter { type in
        !type.contains { $0 == .structure(model.name) }
      }
    }
    types += schema.collections.flatMap { $0.model.properties.map(\.type) }
    types += schema.functions.compactMap(\.returns?.type)
    types += schema.views.flatMap { $0.columns.map(\.type.type) }
    let requests =
      schema.requests + schema.tables.flatMap(\.requests) + schema.views.flatMap(\.requests)
    for request in requests {
      types += request.parameters.map(\.type.type) + request.columns.map(\.type.type)
      types += [request.valueType?.type].compactMap(\.self)
    }
    for statement in schema.statements {
      types += statement.parameters.map(\.type.type) + statement.columns.map(\.type.type)
    }
    return types
  }
}
