extension SchemaResolver {
  mutating func enumeration(_ syntax: EnumSyntax) -> EnumModel {
    let name = syntax.name.value
    var rawType = EnumModel.RawType.string
    if let raw = syntax.rawType {
      if let type = EnumModel.RawType(rawValue: raw.value) {
        rawType = type
      } else {
        diagnostics.error(
          .rawValue,
          "the raw values of an enum are String or Int, not '\(raw.value)'",
          at: raw.range
        )
      }
    }
    if rawType == .int, syntax.isList, let raw = syntax.rawType {
      diagnostics.error(
        .rawValue,
        "the cases of '\(name)' need their numbers; write 'cases: {first: 1, second: 2}'",
        at: raw.range
      )
    }
    var cases: [EnumModel.Case] = []
    var names: [String: SourceRange] = [:]
    var values: [String: Located<String>] = [:]
    for item in syntax.cases {
      if let first = names.updateValue(item.name.range, forKey: item.name.value) {
        diagnostics.error(
          .duplicateName,
          "'\(item.name.value)' is a case of '\(name)' already; remove one of them",
          at: item.name.range,
          notes: [.init("the first one is here", at: first)]
        )
        continue
      }
      let raw = rawValue(item, of: name, rawType, isList: syntax.isList)
      let range = item.rawValue?.range ?? item.name.range
      if let first = values.updateValue(Located(raw, at: range), forKey: raw) {
        diagnostics.error(
          .rawValue,
          "two cases of '\(name)' have the raw value '\(raw)'; choose another",
          at: range,
          notes: [.init("the first one is here", at: first.range)]
        )
      }
      cases.append(
        .init(name: item.name.value, range: item.name.range, rawValue: raw, was: item.was)
      )
    }
    let model = EnumModel(
      name: name,
      range: syntax.name.range,
      rawType: rawType,
      cases: cases,
      doc: syntax.doc
    )
    checkOldNames(of: model)
    return model
  }

  private mutating func rawValue(
    _ item: EnumCaseSyntax,
    of name: String,
    _ type: EnumModel.RawType,
    isList: Bool
  ) -> String {
    guard let raw = item.rawValue else {
      if type == .int, !isList {
        diagnostics.error(
          .rawValue,
          "case '\(item.name.value)' of '\(name)' needs its number; write 'raw:' with it",
          at: item.name.range
        )
      }
      return item.name.value
    }
    if type == .int, Int64(literal: raw.value) == nil {
      diagnostics.error(
        .rawValue,
        "the raw value of '\(item.name.value)' is a whole number, not '\(raw.value)'",
        at: raw.range
      )
    }
    return raw.value
  }
}
