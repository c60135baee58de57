import StrataSchema

/// CREATE VIEW for `view` (https://sqlite.org/lang_createview.html).
func viewStatement(_ view: ViewModel, _ stars: StarExpansions) -> DDLStatement {
  var text = SQLText()
  text.append("CREATE VIEW ")
  text.append(name: view.sqlName)
  text.append(" AS\n")
  text.append(body: view.sql, expanding: stars[view])
  return DDLStatement(kind: .view, name: view.sqlName, range: view.range, text: text)
}

extension SQLText {
  /// Appends a whole statement without the semicolons that end it.
  mutating func append(
    body: SQLFragment,
    expanding expansions: [Range<Int>: String] = [:],
    replacing parameter: (SQLToken) -> String? = { _ in nil }
  ) {
    var tokens = SQLTokenizer.tokens(of: body.text)
    while let last = tokens.last, last.isSymbol(";") || last.kind == .comment {
      tokens.removeLast()
    }
    append(body, tokens: tokens, expanding: expansions, replacing: parameter)
  }
}

/// The views of `schema`, each after those that it reads, else in the schema's order; views in a
/// circle stay where they are.
func viewsInOrder(_ schema: SchemaModel) -> [ViewModel] {
  guard schema.views.count > 1 else { return schema.views }
  let byName = Dictionary(
    schema.views.map { (SQLTokenizer.fold($0.sqlName), $0) },
    uniquingKeysWith: { first, _ in first }
  )
  var ordered: [ViewModel] = []
  var seen: Set<String> = []
  func visit(_ view: ViewModel) {
    guard seen.insert(SQLTokenizer.fold(view.sqlName)).inserted else { return }
    for name in namesRead(by: view).sorted() {
      if let read = byName[name] { visit(read) }
    }
    ordered.append(view)
  }
  for view in schema.views { visit(view) }
  return ordered
}

/// The folded names that may be tables or views which `view` reads.
private func namesRead(by view: ViewModel) -> Set<String> {
  let tokens = SQLTokenizer.tokens(of: view.sql.text)
  guard let select = SQLReader.select(tokens) else {
    return Set(tokens.filter { $0.name != nil }.map(\.folded))
  }
  return select.tables
}
