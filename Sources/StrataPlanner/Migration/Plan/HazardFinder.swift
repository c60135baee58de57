import StrataSchema

/// Finds what a step may lose, and where it may fail on rows that nobody has seen.
struct HazardFinder {
  let planner: MigrationPlanner

  func hazards() -> [Hazard] {
    var hazards = planner.difference.droppedTables.map { table in
      Hazard(
        code: .tableDropped,
        subject: table.name,
        message: CollectionModel.name(ofTable: table.name).map {
          "all documents of '\($0)' are lost"
        } ?? "all rows of '\(table.name)' are lost",
        count: "SELECT count(*) FROM \(old(table.name))"
      )
    }
    hazards += virtualTables()
    for table in planner.difference.changedTables {
      hazards += dropped(table)
      for column in table.new.columns
      where table.changed.contains(column) || (!table.old.isStrict && table.new.isStrict) {
        hazards += changed(column, table)
      }
    }
    hazards +=
      constraints() + conversions() + types() + cases() + casesInJSON() + casesInDocuments()
    hazards += values()
    return hazards
  }

  // MARK: Names before the step

  func old(_ table: String) -> String {
    SQLText.quote(planner.renames.oldName(of: table))
  }

  func old(_ column: String, _ table: String) -> String {
    SQLText.quote(planner.renames.oldName(of: column, in: table))
  }

  // MARK: Virtual tables

  /// A virtual table that is dropped, or made anew, loses the rows that it alone has.
  private func virtualTables() -> [Hazard] {
    let gone = planner.difference.droppedObjects + planner.difference.changedObjects
    let objects = gone.compactMap { object in
      planner.renamed.objects.first { $0.kind == .search && $0.name == object.name }
    }
    return objects.filter { !$0.sql.indexesAnotherTable }.map { object in
      Hazard(
        code: .tableDropped,
        subject: object.name,
        message: "all rows of the virtual table '\(object.name)' are lost",
        count: "SELECT count(*) FROM \(SQLText.quote(object.name))"
      )
    }
  }

  // MARK: Columns

  private func dropped(_ table: TableDifference) -> [Hazard] {
    table.dropped.filter { $0.generated == nil }.map { column in
      let name = table.new.name
      return Hazard(
        code: .columnDropped,
        subject: "\(name).\(column.name)",
        message: "the values of '\(column.name)' in '\(name)' are lost",
        count: "SELECT count(*) FROM \(old(name)) WHERE \(old(column.name, name)) IS NOT NULL"
      )
    }
  }

  private func changed(_ column: StoredColumn, _ table: TableDifference) -> [Hazard] {
    guard let before = table.old.column(column.foldedName) else { return [] }
    let model = planner.tables.column(column.foldedName, of: table.new.foldedName)
    let subject = "\(table.new.name).\(column.name)"
    let name = old(column.name, table.new.name)
    let rows = "SELECT count(*) FROM \(old(table.new.name)) WHERE"
    var hazards: [Hazard] = []
    if before.generated == nil, column.generated != nil {
      hazards.append(
        Hazard(
          code: .columnDropped,
          subject: subject,
          message: "the values of '\(column.name)' are lost: it is generated now",
          count: "\(rows) \(name) IS NOT NULL"
        )
      )
      return hazards
    }
    let becomesRowID =
      table.new.rowIDColumn?.foldedName == column.foldedName
      && table.old.rowIDColumn?.name != before.name
    if column.isNotNull, !before.isNotNull, model?.backfill == nil, before.generated == nil {
      hazards.append(
        Hazard(
          code: .notNullWithoutBackfill,
          subject: subject,
          message: becomesRowID
            ? "where '\(column.name)' is NULL, the row gets a number of SQLite's choice"
            : "the step fails where '\(column.name)' is NULL; 'backfill:' would give it a value",
          count: "\(rows) \(name) IS NULL"
        )
      )
    }
    let isCast = model?.cast != nil && planner.changesType(of: column, in: table)
    let condition = becomesRowID ? Self.noNumbers : narrowing(from: before, to: column, table)
    if let condition, !isCast {
      let old = before.type.isEmpty || before.type == column.type ? "of any type" : before.type
      hazards.append(
        Hazard(
          code: .typeNarrowed,
          subject: subject,
          message:
            "'\(column.name)' was \(old) and is \(column.type): what does not fit is lost, or the step"
            + " fails" + (before.type == column.type ? "" : "; 'cast:' would convert it"),
          count: "\(rows) \(name) IS NOT NULL AND \(condition(name))"
        )
      )
    }
    if column.collation != before.collation, isIndexed(column, table.new) {
      hazards.append(
        Hazard(
          code: .collationChanged,
          subject: subject,
          message:
            "'\(column.name)' is indexed, and values that were different may be the same now, or"
            + " the other way round",
          count: nil
        )
      )
    }
    return hazards
  }

