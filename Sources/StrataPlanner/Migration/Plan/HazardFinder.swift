import StrataSchema

/// Finds what a step may lose, and where it may fail on rows that nobody has seen.
struct HazardFinder {
  let planner: MigrationPlanner

  func hazards() -> [Hazard] {
    var hazards = planner.difference.droppedTables.map { table in
      Hazard(
        code: .tableDropped,
        subject: table.name,
        message: "all rows of '\(table.name)' are lost",
        count: "SELECT count(*) FROM \(old(table.name))"
      )
    }
    hazards += virtualTables()
    for table in planner.difference.changedTables {
      hazards += dropped(table)
      for column in table.changed { hazards += changed(column, table) }
      hazards += constraints(table)
    }
    hazards += uniqueIndexes() + types() + cases() + casesInJSON() + values()
    return hazards
  }

  // MARK: Names before the step

  private func old(_ table: String) -> String {
    SQLText.quote(planner.renames.oldName(of: table))
  }

  private func old(_ column: String, _ table: String) -> String {
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
    let model = planner.schema.column(column.foldedName, of: table.new.foldedName)
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
    if column.isNotNull, !before.isNotNull, model?.backfill == nil, before.generated == nil {
      hazards.append(
        Hazard(
          code: .notNullWithoutBackfill,
          subject: subject,
          message:
            "the step fails where '\(column.name)' is NULL; 'backfill:' would give it a value",
          count: "\(rows) \(name) IS NULL"
        )
      )
    }
    if let condition = narrowing(from: before, to: column, table.new), model?.cast == nil {
      hazards.append(
        Hazard(
          code: .typeNarrowed,
          subject: subject,
          message:
            "'\(column.name)' was \(before.type.isEmpty ? "of any type" : before.type) and is"
            + " \(column.type): what does not fit is lost, or the step fails; 'cast:' would convert it",
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

  /// A condition for the values that do not fit into a new type; nil where all do.
  private func narrowing(
    from old: StoredColumn,
    to new: StoredColumn,
    _ table: StoredTable
  ) -> ((String) -> String)? {
    guard old.type != new.type else { return nil }
    let (before, after) = (Affinity(old.type), Affinity(new.type))
    if new.type == "ANY" || (before == after && (!table.isStrict || old.type == "INT")) {
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

  private func isIndexed(_ column: StoredColumn, _ table: StoredTable) -> Bool {
    table.primaryKey?.names.contains(column.foldedName) == true
      || table.uniques.contains { $0.names.contains(column.foldedName) }
      || planner.target.objects(.index).contains {
        $0.foldedTable == table.foldedName && $0.mentions.contains(column.foldedName)
      }
  }

  // MARK: Constraints

  private func constraints(_ table: TableDifference) -> [Hazard] {
    let name = table.new.name
    var hazards: [Hazard] = []
    var keys = table.new.uniques.subtracting(table.old.uniques)
    if let key = table.new.primaryKey, key.names != table.old.primaryKey?.names {
      keys.insert(key)
    }
    for key in keys.sorted(by: { $0.names.joined() < $1.names.joined() }) {
      hazards.append(unique(key.names, of: table))
    }
    let added = Set(table.added.map(\.foldedName))
    for check in table.new.checks.subtracting(table.old.checks).sorted() {
      let isNew = check.split(separator: " ").contains { added.contains(String($0)) }
      hazards.append(
        Hazard(
          code: .checkAdded,
          subject: "\(name).\(Self.word(check))",
          message: "the step fails on rows that do not meet the check \(check)",
          count: isNew || hasRenames(name)
            ? nil : "SELECT count(*) FROM \(old(name)) WHERE NOT (\(check))"
        )
      )
    }
    let keysAdded = table.new.foreignKeys.filter { key in
      !table.old.foreignKeys.contains { before in
        before.columns == key.columns && before.table == key.table
          && before.references == key.references
      } && !key.columns.allSatisfy(added.contains)
    }
    for key in keysAdded.sorted(by: { $0.columns.joined() < $1.columns.joined() }) {
      hazards.append(foreignKey(key, of: name))
    }
    if table.old.primaryKey?.isAutoincrement == true, table.new.primaryKey?.isAutoincrement != true
    {
      hazards.append(
        Hazard(
          code: .autoincrementLost,
          subject: name,
          message: "the numbers of deleted rows of '\(name)' will be given again",
          count: nil
        )
      )
    }
    return hazards
  }

  private func hasRenames(_ table: String) -> Bool {
    planner.renames.columns.contains { SQLTokenizer.fold($0.table) == SQLTokenizer.fold(table) }
  }

  private func unique(_ columns: [String], of table: TableDifference) -> Hazard {
    let name = table.new.name
    let isNew = columns.contains { column in table.added.contains { $0.foldedName == column } }
    return Hazard(
      code: .uniqueAdded,
      subject: "\(name).\(columns.joined(separator: "+"))",
      message:
        "the step fails on rows of '\(name)' with the same \(columns.joined(separator: ", "))",
      count: isNew ? nil : duplicates(columns, name)
    )
  }

  private func duplicates(_ columns: [String], _ table: String) -> String {
    let names = columns.map { old($0, table) }
    let known = names.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
    return "SELECT coalesce(sum(n - 1), 0) FROM (SELECT count(*) AS n FROM \(old(table)) WHERE"
      + " \(known) GROUP BY \(names.joined(separator: ", ")))"
  }

  private func foreignKey(_ key: StoredForeignKey, of table: String) -> Hazard {
    let pairs = zip(key.columns, key.references).map {
      "parent.\(old($1, key.table)) = child.\(old($0, table))"
    }
    let known = key.columns.map { "child.\(old($0, table)) IS NOT NULL" }
    let hasParent = planner.renamed.table(key.table) != nil
    return Hazard(
      code: .foreignKeyAdded,
      subject: "\(table).\(key.columns.joined(separator: "+"))",
      message:
        "the step fails where \(key.columns.joined(separator: ", ")) of '\(table)' leads nowhere"
        + " in '\(key.table)'",
      count: hasParent
        ? "SELECT count(*) FROM \(old(table)) AS child WHERE \(known.joined(separator: " AND ")) AND NOT"
          + " EXISTS (SELECT 1 FROM \(old(key.table)) AS parent WHERE \(pairs.joined(separator: " AND ")))"
        : nil
    )
  }

  private func uniqueIndexes() -> [Hazard] {
    let difference = planner.difference
    return (difference.addedObjects + difference.changedObjects).compactMap { index in
      let tokens = SQLTokenizer.tokens(of: index.sql)
      guard index.kind == .index, tokens.dropFirst().first?.isWord("unique") == true,
        planner.renamed.table(index.foldedTable) != nil
      else { return nil }
      let before = planner.renamed.objects.first {
        $0.kind == .index && $0.foldedTable == index.foldedTable
          && $0.meaning.dropName
            == index.meaning.dropName
      }
      guard before == nil else { return nil }
      return Hazard(
        code: .uniqueAdded,
        subject: index.name,
        message:
          "the step fails on rows of '\(index.table)' that the index '\(index.name)' finds the"
          + " same",
        count: nil
      )
    }
  }

  /// A word that stands for a condition in an acknowledgement.
  private static func word(_ check: String) -> String {
    check.replacing(" ", with: "")
  }
}

extension String {
  /// The meaning of an index without its name.
  fileprivate var dropName: String {
    guard let range = firstRange(of: " on ") else { return self }
    return String(self[range.upperBound...]) + (hasPrefix("create unique") ? " unique" : "")
  }
}
