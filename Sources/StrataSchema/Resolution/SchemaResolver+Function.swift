extension SchemaResolver {
  /// The triggers, each name once.
  mutating func triggers() -> [TriggerModel] {
    let triggers = files.flatMap(\.triggers)
    checkUnique(triggers.map(\.name), "trigger")
    return triggers
  }

  /// The functions of the app, each name once.
  mutating func functions() -> [FunctionModel] {
    let functions = files.flatMap(\.functions)
    checkUnique(functions.map(\.name), "function")
    return functions.map { function in
      FunctionModel(
        name: function.name,
        argumentCount: function.argumentCount,
        returns: resolve(function.returns),
        isDeterministic: function.isDeterministic,
        isAggregate: function.isAggregate
      )
    }
  }

  /// The collations of the app, each name once.
  mutating func collations() -> [Located<String>] {
    let collations = files.flatMap(\.collations)
    checkUnique(collations, "collation")
    return collations
  }

  /// The tokenizers of the app, each name once.
  mutating func tokenizers() -> [Located<String>] {
    let tokenizers = files.flatMap(\.tokenizers)
    checkUnique(tokenizers, "tokenizer")
    return tokenizers
  }

  private mutating func checkUnique(_ names: [Located<String>], _ what: String) {
    var known: [String: SourceRange] = [:]
    for name in names {
      guard let first = known.updateValue(name.range, forKey: name.value.sqlLowercased) else {
        continue
      }
      diagnostics.error(
        .duplicateSQLName,
        "\(what) '\(name.value)' is there a second time, case not counting; keep one of them",
        at: name.range,
        notes: [.init("the other one is here", at: first)]
      )
    }
  }
}
