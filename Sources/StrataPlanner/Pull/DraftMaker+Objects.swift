import StrataSQLite
import StrataSchema

// What stands on tables: indexes, views, searches, triggers.
extension DraftMaker {
  mutating func addIndex(_ statement: SchemaStatement) {
    guard statement.type == "index",
      let table = draft.place(of: SQLTokenizer.fold(statement.table))
    else { return }
    let tokens = SQLTokenizer.tokens(of: statement.sql).filter { $0.kind != .comment }
    let bytes = Array(statement.sql.utf8)
    var naming = SwiftNaming(taken: draft.tables[table].indexes.map(\.name))
    var index = PullDraft.Index(
      name: naming.member(statement.name, or: "index"),
      sqlName: statement.name,
      entries: [],
      isUnique: tokens.dropFirst().first?.isWord("unique") == true,
      sql: statement.sql
    )
    let shortened = SQLTokenizer.fold(draft.tables[table].stored.name) + "_"
    if SQLTokenizer.fold(statement.name).hasPrefix(shortened) {
      let rest = String(statement.name.dropFirst(shortened.count))
      if naming.isFree(rest), Identifier.isValid(rest) { index.name = naming.claim(rest) }
    }
    if let open = tokens.firstIndex(where: { $0.isSymbol("(") }),
      let close = SQLMeaning.closingBracket(of: open, in: tokens[open...])
    {
      index.entries = TableReader.parts(of: tokens[(open + 1)..<close]).map {
        Self.entry(Array($0), bytes)
      }
      let rest = tokens[(close + 1)...]
      if rest.first?.isWord("where") == true {
        index.condition = TableSource.text(Array(rest.dropFirst()), bytes)
      }
    }
    draft.tables[table].indexes.append(index)
  }

  /// An entry of an index, a column without marks that it does not need.
  private static func entry(_ tokens: [SQLToken], _ bytes: [UInt8]) -> String {
    guard let name = tokens.first?.name, tokens[0].kind == .quotedName, name.asName == name,
      name.utf8.first.map(SQLTokenizer.isDigit) == false,
      !SQLMeaning.keywords.contains(tokens[0].folded),
      tokens.dropFirst().allSatisfy({ $0.kind == .word })
    else { return TableSource.text(tokens, bytes) }
    return ([name] + tokens.dropFirst().map(\.text)).joined(separator: " ")
  }

  mutating func addView(_ statement: SchemaStatement) {
    let tokens = SQLTokenizer.tokens(of: statement.sql).filter { $0.kind != .comment }
    let after = tokens.indices.dropFirst(2).first { tokens[$0].isWord("as") }
    var view = PullDraft.View(
      name: types.type(statement.name, or: "View"),
      sqlName: statement.name,
      body: "",
      sql: statement.sql
    )
    // A view that names its columns in front of its SELECT has no form of its own.
    if let after, !tokens[2..<after].contains(where: { $0.isSymbol("(") }) {
      view.body = Self.text(of: statement.sql, from: tokens[after].range.upperBound)
    } else {
      view.isObject = true
      draft.objects.append(.init(name: view.sqlName, sql: view.sql))
    }
    draft.views.append(view)
  }

  mutating func addVirtual(_ object: StoredSchema.StoredObject) {
    guard var search = SearchSource(object.sql, in: draft) else {
      draft.objects.append(.init(name: object.name, sql: object.sql))
      return
    }
    search.draft.name = types.type(object.name, or: "Search")
    search.draft.sqlName = object.name
    draft.searches.append(search.draft)
  }

  func collations() -> [String] {
    let known: Set<String> = ["binary", "nocase", "rtrim"]
    var found: [String: String] = [:]
    for statement in source.statements {
      let tokens = SQLTokenizer.tokens(of: statement.sql).filter { $0.kind != .comment }
      for (token, name) in zip(tokens, tokens.dropFirst()) where token.isWord("collate") {
        guard name.name != nil || name.kind == .string, !known.contains(name.folded) else {
          continue
        }
        let spelling = name.name ?? SQLToken.unquote(name.text)
        found[SQLTokenizer.fold(spelling)] = spelling
      }
    }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }

  /// What follows the name in CREATE TRIGGER.
  static func body(after sql: String) -> String {
    let tokens = SQLTokenizer.tokens(of: sql).filter { $0.kind != .comment }
    guard tokens.count > 2 else { return sql }
    return text(of: sql, from: tokens[2].range.upperBound)
  }

  private static func text(of sql: String, from offset: Int) -> String {
    String(decoding: Array(sql.utf8)[offset...], as: UTF8.self).trimmed
  }
}
