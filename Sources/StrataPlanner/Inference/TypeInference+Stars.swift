extension TypeInference.Frame {
  /// The columns that `*` shows of a source, as SQL names them; nil where they cannot be named.
  ///
  /// A table that was migrated may have its columns in another order than one that is created, so
  /// that what counts them must name them.
  func columnNames(of index: Int, isAlone: Bool) -> [String]? {
    let source = sources[index]
    let columns = source.columns.filter { isAlone || !source.joined.contains($0.name) }
    let shown = columns.map(\.name)
    guard !source.isOpen, Set(shown).count == shown.count, !shown.contains("") else { return nil }
    var names: [String] = []
    for column in columns {
      // A subquery shows a column as it is written in it.
      let name = SQLText.quote(column.spelling ?? column.name)
      if !isAlone, joined[column.name] != nil {
        names.append(coalesced.contains(column.name) ? "\(name) AS \(name)" : name)
      } else if let table = source.name {
        guard sources.filter({ $0.name == table }).count == 1 else { return nil }
        names.append(SQLText.quote(table) + "." + name)
      } else {
        guard sources.filter({ $0.hasColumn(column.name) }).count == 1 else { return nil }
        names.append(name)
      }
    }
    return names
  }
}