  /// A condition for the values that a rowid refuses (https://sqlite.org/rowidtable.html).
  private static func noNumbers(_ column: String) -> String {
    "CAST(CAST(\(column) AS INTEGER) AS TEXT) <> CAST(\(column) AS TEXT)"
  }

  /// A condition for the values that do not fit into a new type; nil where all do.
  private func narrowing(
    from old: StoredColumn,
    to new: StoredColumn,
    _ table: TableDifference
  ) -> ((String) -> String)? {
    if old.generated != nil || new.generated != nil { return nil }
    if !table.old.isStrict, table.new.isStrict {
      return old.name == table.old.rowIDColumn?.name ? nil : Self.misfits(of: new)
    }
    guard old.type != new.type else { return nil }
    let (before, after) = (Affinity(old.type), Affinity(new.type))
    if new.type == "ANY" || (before == after && (!table.new.isStrict || old.type == "INT")) {
      return nil
    }
    switch (before, after) {
    case (.integer, .integer), (.integer, .text), (.integer, .numeric), (.real, .numeric):
      return nil
    case (.integer, .real):
      return { "abs(\($0)) > 9007199254740992" }
    case (_, .integer), (_, .numeric):
      return { "CAST(CAST(\($0) AS INTEGER) AS TEXT) <> CAST(\($0) AS TEXT)" }
    case (_, .real):
      return { "typeof(\($0)) NOT IN ('integer', 'real') AND \($0) + 0 IS NOT \($0)" }
    case (_, .text): return { "typeof(\($0)) <> 'text'" }
    case (_, .blob): return { "typeof(\($0)) <> 'blob'" }
    }
  }

  /// A condition for what a table that was not STRICT may have in a column, and a STRICT one refuses
  /// (https://sqlite.org/stricttables.html); nil where it takes everything.
  static func misfits(of column: StoredColumn) -> ((String) -> String)? {
    switch Affinity(column.type) {
    case _ where column.type == "ANY": nil
    case .text: { "typeof(\($0)) = 'blob'" }
    case .blob: { "typeof(\($0)) <> 'blob'" }
    case .real:
      { "typeof(\($0)) NOT IN ('integer', 'real')" }
    case .integer, .numeric:
      {
        "CASE typeof(\($0)) WHEN 'integer' THEN 0 WHEN 'real' THEN CAST(\($0) AS INTEGER) <> \($0)"
          + " WHEN 'text' THEN CAST(CAST(\($0) AS INTEGER) AS TEXT) <> \($0) ELSE 1 END"
      }
    }
  }

  private func isIndexed(_ column: StoredColumn, _ table: StoredTable) -> Bool {
    table.primaryKey?.names.contains(column.foldedName) == true
      || table.uniques.contains { $0.names.contains(column.foldedName) }
      || planner.target.objects(.index).contains {
        $0.foldedTable == table.foldedName && $0.mentions.contains(column.foldedName)
      }
  }
}
