import StrataSchema

// What rows may not meet: constraints that are new, and those over values that the step changes.
extension HazardFinder {
  func constraints() -> [Hazard] {
    let tables = planner.commonTables.map { RowValues($0, planner: planner) }
    let values = Dictionary(
      tables.map { ($0.table.new.foldedName, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    return tables.flatMap { rows in
      uniques(rows) + checks(rows) + foreignKeys(rows, values) + lostNumbers(rows.table)
    } + uniqueIndexes(values)
  }

  // MARK: The same values

  private func uniques(_ rows: RowValues) -> [Hazard] {
    let table = rows.table
    var known: [Set<StoredKey.Column>] = table.old.uniques.map { Set($0.columns) }
    if let key = table.old.primaryKey { known.append(Set(key.columns)) }
    var keys = table.new.uniques
    if let key = table.new.primaryKey { keys.insert(key) }
    return keys.sorted { $0.names.joined() < $1.names.joined() }.filter { key in
      let isNew = !known.contains(Set(key.columns))
      return (isNew || !rows.changed.union(rows.merged).isDisjoint(with: key.names))
        && key.names.allSatisfy(rows.mayHaveValue)
    }.map { key in
      let names = key.names.joined(separator: ", ")
      return Hazard(
        code: .uniqueAdded,
        subject: "\(table.new.name).\(key.names.joined(separator: "+"))",
        message: "the step fails on rows of '\(table.new.name)' with the same \(names)",
        count: duplicates(key, rows)
      )
    }
  }

  private func duplicates(_ key: StoredKey, _ rows: RowValues) -> String? {
    let table = rows.table
    let values = key.columns.map { column in
      rows.sql(column.name).map { value in
        let collation = column.collation ?? table.new.column(column.name)?.collation
        return value + (collation.map { " COLLATE \(SQLText.quote($0))" } ?? "")
      }
    }
    let names = values.compactMap(\.self)
    guard names.count == values.count else { return nil }
    let known = names.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
    return "SELECT coalesce(sum(n - 1), 0) FROM (SELECT count(*) AS n FROM \(old(table.new.name))"
      + " WHERE \(known) GROUP BY \(names.joined(separator: ", ")))"
  }

  private func uniqueIndexes(_ values: [String: RowValues]) -> [Hazard] {
    let known = Dictionary(grouping: planner.renamed.objects(.index), by: \.foldedTable)
    return planner.target.objects(.index).compactMap { index in
      let tokens = SQLTokenizer.tokens(of: index.sql)
      guard tokens.dropFirst().first?.isWord("unique") == true,
        let rows = values[index.foldedTable]
      else { return nil }
      let isKnown = known[index.foldedTable, default: []].contains {
        $0.meaning.dropName == index.meaning.dropName
      }
      let changed = rows.changed.union(rows.merged)
      guard !isKnown || !changed.isDisjoint(with: index.mentions) else { return nil }
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

  // MARK: Conditions

  private func checks(_ rows: RowValues) -> [Hazard] {
    let table = rows.table
    let name = table.new.name
    let changed = rows.changed.union(rows.mapped)
    return table.new.checks.sorted().compactMap { check in
      let names = Set(SQLTokenizer.tokens(of: check).filter { $0.name != nil }.map(\.folded))
      guard !table.old.checks.contains(check) || !changed.isDisjoint(with: names) else {
        return nil
      }
      let isCounted =
        table.added.allSatisfy { !names.contains($0.foldedName) }
        && changed.isDisjoint(with: names) && !hasRenames(name)
      return Hazard(
        code: .checkAdded,
        subject: "\(name).\(check.replacing(" ", with: ""))",
        message: "the step fails on rows that do not meet the check \(check)",
        count: isCounted ? "SELECT count(*) FROM \(old(name)) WHERE NOT (\(check))" : nil
      )
    }
  }

  private func hasRenames(_ table: String) -> Bool {
    planner.renames.renamesColumns(of: SQLTokenizer.fold(table))
  }

  // MARK: References

  private func foreignKeys(_ rows: RowValues, _ values: [String: RowValues]) -> [Hazard] {
    rows.table.new.foreignKeys.sorted { $0.columns.joined() < $1.columns.joined() }.filter { key in
      let isNew = !rows.table.old.foreignKeys.contains { before in
        before.columns == key.columns && before.table == key.table
          && before.references == key.references
      }
      return (isNew || changes(key, rows, values[key.table]))
        && key.columns.allSatisfy(rows.mayHaveValue)
    }.map { foreignKey($0, rows, values[$0.table]) }
  }

  /// Whether the values of a reference or those that it leads to change, and not both in the same way.
  private func changes(_ key: StoredForeignKey, _ rows: RowValues, _ parent: RowValues?) -> Bool {
    zip(key.columns, key.references).contains { column, reference in
      let isChanged = rows.changed.contains(column)
      guard isChanged || parent?.changed.contains(reference) == true else { return false }
      let casts = [(column, rows.table.new.foldedName), (reference, key.table)].map {
        column,
        table in
        planner.tables.column(column, of: table)?.cast.map { cast in
          SQLTokenizer.tokens(of: cast.text).filter { $0.kind != .comment }.map { token in
            token.name != nil && token.folded == column ? "" : token.text.bytewise
          }
        }
      }
      return casts[0] == nil || casts[0] != casts[1]
    }
  }

  private func foreignKey(
    _ key: StoredForeignKey,
    _ rows: RowValues,
    _ parent: RowValues?
  ) -> Hazard {
    let name = rows.table.new.name
    return Hazard(
      code: .foreignKeyAdded,
      subject: "\(name).\(key.columns.joined(separator: "+"))",
      message:
        "the step fails where \(key.columns.joined(separator: ", ")) of '\(name)' leads nowhere"
        + " in '\(key.table)'",
      count: orphans(key, rows, parent)
    )
  }

  private func orphans(
    _ key: StoredForeignKey,
    _ rows: RowValues,
    _ parent: RowValues?
  ) -> String? {
    guard let parent else { return nil }
    let values = key.columns.enumerated().compactMap { index, column in
      rows.sql(column).map { "\($0) AS c\(index)" }
    }
    let targets = key.references.enumerated().compactMap { index, column in
      parent.sql(column).map { "\($0) AS p\(index)" }
    }
    guard values.count == key.columns.count, targets.count == values.count else { return nil }
    let known = values.indices.map { "c\($0) IS NOT NULL" }.joined(separator: " AND ")
    let pairs = values.indices.map { "p\($0) = c\($0)" }.joined(separator: " AND ")
    return "SELECT count(*) FROM (SELECT \(values.joined(separator: ", ")) FROM"
      + " \(old(rows.table.new.name))) WHERE \(known) AND NOT EXISTS (SELECT 1 FROM"
      + " (SELECT \(targets.joined(separator: ", ")) FROM \(old(parent.table.new.name))) WHERE \(pairs))"
  }

  private func lostNumbers(_ table: TableDifference) -> [Hazard] {
    guard table.old.primaryKey?.isAutoincrement == true,
      table.new.primaryKey?.isAutoincrement != true
    else { return [] }
    return [
      Hazard(
        code: .autoincrementLost,
        subject: table.new.name,
        message: "the numbers of deleted rows of '\(table.new.name)' will be given again",
        count: nil
      )
    ]
  }
}

extension String {
  /// The meaning of an index without its name.
  fileprivate var dropName: String {
    guard let range = firstRange(of: " on ") else { return self }
    return String(self[range.upperBound...]) + (hasPrefix("create unique") ? " unique" : "")
  }
}
