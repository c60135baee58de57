import StrataSchema

/// CREATE INDEX for `index` (https://sqlite.org/lang_createindex.html).
func indexStatement(_ index: IndexModel, on table: TableModel) -> DDLStatement {
  indexStatement(index, on: table, entries: index.entries, condition: index.condition)
}

/// CREATE INDEX with some of the parts of `index`.
func indexStatement(
  _ index: IndexModel,
  on table: TableModel,
  entries: [SQLFragment],
  condition: SQLFragment?
) -> DDLStatement {
  let name = index.sqlName
  var text = SQLText()
  text.append(index.isUnique ? "CREATE UNIQUE INDEX " : "CREATE INDEX ")
  text.append(name: name)
  text.append(" ON ")
  text.append(name: table.sqlName)
  text.append(" (")
  for (number, entry) in entries.enumerated() {
    if number > 0 { text.append(", ") }
    text.append(term: entry, columns: table.columns.map(\.sqlName))
  }
  text.append(")")
  if let condition {
    text.append(" WHERE ")
    text.append(condition)
  }
  return DDLStatement(kind: .index, name: name, range: index.name.range, text: text)
}

extension SQLText {
  /// Appends a term of an index or of ORDER BY; a column alone is quoted, so that it may be named
  /// as a keyword is.
  mutating func append(
    term: SQLFragment,
    columns: [String],
    expanding expansions: [Range<Int>: String] = [:],
    replacing parameter: (SQLToken) -> String? = { _ in nil }
  ) {
    let tokens = SQLTokenizer.tokens(of: term.text)
    guard let column = Self.column(of: tokens, among: columns) else {
      append(term, tokens: tokens, expanding: expansions, replacing: parameter)
      return
    }
    append(name: column)
    if tokens.count == 2 { append(" " + tokens[1].folded.uppercased()) }
  }

  /// The column that a term is alone, with or without a direction.
  static func column(of term: SQLFragment, among columns: [String]) -> String? {
    column(of: SQLTokenizer.tokens(of: term.text), among: columns)
  }

  private static func column(of tokens: [SQLToken], among columns: [String]) -> String? {
    let directions = ["asc", "desc"]
    guard let first = tokens.first, first.kind == .word, tokens.count <= 2,
      tokens.count == 1 || (tokens[1].kind == .word && directions.contains(tokens[1].folded))
    else { return nil }
    return columns.first { SQLTokenizer.fold($0) == first.folded }
  }
}
