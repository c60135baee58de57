import StrataSchema

extension StoredSchema {
  /// Has the views and triggers mean the columns that their `*` stand for: the same text means
  /// something else where the columns of a table have another order.
  mutating func expandStars() {
    var expander = StarExpander(catalog: Catalog(tables))
    for index in objects.indices where objects[index].kind == .view {
      let tokens = objects[index].tokens
      guard let body = tokens.firstIndex(where: { $0.isWord("as") }) else { continue }
      let names = tokens[..<body].drop { !$0.isSymbol("(") }.compactMap(\.name)
      let select = Array(tokens[(body + 1)...])
      objects[index].expand(expander.texts(ofView: objects[index].name, select, named: names))
    }
    for index in objects.indices where objects[index].kind == .trigger {
      objects[index].expand(expander.texts(ofTrigger: objects[index].tokens))
    }
  }
}

extension StoredSchema.StoredObject {
  fileprivate var tokens: [SQLToken] {
    SQLTokenizer.tokens(of: sql).filter { $0.kind != .comment }
  }

  fileprivate mutating func expand(_ texts: StarExpander.Texts) {
    guard !texts.isEmpty else { return }
    var bytes = Array(sql.utf8)
    for (range, text) in texts.sorted(by: { $0.key.lowerBound > $1.key.lowerBound }) {
      bytes.replaceSubrange(range, with: text.utf8)
    }
    let tokens = SQLTokenizer.tokens(of: String(decoding: bytes, as: UTF8.self))
    meaning = SQLMeaning().text(of: tokens)
    mentions.formUnion(tokens.filter { $0.name != nil }.map(\.folded))
  }
}

extension Catalog {
  /// The tables of a database, of whose columns only the names are known.
  fileprivate init(_ tables: [StoredTable]) {
    self.init()
    for table in tables {
      add(
        Relation(
          sqlName: table.name,
          key: table.name,
          columnNames: table.columns.map(\.name),
          columns: table.columns.map {
            Column(
              name: $0.foldedName,
              type: .unknown(named: $0.name),
              isGenerated: $0.generated != nil
            )
          },
          isTable: true
        )
      )
    }
  }
}
