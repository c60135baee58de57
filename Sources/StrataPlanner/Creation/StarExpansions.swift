import StrataSchema

/// What `*`, and INSERT without names, stand for in the views and triggers of a schema.
///
/// Their SQL stays in the database, where a table that was migrated may have its columns in another
/// order than one that is created; names mean the same in both.
struct StarExpansions {
  private var views: [String: StarExpander.Texts] = [:]
  private var triggers: [String: StarExpander.Texts] = [:]

  init(_ schema: SchemaModel) {
    guard !schema.views.isEmpty || !schema.triggers.isEmpty else { return }
    let tables = TableIndex(schema)
    var expander = StarExpander(catalog: Catalog(schema))
    for search in schema.searches {
      if let table = tables[search.table] { expander.catalog.add(search, of: table) }
    }
    for view in viewsInOrder(schema) {
      let tokens = SQLTokenizer.tokens(of: view.sql.text)
      views[view.name] = expander.texts(ofView: view.sqlName, tokens)
    }
    for trigger in schema.triggers {
      let tokens = SQLTokenizer.tokens(of: trigger.sql.text)
      triggers[trigger.name.value] = expander.texts(ofTrigger: tokens)
    }
  }

  subscript(view: ViewModel) -> StarExpander.Texts { views[view.name] ?? [:] }

  subscript(trigger: TriggerModel) -> StarExpander.Texts { triggers[trigger.name.value] ?? [:] }
}

/// Finds what `*` stands for, in views one after the other and in triggers.
struct StarExpander {
  /// The columns by the UTF-8 offsets of what stands for them.
  typealias Texts = [Range<Int>: String]

  var catalog: Catalog

  /// The expansions in the SELECT of a view, whose columns are known from then on.
  ///
  /// A view may name its columns itself, as CREATE VIEW can.
  mutating func texts(
    ofView name: String,
    _ select: [SQLToken],
    named names: [String] = []
  ) -> Texts {
    let (columns, stars) = columns(of: select)
    let known = columns.map { columns in
      columns.enumerated().map { index, column in
        ResultColumn(
          index: index,
          sqlName: names.count == columns.count ? names[index] : column.name,
          type: column.type
        )
      }
    }
    catalog.add(rowsOf: name, known ?? [], isOpen: known == nil)
    return stars
  }

  /// The columns of a SELECT, and its expansions.
  ///
  /// What infers them is gone when it returns: a catalog that two have is copied when one of them adds
  /// to it.
  private func columns(of select: [SQLToken]) -> ([TypeInference.ResultColumn]?, Texts) {
    var inference = TypeInference(catalog)
    let columns = SQLReader.select(select).flatMap { inference.columns(of: $0) }
    return (columns, inference.stars.compactMapValues(\.self))
  }

  /// The expansions in the statements of a trigger.
  func texts(ofTrigger tokens: [SQLToken]) -> Texts {
    var texts: Texts = [:]
    for statement in TriggerParts(tokens)?.statements ?? [] {
      var inference = TypeInference(catalog)
      if let write = SQLReader.write(statement) {
        _ = inference.columns(of: write)
      } else if let select = SQLReader.select(statement) {
        _ = inference.columns(of: select)
      }
      texts.merge(inference.stars.compactMapValues(\.self)) { first, _ in first }
    }
    return texts
  }
}
