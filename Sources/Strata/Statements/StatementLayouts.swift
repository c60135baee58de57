/// The columns of a statement's rows, found anew where the schema has changed.
struct StatementLayouts {
  private var recompilationCount: Int32 = -1
  private var layout: RowLayout?

  /// The names of the row's columns; the statement stands on a row.
  mutating func layout(_ statement: SQLiteStatement) -> RowLayout {
    let count = statement.recompilationCount
    if let layout, count == recompilationCount { return layout }
    let new = RowLayout(columnNames: statement.columnNames)
    recompilationCount = count
    layout = new
    return new
  }
}
