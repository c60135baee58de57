extension SyntaxReader {
  static let schemaKeys = [
    "strata", "database", "sqlite", "strict", "generate", "enums", "values", "types", "tables",
    "views", "requests", "statements", "search", "triggers", "objects", "functions", "collations",
    "tokenizers", "allow", "collections",
  ]

  static let generateKeys = ["access", "standardRequests", "codable"]
  static let enumKeys = ["raw", "cases", "doc"]
  static let enumCaseKeys = ["raw", "was"]

  mutating func schema(_ node: YAMLNode, baseName: String) -> SchemaSyntax? {
    guard
      let top = mapping(
        node,
        "the schema",
        keys: Self.schemaKeys,
        instead: "a mapping that begins with 'strata: 1' and 'database:'"
      )
    else { return nil }
    checkLanguage(top)
    var schema = SchemaSyntax(file: source.path, baseName: baseName)
    schema.database = text(top["database"], "'database'", instead: "a name, such as LeagueDatabase")
    if let name = schema.database {
      _ = checkName(name, "a database", remedy: "choose another name")
    } else if top["database"] == nil {
      diagnostics.error(
        .missingKey,
        "'database' is missing; write 'database: SomethingDatabase', the name of the type that is"
          + " generated for the database",
        at: top.range.firstCharacter
      )
    }
    schema.sqliteVersion = sqliteVersion(top["sqlite"])
    schema.isStrict = bool(top["strict"], "'strict'")
    schema.allowedDrops = allowedDrops(top["allow"], "'allow'", "tables")
    readGenerate(top["generate"], into: &schema)
    schema.enums = entries(top["enums"], "enums", "an enum") { $0.enumeration($1, $2) }
    schema.structs = entries(top["values"], "values", "a value") { $0.structure($1, $2) }
    schema.appTypes = entries(top["types"], "types", "a type of the app") { $0.appType($1, $2) }
    schema.tables = entries(top["tables"], "tables", "a table") { $0.table($1, $2) }
    schema.views = entries(top["views"], "views", "a view") { $0.view($1, $2) }
    schema.searches = entries(top["search"], "search", "a search") { $0.search($1, $2) }
    schema.collections = entries(top["collections"], "collections", "a collection") {
      $0.documentCollection($1, $2)
    }
    schema.triggers = triggers(top["triggers"])
    schema.objects = objects(top["objects"])
    schema.functions = functions(top["functions"])
    schema.collations = collations(top["collations"])
    schema.tokenizers = tokenizers(top["tokenizers"])
    schema.requests = entries(top["requests"], "requests", "a request") { $0.sqlRequest($1, $2) }
    schema.statements = entries(top["statements"], "statements", "a statement") {
      $0.statement($1, $2)
    }
    return schema
  }

  /// Reads a mapping from names to things.
  mutating func entries<Entry>(
    _ node: YAMLNode?,
    _ key: String,
    _ thing: String,
    _ read: (inout SyntaxReader, Located<String>, YAMLNode) -> Entry?
  ) -> [Entry] {
    guard let node else { return [] }
    let pairs = pairs(node, "'\(key)'", instead: "a mapping with the name of \(thing) as each key")
    return (pairs ?? []).compactMap { pair in
      let name = pair.key
      let isGood =
        ["a table", "a view"].contains(thing)
        ? checkName(name, thing) : checkName(name, thing, remedy: "choose another key")
      let entry = read(&self, name, pair.value)
      return isGood ? entry : nil
    }
  }

  private mutating func checkLanguage(_ top: Mapping) {
    guard let node = top["strata"] else {
      diagnostics.error(
        .languageVersion,
        "'strata' is missing; begin the file with 'strata: 1'",
        at: top.range.firstCharacter
      )
      return
    }
    guard let version = text(node, "'strata'", instead: "1, the version of the language"),
      version.value != "1"
    else { return }
    diagnostics.error(
      .languageVersion,
      "this version of strata reads version 1 of the language, not '\(version.value)'; write"
        + " 'strata: 1'",
      at: version.range,
      fixIts: [.init("write '1'", replacing: version.range, with: "1")]
    )
  }

  private mutating func sqliteVersion(_ node: YAMLNode?) -> Located<SQLiteVersion>? {
    let what = "'sqlite'"
    guard let node,
      let scalar = scalar(node, what, instead: "a version in quotes, such as \"3.37\"")
    else { return nil }
    let text = scalar.text.trimmed
    let numbers = text.split(separator: ".", omittingEmptySubsequences: false).map { part in
      part.utf8.allSatisfy { (0x30...0x39).contains($0) } && part.utf8.count < 4 ? Int(part) : nil
    }
    guard (2...3).contains(numbers.count), let major = numbers[0], let minor = numbers[1],
      major == 3,
      let patch = numbers.count == 3 ? numbers[2] : 0
    else {
      diagnostics.error(
        .sqliteVersion,
        "\(what) is a version of SQLite 3 in quotes, such as \"3.37\", not '\(text)'",
        at: node.range
      )
      return nil
    }
    if scalar.style == .plain {
      diagnostics.error(
        .sqliteVersion,
        "a version is text, which YAML readers take for a number when it is not quoted; write"
          + " \"\(text)\"",
        at: node.range,
        fixIts: [.init("quote this text", replacing: node.range, with: "\"\(text)\"")]
      )
    }
    return Located(SQLiteVersion(major, minor, patch), at: node.range)
  }

  private mutating func readGenerate(_ node: YAMLNode?, into schema: inout SchemaSyntax) {
    guard let node,
      let generate = mapping(
        node,
        "'generate'",
        keys: Self.generateKeys,
        instead: "a mapping, such as {access: public}"
      )
    else { return }
    schema.access = word(
      generate["access"],
      generate.what("access"),
      SchemaModel.Access.self
    )
    schema.generatesStandardRequests = bool(
      generate["standardRequests"],
      generate.what("standardRequests")
    )
    schema.isCodable = bool(generate["codable"], generate.what("codable"))
  }

  // MARK: Enums

  private mutating func enumeration(_ name: Located<String>, _ node: YAMLNode) -> EnumSyntax? {
    let place = "enum '\(name.value)'"
    var result = EnumSyntax(name: name)
    switch node.content {
    case .sequence:
      result.isList = true
      result.cases = caseList(node, place)
    case .mapping:
      guard
        let mapping = mapping(
          node,
          place,
          keys: Self.enumKeys,
          instead: "a list of cases"
        )
      else { return nil }
      result.rawType = text(mapping["raw"], mapping.what("raw"), instead: "String or Int")
      result.doc = doc(mapping["doc"], mapping.what("doc"))
      guard let cases = mapping["cases"] else {
        diagnostics.error(
          .missingKey,
          "\(place) has no cases; write 'cases:' with a list of them",
          at: name.range
        )
        return result
      }
      if case .mapping(let pairs) = cases.content {
        result.cases = pairs.compactMap { enumCase($0, place) }
      } else {
        result.isList = true
        result.cases = caseList(cases, place)
      }
    default:
      _ = pairs(node, place, instead: "a list of cases, such as [left, right]")
      return EnumSyntax(name: name)
    }
    return result
  }

  private mutating func caseList(_ node: YAMLNode, _ place: String) -> [EnumCaseSyntax] {
    let items = list(node, "'cases' of \(place)", instead: "a list of cases") ?? []
    if items.isEmpty, case .sequence = node.content {
      diagnostics.error(.emptyValue, "\(place) has no cases; write at least one", at: node.range)
    }
    return items.compactMap { item in
      guard let name = text(item, "a case of \(place)", instead: "a name"),
        checkCase(name)
      else { return nil }
      return EnumCaseSyntax(name: name)
    }
  }

  private mutating func enumCase(_ pair: YAMLPair, _ place: String) -> EnumCaseSyntax? {
    var result = EnumCaseSyntax(name: pair.key)
    let what = "case '\(pair.key.value)' of \(place)"
    if case .mapping = pair.value.content {
      let mapping = mapping(pair.value, what, keys: Self.enumCaseKeys, instead: "its raw value")
      if let mapping {
        result.rawValue = text(mapping["raw"], mapping.what("raw"), instead: "its raw value")
        result.was = oldNames(mapping["was"], mapping.what("was"))
      }
    } else {
      result.rawValue = text(pair.value, what, instead: "its raw value")
    }
    return checkCase(pair.key) ? result : nil
  }

  private mutating func checkCase(_ name: Located<String>) -> Bool {
    let remedy =
      "choose another name, and write 'cases: {name: \(name.value)}' to store this text"
    if Identifier.enumMembers.contains(name.value) {
      diagnostics.error(
        .reservedName,
        "every enum has '\(name.value)' already; \(remedy)",
        at: name.range
      )
    }
    return checkName(name, "a case of an enum", remedy: remedy)
  }
}

extension SourceRange {
  /// The first character only.
  var firstCharacter: SourceRange {
    SourceRange(
      file: file,
      start: start,
      end: SourcePosition(line: start.line, column: start.column + 1)
    )
  }
}
