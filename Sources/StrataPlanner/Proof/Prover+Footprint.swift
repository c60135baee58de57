import StrataSchema

extension Prover {
  /// The tables and columns among what SQLite's authorizer saw of SQL with these tokens.
  ///
  /// The authorizer resolves views. It does not see the columns that USING and NATURAL compare;
  /// they are added here.
  ///
  /// `relations` are the folded SQL names of the tables and views that the SQL names.
  func footprint(
    of reads: [ProofDatabase.Read],
    _ tokens: [SQLToken],
    naming relations: [String]
  ) -> Footprint {
    var columns: [String: Set<String>] = [:]
    let joined = JoinedColumns(tokens)
    for read in Set(reads) {
      let name = SQLTokenizer.fold(read.table)
      guard let relation = catalog[name], relation.isTable else { continue }
      columns[relation.sqlName, default: []].formUnion(
        relation.columnNames.filter { $0 == read.column || joined.contains($0) }
      )
    }
    for view in relations {
      for table in viewFootprints[view]?.tables ?? [] {
        columns[table.name, default: []].formUnion(table.columns)
      }
    }
    let names = columns.keys.sorted()
    return Footprint(
      tables: names.map { .init(name: $0, columns: columns[$0, default: []].sorted()) }
    )
  }
}

/// The columns that joins of some SQL compare without naming them in an expression.
private struct JoinedColumns {
  private var names: Set<String> = []
  private var isNatural = false

  init(_ tokens: [SQLToken]) {
    let tokens = tokens.filter { $0.kind != .comment }
    isNatural = tokens.contains { $0.isWord("natural") }
    for (index, token) in tokens.enumerated() where token.isWord("using") {
      guard index + 1 < tokens.count, tokens[index + 1].isSymbol("(") else { continue }
      for name in tokens[(index + 2)...].prefix(while: { !$0.isSymbol(")") }) {
        names.insert(name.folded)
      }
    }
  }

  func contains(_ column: String) -> Bool {
    isNatural || (!names.isEmpty && names.contains(SQLTokenizer.fold(column)))
  }
}
