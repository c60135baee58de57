/// Recognises an index of FTS5 over a table, as `search:` makes one.
struct SearchSource {
  var draft: PullDraft.Search

  /// Nil where the table is of another kind, or keeps its texts itself.
  init?(_ sql: String, in draft: PullDraft) {
    let tokens = SQLTokenizer.tokens(of: sql).filter { $0.kind != .comment }
    guard let using = tokens.firstIndex(where: { $0.isWord("using") }), using + 2 < tokens.count,
      tokens[using + 1].folded == "fts5", tokens[using + 2].isSymbol("("),
      let close = SQLMeaning.closingBracket(of: using + 2, in: tokens[(using + 2)...])
    else { return nil }
    var names: [String] = []
    var options: [String: String] = [:]
    for part in TableReader.parts(of: tokens[(using + 3)..<close]) {
      let part = Array(part)
      if part.count == 1, part[0].name != nil {
        names.append(part[0].folded)
      } else if part.count == 3, part[1].isSymbol("=") {
        options[part[0].folded] = SQLToken.unquote(part[2].text)
      } else {
        return nil
      }
    }
    guard Set(options.keys).isSubset(of: ["content", "content_rowid", "tokenize", "prefix"]),
      let content = options["content"], let table = draft.table(SQLTokenizer.fold(content)),
      let key = draft.tables[table].stored.rowIDColumn,
      options["content_rowid"].map(SQLTokenizer.fold) == key.foldedName
    else { return nil }
    let columns = names.compactMap { name in
      draft.tables[table].columns.firstIndex { $0.stored.foldedName == name }
    }
    guard columns.count == names.count, !columns.isEmpty else { return nil }
    self.draft = PullDraft.Search(
      name: "",
      sqlName: "",
      table: table,
      columns: columns,
      tokenizer: options["tokenize"],
      prefixes: options["prefix"],
      sql: sql
    )
    let triggers = Set(draft.triggers.map { SQLTokenizer.fold($0.name) })
    self.draft.sqlName = tokens[2 + 1].name ?? ""
    guard self.draft.triggerNames.allSatisfy(triggers.contains) else { return nil }
  }
}
