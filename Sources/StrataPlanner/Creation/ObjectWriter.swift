import StrataSchema

/// The statement that creates an object, as its author wrote it.
func objectStatement(_ object: ObjectModel) -> DDLStatement {
  var text = SQLText()
  text.append(body: object.sql)
  return DDLStatement(
    kind: ObjectHead(SQLTokenizer.tokens(of: object.sql.text))?.kind ?? .table,
    name: object.name.value,
    range: object.name.range,
    text: text
  )
}

/// How a statement begins that creates something: `CREATE VIRTUAL TABLE name`.
struct ObjectHead {
  var kind: DDLStatement.Kind
  /// The token that is the name of what is created.
  var name: SQLToken

  /// Nil for any other statement.
  init?(_ tokens: [SQLToken]) {
    var rest = tokens.filter { $0.kind != .comment }[...]
    guard rest.popFirst()?.isWord("create") == true else { return nil }
    let words = rest.prefix { ["unique", "virtual"].contains($0.folded) && $0.kind == .word }
    rest = rest.dropFirst(words.count)
    guard let noun = rest.popFirst(), noun.kind == .word else { return nil }
    switch (words.map(\.folded), noun.folded) {
    case ([], "table"): kind = .table
    case (["virtual"], "table"): kind = .virtualTable
    case ([], "view"): kind = .view
    case ([], "index"), (["unique"], "index"): kind = .index
    case ([], "trigger"): kind = .trigger
    default: return nil
    }
    guard let name = rest.first, name.kind == .string || name.name != nil,
      !rest.dropFirst().prefix(1).contains(where: { $0.isSymbol(".") }),
      !(name.isWord("if") && rest.dropFirst().first?.isWord("not") == true)
    else { return nil }
    self.name = name
  }
}
