import StrataSchema

extension SwiftTypes {
  /// A default as an expression; nil for what only the database can evaluate.
  func defaultValue(
    _ value: ColumnModel.DefaultValue?,
    of type: ValueType,
    isOptional: Bool
  ) -> SwiftCode? {
    switch value {
    case .literal(_, let swift)?: scalar(swift, type, isOptional: isOptional)
    case .json(let json)?: code(of: json.value)
    case .now?, .sql?, nil: nil
    }
  }

  /// A value that JSON holds, as an expression where its type is known.
  func code(of value: JSONDefault.Value) -> SwiftCode {
    switch value {
    case .null: return "nil"
    case .scalar(let swift, let type, let isOptional):
      return scalar(swift, type, isOptional: isOptional)
    case .list(let items): return .list("[", items.map(code), "]", .literal)
    case .dictionary(let entries):
      guard !entries.isEmpty else { return "[:]" }
      let items: [SwiftCode] = entries.map { entry in
        "\(literal: entry.name):" + .softBreak + code(of: entry.value)
      }
      return .list("[", items, "]", .literal)
    case .structure(let name, let entries):
      let arguments: [SwiftCode] = entries.map { entry in
        "\(label: entry.name):" + .softBreak + code(of: entry.value)
      }
      return reference(name) + "\(arguments: arguments)"
    }
  }

  private func scalar(_ swift: String, _ type: ValueType, isOptional: Bool) -> SwiftCode {
    guard isOptional, swift.hasPrefix(".") else { return SwiftCode(verbatim: swift) }
    // A member of the type itself, and not of `Optional`: `.none` would be nil.
    let type = self.type(type, isOptional: false)
    return type
      + SwiftCode(verbatim: swift.hasPrefix(".init(") ? String(swift.dropFirst(5)) : swift)
  }
}
