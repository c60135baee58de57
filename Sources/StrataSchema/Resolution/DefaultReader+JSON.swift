extension DefaultReader {
  /// The bytes of the longest default; values whose defaults hold others' soon have more.
  private static let maximumLength = 1_000_000

  /// A default of a type that is stored as JSON; nil where it has been reported.
  mutating func jsonDefault(
    _ syntax: DefaultSyntax,
    as declared: DeclaredType,
    _ what: String,
    allowsSQL: Bool
  ) -> ColumnModel.DefaultValue? {
    guard let json = json(syntax, what),
      let read = read(json, declared.type, isOptional: declared.isOptional, what)
    else { return nil }
    if let value = read.value { return .json(JSONDefault(json: read.json, value: value)) }
    guard allowsSQL else {
      reportNoLiteral(what, at: syntax.range)
      return nil
    }
    let origin = TextOrigin(utf8Offset: 0, position: syntax.range.start)
    return .sql(
      SQLFragment(text: Literal.sqlText(read.json), range: syntax.range, origins: [origin])
    )
  }

  /// The default of a property of a struct, which Swift evaluates.
  mutating func propertyDefault(
    _ syntax: DefaultSyntax,
    as type: ValueType,
    isOptional: Bool,
    _ what: String
  ) -> JSONDefault? {
    let written: JSONSyntax?
    if isOptional {
      report(
        "\(what) is nil, because its type ends with '?'; remove 'default', or the '?'",
        syntax.range
      )
      return nil
    }
    switch syntax {
    case .literal(let text, let isPlain) where !type.isJSON:
      written = JSONSyntax(.scalar(text.value, isPlain: isPlain), at: text.range)
    default: written = json(syntax, what)
    }
    guard let written, let read = read(written, type, isOptional: isOptional, what) else {
      return nil
    }
    guard let value = read.value else {
      reportNoLiteral(what, at: syntax.range)
      return nil
    }
    return JSONDefault(json: read.json, value: value)
  }

  private mutating func json(_ syntax: DefaultSyntax, _ what: String) -> JSONSyntax? {
    switch syntax {
    case .json(let json): return json
    case .sql(let fragment):
      report("\(what) is a value of Swift, which SQL cannot give; write a literal", fragment.range)
    case .literal(let text, _):
      do {
        return try JSONText.value(text.value, at: text.range)
      } catch {
        report("\(what) is JSON, such as [] or {}, but \(error.message)", text.range)
      }
    }
    return nil
  }

  private mutating func reportNoLiteral(_ what: String, at range: SourceRange) {
    report("Swift has no literal for \(what); remove it", range)
  }

  // MARK: By type

  /// JSON as the runtime writes it, and the value in Swift where Swift has a literal for it.
  private typealias Read = (json: String, value: JSONDefault.Value?)

  private mutating func read(
    _ syntax: JSONSyntax,
    _ type: ValueType,
    isOptional: Bool,
    _ what: String
  ) -> Read? {
    if syntax.isNull {
      if isOptional { return ("null", .null) }
      if type != .string || syntax.content == .null {
        report("\(what) has null where there is always a value", syntax.range)
        return nil
      }
    }
    switch (type, syntax.content) {
    case (.array(let element, let isOptional), .list(let items)):
      let values = items.compactMap { read($0, element, isOptional: isOptional, what) }
      guard values.count == items.count else { return nil }
      let swift = values.compactMap(\.value)
      return (
        "[" + values.map(\.json).joined(separator: ",") + "]",
        swift.count == values.count ? .list(swift) : nil
      )
    case (.dictionary(let element, let isOptional), .object(let entries)):
      var values: [(key: String, read: Read)] = []
      for entry in entries {
        guard let value = read(entry.value, element, isOptional: isOptional, what) else { continue }
        values.append((entry.key.value, value))
      }
      guard values.count == entries.count else { return nil }
      return (Self.object(values.map { ($0.key, $0.read.json) }), dictionary(values))
    case (.structure(let name), .object(let entries)):
      return structs[name].flatMap { structure($0, entries, syntax.range, what) }
    case (.app, _): return (Self.verbatim(syntax), nil)
    case (_, .scalar(let text, _)) where !type.isJSON:
      return scalar(Located(text, at: syntax.range), type, isOptional: isOptional, what)
    default:
      let expected =
        switch type {
        case .array: "a list, such as []"
        case .dictionary, .structure: "a mapping, such as {}"
        default: "one value"
        }
      report("\(what) has \(syntax.kind) where \(expected) is expected", syntax.range)
      return nil
    }
  }

  private func dictionary(_ values: [(key: String, read: Read)]) -> JSONDefault.Value? {
    let entries = values.compactMap { key, read in
      read.value.map { JSONDefault.Entry(name: key, value: $0) }
    }
    return entries.count == values.count ? .dictionary(entries) : nil
  }

  private mutating func structure(
    _ model: StructModel,
    _ entries: [JSONSyntax.Entry],
    _ range: SourceRange,
    _ what: String
  ) -> Read? {
    let names = model.properties.map(\.name)
    let isFaulty = { [faults] in faults.properties[model.name]?.contains($0) == true }
    var isGood = true
    for entry in entries where !names.contains(entry.key.value) {
      isGood = false
      guard !isFaulty(entry.key.value) else { continue }
      let known = nearest(to: entry.key.value, in: names)
      report(
        "\(what) has a property '\(entry.key.value)', which '\(model.name)' has not"
          + (known.map { "; did you mean '\($0)'?" } ?? ""),
        entry.key.range
      )
    }
    var json: [(String, String)] = []
    var values: [JSONDefault.Entry] = []
    var hasLiteral = true
    for property in model.properties {
      guard let entry = entries.first(where: { $0.key.value == property.name }) else {
        if let value = property.defaultValue {
          json.append((property.name, value.json))
        } else if !property.isOptional {
          isGood = false
          guard !isFaulty(property.name) else { continue }
          report("\(what) lacks the property '\(property.name)' of '\(model.name)'", range)
        }
        continue
      }
      guard let read = read(entry.value, property.type, isOptional: property.isOptional, what)
      else {
        isGood = false
        continue
      }
      // A property that is nil is left out.
      if read.value != .null { json.append((property.name, read.json)) }
      if let value = read.value {
        values.append(JSONDefault.Entry(name: property.name, value: value))
      } else {
        hasLiteral = false
      }
    }
    guard isGood else { return nil }
    guard json.reduce(0, { $0 + $1.1.utf8.count }) <= Self.maximumLength else {
      report(
        "\(what) is more than a million bytes of JSON, with the defaults of '\(model.name)'; give"
          + " fewer of its properties a default",
        range
      )
      return nil
    }
    return (Self.object(json), hasLiteral ? .structure(model.name, values) : nil)
  }

  private mutating func scalar(
    _ text: Located<String>,
    _ type: ValueType,
    isOptional: Bool,
    _ what: String
  ) -> Read? {
    var text = text
    if case .enumeration(let name) = type, let model = enums[name],
      !model.cases.contains(where: { $0.name == text.value }),
      let item = model.cases.first(where: { $0.rawValue == text.value })
    {
      text.value = item.name
    }
    // As text where JSON has text, and in milliseconds, as JSON has dates.
    let storage: ColumnStorage = type == .date ? .unixMilliseconds : .text
    guard let literal = literal(text, type, storage, what, false) else { return nil }
    let value = literal.swift.map {
      JSONDefault.Value.scalar(swift: $0, type, isOptional: isOptional)
    }
    return (json(text.value, type, sql: literal.sql), value)
  }

  /// A scalar that is of its type, as JSON.
  private func json(_ text: String, _ type: ValueType, sql: String) -> String {
    switch type {
    case .bool: text
    case .string, .url: JSONText.quoted(text)
    case .uuid: JSONText.quoted(text.uppercased())
    case .double: sql.hasSuffix(".0") ? String(sql.dropLast(2)) : sql
    case .decimal: Self.plainDecimal(text)
    case .enumeration(let name):
      enums[name].map { model in
        let raw = model.cases.first { $0.name == text }?.rawValue ?? text
        return model.rawType == .int ? raw : JSONText.quoted(raw)
      } ?? sql
    case .id(_, let rawValue): json(text, rawValue, sql: sql)
    default: sql
    }
  }

  /// The digits of a number without an exponent and without zeros at their end.
  private static func plainDecimal(_ text: String) -> String {
    guard let number = DecimalNumber(text), number.digits != "0" else { return "0" }
    var digits = number.digits
    var exponent = number.exponent
    while exponent < 0, digits.hasSuffix("0") {
      digits.removeLast()
      exponent += 1
    }
    let sign = number.isNegative ? "-" : ""
    guard exponent < 0 else { return sign + digits + String(repeating: "0", count: exponent) }
    let missing = max(0, 1 - exponent - digits.count)
    digits = String(repeating: "0", count: missing) + digits
    return sign + digits.dropLast(-exponent) + "." + digits.suffix(-exponent)
  }

  private static func object(_ entries: [(String, String)]) -> String {
    let sorted = entries.sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
    return "{" + sorted.map { JSONText.quoted($0) + ":" + $1 }.joined(separator: ",") + "}"
  }

  /// JSON of a type of the app, which only the app can read.
  private static func verbatim(_ syntax: JSONSyntax) -> String {
    switch syntax.content {
    case .null: "null"
    case .scalar(let text, let isPlain):
      isPlain && (["true", "false", "null"].contains(text) || DecimalNumber(text) != nil)
        ? text : JSONText.quoted(text)
    case .list(let items): "[" + items.map(verbatim).joined(separator: ",") + "]"
    case .object(let entries): object(entries.map { ($0.key.value, verbatim($0.value)) })
    }
  }
}

extension JSONSyntax {
  fileprivate var kind: String {
    switch content {
    case .null: "null"
    case .scalar(let text, _): "'\(text.prefix(40))'"
    case .list: "a list"
    case .object: "a mapping"
    }
  }
}
