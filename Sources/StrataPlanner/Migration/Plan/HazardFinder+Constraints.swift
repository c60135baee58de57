import StrataSchema

// What rows may not meet.
extension HazardFinder {
  func constraints(_ table: TableDifference) -> [Hazard] {
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
      } && key.columns.allSatisfy { value(of: $0, in: table) != nil }
    }
    for key in keysAdded.sorted(by: { $0.columns.joined() < $1.columns.joined() }) {
      hazards.append(foreignKey(key, of: table))
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

  private func foreignKey(_ key: StoredForeignKey, of table: TableDifference) -> Hazard {
    let name = table.new.name
    let values = key.columns.enumerated().compactMap { index, column in
      value(of: column, in: table).map { "\($0) AS c\(index)" }
    }
    let known = key.columns.indices.map { "child.c\($0) IS NOT NULL" }
    let pairs = key.references.enumerated().map { index, reference in
      "parent.\(old(reference, key.table)) = child.c\(index)"
    }
    // A value that is computed names columns as they are called after the step.
    let isCounted =
      planner.renamed.table(key.table) != nil
      && (!hasRenames(name) || key.columns.allSatisfy { table.old.column($0) != nil })
    return Hazard(
      code: .foreignKeyAdded,
      subject: "\(name).\(key.columns.joined(separator: "+"))",
      message:
        "the step fails where \(key.columns.joined(separator: ", ")) of '\(name)' leads nowhere"
        + " in '\(key.table)'",
      count: isCounted
        ? "SELECT count(*) FROM (SELECT \(values.joined(separator: ", ")) FROM \(old(name))) AS child"
          + " WHERE \(known.joined(separator: " AND ")) AND NOT EXISTS"
          + " (SELECT 1 FROM \(old(key.table)) AS parent WHERE \(pairs.joined(separator: " AND ")))"
        : nil
    )
  }

  /// What rows will have in a column, in SQL on those that there are; nil for NULL.
  private func value(of column: String, in table: TableDifference) -> String? {
    if table.old.column(column) != nil { return old(column, table.new.name) }
    let model = planner.schema.column(column, of: table.new.foldedName)
    if let backfill = model?.backfill { return "(\(SQLText(expression: backfill).sql))" }
    return table.new.column(column)?.defaultSQL
  }

  func uniqueIndexes() -> [Hazard] {
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
