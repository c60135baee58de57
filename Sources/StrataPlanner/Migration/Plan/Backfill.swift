import StrataSchema

extension MigrationPlanner {
  /// What `backfill:` of a column gives in SQL; nil where there is none.
  ///
  /// It sees rows as they were, so that a case that is read from them goes the way of its raw value; a
  /// constant is one of the schema.
  func backfill(of column: ColumnModel, in table: TableDifference) -> String? {
    guard let fragment = column.backfill else { return nil }
    let value = "(\(SQLText(expression: fragment).sql))"
    guard case .enumeration(let name) = column.type, !isConstant(fragment, in: table),
      let model = schema.enums.first(where: { $0.name == name }),
      let old = oldParts.cases[name]
    else { return value }
    let changes = CaseChanges(from: old, to: model, done: history.swaps)
    return changes.pairs.isEmpty ? value : "(\(changes.expression(value)))"
  }

  /// Whether SQL gives the same for all rows.
  func isConstant(_ fragment: SQLFragment, in table: TableDifference) -> Bool {
    let names = Set(
      SQLTokenizer.tokens(of: fragment.text).filter { $0.name != nil }.map(\.folded)
    )
    return names.isDisjoint(with: table.old.columns.map(\.foldedName)) && !names.contains("select")
  }
}
