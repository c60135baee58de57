/// A search as its author wrote it.
struct SearchSyntax: Sendable {
  var name: Located<String>
  var sqlName: Located<String>?
  var doc: String?
  var table: Located<String>?
  var columns: [Located<String>] = []
  var weights: [(column: Located<String>, weight: Located<String>)] = []
  var tokenizer: Located<String>?
  var prefixes: [Int] = []
}

extension SyntaxReader {
  static let searchKeys = [
    "table", "columns", "weights", "tokenize", "prefix", "sql", "doc",
  ]

  mutating func search(_ name: Located<String>, _ node: YAMLNode) -> SearchSyntax? {
    let place = "search '\(name.value)'"
    var search = SearchSyntax(name: name)
    guard
      let mapping = mapping(
        node,
        place,
        keys: Self.searchKeys,
        instead: "a mapping, such as {table: Player, columns: [name]}"
      )
    else { return nil }
    search.sqlName = sqlName(mapping["sql"], mapping.what("sql"), instead: "its name in SQL")
    search.doc = doc(mapping["doc"], mapping.what("doc"))
    search.table = text(mapping["table"], mapping.what("table"), instead: "the key of a table")
    search.columns = names(mapping["columns"], mapping.what("columns")) ?? []
    search.weights = named(mapping["weights"], mapping.what("weights"), "a number") {
      reader,
      column,
      value in
      reader.text(value, "the weight of '\(column.value)'", instead: "a number, such as 10").map {
        (column, $0)
      }
    }
    search.tokenizer = text(
      mapping["tokenize"],
      mapping.what("tokenize"),
      instead: "a tokenizer of FTS5, such as unicode61"
    )
    let prefixes = list(mapping["prefix"], mapping.what("prefix"), instead: "a list of lengths")
    search.prefixes = (prefixes ?? []).compactMap {
      count($0, "an entry of \(mapping.what("prefix"))", in: 1...31)
    }
    for key in ["table", "columns"] where mapping[key] == nil {
      diagnostics.error(.missingKey, "\(place) has no '\(key)'; write '\(key):'", at: name.range)
    }
    if case .sequence(let items) = mapping["columns"]?.content, items.isEmpty {
      diagnostics.error(
        .emptyValue,
        "\(place) has no columns; write at least one",
        at: mapping["columns"]?.range ?? name.range
      )
    }
    return search.table == nil || search.columns.isEmpty ? nil : search
  }
}
