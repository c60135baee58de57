import StrataSchema

/// What ALTER TABLE can do to a table that has rows (https://sqlite.org/lang_altertable.html), in the
/// oldest SQLite that the schema declares.
struct AlterationRules {
  let planner: MigrationPlanner

  /// Whether all that changes in a table is columns that can be added and columns that can be dropped.
  func allowsAltering(_ table: TableDifference) -> Bool {
    table.changed.isEmpty && !table.changesOtherConstraints
      && table.added.allSatisfy { allowsAdding($0, to: table.new) }
      && table.dropped.allSatisfy { allowsDropping($0, from: table) }
  }

  /// Whether an added column gets a value in the rows that are there.
  func backfills(_ table: TableDifference) -> Bool {
    table.added.contains {
      planner.tables.column($0.foldedName, of: table.new.foldedName)?.backfill != nil
    }
  }

  private func allowsAdding(_ column: StoredColumn, to table: StoredTable) -> Bool {
    if let generated = column.generated {
      // A NOT NULL on an expression is checked against the rows only by newer versions.
      return !generated.isStored && !column.isNotNull
        && planner.schema.sqliteVersion.number >= 3_031_000
    }
    if let value = column.defaultSQL {
      if value.hasPrefix("(") || value.lowercased().hasPrefix("current_") { return false }
      // A step spells its line ends, which makes an expression of it.
      if value.dependsOnLineEnds { return false }
    } else if column.isNotNull {
      return false
    }
    let model = planner.tables.column(column.foldedName, of: table.foldedName)
    // Versions differ in whether a CHECK is tried on the rows that are there.
    guard let model, model.check == nil, !model.isUnique else { return false }
    let isReference = table.foreignKeys.contains { $0.columns == [column.foldedName] }
    return !isReference || (column.defaultSQL == nil && !column.isNotNull)
  }

  private func allowsDropping(_ column: StoredColumn, from table: TableDifference) -> Bool {
    guard planner.schema.sqliteVersion.number >= 3_035_000 else { return false }
    let name = column.foldedName
    // SQLite looks at the text of the table, in which a condition may name the column.
    let mentions = table.old.checks.contains { $0.split(separator: " ").contains(name[...]) }
    let isKey =
      table.old.primaryKey?.names.contains(name) == true
      || table.old.uniques.contains { $0.names.contains(name) }
      || table.old.foreignKeys.contains { $0.columns.contains(name) }
    let isComputedFrom = table.new.columns.contains { other in
      other.generated?.expression.split(separator: " ").contains(name[...]) == true
    }
    return !mentions && !isKey && !isComputedFrom
  }
}
