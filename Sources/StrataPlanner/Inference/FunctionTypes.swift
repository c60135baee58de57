import StrataSchema

/// What SQLite's own functions give (https://sqlite.org/lang_corefunc.html, lang_datefunc.html,
/// lang_mathfunc.html, json1.html).
enum FunctionTypes {
  /// The type of a call that is no aggregate; unknown for a function of the app.
  static func type(of name: String, _ arguments: [InferredType]) -> InferredType {
    let isAnyOptional = arguments.contains { $0.isOptional }
    let first = arguments.first ?? .unknown
    // A declared fraction of a second makes a number with one.
    if name == "unixepoch", arguments.contains(where: \.isSubsecond) {
      return .init(.double, isOptional: true)
    }
    if let type = certain[name] { return .init(type) }
    if let type = strict[name] { return .init(type, isOptional: isAnyOptional) }
    if let type = fallible[name] {
      var result = InferredType(type, isOptional: true)
      result.form = DateForm.form(of: name, arguments)
      return result
    }
    switch name {
    case "substr", "substring":
      // A part of bytes is bytes, and NULL where there are none.
      if first.type == .any { return .unknown }
      let isBlob = first.storage == .blob
      return .init(isBlob ? .data : .string, isOptional: isAnyOptional || isBlob)
    case "coalesce", "ifnull":
      let isOptional = arguments.allSatisfy { $0.isOptional }
      return InferredType.common(arguments).optional(isOptional)
    case "nullif": return first.computed.optional()
    case "iif", "if":
      guard arguments.count == 3 else { return .unknown }
      return .common(arguments[1], arguments[2])
    case "min", "max":
      return InferredType.common(arguments).optional(isAnyOptional)
    case "likely", "unlikely", "likelihood": return first.computed
    case "abs":
      guard let number = first.number else { return .unknown }
      return .number(number, isOptional: isAnyOptional)
    case "round":
      return .number(first.number == .decimal ? .decimal : .double, isOptional: isAnyOptional)
    case "ceil", "ceiling", "floor", "trunc":
      guard let number = first.number else { return .unknown }
      return .number(number, isOptional: true)
    case "printf", "format": return .init(.string, isOptional: true)
    default: return .unknown
    }
  }

  /// What an argument of a function is, as far as a type is all that it takes.
  static func parameter(_ index: Int, of name: String) -> ValueType? {
    let types: [ValueType?]
    switch name {
    case "substr", "substring": types = [.string, .int, .int]
    case "instr", "trim", "ltrim", "rtrim": types = [.string, .string]
    case "like", "glob", "replace": types = [.string, .string, .string]
    case "upper", "lower", "length", "unicode", "ntile":
      types = [name == "ntile" ? .int : .string]
    case "round", "nth_value": types = [nil, .int]
    case "group_concat", "string_agg", "json_extract", "json_type", "json_array_length":
      types = [nil, .string]
    case "printf", "format", "strftime": types = [.string]
    // Modifiers follow, as many as there are.
    case "date", "time", "datetime", "julianday", "unixepoch": return index > 0 ? .string : nil
    default: return nil
    }
    if name == "strftime", index > 1 { return .string }
    return index < types.count ? types[index] : nil
  }

  /// Which argument of a date function is the date.
  static let dateArguments = [
    "date": 0, "time": 0, "datetime": 0, "julianday": 0, "unixepoch": 0, "strftime": 1,
  ]

  /// Never NULL.
  private static let certain: [String: ValueType] = [
    "hex": .string, "quote": .string, "typeof": .string, "char": .string, "concat": .string,
    "sqlite_version": .string, "sqlite_source_id": .string, "random": .int, "changes": .int,
    "total_changes": .int, "last_insert_rowid": .int, "randomblob": .data, "zeroblob": .data,
    "pi": .double, "bm25": .double, "json_array": .string, "json_object": .string,
    "json_quote": .string,
  ]

  /// NULL only where an argument is.
  private static let strict: [String: ValueType] = [
    "length": .int, "octet_length": .int, "instr": .int, "lower": .string, "upper": .string,
    "trim": .string, "ltrim": .string, "rtrim": .string, "replace": .string,
    "like": .bool, "glob": .bool, "json_valid": .bool, "concat_ws": .string,
  ]

  /// NULL also for arguments that make no sense.
  private static let fallible: [String: ValueType] = [
    "date": .string, "time": .string, "datetime": .string, "strftime": .string,
    "timediff": .string, "julianday": .double, "unixepoch": .int, "unicode": .int, "sign": .int,
    "highlight": .string, "snippet": .string,
    "soundex": .string, "unhex": .data, "json": .string, "json_insert": .string,
    "json_replace": .string, "json_set": .string, "json_remove": .string, "json_patch": .string,
    "json_type": .string, "json_array_length": .int, "json_pretty": .string,
    "acos": .double, "acosh": .double, "asin": .double, "asinh": .double, "atan": .double,
    "atan2": .double, "atanh": .double, "cos": .double, "cosh": .double, "degrees": .double,
    "exp": .double, "ln": .double, "log": .double, "log10": .double, "log2": .double,
    "mod": .double, "pow": .double, "power": .double, "radians": .double, "sin": .double,
    "sinh": .double, "sqrt": .double, "tan": .double, "tanh": .double,
  ]
}

extension InferredType {
  /// Whether it is the modifier that asks for fractions of seconds.
  var isSubsecond: Bool {
    guard case .text(let text) = literal else { return false }
    return ["subsec", "subsecond"].contains(text.lowercased())
  }
}
