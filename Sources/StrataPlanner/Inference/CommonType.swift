import StrataSchema

extension InferredType {
  /// The type of a value that is one or the other: of CASE, coalesce, UNION and their like.
  static func common(_ left: InferredType, _ right: InferredType) -> InferredType {
    let isOptional = left.isOptional || right.isOptional
    if left.isNull { return right.computed.optional() }
    if right.isNull { return left.computed.optional() }
    var merged = merge(left, right) ?? merge(right, left) ?? .unknown
    if left.form != right.form { merged.form = merged.type == .date ? .other : nil }
    return merged.computed.optional(isOptional)
  }

  static func common(_ types: [InferredType]) -> InferredType {
    guard var result = types.first else { return .unknown }
    for type in types.dropFirst() { result = common(result, type) }
    return result
  }

  /// The type of both where `right` gives way to `left`; nil where it does not.
  private static func merge(_ left: InferredType, _ right: InferredType) -> InferredType? {
    guard let type = left.type, let other = right.type else { return nil }
    if type == other {
      return left.storage == right.storage ? left : mergedNumbers(left, right)
    }
    switch (type, other) {
    case (.bool, .int) where right.literal == .integer("0") || right.literal == .integer("1"):
      return left
    case (.double, .bool), (.double, .int), (.double, .int64), (.double, .int32): return left
    case (.int, .bool), (.int, .int64), (.int, .int32), (.int64, .bool), (.int64, .int32),
      (.int32, .bool):
      return InferredType(.int)
    case (.decimal, .int), (.decimal, .int64), (.decimal, .int32), (.decimal, .double):
      return left.storage.comparison == .number ? left : nil
    case (.string, _) where right.storage == .text && !isDecimal(other):
      return InferredType(.string)
    case (.int, .enumeration) where right.storage == .integer: return InferredType(.int)
    case (_, .app(_, let stored)) where stored == type && left.storage == right.storage:
      return left
    case (_, .id(_, let raw)) where raw == type && left.storage == right.storage: return left
    default: return nil
    }
  }

  /// One type in two storages: SQLite's numbers may be either.
  private static func mergedNumbers(_ left: InferredType, _ right: InferredType) -> InferredType? {
    let numbers: Set<ColumnStorage> = [.integer, .real]
    guard numbers.contains(left.storage), numbers.contains(right.storage) else { return nil }
    return left.storage == .real ? left : right
  }

  private static func isDecimal(_ type: ValueType) -> Bool { type == .decimal }
}

extension InferredType {
  /// What the value counts as in arithmetic: a whole number, a number, a decimal; nil where that is
  /// not known.
  var number: ValueType? {
    switch type {
    case .bool, .int, .int64, .int32: return .int
    case .double: return .double
    case .decimal: return storage.comparison == .number ? .decimal : nil
    case .date:
      switch storage {
      case .unixMilliseconds: return .int
      case .unixSeconds, .julian: return .double
      default: return nil
      }
    case .enumeration: return storage == .integer ? .int : nil
    case .id(_, let raw): return InferredType(raw).number
    case .app(_, let stored): return InferredType(stored).number
    default: return nil
    }
  }

  /// The type of `left operator right`.
  static func arithmetic(_ left: InferredType, _ right: InferredType) -> InferredType {
    let isOptional = left.isOptional || right.isOptional
    guard let first = left.number, let second = right.number else { return .unknown }
    let type: ValueType =
      if first == .decimal || second == .decimal {
        .decimal
      } else if first == .double || second == .double {
        .double
      } else {
        .int
      }
    return .number(type, isOptional: isOptional)
  }

  /// A number as SQLite gives it; a decimal is a REAL then.
  static func number(_ type: ValueType, isOptional: Bool) -> InferredType {
    InferredType(
      type: type,
      storage: type == .decimal ? .real : type.plainStorage,
      isOptional: isOptional
    )
  }
}
