import StrataSchema

extension Prover {
  /// Reports what in the conditions and expressions of a table never holds, or takes text for a
  /// number.
  mutating func checkComparisons(in table: TableModel) {
    for column in table.columns {
      if let check = column.check { checkComparisons(in: check, of: table) }
      if let generated = column.generated { checkComparisons(in: generated.sql, of: table) }
    }
    for check in table.checks { checkComparisons(in: check.sql, of: table) }
    for index in table.indexes {
      for fragment in index.entries + [index.condition].compactMap(\.self) {
        checkComparisons(in: fragment, of: table)
      }
    }
  }

  private mutating func checkComparisons(in fragment: SQLFragment, of table: TableModel) {
    var tokens = SQLTokenizer.tokens(of: fragment.text)
    // The direction of an entry of an index.
    if tokens.last.map({ $0.isWord("asc") || $0.isWord("desc") }) == true { tokens.removeLast() }
    guard let relation = catalog[SQLTokenizer.fold(table.sqlName)],
      let expression = SQLReader.expression(tokens)
    else { return }
    var inference = TypeInference(catalog)
    inference.frames = [TypeInference.Frame(reading: relation)]
    _ = inference.type(of: expression)
    for column in inference.misused { reportDecimal(at: fragment.range(ofUTF8: column.range)) }
    for mismatch in inference.mismatches { report(mismatch, in: fragment) }
  }
}

extension TypeInference.Frame {
  /// What an expression over one table or view sees.
  init(reading relation: Catalog.Relation) {
    sources = [
      .init(
        name: SQLTokenizer.fold(relation.sqlName),
        columns: relation.columns,
        rowID: relation.rowID,
        record: relation.isRecord ? SQLTokenizer.fold(relation.sqlName) : nil
      )
    ]
  }
}
