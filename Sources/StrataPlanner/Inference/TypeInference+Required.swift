extension TypeInference.Frame {
  /// Notes the columns that are not NULL in a row which satisfies a condition: those that are compared
  /// in it, for NULL satisfies no comparison, and those of which it is asked.
  mutating func require(_ condition: SQLExpression) {
    switch condition {
    case .chain(let first, let links) where links.allSatisfy({ $0.sign == "and" }):
      require(first)
      for link in links { require(link.operand) }
    case .isNull(let operand, isNegated: true): require(column: operand)
    case .comparison(let sign, let left, let right) where sign != "is":
      require(column: left)
      require(column: right)
    case .match("like", let value, let pattern, _), .match("glob", let value, let pattern, _):
      require(column: value)
      require(column: pattern)
    // One bound decides of NOT BETWEEN.
    case .between(let value, _, _): require(column: value)
    // NULL is not in a list, and neither is it not; of an empty list SQLite asks nothing.
    case .inList(let value, let list) where !list.isEmpty: require(column: value)
    default: break
    }
  }

  private mutating func require(column expression: SQLExpression) {
    switch expression {
    case .collate(let operand): require(column: operand)
    case .column(let column):
      guard let source = source(of: column) else { return }
      required.insert(.init(source: source, column: column.name))
    default: break
    }
  }

  /// Whether a column of this select cannot be NULL where it is read after WHERE.
  func isRequired(_ column: SQLExpression.ColumnName) -> Bool {
    guard !required.isEmpty, let source = source(of: column) else { return false }
    return required.contains(.init(source: source, column: column.name))
  }

  /// The source that a name means; nil where it may mean a column that USING has joined.
  func source(of column: SQLExpression.ColumnName) -> Int? {
    if column.table == nil, joined[column.name] != nil { return nil }
    return sources.firstIndex { source in
      (column.table == nil || source.name == column.table) && source.hasColumn(column.name)
    }
  }
}
