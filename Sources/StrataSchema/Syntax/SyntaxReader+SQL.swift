extension SyntaxReader {
  static let sqlRequestKeys = [
    "doc", "parameters", "sql", "returns", "row", "columns", "type", "default", "variants", "plan",
    "order", "page", "primaryKey", "codable",
  ]
  static let statementKeys = ["doc", "parameters", "sql", "returns", "columns", "codable"]
  static let parameterKeys = ["type", "default"]
  static let resultColumnKeys = ["type", "stored"]
  private static let onTable = "a request with it stands under 'requests:' of a table or view"

  /// Reads a request that stands on no table.
  mutating func sqlRequest(_ name: Located<String>, _ node: YAMLNode) -> RequestSyntax? {
    var request = RequestSyntax(name: name)
    guard
      let mapping = mapping(
        node,
        "request '\(name.value)'",
        keys: Self.sqlRequestKeys,
        hints: [
          "where": Self.onTable, "limit": Self.onTable, "value": Self.onTable,
        ],
        instead: "a mapping with 'sql:'"
      )
    else { return nil }
    request.doc = doc(mapping["doc"], mapping.what("doc"))
    request.parameters = parameters(mapping)
    request.sql = body(mapping, name, "a SELECT")
    request.returns = word(mapping["returns"], mapping.what("returns"), RequestModel.Returns.self)
    request.variants = variants(
      mapping["variants"],
      mapping.what("variants"),
      returns: request.returns?.value ?? .many
    )
    request.plan = plan(mapping["plan"], mapping.place)
    readOrder(mapping, into: &request)
    request.pageSize = page(mapping["page"], mapping.what("page"))
    request.primaryKey = names(mapping["primaryKey"], mapping.what("primaryKey")) ?? []
    request.isCodable = bool(mapping["codable"], mapping.what("codable"))
    request.row = nestedRecords(mapping["row"], mapping.what("row"))
    request.columns = resultColumns(mapping)
    request.type = mapping["type"].flatMap { type($0, mapping.what("type")) }
    request.defaultValue = defaultValue(mapping["default"], mapping.what("default"))
    if mapping["returns"] == nil || request.returns != nil {
      checkIdleKeys(request.returns?.value ?? .many, mapping)
    }
    return request.sql == nil ? nil : request
  }

  /// Reads a statement that writes.
  mutating func statement(_ name: Located<String>, _ node: YAMLNode) -> StatementSyntax? {
    var statement = StatementSyntax(name: name)
    guard
      let mapping = mapping(
        node,
        "statement '\(name.value)'",
        keys: Self.statementKeys,
        instead: "a mapping with 'sql:'"
      )
    else { return nil }
    statement.doc = doc(mapping["doc"], mapping.what("doc"))
    statement.parameters = parameters(mapping)
    statement.sql = body(mapping, name, "an INSERT, UPDATE or DELETE")
    statement.returns = word(
      mapping["returns"],
      mapping.what("returns"),
      StatementModel.Returns.self
    )
    statement.columns = resultColumns(mapping)
    statement.isCodable = bool(mapping["codable"], mapping.what("codable"))
    return statement.sql == nil ? nil : statement
  }

  private mutating func body(
    _ mapping: Mapping,
    _ name: Located<String>,
    _ expected: String
  ) -> SQLFragment? {
    if mapping["sql"] == nil {
      diagnostics.error(
        .missingKey,
        "\(mapping.place) has no SQL; write 'sql:' with \(expected)",
        at: name.range
      )
    }
    return sql(mapping["sql"], mapping.what("sql"))
  }

  private mutating func parameters(_ mapping: Mapping) -> [TypedNameSyntax] {
    typedNames(
      mapping["parameters"],
      mapping.what("parameters"),
      "a parameter",
      keys: Self.parameterKeys
    )
  }

  private mutating func resultColumns(_ mapping: Mapping) -> [TypedNameSyntax] {
    typedNames(
      mapping["columns"],
      mapping.what("columns"),
      "a result column",
      keys: Self.resultColumnKeys
    )
  }

  private mutating func nestedRecords(_ node: YAMLNode?, _ what: String) -> [NestedRecord] {
    guard let node else { return [] }
    let instead = "a mapping from names to records, such as {team: team.*}"
    var records: [NestedRecord] = []
    for pair in pairs(node, what, instead: instead) ?? [] {
      let isGood = checkName(pair.key, "a result column", remedy: "choose another name")
      let place = "'\(pair.key.value)' of \(what)"
      guard var source = sql(pair.value, place), isGood else { continue }
      guard source.text.hasSuffix(".*"), source.text.utf8.count > 2 else {
        diagnostics.error(
          .wrongShape,
          "\(place) is a record, such as 'team.*'; a column of the SQL is a property of the row"
            + " without being listed",
          at: pair.value.range
        )
        continue
      }
      source.text.removeLast(2)
      records.append(NestedRecord(name: pair.key, source: source))
    }
    return records
  }

  /// Reports keys that say nothing for what the request returns.
  private mutating func checkIdleKeys(_ returns: RequestModel.Returns, _ mapping: Mapping) {
    var remedies: [(key: String, remedy: String)] = []
    if returns != .value {
      remedies += [
        ("type", "write 'returns: value', or the type of a column under 'columns:'"),
        ("default", "write 'returns: value', or remove it"),
      ]
    }
    if returns != .many, returns != .first {
      let remedy = returns == .value ? "write 'type:' for the type of the value" : "remove it"
      remedies += [("columns", remedy)]
      remedies += ["row", "order", "codable"].map { ($0, "remove it") }
    }
    if returns != .many { remedies.append(("page", "remove it")) }
    if mapping["page"] == nil, let range = mapping.keyRange("primaryKey") {
      diagnostics.error(
        .idleKey,
        "'primaryKey' says nothing in \(mapping.place), which is not read page by page; remove it",
        at: range
      )
    }
    for (key, remedy) in remedies {
      guard let range = mapping.keyRange(key) else { continue }
      diagnostics.error(
        .idleKey,
        "'\(key)' says nothing in \(mapping.place), which returns \(returns.rawValue); \(remedy)",
        at: range
      )
    }
  }
}
