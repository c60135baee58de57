import StrataSchema

/// The values that rows have in the columns of a table after a step.
struct RowValues {
  private let planner: MigrationPlanner
  let table: TableDifference
  private let mappings: [CaseMapping]
  /// The columns whose values the step changes, so that what they met before says nothing.
  let changed: Set<String>
  /// The columns of enums of which two values become one.
  let merged: Set<String>
  /// The columns of enums whose values are written otherwise.
  let mapped: Set<String>

  init(_ table: TableDifference, planner: MigrationPlanner) {
    self.table = table
    self.planner = planner
    let name = table.new.foldedName
    mappings = planner.mappings[name] ?? []
    mapped = Set(mappings.map { SQLTokenizer.fold($0.column) })
    merged = Set(mappings.filter(\.merges).map { SQLTokenizer.fold($0.column) })
    var changed = Set(
      table.new.columns.filter { Self.isWritten($0, table, planner) }.map(\.foldedName)
    )
    // What is computed changes with what it is computed from.
    var grows = true
    while grows {
      grows = false
      for column in table.new.columns where !changed.contains(column.foldedName) {
        guard let expression = column.generated?.expression else { continue }
        let names = Set(SQLTokenizer.tokens(of: expression).filter { $0.name != nil }.map(\.folded))
        let isSame = table.old.column(column.foldedName)?.generated?.expression == expression
        if isSame, names.isDisjoint(with: changed) { continue }
        changed.insert(column.foldedName)
        grows = true
      }
    }
    self.changed = changed
  }

  /// Whether the step gives a column values of its own.
  private static func isWritten(
    _ column: StoredColumn,
    _ table: TableDifference,
    _ planner: MigrationPlanner
  ) -> Bool {
    guard let old = table.old.column(column.foldedName), column.generated == nil,
      let model = planner.tables.column(column.foldedName, of: table.new.foldedName)
    else { return false }
    if model.cast != nil, planner.changesType(of: column, in: table) { return true }
    return model.backfill != nil && column.isNotNull && !old.isNotNull
  }

  /// Whether rows may have anything but NULL in a column.
  func mayHaveValue(_ column: String) -> Bool {
    if table.old.column(column) != nil { return true }
    let model = planner.tables.column(column, of: table.new.foldedName)
    return model?.backfill != nil || model?.generated != nil
      || table.new.column(column)?.defaultSQL != nil
  }

  /// The values of a column in SQL on the rows before the step; nil where that cannot be said.
  func sql(_ column: String) -> String? {
    let model = planner.tables.column(column, of: table.new.foldedName)
    if model?.generated != nil, changed.contains(column) { return nil }
    let backfill = model?.backfill.map { "(\(SQLText(expression: $0).sql))" }
    guard table.old.column(column) != nil, let new = table.new.column(column) else {
      // It names columns as they are called after the step.
      if let backfill { return hasRenames ? nil : backfill }
      return model?.generated == nil ? table.new.column(column)?.defaultSQL ?? "NULL" : nil
    }
    let plain = SQLText.quote(planner.renames.oldName(of: column, in: table.new.name))
    let mapping = mappings.first { SQLTokenizer.fold($0.column) == column }
    guard changed.contains(column) || mapping != nil else { return plain }
    if hasRenames { return nil }
    if let cast = model?.cast, planner.changesType(of: new, in: table) {
      return "(\(SQLText(expression: cast).sql))"
    }
    let value = mapping?.expression ?? plain
    return backfill.map { "coalesce(\(value), \($0))" } ?? value
  }

  private var hasRenames: Bool {
    planner.renames.renamesColumns(of: table.new.foldedName)
  }
}
