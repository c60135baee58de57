extension SyntaxReader {
  static let requestKeys = [
    "doc", "parameters", "where", "order", "limit", "returns", "value", "type", "default",
    "variants", "page", "plan",
  ]

  static let viewKeys = ["sql", "sqlName", "doc", "columns", "primaryKey", "requests"]

  mutating func view(_ name: Located<String>, _ node: YAMLNode) -> ViewSyntax? {
    let place = "view '\(name.value)'"
    var view = ViewSyntax(name: name)
    guard
      let mapping = mapping(
        node,
        place,
        keys: Self.viewKeys,
        instead: "a mapping with 'sql:'"
      )
    else { return view }
    view.doc = doc(mapping["doc"], mapping.what("doc"))
    view.sqlName = sqlName(
      mapping["sqlName"],
      mapping.what("sqlName"),
      instead: "the view's name in SQL"
    )
    view.sql = sql(mapping["sql"], mapping.what("sql"))
    if mapping["sql"] == nil {
      diagnostics.error(
        .missingKey,
        "\(place) has no SQL; write 'sql:' with a SELECT",
        at: name.range
      )
    }
    view.primaryKey = names(mapping["primaryKey"], mapping.what("primaryKey")) ?? []
    view.columns = typedNames(
      mapping["columns"],
      mapping.what("columns"),
      "a column",
      keys: Self.resultColumnKeys
    )
    view.requests = requests(mapping["requests"], place)
    return view
  }

  mutating func requests(_ node: YAMLNode?, _ place: String) -> [RequestSyntax] {
    guard let node else { return [] }
    let pairs = pairs(
      node,
      "'requests' of \(place)",
      instead: "a mapping with the name of a request as each key"
    )
    return (pairs ?? []).compactMap { pair in
      let request = request(pair.key, pair.value)
      return checkName(pair.key, "a request", remedy: "choose another key") ? request : nil
    }
  }

  private mutating func request(_ name: Located<String>, _ node: YAMLNode) -> RequestSyntax? {
    let place = "request '\(name.value)'"
    var request = RequestSyntax(name: name)
    guard
      let mapping = mapping(
        node,
        place,
        keys: Self.requestKeys,
        hints: [
          "sql": "a request in SQL stands under 'requests:' at the top of the schema",
          "row": "records in a row need 'sql:', under 'requests:' at the top of the schema",
          "columns": "other columns than its table's need 'sql:', under 'requests:' at the top of"
            + " the schema",
        ],
        instead: "a mapping with keys such as 'where' and 'order'; {} reads all rows"
      )
    else { return nil }
    request.doc = doc(mapping["doc"], mapping.what("doc"))
    request.parameters = typedNames(
      mapping["parameters"],
      mapping.what("parameters"),
      "a parameter",
      keys: Self.parameterKeys
    )
    request.condition = sql(mapping["where"], mapping.what("where"))
    readOrder(mapping, into: &request)
    request.limit = sql(mapping["limit"], mapping.what("limit"))
    request.pageSize = page(mapping["page"], mapping.what("page"))
    request.plan = plan(mapping["plan"], place)
    request.returns = word(
      mapping["returns"],
      mapping.what("returns"),
      RequestModel.Returns.self
    )
    request.value = sql(mapping["value"], mapping.what("value"))
    request.type = mapping["type"].flatMap { type($0, mapping.what("type")) }
    request.defaultValue = defaultValue(mapping["default"], mapping.what("default"))
    request.variants = variants(
      mapping["variants"],
      mapping.what("variants"),
      returns: request.returns?.value ?? .many
    )
    if mapping["returns"] == nil || request.returns != nil {
      checkReturns(request, mapping)
    }
    return request
  }

  /// Reports keys that say nothing for what the request returns.
  private mutating func checkReturns(_ request: RequestSyntax, _ mapping: Mapping) {
    let returns = request.returns?.value ?? .many
    if returns == .value, mapping["value"] == nil {
      diagnostics.error(
        .missingKey,
        "\(mapping.place) returns a value, but which; write 'value:' with an SQL expression",
        at: request.returns?.range ?? request.name.range
      )
    }
    var idle: [String] = []
    if returns != .value { idle += ["value", "type", "default"] }
    if returns == .count || returns == .exists { idle.append("order") }
    if returns != .many { idle += ["limit", "page"] }
    if returns == .many, mapping["page"] != nil { idle.append("limit") }
    for key in idle {
      guard let range = mapping.keyRange(key) else { continue }
      let remedy =
        ["value", "type", "default"].contains(key)
        ? "write 'returns: value', or remove it" : "remove it"
      let reason =
        returns == .many && key == "limit"
        ? "is read page by page" : "returns \(returns.rawValue)"
      diagnostics.error(
        .idleKey,
        "'\(key)' says nothing in \(mapping.place), which \(reason); \(remedy)",
        at: range
      )
    }
  }

  mutating func typedNames(
    _ node: YAMLNode?,
    _ what: String,
    _ thing: String,
    keys: [String]
  ) -> [TypedNameSyntax] {
    guard let node else { return [] }
    let pairs = pairs(node, what, instead: "a mapping from names to types") ?? []
    return pairs.compactMap { pair in
      var result = TypedNameSyntax(name: pair.key)
      let isGood = checkName(pair.key, thing, remedy: "choose another name")
      let place = "\(thing.split(separator: " ").last ?? "") '\(pair.key.value)'"
      if case .mapping = pair.value.content {
        if let mapping = mapping(pair.value, place, keys: keys, instead: "a type") {
          if let type = mapping["type"] {
            result.type = self.type(type, mapping.what("type"))
          } else {
            diagnostics.error(
              .missingKey,
              "\(place) has no type; write 'type:' with one",
              at: pair.key.range
            )
          }
          result.stored = text(
            mapping["stored"],
            mapping.what("stored"),
            instead: "a way to store it"
          )
          result.defaultValue = defaultValue(mapping["default"], mapping.what("default"))
          result.doc = doc(mapping["doc"], mapping.what("doc"))
        }
      } else {
        result.type = type(pair.value, place)
      }
      return isGood ? result : nil
    }
  }
}
