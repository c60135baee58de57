import StrataSchema

extension Prover {
  /// The tables and columns among what SQLite's authorizer saw of SQL with these tokens.
  ///
  /// The authorizer resolves views. It does not see the columns that USING and NATURAL compare;
  /// they are added here.
  ///
  /// `relations` are the folded SQL names of the tables and views that the SQL names, `joined` the
  /// columns that it joins; nil where the SQL is not understood.
  func footprint(
    of reads: [ProofDatabase.Read],
    _ tokens: [SQLToken],
    naming relations: [String],
    joining joined: Set<ProofDatabase.Read>? = nil
  ) -> Footprint {
    var columns: [String: Set<String>] = [:]
    for read in Set(reads) {
      guard let relation = table(SQLTokenizer.fold(read.table)) else { continue }
      columns[relation.sqlName, default: []].formUnion(
        relation.columnNames.filter { $0 == read.column }
      )
    }
    // Of a table that is only joined SQLite reports nothing at all.
    for read in joined ?? [] {
      guard let relation = table(read.table) else { continue }
      columns[relation.sqlName, default: []].formUnion(
        relation.columnNames.filter { SQLTokenizer.fold($0) == read.column }
      )
    }
    if joined == nil, tokens.contains(where: { $0.isWord("natural") || $0.isWord("using") }) {
      for relation in relations.compactMap(table) {
        columns[relation.sqlName, default: []].formUnion(relation.columnNames)
      }
    }
    // The index of a search may be named as a function.
    let searches = schema.searches.map { SQLTokenizer.fold($0.sqlName) }.filter { search in
      tokens.contains { $0.name != nil && $0.folded == search }
    }
    for view in relations + searches {
      for table in viewFootprints[view]?.tables ?? [] {
        columns[table.name, default: []].formUnion(table.columns)
      }
    }
    let names = columns.keys.sorted()
    return Footprint(
      tables: names.map { .init(name: $0, columns: columns[$0, default: []].sorted()) }
    )
  }

  private func table(_ name: String) -> Catalog.Relation? {
    catalog[name].flatMap { $0.isTable ? $0 : nil }
  }
}
