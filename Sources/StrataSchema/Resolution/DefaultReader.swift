/// Reads the defaults of columns, parameters and requests by their types.
package struct DefaultReader {
  let enums: [String: EnumModel]
  let structs: [String: StructModel]
  /// What could not be read, of which no default says anything again.
  let faults: SchemaFaults
  package private(set) var diagnostics = Diagnostics()

  init(enums: [String: EnumModel], structs: [String: StructModel], faults: SchemaFaults) {
    self.enums = enums
    self.structs = structs
    self.faults = faults
  }

  package init(_ schema: SchemaModel) {
    self.init(
      enums: Dictionary(
        schema.enums.map { ($0.name, $0) },
        uniquingKeysWith: { first, _ in first }
      ),
      structs: Dictionary(
        schema.structs.map { ($0.name, $0) },
        uniquingKeysWith: { first, _ in first }
      ),
      faults: schema.faults
    )
  }

  mutating func report(_ message: String, _ range: SourceRange) {
    diagnostics.error(.defaultValue, message, at: range)
  }

  /// What a default means for a type; nil where it has been reported.
  ///
  /// `what` is words such as `'default' of column 'score'`; `allowsSQL` tells whether the database is
  /// there to evaluate an expression.
  package mutating func value(
    of syntax: DefaultSyntax,
    as declared: DeclaredType,
    _ what: String,
    allowsSQL: Bool
  ) -> ColumnModel.DefaultValue? {
    switch syntax {
    case .sql(let fragment):
      if allowsSQL { return .sql(fragment) }
      diagnostics.error(
        .defaultValue,
        "\(what) is a value of Swift, which SQL cannot give; write a literal",
        at: fragment.range
      )
      return nil
    case .json(let json) where !declared.type.isJSON:
      if allowsSQL, case .object(let entries) = json.content, entries.count == 1,
        nearest(to: entries[0].key.value, in: ["sql"]) != nil
      {
        diagnostics.error(
          .unknownKey,
          "unknown key '\(entries[0].key.value)' in \(what); did you mean 'sql'?",
          at: entries[0].key.range,
          fixIts: [.init("write 'sql'", replacing: entries[0].key.range, with: "sql")]
        )
        return nil
      }
      report(
        "\(what) is one value, not a list or a mapping"
          + (allowsSQL ? "; for an expression write {sql: …}" : ""),
        json.range
      )
      return nil
    case .json: return jsonDefault(syntax, as: declared, what, allowsSQL: allowsSQL)
    case .literal(let text, let isPlain):
      if text.value == "now", case .date = declared.type { return .now }
      if text.value == "now", isPlain, !declared.type.isEnumeration {
        let isText = declared.type == .string
        diagnostics.error(
          .defaultValue,
          "'now' is a default for Date only"
            + (isText
              ? "; for the text write \"now\""
              : allowsSQL ? "; for an expression write {sql: …}" : ""),
          at: text.range,
          fixIts: isText
            ? [.init("quote this text", replacing: text.range, with: "\"now\"")] : []
        )
        return nil
      }
      if declared.type.isJSON {
        return jsonDefault(syntax, as: declared, what, allowsSQL: allowsSQL)
      }
      guard let literal = literal(text, declared.type, declared.storage, what, allowsSQL) else {
        return nil
      }
      if let swift = literal.swift { return .literal(sql: literal.sql, swift: swift) }
      guard allowsSQL else {
        diagnostics.error(
          .defaultValue,
          "Swift has no literal for \(what); remove it",
          at: text.range
        )
        return nil
      }
      let origin = TextOrigin(utf8Offset: 0, position: text.range.start)
      return .sql(SQLFragment(text: literal.sql, range: text.range, origins: [origin]))
    }
  }

  mutating func literal(
    _ text: Located<String>,
    _ type: ValueType,
    _ storage: ColumnStorage,
    _ what: String,
    _ allowsSQL: Bool
  ) -> Literal? {
    let value = text.value
    let expected: String
    switch type {
    case .bool:
      if value == "true" { return Literal(sql: "1", swift: "true") }
      if value == "false" { return Literal(sql: "0", swift: "false") }
      expected = "true or false"
    case .int, .int64:
      if let number = Int64(literal: value) { return integer(number) }
      expected = "a whole number from \(Int64.min) to \(Int64.max)"
    case .int32:
      if let number = Int64(literal: value), Int32(exactly: number) != nil {
        return integer(number)
      }
      expected = "a whole number from \(Int32.min) to \(Int32.max)"
    case .double:
      if let number = spelledDouble(value) { return Literal(sql: number, swift: number) }
      expected = "a number, such as 0.5"
    case .decimal:
      if let number = DecimalNumber(value) { return decimal(value, number, storage) }
      expected = "a number, such as 9.99"
    case .string:
      guard !value.utf8.contains(0) else {
        expected = "text without a NUL character"
        break
      }
      return Literal(sql: Literal.sqlText(value), swift: Literal.swiftText(value))
    case .url:
      if !value.isEmpty, value.utf8.allSatisfy({ (0x21..<0x7F).contains($0) }) {
        return Literal(sql: Literal.sqlText(value), swift: nil)
      }
      let encoded = Self.percentEncoded(value)
      expected =
        !value.contains(":") || encoded == value
        ? "a URL, such as https://example.org"
        : "a URL in ASCII, with everything else percent-encoded, such as \(encoded.prefix(90))"
    case .date:
      if let date = DateLiteral(value) { return self.date(date, storage) }
      expected = "'now' or a date in UTC, such as 2024-02-29 or \"2024-02-29 12:30:00\""
    case .uuid:
      if Self.isUUID(value) { return uuid(value, storage) }
      expected = "a UUID, such as 6BA7B810-9DAD-11D1-80B4-00C04FD430C8"
    case .app(_, let stored):
      return literal(text, stored, storage, what, allowsSQL).map {
        Literal(sql: $0.sql, swift: nil)
      }
    case .data, .any, .structure, .array, .dictionary:
      guard allowsSQL else {
        diagnostics.error(
          .defaultValue,
          "Swift has no literal for \(what); remove it",
          at: text.range
        )
        return nil
      }
      expected = "{sql: …}, because this type has no literal"
    case .enumeration(let name):
      guard let model = enums[name] else { return nil }
      if let item = model.cases.first(where: { $0.name == value }) {
        let sql = model.rawType == .int ? item.rawValue : Literal.sqlText(item.rawValue)
        return Literal(sql: sql, swift: "." + Identifier.member(item.name))
      }
      if !faults.types.contains(name) { reportUnknownCase(text, what, model) }
      return nil
    case .id(_, let rawValue):
      guard let literal = literal(text, rawValue, storage, what, allowsSQL) else { return nil }
      return Literal(sql: literal.sql, swift: literal.swift.map { ".init(rawValue: \($0))" })
    }
    let escape =
      allowsSQL && !expected.hasPrefix("{sql") ? "; for an expression write {sql: …}" : ""
    diagnostics.error(
      .defaultValue,
      "\(what) is \(expected), not '\(value.prefix(60))'\(escape)",
      at: text.range
    )
    return nil
  }

  private mutating func reportUnknownCase(
    _ text: Located<String>,
    _ what: String,
    _ model: EnumModel
  ) {
    let names = model.cases.map(\.name)
    let known = nearest(to: text.value, in: names)
    diagnostics.error(
      .defaultValue,
      "\(what) is a case of '\(model.name)', not '\(text.value)'"
        + (known.map { "; did you mean '\($0)'?" }
          ?? "; the cases are \(names.prefix(12).joined(separator: ", "))"),
      at: text.range,
      notes: [.init("'\(model.name)' is here", at: model.range)],
      fixIts: known.map { [.init("write '\($0)'", replacing: text.range, with: $0)] } ?? []
    )
  }

  private func integer(_ number: Int64) -> Literal {
    Literal(sql: "\(number)", swift: Literal.swiftInteger("\(number)"))
  }

  private func decimal(_ text: String, _ number: DecimalNumber, _ storage: ColumnStorage)
    -> Literal?
  {
    let sql = storage == .text ? Literal.sqlText(text) : spelledDouble(text) ?? text
    guard number.digits.count <= 18, (-128...127).contains(number.exponent) else {
      return Literal(sql: sql, swift: nil)
    }
    let digits = Literal.swiftInteger(number.digits)
    if number.exponent == 0 || number.digits == "0" {
      return Literal(sql: sql, swift: (number.isNegative ? "-" : "") + digits)
    }
    let sign = number.isNegative ? ".minus" : ".plus"
    return Literal(
      sql: sql,
      swift: ".init(sign: \(sign), exponent: \(number.exponent), significand: \(digits))"
    )
  }

  private func date(_ date: DateLiteral, _ storage: ColumnStorage) -> Literal {
    let sql =
      switch storage {
      case .unixSeconds: date.seconds
      case .unixMilliseconds: "\(date.milliseconds)"
      case .julian: "\(date.julianDay)"
      default: Literal.sqlText(date.text)
      }
    let parts = date.seconds.split(separator: ".")
    let seconds =
      Literal.swiftInteger(parts[0]) + (parts.count > 1 ? ".\(parts[1])" : "")
    return Literal(sql: sql, swift: ".init(timeIntervalSince1970: \(seconds))")
  }

  private static func percentEncoded(_ text: String) -> String {
    text.utf8.map { byte in
      (0x21..<0x7F).contains(byte)
        ? String(UnicodeScalar(byte))
        : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }

  private static func isUUID(_ text: String) -> Bool {
    let groups = text.split(separator: "-", omittingEmptySubsequences: false)
    return groups.map(\.utf8.count) == [8, 4, 4, 4, 12]
      && groups.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isHexDigit } }
  }

  private func uuid(_ text: String, _ storage: ColumnStorage) -> Literal {
    let text = text.uppercased()
    let hex = text.split(separator: "-").joined()
    return Literal(sql: storage == .text ? Literal.sqlText(text) : "x'\(hex)'", swift: nil)
  }
}

extension SchemaResolver {
  /// What a default means for a type; nil where it has been reported.
  mutating func defaultValue(
    _ syntax: DefaultSyntax?,
    for declared: DeclaredType?,
    _ what: String,
    allowsSQL: Bool
  ) -> ColumnModel.DefaultValue? {
    guard let syntax else { return nil }
    guard let declared else {
      if case .sql(let fragment) = syntax, allowsSQL { return .sql(fragment) }
      return nil
    }
    var reader = DefaultReader(enums: enums, structs: structs, faults: faults)
    // An enum may lack the case that could not be read.
    defer {
      if !faults.concern(declared.type) { diagnostics.append(contentsOf: reader.diagnostics) }
    }
    return reader.value(of: syntax, as: declared, what, allowsSQL: allowsSQL)
  }
}

/// A finite decimal number as both SQL and Swift spell it; nil where the text is none.
private func spelledDouble(_ text: String) -> String? {
  guard DecimalNumber(text) != nil, let value = Double(text), value.isFinite else { return nil }
  return "\(value)"
}
