extension SyntaxReader {
  static let tableKeys = [
    "sql", "doc", "was", "columns", "primaryKey", "unique", "strict", "withoutRowID", "constraints",
    "checks", "indexes", "requests", "standardRequests", "codable", "allow",
  ]

  static let indexKeys = ["columns", "where", "unique", "sql"]

  /// How many columns SQLite takes (https://sqlite.org/limits.html#max_column).
  private static let maximumColumns = 2000

  mutating func table(_ name: Located<String>, _ node: YAMLNode) -> TableSyntax? {
    let place = "table '\(name.value)'"
    var table = TableSyntax(name: name)
    guard
      let mapping = mapping(
        node,
        place,
        keys: Self.tableKeys,
        instead: "a mapping with 'columns:'"
      )
    else { return table }
    table.sqlName = sqlName(mapping["sql"], mapping.what("sql"), instead: "the table's name in SQL")
    table.doc = doc(mapping["doc"], mapping.what("doc"))
    table.was = text(mapping["was"], mapping.what("was"), instead: "the table's old name")
    table.allowedDrops = allowedDrops(mapping["allow"], mapping.what("allow"), "columns")
    table.primaryKey = names(mapping["primaryKey"], mapping.what("primaryKey"))
    table.primaryKeyRange = mapping["primaryKey"]?.range
    table.uniques = uniques(mapping["unique"], mapping.what("unique"))
    table.isStrict = bool(mapping["strict"], mapping.what("strict"))
    table.isWithoutRowID = bool(mapping["withoutRowID"], mapping.what("withoutRowID"))
    table.constraints = sqlList(mapping["constraints"], mapping.what("constraints")) ?? []
    table.generatesStandardRequests =
      bool(mapping["standardRequests"], mapping.what("standardRequests"))?.value
    table.isCodable = bool(mapping["codable"], mapping.what("codable"))?.value
    if let columns = mapping["columns"] {
      let pairs = pairs(
        columns,
        mapping.what("columns"),
        instead: "a mapping with the name of a column as each key"
      )
      if let pairs, pairs.isEmpty {
        diagnostics.error(
          .missingKey,
          "\(place) has no columns; write at least one",
          at: columns.range
        )
      }
      if let pairs, pairs.count > Self.maximumColumns {
        diagnostics.error(
          .tooManyColumns,
          "\(place) has \(pairs.count) columns, and SQLite takes \(Self.maximumColumns); move some to"
            + " another table",
          at: name.range
        )
      }
      table.columns = (pairs ?? []).prefix(Self.maximumColumns).map { column($0, place) }
    } else {
      diagnostics.error(
        .missingKey,
        "\(place) has no columns; write 'columns:' with at least one",
        at: name.range
      )
    }
    table.checks = named(mapping["checks"], mapping.what("checks"), "SQL") { reader, key, value in
      reader.sql(value, "check '\(key.value)' of \(place)").map { CheckModel(name: key, sql: $0) }
    }
    table.indexes = named(mapping["indexes"], mapping.what("indexes"), "a list of columns") {
      $0.index($1, $2, place)
    }
    table.requests = requests(mapping["requests"], place)
    return table
  }

  /// Reads a mapping from names that only SQL uses.
  mutating func named<Entry>(
    _ node: YAMLNode?,
    _ what: String,
    _ value: String,
    _ read: (inout SyntaxReader, Located<String>, YAMLNode) -> Entry?
  ) -> [Entry] {
    guard let node else { return [] }
    let pairs = pairs(node, what, instead: "a mapping from a name to \(value)") ?? []
    let isNamed = { (pair: YAMLPair) in !pair.key.value.utf8.contains(0) }
    for pair in pairs where !isNamed(pair) {
      diagnostics.error(
        .nulCharacter,
        "a name of \(what) holds a NUL character, which ends a name in SQL; choose another",
        at: pair.key.range
      )
    }
    return pairs.filter(isNamed).compactMap { read(&self, $0.key, $0.value) }
  }

  private mutating func uniques(_ node: YAMLNode?, _ what: String) -> [[Located<String>]] {
    guard let node else { return [] }
    let instead = "a list of lists of columns, such as [[teamID, name]]"
    guard case .sequence(let items) = node.content else {
      _ = pairs(node, what, instead: instead)
      if case .mapping = node.content {
        diagnostics.error(.wrongShape, "\(what) is \(instead)", at: node.range)
      }
      return []
    }
    return items.compactMap { item in
      switch item.content {
      case .sequence(let columns) where columns.isEmpty:
        diagnostics.error(
          .emptyValue,
          "an entry of \(what) has no columns; write at least one, or remove the entry",
          at: item.range
        )
        return nil
      case .sequence: return names(item, "an entry of \(what)")
      case .invalid: return nil
      default:
        diagnostics.error(
          .wrongShape,
          "\(what) is \(instead); for one column write 'unique: true' on the column",
          at: item.range
        )
        return nil
      }
    }
  }

  private mutating func index(
    _ name: Located<String>,
    _ node: YAMLNode,
    _ place: String
  ) -> IndexSyntax? {
    var index = IndexSyntax(name: name)
    let what = "index '\(name.value)' of \(place)"
    guard case .mapping = node.content else {
      guard let entries = sqlList(node, what), checkEntries(node, what) else { return nil }
      index.entries = entries
      return index
    }
    guard
      let mapping = mapping(
        node,
        what,
        keys: Self.indexKeys,
        instead: "a list of columns"
      )
    else { return nil }
    index.entries = sqlList(mapping["columns"], mapping.what("columns")) ?? []
    index.condition = sql(mapping["where"], mapping.what("where"))
    index.isUnique = bool(mapping["unique"], mapping.what("unique"))?.value ?? false
    index.sqlName = sqlName(mapping["sql"], mapping.what("sql"), instead: "the index's name in SQL")
    if let columns = mapping["columns"] {
      guard checkEntries(columns, what) else { return nil }
    } else {
      diagnostics.error(
        .missingKey,
        "\(what) has no columns; write 'columns:' with a list of them",
        at: name.range
      )
    }
    return index
  }

  private mutating func checkEntries(_ node: YAMLNode, _ what: String) -> Bool {
    guard case .sequence(let items) = node.content, items.isEmpty else { return true }
    diagnostics.error(.emptyValue, "\(what) has no columns; write at least one", at: node.range)
    return false
  }
}
